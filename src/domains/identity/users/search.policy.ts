import { badUserInput } from '#platform/errors.ts';
import { lineOf } from '#platform/text.ts';

const QUERY_LENGTH_MIN = 2;
const QUERY_LENGTH_MAX = 50;

/** Whatever is longer has too many characters too; it is not even brought into its normal form. */
const QUERY_CODE_UNITS_MAX = 2_000;

/** What somebody looks for, as names are compared with it. */
export type SearchedName = {
  readonly text: string;
  /** The same as a username could begin; null when none can. */
  readonly username: string | null;
};

/** @throws AppError BAD_USER_INPUT */
export function parseSearch(query: string): SearchedName {
  const line = lineOf({ min: QUERY_LENGTH_MIN, max: QUERY_LENGTH_MAX });
  const isReadable = query.length <= QUERY_CODE_UNITS_MAX;
  const { data: text } = line.safeParse(isReadable ? withoutAt(query.normalize('NFKC')) : null);
  if (text === undefined) {
    throw badUserInput(
      `A search is text of ${QUERY_LENGTH_MIN} to ${QUERY_LENGTH_MAX} characters, without control characters.`,
    );
  }
  const letters = text
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase();
  return { text, username: /^[a-z0-9_.]+$/.test(letters) ? letters : null };
}

const withoutAt = (query: string): string => query.trim().replace(/^@/, '');
