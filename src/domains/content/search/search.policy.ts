import { hashtagNameOf } from '#domains/foundation/entities/entities.policy.ts';
import { badUserInput } from '#platform/errors.ts';
import { lineOf } from '#platform/text.ts';
import type { SearchTerm } from './search.types.ts';

const QUERY_LENGTH_MAX = 200;
/** What stands behind is not looked for. */
const TERMS_MAX = 10;

/** Whatever is longer has too many characters too; it is not even brought into its normal form. */
const QUERY_CODE_UNITS_MAX = 8_000;

/** A phrase in quotation marks, which may lack the last one, or what stands between spaces. */
const TERM = /(-?)(?:"([^"]*)"?|([^\s"]+))/g;

/**
 * What a search asks for: words, "phrases", #hashtags and, with a minus before them, what posts must not have. Anything can
 * be asked; what has neither letters nor digits nor pictures finds nothing.
 * @throws AppError BAD_USER_INPUT for a text that is empty or too long
 */
export function parsePostQuery(query: string): readonly SearchTerm[] {
  const line = lineOf({ min: 1, max: QUERY_LENGTH_MAX });
  const { data: text } = line.safeParse(query.length <= QUERY_CODE_UNITS_MAX ? query : null);
  if (text === undefined) {
    throw badUserInput(
      `A search is text of 1 to ${QUERY_LENGTH_MAX} characters, without control characters.`,
    );
  }
  const matches = [...text.replaceAll(/[“”„«»＂]/g, '"').matchAll(TERM)];
  return matches.slice(0, TERMS_MAX).map(([, minus, phrase, word = ''], index): SearchTerm => {
    const isExcluded = minus === '-';
    const name = /^[#＃]/.test(word) ? hashtagNameOf(word) : null;
    const isLast = index === matches.length - 1;
    return {
      kind: name === null ? 'WORDS' : 'HASHTAG',
      text: name ?? phrase ?? word,
      isExcluded,
      // A space behind the last word says that it is whole.
      isBeginning: isLast && name === null && phrase === undefined && !isExcluded && !/\s$/.test(query),
    };
  });
}
