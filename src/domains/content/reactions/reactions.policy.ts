import type { ReactionCounts, ReactionType } from './reactions.types.ts';

const COUNTER_OF = {
  LIKE: 'likeCount',
  LOVE: 'loveCount',
  HAHA: 'hahaCount',
  WOW: 'wowCount',
  SAD: 'sadCount',
  ANGRY: 'angryCount',
} as const satisfies Record<ReactionType, keyof ReactionCounts>;

/** What changes in the counters of a subject when `former` gives way to `type`; either may be nothing. */
export function countersChanged(
  former: ReactionType | null,
  type: ReactionType | null,
): Partial<ReactionCounts> {
  if (former === type) return {};
  return { ...(former && { [COUNTER_OF[former]]: -1 }), ...(type && { [COUNTER_OF[type]]: 1 }) };
}

export const totalOf = (counts: ReactionCounts): number =>
  Object.values(COUNTER_OF).reduce((total, counter) => total + counts[counter], 0);
