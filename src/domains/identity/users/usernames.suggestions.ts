import type { Limits } from '#platform/limits.ts';
import { isReserved, ruleProblemOf, skeletonOf } from './usernames.policy.ts';

type Words = readonly string[];

/** What a suggestion is made of: words of small letters and digits. */
export type Wish = {
  readonly username: Words;
  readonly displayName: Words;
};

const CANDIDATES_MAX = 60;

/**
 * Names that come near a wish, the nearest first; they keep the rules, whether others have them is not asked. The same
 * wish always gives the same names.
 */
export function candidatesFor(asked: Wish, limits: Limits): string[] {
  const wish = { username: unreserved(asked.username), displayName: unreserved(asked.displayName) };
  const base = wish.username.join('') || wish.displayName.join('') || NAMELESS;
  const names = [
    ...combinationsOf(wish).flatMap((parts) => SEPARATORS.map((separator) => parts.join(separator))),
    ...numbersFor(base).map((number) => base.slice(0, limits.usernameLengthMax - number.length) + number),
  ];
  const bySkeleton = new Map<string, string>();
  for (const name of names) {
    const cut = name.slice(0, limits.usernameLengthMax).replace(/[._]+$/, '');
    const skeleton = skeletonOf(cut);
    if (ruleProblemOf(cut, limits) === null && !bySkeleton.has(skeleton)) bySkeleton.set(skeleton, cut);
  }
  return [...bySkeleton.values()].slice(0, CANDIDATES_MAX);
}

/** Near a reserved name is no good place for a name either. */
const unreserved = (words: Words): Words => (isReserved(words.join('_')) ? [] : words);

/** What a number follows when there is nothing else to go by. */
const NAMELESS = 'someone';
const SEPARATORS = ['.', '_', ''];

/** The wish itself stands first: joined otherwise it may be free. */
function combinationsOf({ username, displayName }: Wish): Words[] {
  const [first, last] = [displayName.at(0), displayName.at(-1)];
  if (first === undefined || last === undefined) return [username];
  const added = username.includes(last) ? [] : [[...username, last]];
  if (displayName.length === 1) return [username, displayName, ...added];
  const shortened = [
    [first, last],
    [first.slice(0, 1), last],
    [first, last.slice(0, 1)],
  ];
  return [username, displayName, ...shortened, [last, first], ...added];
}

/** How many numbers of each length are tried: many people may have the same idea. */
const NUMBERS: readonly { digits: number; count: number }[] = [
  { digits: 2, count: 8 },
  { digits: 3, count: 12 },
  { digits: 4, count: 30 },
];

/** Numbers that are spread over their range, elsewhere for each name, so that people with like names do not race for one. */
function numbersFor(base: string): string[] {
  let state = 0;
  for (const letter of base) state = Math.imul(state, 31) + letter.charCodeAt(0);
  return NUMBERS.flatMap(({ digits, count }) =>
    Array.from({ length: count }, () => {
      // A step of a linear congruential generator, whose high bits are the good ones.
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      const least = 10 ** (digits - 1);
      return String(least + Math.floor((state / 2 ** 32) * 9 * least));
    }),
  );
}
