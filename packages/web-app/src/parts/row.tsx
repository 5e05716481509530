import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** How far above and below the view rows are drawn, in heights of the view. */
const NEAR_VIEWS = 2;

const NEAR = `${NEAR_VIEWS * 100}% 0px`;

/** Heights of rows as they were drawn last: a list that is opened again has its length before its rows are drawn. */
const heights = new Map<string, number>();

type Watcher = (entry: IntersectionObserverEntry) => void;

/** The page that scrolls, or a box in it. */
type Scrolling = 'page' | 'box';

const watchers = new WeakMap<Element, Watcher>();
const observers = new Map<Scrolling, IntersectionObserver>();

/** Margins of a box are its own; those of the page would be added to them. */
const observerOf = (scrolling: Scrolling): IntersectionObserver =>
  new IntersectionObserver(
    (entries) => {
      for (const entry of entries) watchers.get(entry.target)?.(entry);
    },
    scrolling === 'page' ? { rootMargin: NEAR } : { scrollMargin: NEAR },
  );

function watch(row: Element, scrolling: Scrolling, watcher: Watcher): () => void {
  const watching = observers.get(scrolling) ?? observerOf(scrolling);
  observers.set(scrolling, watching);
  watchers.set(row, watcher);
  watching.observe(row);
  return () => {
    watching.unobserve(row);
    watchers.delete(row);
  };
}

/**
 * An item of a list that can have hundreds, drawn while it is near the view: of those that are far only the height stays, so that a
 * long list has no more elements to draw than a short one, and nothing moves.
 */
export function Row({ id, children }: { readonly id: string; readonly children: ReactNode }) {
  const ref = useRef<HTMLLIElement>(null);
  const farHeight = useFarHeight(id, ref, 'page');
  if (farHeight !== null) return <li ref={ref} style={{ blockSize: farHeight }} />;
  return <li ref={ref}>{children}</li>;
}

/** @returns the height that stays of a row while it is far from the view; null while it is to be drawn */
export function useFarHeight(
  id: string,
  ref: RefObject<HTMLLIElement | null>,
  scrolling: Scrolling,
): number | null {
  const [farHeight, setFarHeight] = useState(() => heights.get(id) ?? null);
  // Before the first frame, so that a list which is opened again is not empty in it.
  useLayoutEffect(() => {
    const { top, bottom } = ref.current?.getBoundingClientRect() ?? { top: 0, bottom: 0 };
    if (bottom > 0 && top < innerHeight) setFarHeight(null);
  }, [ref]);
  useEffect(() => {
    if (!ref.current) return undefined;
    return watch(ref.current, scrolling, ({ isIntersecting, target, boundingClientRect: { height } }) => {
      if (isIntersecting) setFarHeight(null);
      else if (!isInUse(target)) {
        heights.set(id, height);
        setFarHeight(height);
      }
    });
  }, [id, ref, scrolling]);
  return farHeight;
}

/** Whether taking it away would take the focus, an open menu, a vote that is not sent or a playing video away. */
function isInUse(row: Element): boolean {
  if (row.contains(document.activeElement) || row.querySelector('[data-state=open], :checked') !== null)
    return true;
  return Array.from(row.querySelectorAll<HTMLMediaElement>('video, audio')).some(({ paused }) => !paused);
}
