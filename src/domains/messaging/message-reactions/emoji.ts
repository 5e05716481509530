import { invalid } from '#platform/kernel/parse-input.ts';

/** Exactly one emoji that all platforms show as one: also a flag, a keycap, or several joined. */
const EMOJI = /^\p{RGI_Emoji}$/v;
/** Asks for the picture of a character that is also text. */
const PICTURE_SELECTOR = '\u{FE0F}';

/** @returns the emoji in the one form in which it is stored and counted @throws AppError VALIDATION_FAILED */
export function parseEmoji(given: string): string {
  // Some keyboards omit the selector.
  const found = [given, `${given}${PICTURE_SELECTOR}`].find((text) => EMOJI.test(text));
  if (found === undefined) throw invalid(['emoji'], 'Give exactly one emoji.', 'emoji');
  return found;
}
