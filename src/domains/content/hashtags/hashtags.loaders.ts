import { DAY_MS } from '#platform/kernel/clock.ts';
import type { RequestContext } from '#platform/request/context.ts';
import type { Loader } from '#platform/request/loader.ts';
import { listFollowedIds } from './hashtag-follows.queries.ts';
import { listMutedIds } from './hashtags.queries.ts';
import type { HashtagDay } from './hashtags.types.ts';
import { listHashtagDays } from './trends.queries.ts';

/** Whether the caller follows a hashtag; nothing for anonymous callers. */
export const isHashtagFollowed: Loader<true> = {
  name: 'isHashtagFollowed',
  batch: async (ctx, ids) => {
    const followed = ctx.user ? await listFollowedIds(ctx.db, { userId: ctx.user.id, ids }) : [];
    return new Map(followed.map(({ id }) => [id, true]));
  },
};

/** Whether the caller mutes a hashtag by a muted word; nothing for anonymous callers. */
export const isHashtagMuted: Loader<true> = {
  name: 'isHashtagMuted',
  batch: async (ctx, ids) => {
    const viewer = ctx.user && { id: ctx.user.id, now: ctx.clock.now() };
    const mutedIds = viewer ? await listMutedIds(ctx.db, viewer, ids) : [];
    return new Map(mutedIds.map((id) => [id, true]));
  },
};

const HISTORY_DAYS = 7;

/** The last seven days of each hashtag, today first, days without uses included. */
export const historyByHashtag: Loader<readonly HashtagDay[]> = {
  name: 'historyByHashtag',
  batch: async (ctx, ids) => {
    const days = daysUntilToday(ctx);
    const used = await listHashtagDays(ctx.db, ids, days.at(-1) ?? ctx.clock.now());
    const keyOf = (hashtagId: string, day: Date): string => `${hashtagId} ${day.getTime()}`;
    const found = new Map(used.map(({ hashtagId, ...day }) => [keyOf(hashtagId, day.day), day]));
    return new Map(
      ids.map((id) => [
        id,
        days.map((day) => found.get(keyOf(id, day)) ?? { day, useCount: 0, accountCount: 0 }),
      ]),
    );
  },
};

/** UTC midnights at which the days of a history begin. */
function daysUntilToday({ clock }: RequestContext): Date[] {
  const todayMs = Math.floor(clock.now().getTime() / DAY_MS) * DAY_MS;
  return Array.from({ length: HISTORY_DAYS }, (_, daysAgo) => new Date(todayMs - daysAgo * DAY_MS));
}
