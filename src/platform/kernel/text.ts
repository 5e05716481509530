import { z } from 'zod';

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Number of graphemes: an emoji with a skin tone counts as one. */
function graphemeCount(text: string): number {
  // Every grapheme has at least one code unit; of ASCII, the common case, exactly one.
  if (ASCII.test(text)) return text.length;
  let count = 0;
  for (const _segment of segmenter.segment(text)) count += 1;
  return count;
}

const ASCII = /^[\x20-\x7e]*$/;

// A grapheme can have any number of combining marks: without this bound a short text could be megabytes.
const CODE_UNITS_PER_GRAPHEME_MAX = 16;

// Line feed and tab are allowed; other control characters and lone surrogates break displays and databases.
const UNPRINTABLE = /[^\P{Cc}\t\n]|\p{Cs}/u;

// Zero-width spaces, fillers and the like: text of them alone looks like a bug of the server.
const NOTHING_TO_SEE = /^[\s\u2800\p{Default_Ignorable_Code_Point}]*$/u;

type Bounds = { readonly min: number; readonly max: number };

/**
 * Text by a user: trimmed, in NFC, with line feeds as line ends, without control characters, with `min` to `max` graphemes.
 * Signs of direction act within their line only.
 * Text of invisible characters alone becomes empty.
 */
export function textSchema(bounds: Bounds): z.ZodType<string, string> {
  return boundedText(bounds, unifyBreaks);
}

/** As `textSchema`, but only blank lines are trimmed from its beginning: code and poems begin with spaces. */
export function indentedTextSchema(bounds: Bounds): z.ZodType<string, string> {
  return boundedText(bounds, unifyBreaks, (text) => text.replace(BLANK_LINES, '').trimEnd());
}

const unifyBreaks = (text: string): string => text.replaceAll(/\r\n?/g, '\n');
const BLANK_LINES = /^(?:[^\S\n]*\n)+/;

/** As `textSchema`, on one line: white space of every kind becomes a single space. */
export function lineSchema(bounds: Bounds): z.ZodType<string, string> {
  return boundedText(bounds, (text) => text.replaceAll(/\s+/g, ' '));
}

/**
 * As `lineSchema`, for names that others trust: without signs that turn the text around, that cannot be seen or that no
 * character is assigned to, and with few marks on a letter.
 */
export function nameSchema(bounds: Bounds): z.ZodType<string, string> {
  return z.string().transform(cleanName).pipe(lineSchema(bounds));
}

/** The form of a line in which what looks alike is equal: without case, with one sign of each kind and nothing that cannot be seen. */
export const comparableLine = (line: string): string =>
  foldedSigns(foldedCase(foldedSigns(cleanName(line).replaceAll(/\p{Variation_Selector}/gu, ''))))
    .replaceAll(/\s+/g, ' ')
    .trim();

const cleanName = (name: string): string =>
  name
    .replaceAll(UNSEEN, (sign, at: number) =>
      isJoined(sign, name.slice(0, at), name.slice(at + sign.length)) ? sign : '',
    )
    .replaceAll(MANY_MARKS, '$1');

/** Signs of direction, what cannot be seen but for the selectors of an emoji's form, and code points that are no characters. */
const UNSEEN =
  /[\p{Bidi_Control}\u2800\p{Noncharacter_Code_Point}]|[\p{Default_Ignorable_Code_Point}--[\u{fe00}-\u{fe0f}\u{e0020}-\u{e007f}]]/gv;

/** Whether a joiner makes one emoji of several, or shapes letters of a script that needs it. */
const isJoined = (sign: string, before: string, after: string): boolean =>
  (sign === '\u200d' && EMOJI_END.test(before) && EMOJI_START.test(after)) ||
  (/[\u200c\u200d]/.test(sign) && SHAPED_END.test(before) && SHAPED_START.test(after));

const EMOJI_START = /^\p{Extended_Pictographic}/u;
const EMOJI_END = /[\p{Extended_Pictographic}\p{Emoji_Modifier}]\ufe0f?$/u;
/** A character of the scripts whose letters joiners shape: they stand within words. */
export const SHAPED =
  '[\\p{sc=Arab}\\p{sc=Syrc}\\p{sc=Mong}\\p{sc=Deva}\\p{sc=Beng}\\p{sc=Guru}\\p{sc=Gujr}\\p{sc=Orya}\\p{sc=Taml}\\p{sc=Telu}\\p{sc=Knda}\\p{sc=Mlym}\\p{sc=Sinh}]';
