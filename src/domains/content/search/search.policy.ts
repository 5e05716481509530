import { hashtagNameOf } from '#domains/graph/entities/entities.policy.ts';
import { badUserInput } from '#platform/kernel/errors.ts';
import { foldedSigns, lineSchema } from '#platform/kernel/text.ts';
import type { SearchTerm } from './search.types.ts';

const QUERY_LENGTH_MAX = 200;
const querySchema = lineSchema({ min: 1, max: QUERY_LENGTH_MAX });
/** Further parts of a query are ignored. */
const TERMS_MAX = 10;

/** A longer text has too many characters in any case and is refused before normalization. */
const QUERY_CODE_UNITS_MAX = 8_000;

/** A phrase in quotation marks, of which the last may be missing, or a word between spaces. */
const TERM = /(-?)(?:"([^"]*)"?|([^\s"]+))/g;

/**
 * Parses a query of words, "phrases", #hashtags and, with a minus before them, exclusions. Every text is a query; one without
 * letters, digits or emoji finds nothing.
 * @throws AppError BAD_USER_INPUT for a text that is empty or too long
 */
export function parsePostQuery(query: string): readonly SearchTerm[] {
  const { data: text } = querySchema.safeParse(query.length <= QUERY_CODE_UNITS_MAX ? query : null);
  if (text === undefined) {
    throw badUserInput(
      `The search text must have 1 to ${QUERY_LENGTH_MAX} characters and no control characters.`,
    );
  }
  const matches = [...foldedSigns(text).matchAll(TERM)];
  return matches.slice(0, TERMS_MAX).map(([, minus, phrase, word = ''], index): SearchTerm => {
    const isExcluded = minus === '-';
    const name = /^[#＃]/.test(word) ? hashtagNameOf(word) : null;
    const isLast = index === matches.length - 1;
    return {
      kind: name === null ? 'WORDS' : 'HASHTAG',
      text: name ?? phrase ?? word,
      isExcluded,
      // A space after the last word marks it as complete.
      isBeginning: isLast && name === null && phrase === undefined && !isExcluded && !/\s$/.test(query),
    };
  });
}
