import { foldedCase, foldedLetters, foldedSigns } from '#platform/kernel/text.ts';
import type { MutedWordTarget } from './muted-words.types.ts';

/**
 * Characters of words in scripts with spaces, as ranges in the notation that JavaScript and PostgreSQL share. Spelled
 * out, because the letters of PostgreSQL depend on the locale of the database, and because a letter of a script without
 * spaces next to such a word does not belong to it, as in "iPhoneケース".
 */
const WORD_CHARACTERS =
  '0-9_a-z\\u00df-\\u00f6\\u00f8-\\u037d\\u0386\\u0388-\\u0559\\u0560-\\u0588\\u0591-\\u05bd\\u05bf-\\u05f2' +
  '\\u0610-\\u061a\\u0620-\\u0669\\u066e-\\u06d3\\u06d5-\\u06fc\\u06ff\\u0710-\\u0963\\u0966-\\u0df3' +
  '\\u10a0-\\u10fa\\u10fc-\\u135f\\u1369-\\u166c\\u1ab0-\\u1aff\\u1c80-\\u1fff\\u2c00-\\u2dff\\ua640-\\ua6ef' +
  '\\ua717-\\ua82f\\ua8e0-\\ua97f\\uab01-\\uabff\\uac00-\\ud7fb';
/** The other characters of hashtags: Thai, Lao, Tibetan, Burmese, Khmer, kana, Han and their like. */
const SPACELESS_CHARACTERS =
  '\\u0e01-\\u109f\\u1780-\\u17ff\\u3005-\\u3007\\u3021-\\u302f\\u3031-\\ua4cf\\ua9e0-\\ua9fe\\uaa60-\\uaa7f' +
  '\\uf900-\\ufaff\\U00020000-\\U0003ffff';

const oneOf = (characters: string): RegExp => new RegExp(`^[${characters}]$`, 'u');
const WORD_CHARACTER = oneOf(WORD_CHARACTERS);

/**
 * The stored form of a phrase, which its owner reads: compatible forms and signs that are alike are one, in lower case, with single
 * spaces and no accent without a letter. It is empty where nothing is left to compare.
 */
export function foldedPhrase(phrase: string): string {
  // Some signs are decomposed to others, so they are folded before and after.
  return withSigns(foldedCase(withSigns(phrase)))
    .replaceAll(/(^|\s)[\u0300-\u036f]+/g, '$1')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** The sigma at the end of a word stays for whoever reads their phrases. */
const withSigns = (text: string): string => text.split('ς').map(foldedSigns).join('ς');

/** The form in which phrases and texts are compared. As `fold_muted` of the database. */
const comparedPhrase = (phrase: string): string => foldedLetters(phrase).normalize('NFC');

/**
 * The advanced regular expression of PostgreSQL that finds a folded phrase in a folded text. It contains the phrase as
 * fixed text between conditions on single characters, so no phrase makes it slow. TEXT matches the phrase as a whole word
 * without a `#` before it, HASHTAGS a hashtag that is equal to the phrase.
 * @returns null for HASHTAGS alone with a phrase that cannot be a hashtag
 */
export function patternOf(stored: string, targets: readonly MutedWordTarget[]): string | null {
  const phrase = comparedPhrase(stored);
  const hashtag = hashtagOf(phrase);
  const patterns: string[] = [];
  if (targets.includes('TEXT')) patterns.push(textPattern(phrase));
  if (targets.includes('HASHTAGS') && hashtag !== null) patterns.push(hashtagPattern(hashtag));
  return patterns.length === 0 ? null : patterns.join('|');
}

/** The hashtag of a folded phrase without its `#`; null for a phrase that cannot be one. */
function hashtagOf(phrase: string): string | null {
  const name = phrase.startsWith('#') ? phrase.slice(1) : phrase;
  return /^[[\p{L}\p{M}\p{N}_]--\p{Variation_Selector}]+$/v.test(name) ? name : null;
}

function textPattern(phrase: string): string {
  const characters = Array.from(phrase);
  const isBounded = (character = ''): boolean => WORD_CHARACTER.test(character);
  const start = isBounded(characters.at(0)) ? `(?<![${WORD_CHARACTERS}#])` : '(?<!#)';
  const end = isBounded(characters.at(-1)) ? `(?![${WORD_CHARACTERS}])` : '';
  return `${start}${literalOf(phrase)}${end}`;
}

function hashtagPattern(hashtag: string): string {
  return `(?<![${WORD_CHARACTERS}])#${literalOf(hashtag)}(?![${WORD_CHARACTERS}${SPACELESS_CHARACTERS}])`;
}

/** Escapes all ASCII characters but letters and digits, which the database could read as operators. */
const literalOf = (phrase: string): string =>
  phrase.replaceAll(/[!-/:-@[-^`{-~]/g, '\\$&').replaceAll(' ', '[\\s\\u1680\\u2028\\u2029\\ufeff]+');
