import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { foldText } from './folded-text.ts';

/** How a word counts; the rules say by how much. */
export type WordClass = 'slur' | 'insult' | 'mild' | 'sexual' | 'profanity';

export type Lexicon = {
  readonly classes: ReadonlyMap<string, readonly WordClass[]>;
  /** Finds expressions of several words in a text of folded words with one space between them. */
  readonly expressions: RegExp;
  /** The same for expressions that insult whomever they are said to. */
  readonly insultingExpressions: RegExp;
  /** Finds stems that are strong wherever they stand in a word. */
  readonly stems: RegExp;
  /** Finds words that contain a stem by chance. */
  readonly stemExceptions: RegExp;
  readonly directed: ReadonlySet<string>;
  readonly negations: ReadonlySet<string>;
  readonly fillers: ReadonlySet<string>;
  readonly helpWords: RegExp;
  /** Words that are recognized with some of their letters masked, by their length. */
  readonly maskable: ReadonlyMap<number, readonly string[]>;
};

/** Our additions to the lists of the package, as `lexicon.json` holds them. */
type Additions = Readonly<
  Record<
    | 'slurs'
    | 'insults'
    | 'mildInsults'
    | 'profanity'
    | 'sexual'
    | 'harmless'
    | 'stems'
    | 'stemExceptions'
    | 'directed'
    | 'negations'
    | 'fillers'
    | 'helpWords'
    | 'maskable',
    readonly string[]
  >
>;

/** The shortest word of another language than English that counts whatever the language of the text is. */
const DISTINCT_LENGTH = 5;
/** Languages written without spaces have short words and no boundaries. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]/u;

/** Reads the lists of `naughty-words` (CC BY 4.0) and our own. */
export function readLexicon(): Lexicon {
  // The package is a module of CommonJS without types: lists of words by language.
  const lists = createRequire(import.meta.url)('naughty-words') as Readonly<
    Record<string, readonly string[]>
  >;
  const file = path.join(import.meta.dirname, 'lexicon.json');
  // The file is part of the source.
  const own = JSON.parse(readFileSync(file, 'utf8')) as Additions;
  const classes = new Map<string, WordClass[]>();
  const expressions = new Set<string>();
  const insulting = new Set<string>();
  const harmless = new Set(own.harmless.map(foldText));

  const add = (word: string, wordClass: WordClass): void => {
    const folded = foldText(word);
    if (UNSPACED.test(folded) || folded.includes(' ')) {
      (wordClass === 'insult' ? insulting : expressions).add(folded);
      return;
    }
    const known = classes.get(folded) ?? [];
    if (!known.includes(wordClass)) classes.set(folded, [...known, wordClass]);
  };
  for (const word of own.slurs) add(word, 'slur');
  for (const word of own.insults) add(word, 'insult');
  for (const word of own.mildInsults) add(word, 'mild');
  for (const word of own.profanity) add(word, 'profanity');
  for (const word of own.sexual) add(word, 'sexual');
  for (const [language, words] of Object.entries(lists)) {
    for (const word of words) {
      const folded = foldText(word);
      if (harmless.has(folded) || classes.has(folded) || !/\p{L}/u.test(folded)) continue;
      if (language === 'en') add(word, 'sexual');
      else if (folded.length >= DISTINCT_LENGTH || UNSPACED.test(folded)) add(word, 'profanity');
    }
  }
  return {
    classes,
    insultingExpressions: anyOf([...insulting]),
    expressions: anyOf([...expressions].filter((text) => text.length > 1)),
    stems: anyOf(own.stems.map(foldText)),
    stemExceptions: anyOf(own.stemExceptions.map(foldText)),
    directed: new Set(own.directed),
    negations: new Set(own.negations),
    fillers: new Set(own.fillers.map(foldText)),
    helpWords: anyOf(own.helpWords),
    maskable: Map.groupBy(own.maskable, (word) => word.length),
  };
}

/** Of a text with a space at both ends: what has a space in it stands between spaces, all else anywhere. */
function anyOf(texts: readonly string[]): RegExp {
  const escaped = texts.map((text) => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`));
  const spaced = escaped.filter((text) => text.includes(' '));
  const others = escaped.filter((text) => !text.includes(' '));
  const between = spaced.length === 0 ? [] : [` (?:${spaced.join('|')})(?= )`];
  return new RegExp([...between, ...others].join('|'), 'u');
}
