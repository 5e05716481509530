/** A mention or a hashtag that is being written. */
export type Word = {
  readonly sign: '@' | '#';
  /** The letters after the sign. */
  readonly query: string;
  /** Place of the sign in the text, in UTF-16 units. */
  readonly start: number;
};

const BEFORE = /(?<![\p{L}\p{M}\p{N}_@#])([@#])([\p{L}\p{M}\p{N}_.]*)$/u;
const GOES_ON = /^[\p{L}\p{M}\p{N}_]/u;

/** The mention or hashtag whose end is at the caret; null where there is none. */
export function wordAt(text: string, caret: number): Word | null {
  if (GOES_ON.test(text.slice(caret))) return null;
  const [whole = '', sign, query = ''] = BEFORE.exec(text.slice(0, caret)) ?? [];
  if (sign !== '@' && sign !== '#') return null;
  return { sign, query, start: caret - whole.length };
}

/** The text with the word completed and a space after it, and where the caret then is. */
export function completed(text: string, { sign, query, start }: Word, name: string) {
  const end = start + sign.length + query.length;
  const rest = text.slice(end);
  const before = `${text.slice(0, start)}${sign}${name}`;
  return { text: `${before}${/^\s/u.test(rest) ? '' : ' '}${rest}`, caret: before.length + 1 };
}
