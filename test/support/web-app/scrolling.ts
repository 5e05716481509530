import type { CDPSession, Page } from 'playwright-core';
import { whenBusy } from '../when-busy.ts';

/** Measures of a page after its garbage has been collected. */
type Load = { readonly heapBytes: number; readonly nodes: number };

export type Measured = { readonly load: () => Promise<Load>; readonly longTasks: () => Promise<number[]> };

/** Lists the tasks of a page from now on that its frames wait for longer than 50 ms, in milliseconds. */
export async function measured(page: Page): Promise<Measured> {
  const tools = await page.context().newCDPSession(page);
  await page.evaluate(() => {
    const found: number[] = [];
    Object.assign(globalThis, { longTasks: found });
    const note = (list: PerformanceObserverEntryList): void => {
      for (const { duration } of list.getEntries()) found.push(Math.round(duration));
    };
    new PerformanceObserver(note).observe({ type: 'longtask' });
  });
  return {
    load: () => loadOf(tools),
    longTasks: () => page.evaluate(() => (globalThis as unknown as { longTasks: number[] }).longTasks),
  };
}

async function loadOf(tools: CDPSession): Promise<Load> {
  await tools.send('HeapProfiler.collectGarbage');
  const { usedSize } = await tools.send('Runtime.getHeapUsage');
  const { nodes } = await tools.send('Memory.getDOMCounters');
  return { heapBytes: usedSize, nodes };
}

/** Several times what a thousand items take on a machine that does nothing else. */
const WITHIN_MS = 60_000;

/** A part of a list to scroll through. */
export type Way = {
  /** The element that scrolls; null for the page. */
  readonly scroller: string | null;
  /** Of the items whose text is read when they are in view. */
  readonly item: string;
  readonly direction: 'up' | 'down';
  /** The text at which it ends. */
  readonly until: string;
};

/** Scrolls as a reader does who looks for something: a view after the other, as soon as each has come. @returns texts in the order of their coming, without the last one when it does not come in time */
export const scrollThrough = (page: Page, way: Way): Promise<string[]> =>
  page.evaluate(scrolled, { ...way, withinMs: whenBusy(WITHIN_MS) });

/** Runs in the page. */
async function scrolled({
  scroller,
  item,
  direction,
  until,
  withinMs,
}: Way & { withinMs: number }): Promise<string[]> {
  const box = (scroller === null ? null : document.querySelector(scroller)) ?? document.documentElement;
  const step = box.clientHeight * (direction === 'up' ? -0.8 : 0.8);
  const seen = new Set<string>();
  const frame = (): Promise<unknown> => new Promise((resolve) => requestAnimationFrame(resolve));
  /** Places of thousands are not asked for: the first one in view is looked for by halves. */
  const itemsInView = (items: readonly Element[]): readonly Element[] => {
    let [from, to] = [0, items.length];
    while (from < to) {
      const middle = Math.floor((from + to) / 2);
      if ((items[middle]?.getBoundingClientRect().bottom ?? 0) > 0) to = middle;
      else from = middle + 1;
    }
    const below = items.slice(from);
    const end = below.findIndex((each) => each.getBoundingClientRect().top >= innerHeight);
    return end === -1 ? below : below.slice(0, end);
  };
  const endMs = performance.now() + withinMs;
  while (!seen.has(until) && performance.now() < endMs) {
    // The place of an item is known before its content is drawn.
    const inView = itemsInView([...box.querySelectorAll(item)]);
    const drawn = inView.flatMap((each) => each.querySelector('.rich-text')?.textContent ?? []);
    for (const text of direction === 'up' ? drawn.toReversed() : drawn) seen.add(text);
    box.scrollBy({ top: step, behavior: 'instant' });
    await frame();
    await frame();
  }
  return [...seen];
}
