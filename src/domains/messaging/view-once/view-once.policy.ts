import { type Clock, DAY_MS } from '#platform/kernel/clock.ts';
import type { Limits } from '#platform/kernel/limits.ts';

/** Messages that were sent after it can be opened. */
export const viewOnceSince = ({ clock, limits }: { readonly clock: Clock; readonly limits: Limits }): Date =>
  new Date(clock.now().getTime() - limits.viewOnceDays * DAY_MS);
