import { invalid } from '#platform/kernel/parse-input.ts';

/** Exactly one emoji that all platforms show as one: also a flag, a keycap, or several joined. */
const EMOJI = /^\p{RGI_Emoji}$/v;
/** Asks for the picture of a character that is also text. */
const PICTURE_SELECTOR = '\u{FE0F}';

/** A character that is text by itself, unless a skin tone follows, which makes it a picture. */
const TEXT_BY_DEFAULT = /[\p{Emoji}--\p{Emoji_Presentation}](?!\p{Emoji_Modifier})/gv;

/** Some keyboards omit selectors, also within an emoji of several characters. */
const fullFormOf = (given: string): string =>
  given.replaceAll(PICTURE_SELECTOR, '').replaceAll(TEXT_BY_DEFAULT, `$&${PICTURE_SELECTOR}`);

/** @returns the emoji in the one form in which it is stored and counted @throws AppError VALIDATION_FAILED */
export function parseEmoji(given: string): string {
  const found = [given, fullFormOf(given)].find((text) => EMOJI.test(text));
  if (found === undefined) throw invalid(['emoji'], 'Give exactly one emoji.', 'emoji');
  return found;
}
