import { z } from 'zod';

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** How many characters a reader sees: an emoji with a skin tone counts as one. */
export function graphemeCount(text: string): number {
  // Every grapheme has at least one code unit; plain ASCII, the common case, has exactly one each.
  if (ASCII.test(text)) return text.length;
  let count = 0;
  for (const _segment of segmenter.segment(text)) count += 1;
  return count;
}

const ASCII = /^[\x20-\x7e]*$/;

// A grapheme can carry any number of combining marks: without this bound a short text could be megabytes.
const CODE_UNITS_PER_GRAPHEME_MAX = 16;

// Line feed and tab are text; the other control characters and lone surrogates only break displays and databases.
const UNPRINTABLE = /[^\P{Cc}\t\n]|\p{Cs}/u;

// Zero-width spaces, fillers and the like: text of them alone looks like a mistake of ours.
const NOTHING_TO_SEE = /^[\s\p{Default_Ignorable_Code_Point}]*$/u;

type Bounds = { readonly min: number; readonly max: number };

/**
 * Text of a person: trimmed, in NFC, lines ended by a line feed, without control characters, with `min` to `max` graphemes.
 * Text that shows nothing is empty.
 */
export function textOf(bounds: Bounds): z.ZodType<string, string> {
  return boundedText(bounds, (text) => text.replaceAll(/\r\n?/g, '\n'));
}

/** As `textOf`, on one line: white space of every kind becomes a single space. */
export function lineOf(bounds: Bounds): z.ZodType<string, string> {
  return boundedText(bounds, (text) => text.replaceAll(/\s+/g, ' '));
}

function boundedText(bounds: Bounds, tidy: (text: string) => string): z.ZodType<string, string> {
  return z
    .string()
    .transform((text) => (NOTHING_TO_SEE.test(text) ? '' : tidy(text.normalize('NFC')).trim()))
    .superRefine((text, check) => {
      const length = text.length > bounds.max * CODE_UNITS_PER_GRAPHEME_MAX ? Infinity : graphemeCount(text);
      if (UNPRINTABLE.test(text)) {
        check.addIssue({
          code: 'custom',
          message: 'Must not hold control characters.',
          params: { constraint: 'printable' },
        });
      } else if (length < bounds.min) {
        check.addIssue({
          code: 'too_small',
          minimum: bounds.min,
          origin: 'string',
          inclusive: true,
          message: `Must have at least ${bounds.min} characters.`,
        });
      } else if (length > bounds.max) {
        check.addIssue({
          code: 'too_big',
          maximum: bounds.max,
          origin: 'string',
          inclusive: true,
          message: `Must have at most ${bounds.max} characters.`,
        });
      }
    });
}
