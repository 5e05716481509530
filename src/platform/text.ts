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
const UNPRINTABLE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\ud800-\udfff]/u;

/** Text of a person: trimmed, in NFC, without control characters, with `min` to `max` graphemes. */
export function textOf(bounds: { min: number; max: number }): z.ZodType<string, string> {
  return z
    .string()
    .transform((text) => text.normalize('NFC').trim())
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
