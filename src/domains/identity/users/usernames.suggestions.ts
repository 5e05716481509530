import type { Limits } from '#platform/kernel/limits.ts';
import { isReserved, ruleProblemOf, usernameSkeletonOf } from './usernames.policy.ts';

type Words = readonly string[];

/** Characters that suggestions are made of: words of lower-case letters and digits. */
export type Wish = {
  readonly username: Words;
  readonly displayName: Words;
};

const CANDIDATES_MAX = 60;

/**
 * Usernames near a wish, nearest first. They are valid, but not checked for availability. Deterministic:
 * the same wish always gives the same names.
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
    const skeleton = usernameSkeletonOf(cut);
    if (ruleProblemOf(cut, limits) === null && !bySkeleton.has(skeleton)) bySkeleton.set(skeleton, cut);
  }
  return [...bySkeleton.values()].slice(0, CANDIDATES_MAX);
}

/** No suggestions near a reserved name. */
const unreserved = (words: Words): Words => (isReserved(words.join('_')) ? [] : words);

/** Base of a numbered suggestion when wish and display name give none. */
const NAMELESS = 'someone';
const SEPARATORS = ['.', '_', ''];

/** The wish itself comes first: with another separator it may be available. */
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

/** Numbers tried of each length: many users may have the same wish. */
const NUMBERS: readonly { digits: number; count: number }[] = [
  { digits: 2, count: 8 },
  { digits: 3, count: 12 },
  { digits: 4, count: 40 },
];

/** Pseudo-random numbers seeded by the name, so that users with similar names do not compete for one. */
function numbersFor(base: string): string[] {
  let state = 0;
  for (const letter of base) state = Math.imul(state, 31) + letter.charCodeAt(0);
  return NUMBERS.flatMap(({ digits, count }) =>
    Array.from({ length: count }, () => {
      // A step of a linear congruential generator, whose high bits are the most random.
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      const least = 10 ** (digits - 1);
      return String(least + Math.floor((state / 2 ** 32) * 9 * least));
    }),
  );
}
