import type { ReactionCounts, ReactionType } from './reactions.types.ts';

export const COUNTER_OF = {
  LIKE: 'likeCount',
  LOVE: 'loveCount',
  HAHA: 'hahaCount',
  WOW: 'wowCount',
  SAD: 'sadCount',
  ANGRY: 'angryCount',
} as const satisfies Record<ReactionType, keyof ReactionCounts>;

/** Changes of a subject's counters when `type` replaces `former`; null is no reaction. */
export function counterChanges(
  former: ReactionType | null,
  type: ReactionType | null,
): Partial<ReactionCounts> {
  if (former === type) return {};
  return { ...(former && { [COUNTER_OF[former]]: -1 }), ...(type && { [COUNTER_OF[type]]: 1 }) };
}

export const totalOf = (counts: ReactionCounts): number =>
  Object.values(COUNTER_OF).reduce((total, counter) => total + counts[counter], 0);
