import { useEffect } from 'react';

const FOCUSABLE = ['a[href]', 'button', 'input', 'select', 'textarea', '[tabindex="0"]']
  .map((selector) => `${selector}:not(:disabled)`)
  .join(', ');
/** Dialogs and menus give the focus back to what opened them, which is the place that counts. */
const OVER = 'dialog, [role="menu"]';

/** Element with the focus, and those around it from the inside out, each with the number of the former one among its children. */
type Place = {
  readonly element: Element;
  readonly around: readonly { readonly element: Element; readonly index: number }[];
};

/**
 * Gives the focus on when what has it leaves the page, as a row of a list that was answered: to what took its place, to what stands
 * beside it, or to the content, where the next key begins. A browser would begin at the top of the page.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let place: Place | null = null;
    const note = ({ target }: FocusEvent): void => {
      if (target instanceof Element && !target.closest(OVER)) place = placeOf(target);
    };
    const observer = new MutationObserver(() => {
      if (!place || place.element.isConnected || document.activeElement !== document.body) return;
      besides(place)?.focus({ preventScroll: true });
      place = null;
    });
    document.addEventListener('focusin', note);
    observer.observe(document.body, { childList: true, subtree: true });
    return () => {
      document.removeEventListener('focusin', note);
      observer.disconnect();
    };
  }, []);
}

function placeOf(element: Element): Place {
  const around: { element: Element; index: number }[] = [];
  for (let inner = element, outer = element.parentElement; outer; outer = outer.parentElement) {
    around.push({ element: outer, index: [...outer.children].indexOf(inner) });
    if (outer.id === 'content') return { element, around };
    inner = outer;
  }
  // Outside of the content nothing leaves.
  return { element, around: [] };
}

function besides({ around }: Place): HTMLElement | null {
  for (const { element, index } of around) {
    if (!element.isConnected) continue;
    if (element.id === 'content') return element instanceof HTMLElement ? element : null;
    const beside = [...element.children];
    // First the element that took its place, then those before it, the nearest first.
    const inTurn = [...beside.slice(index, index + 1), ...beside.slice(0, index).toReversed(), element];
    for (const each of inTurn) {
      const found = focusableIn(each);
      if (found) return found;
    }
  }
  return null;
}

/** The control of a part of the page where the reader is, such as an open tab, or else its first one. */
const focusableIn = (element: Element): HTMLElement | null =>
  element instanceof HTMLElement && element.matches(FOCUSABLE)
    ? element
    : (element.querySelector<HTMLElement>('[aria-current="page"]') ??
      element.querySelector<HTMLElement>(FOCUSABLE));
