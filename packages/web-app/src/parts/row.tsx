import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** How far above and below the view rows are drawn, in heights of the view. */
const NEAR_VIEWS = 2;

const NEAR = `${NEAR_VIEWS * 100}% 0px`;

/** Heights of rows as they were drawn last: a list that is opened again has its length before its rows are drawn. */
const heights = new Map<string, number>();

type Watcher = (entry: IntersectionObserverEntry) => void;

const watchers = new WeakMap<Element, Watcher>();
let observer: IntersectionObserver | undefined;

function watch(row: Element, watcher: Watcher): () => void {
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const entry of entries) watchers.get(entry.target)?.(entry);
    },
    // Margins of a list that scrolls within the page are those of its own box.
    { rootMargin: NEAR, scrollMargin: NEAR },
  );
  const watching = observer;
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
  const farHeight = useFarHeight(id, ref);
  if (farHeight !== null) return <li ref={ref} style={{ blockSize: farHeight }} />;
  return <li ref={ref}>{children}</li>;
}

/** @returns the height that stays of a row while it is far from the view; null while it is to be drawn */
export function useFarHeight(id: string, ref: RefObject<HTMLLIElement | null>): number | null {
  const [farHeight, setFarHeight] = useState(() => heights.get(id) ?? null);
  // Before the first frame, so that a list which is opened again is not empty in it.
  useLayoutEffect(() => {
    const { top, bottom } = ref.current?.getBoundingClientRect() ?? { top: 0, bottom: 0 };
    if (bottom > 0 && top < innerHeight) setFarHeight(null);
  }, [ref]);
  useEffect(() => {
    if (!ref.current) return undefined;
    return watch(ref.current, ({ isIntersecting, target, boundingClientRect: { height } }) => {
      if (isIntersecting) setFarHeight(null);
      else if (!isInUse(target)) {
        heights.set(id, height);
        setFarHeight(height);
      }
    });
  }, [id, ref]);
  return farHeight;
}

/** Whether taking it away would take the focus, an open menu, a vote that is not sent or a playing video away. */
function isInUse(row: Element): boolean {
  if (row.contains(document.activeElement) || row.querySelector('[data-state=open], :checked') !== null)
    return true;
  return Array.from(row.querySelectorAll<HTMLMediaElement>('video, audio')).some(({ paused }) => !paused);
}
