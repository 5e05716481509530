import { badUserInput } from '#platform/kernel/errors.ts';
import { foldedSigns, lineSchema } from '#platform/kernel/text.ts';

const QUERY_LENGTH_MIN = 1;
const QUERY_LENGTH_MAX = 50;
const querySchema = lineSchema({ min: QUERY_LENGTH_MIN, max: QUERY_LENGTH_MAX });

/** A longer text has too many characters too; it is refused before normalization, to bound its work. */
const QUERY_CODE_UNITS_MAX = 2_000;

/** A folded query, the form that names are compared in. */
export type SearchedName = {
  readonly text: string;
  /** The query as a prefix of a username; null when no username can begin with it. */
  readonly username: string | null;
};

/** @throws AppError BAD_USER_INPUT */
export function parseUserSearch(query: string): SearchedName {
  const isReadable = query.length <= QUERY_CODE_UNITS_MAX;
  const { data: text } = querySchema.safeParse(
    isReadable ? withoutAt(foldedSigns(query).normalize('NFKC')) : null,
  );
  if (text === undefined) {
    throw badUserInput(
      `The search text must have ${QUERY_LENGTH_MIN} to ${QUERY_LENGTH_MAX} characters and no control characters.`,
    );
  }
  const letters = text
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase();
  return { text, username: /^[a-z0-9_.]+$/.test(letters) ? letters : null };
}

const withoutAt = (query: string): string => query.trim().replace(/^@/, '');
