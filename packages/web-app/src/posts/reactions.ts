import type { ReactionType } from '../generated/schema.ts';

/** Reactions in the order of the picker. */
export const REACTIONS: readonly { readonly type: ReactionType; readonly sign: string }[] = [
  { type: 'LIKE', sign: '👍' },
  { type: 'LOVE', sign: '❤️' },
  { type: 'HAHA', sign: '😂' },
  { type: 'WOW', sign: '😮' },
  { type: 'SAD', sign: '😢' },
  { type: 'ANGRY', sign: '😠' },
];

export const signOf = (type: ReactionType): string =>
  REACTIONS.find((reaction) => reaction.type === type)?.sign ?? '';

type Counts = Readonly<Record<Lowercase<ReactionType> | 'total', number>>;

/** Counts after the reader's reaction changes from one to another; null is none. */
export function countsAfter(counts: Counts, from: ReactionType | null, to: ReactionType | null): Counts {
  const change = (type: ReactionType | null, by: number): Partial<Counts> => {
    if (type === null) return {};
    // The names of the counts are those of the types in lower case.
    const name = type.toLowerCase() as Lowercase<ReactionType>;
    return { [name]: Math.max(0, counts[name] + by) };
  };
  if (from === to) return counts;
  return {
    ...counts,
    ...change(from, -1),
    ...change(to, 1),
    total: Math.max(0, counts.total + Number(to !== null) - Number(from !== null)),
  };
}