const SHAPED_START = new RegExp(`^${SHAPED}`, 'u');
const SHAPED_END = new RegExp(`${SHAPED}$`, 'u');

/** No orthography needs more marks on one letter. */
const MANY_MARKS = /(\p{M}{4})\p{M}+/gu;

const OPENING = /[\u202a\u202b\u2066-\u2068]/;
const DIRECTIONS = /[\u202a-\u202e\u2066-\u2069]/g;
const CLOSING_OF_EMBEDDING = '\u202c';
const CLOSING_OF_ISOLATE = '\u2069';

/**
 * Closes the isolates and embeddings that a line leaves open, so that they do not turn around what a client shows behind the
 * text, and removes closing signs that close nothing. Overrides are removed: no orthography needs them.
 */
function closeDirections(text: string): string {
  if (text.search(DIRECTIONS) < 0) return text;
  return text.split('\n').map(closeLine).join('\n');
}

function closeLine(line: string): string {
  const awaited: string[] = [];
  let isolates = 0;
  const closed = line.replaceAll(DIRECTIONS, (sign) => {
    if (OPENING.test(sign)) {
      const isIsolate = sign >= '\u2066';
      if (isIsolate) isolates += 1;
      awaited.push(isIsolate ? CLOSING_OF_ISOLATE : CLOSING_OF_EMBEDDING);
      return sign;
    }
    if (sign === CLOSING_OF_ISOLATE && isolates > 0) {
      // The end of an isolate ends the embeddings within it; that of an embedding does not reach out of an isolate.
      while (awaited.pop() !== CLOSING_OF_ISOLATE);
      isolates -= 1;
      return sign;
    }
    if (sign !== CLOSING_OF_EMBEDDING || awaited.at(-1) !== sign) return '';
    awaited.pop();
    return sign;
  });
  return closed + awaited.toReversed().join('');
}

function boundedText(
  bounds: Bounds,
  tidy: (text: string) => string,
  trim = (text: string): string => text.trim(),
): z.ZodType<string, string> {
  return z
    .string()
    .transform((text) =>
      NOTHING_TO_SEE.test(text) ? '' : trim(closeDirections(tidy(text.normalize('NFC')))),
    )
    .superRefine((text, check) => {
      const length = text.length > bounds.max * CODE_UNITS_PER_GRAPHEME_MAX ? Infinity : graphemeCount(text);
      if (UNPRINTABLE.test(text)) {
        check.addIssue({
          code: 'custom',
          message: 'Must not contain control characters.',
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

/**
 * Small sigmas, apostrophes, quotation marks and dashes that people take for one, and of which each keyboard writes its own: each of
 * the first list is folded to the one at its place in the second. The function `fold_signs` of the database has the same lists.
 */
const SIGNS = 'ς‘’‚‛ʼʻʹ′´＇“”„‟«»″＂‐‑‒–—―−－';
const FOLDED_SIGNS = `σ''''''''''""""""""--------`;
const SIGN = new RegExp(`[${SIGNS}]`, 'gu');

/** One sign of each kind. As `fold_signs` of the database. */
export const foldedSigns = (text: string): string =>
  text.replaceAll(SIGN, (sign) => FOLDED_SIGNS[SIGNS.indexOf(sign)] ?? sign);

/** Compatible forms of a character and its cases are one. */
export const foldedCase = (text: string): string =>
  // JavaScript lower-cases the dotted capital I to two characters, PostgreSQL to this one.
  text.normalize('NFKC').replaceAll('İ', 'i').toLowerCase().normalize('NFKC');

const ACCENTS = /[\u0300-\u036f]+/g;
const STROKES = 'øłđı';
const WITHOUT_STROKES = 'oldi';
const STROKE = new RegExp(`[${STROKES}]`, 'g');

/** Letters without case and accents, in compatible forms that are decomposed, and one sign of each kind. As `fold_letters` of the database. */
export function foldedLetters(text: string): string {
  // Some signs are decomposed to others, so they are folded before and after.
  const decomposed = foldedSigns(text).normalize('NFKD').toLowerCase();
  return foldedSigns(decomposed)
    .replaceAll(ACCENTS, '')
    .replaceAll(STROKE, (letter) => WITHOUT_STROKES[STROKES.indexOf(letter)] ?? letter);
}
