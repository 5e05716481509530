/** Letters that look or count like one of the Latin alphabet, and have no decomposition into it. */
const LATIN_FORMS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ı: 'i',
  ё: 'е',
};

const FORMS = new RegExp(`[${Object.keys(LATIN_FORMS).join('')}]`, 'gu');
/** Format characters, variation selectors and fillers that nobody sees. */
const UNSEEN = /[\p{Cf}\p{Variation_Selector}\u034f\u115f\u1160\u3164\uffa0]/gu;
/** Ligatures of whole phrases: one of them would become up to eighteen letters. */
const PHRASES = /[\ufdf0-\ufdfc]/gu;
/** Letters in black circles and squares, and the letters of flags. */
const ENCLOSED = /[\u{1f150}-\u{1f169}\u{1f170}-\u{1f189}\u{1f1e6}-\u{1f1ff}]/gu;
const FIRST_ENCLOSED = [0x1f1e6, 0x1f170, 0x1f150] as const;
const LATIN_MARKS = /(?<=[a-z])[\u0300-\u036f]+/gu;
/** Marks that only disfigure, of which a letter of any language carries at most three. */
const PILED_MARKS = /(?<=\p{M}{3})\p{M}+/gu;

/** The text in lower case, without what tells letters apart only for the eye: width, circles, accents, unseen characters. */
export function foldText(text: string): string {
  return text
    .replace(PHRASES, ' ')
    .normalize('NFKC')
    .replace(UNSEEN, '')
    .replace(ENCLOSED, letterOf)
    .toLowerCase()
    .normalize('NFD')
    .replace(LATIN_MARKS, '')
    .replace(PILED_MARKS, '')
    .normalize('NFC')
    .replace(FORMS, (letter) => LATIN_FORMS[letter] ?? letter);
}

function letterOf(enclosed: string): string {
  const code = enclosed.codePointAt(0) ?? 0;
  const first = FIRST_ENCLOSED.find((least) => code >= least) ?? code;
  return String.fromCodePoint(0x61 + code - first);
}
