import { foldText } from './folded-text.ts';

/** A word as it stands, with what it may stand for. */
export type Word = {
  /** The likeliest form, for phrases. */
  readonly text: string;
  /** All forms, the likeliest among them: signs read as letters, repetitions cut, letters joined. */
  readonly forms: readonly string[];
  /** Letters with some of them masked, such as `f*ck`; null when none are. */
  readonly masked: string | null;
};

export type ReadText = {
  readonly words: readonly Word[];
  /** The likeliest forms with one space between them and at both ends. */
  readonly joined: string;
  /** The folded text with its signs. */
  readonly folded: string;
};

/** Signs and digits that stand for letters inside of words. */
const LEET: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  '9': 'g',
  '@': 'a',
  $: 's',
  '!': 'i',
  '|': 'i',
  '€': 'e',
  '£': 'l',
  '+': 't',
};

/** Letters of other alphabets that look like Latin ones. */
const LOOKALIKES: Readonly<Record<string, string>> = {
  а: 'a',
  в: 'b',
  с: 'c',
  ԁ: 'd',
  е: 'e',
  һ: 'h',
  і: 'i',
  ј: 'j',
  к: 'k',
  м: 'm',
  н: 'h',
  о: 'o',
  р: 'p',
  ѕ: 's',
  т: 't',
  у: 'y',
  ѵ: 'v',
  х: 'x',
  α: 'a',
  β: 'b',
  ε: 'e',
  η: 'n',
  ι: 'i',
  κ: 'k',
  ν: 'v',
  ο: 'o',
  ρ: 'p',
  τ: 't',
  υ: 'u',
  χ: 'x',
};

const LINK =
  /:\/\/|^www\.|^[\w.+-]+@[\w-]+\.|^[\w-]+(?:\.[\w-]+)*\.(?:com|org|net|io|de|fr|info|biz|example)(?:\/|$)/;
const LETTER = /\p{L}/u;
const LATIN = /[a-z]/;
const OTHER_ALPHABET = /[\p{sc=Cyrillic}\p{sc=Greek}]/u;
/** A sign or digit between letters, or at an end where it stands for a letter and for nothing else. */
const HAS_LEET = /[a-z][01345789@$!|€£+]|^[013457@$|€]+[a-z]/;
const MASK = /[*#%_.-]/;
const MASKED = /^[a-z][a-z*#%_.-]{2,14}$/;
/** No word of a language is longer; the rest of such a chunk is read on in pieces, whatever they cut. */
const CHUNK_MAX = 64;

/** Reads the words of a text; the work is linear in its length. */
export function readText(text: string): ReadText {
  const folded = foldText(text);
  const words: Word[] = [];
  let letters: string[] = [];
  const endLetters = (): void => {
    if (letters.length >= 3) words.push(wordOf(letters.join(''), null));
    else for (const letter of letters) words.push(wordOf(letter, null));
    letters = [];
  };
  for (const chunk of chunksOf(folded)) {
    const read = wordsOfChunk(chunk);
    for (const word of read) {
      if (word.text.length === 1 && word.masked === null) letters.push(word.text);
      else {
        endLetters();
        words.push(word);
      }
    }
  }
  endLetters();
  return { words, joined: ` ${words.map((word) => word.text).join(' ')} `, folded };
}

function* chunksOf(folded: string): Generator<string> {
  for (const chunk of folded.split(/\s+/u)) {
    for (let start = 0; start < chunk.length; start += CHUNK_MAX) yield chunk.slice(start, start + CHUNK_MAX);
  }
}

const PLAIN = /^[a-z]+[.,;:?!]?$/;
const LEADING_SIGNS = /^[^\p{L}\p{N}$|]+/u;
const TRAILING_SIGNS = /[^\p{L}\p{M}\p{N}$*]$/u;
const NO_LETTERS = /[^\p{L}\p{M}]/gu;
const APOSTROPHES = /['’]/gu;
const PARTS = /[\p{L}\p{M}\p{N}]+/gu;
/** Single letters with a sign between each two. */
const SPELLED = /^(?:[a-z][*#%_.-]){2,}[a-z]$/;

function wordsOfChunk(chunk: string): Word[] {
  // Most chunks are nothing but a word.
  if (PLAIN.test(chunk)) return [wordOf(/[a-z]$/.test(chunk) ? chunk : chunk.slice(0, -1), null)];
  if (LINK.test(chunk)) return [];
  const bare = withoutTrailingSigns(chunk.replace(LEADING_SIGNS, ''));
  if (!LETTER.test(bare)) return [];
  const masked = MASKED.test(bare) && MASK.test(bare) ? bare : null;
  if (HAS_LEET.test(bare)) {
    const read = withLetters(bare, LEET).replaceAll(NO_LETTERS, '');
    if (read !== '') return [wordOf(read, masked, bare)];
  }
  // Dots and dashes also stand between words; asterisks stand for letters.
  if (masked !== null && (masked.includes('*') || SPELLED.test(masked))) {
    return [wordOf(masked.replaceAll(NO_LETTERS, ''), masked)];
  }
  const parts = bare.replaceAll(APOSTROPHES, '').match(PARTS) ?? [];
  return parts.map((part, index) => wordOf(part, index === 0 ? masked : null));
}

/** A pattern for all of them would look for an end from each sign anew. */
function withoutTrailingSigns(text: string): string {
  let end = text.length;
  while (end > 0 && TRAILING_SIGNS.test(text.slice(end - 1, end))) end -= 1;
  return text.slice(0, end);
}

function withLetters(text: string, letters: Readonly<Record<string, string>>): string {
  let read = '';
  for (const sign of text) read += letters[sign] ?? sign;
  return read;
}

const LEET_WITH_L = { ...LEET, '1': 'l' };
const RUN_OF_THREE = /(.)\1\1/u;
const LONG_RUNS = /(.)\1{2,}/gu;
const RUNS = /(.)\1+/gu;

function wordOf(given: string, masked: string | null, raw = ''): Word {
  const isMixed = OTHER_ALPHABET.test(given) && LATIN.test(given);
  const text = isMixed ? withLetters(given, LOOKALIKES) : given;
  // A 1 is an i, or an l.
  const second = raw.includes('1') ? [withLetters(raw, LEET_WITH_L).replaceAll(NO_LETTERS, '')] : [];
  if (!RUN_OF_THREE.test(text)) return { text, forms: [text, ...second], masked };
  const cut = [text.replaceAll(LONG_RUNS, '$1'), text.replaceAll(LONG_RUNS, '$1$1')];
  return { text: text.replaceAll(RUNS, '$1'), forms: [text, ...cut, ...second], masked };
}
