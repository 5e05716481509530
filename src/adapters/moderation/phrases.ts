import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { ModerationCategory } from '#ports/moderation.ts';
import { choicesOf, firstWordsOf } from './first-words.ts';

/** A rule as the files in `phrases/` hold it; `{name}` in a pattern stands for a set of words of `words.json`. */
type WrittenRule = {
  readonly category: ModerationCategory;
  readonly score: number;
  /** Patterns of which one must be found. */
  readonly any: readonly string[];
  /** Patterns of which one must be found as well, anywhere. */
  readonly with?: readonly string[];
  /** Patterns that must be found nowhere. */
  readonly unless?: readonly string[];
  /** Reads digits as they stand, not as letters in disguise. */
  readonly numbers?: boolean;
};

type WrittenContext = {
  readonly categories: readonly ModerationCategory[];
  readonly part: number;
  readonly pattern: string;
  readonly unless?: string;
};

type WrittenWords = {
  readonly same_words: Readonly<Record<string, string>>;
  readonly same_phrases: readonly (readonly [string, string])[];
  readonly sets: Readonly<Record<string, string>>;
  readonly reported: string;
  readonly contexts: readonly WrittenContext[];
};

/** Applied to folded words with one space between them and at both ends; each repetition in it is bounded, so that it is linear. */
type Rule = {
  readonly category: ModerationCategory;
  readonly score: number;
  readonly matcher: Matcher;
  readonly also: RegExp | null;
  readonly unless: RegExp | null;
  readonly readsNumbers: boolean;
};

/** Finds patterns by their first words: a text has few words with which one begins. */
type Matcher = {
  readonly byFirstWord: ReadonlyMap<string, readonly string[]>;
  /** Compiled once their first word occurs. */
  readonly compiled: Map<string, RegExp>;
  readonly others: RegExp | null;
};

/** Leaves a share of the scores of its categories: who reports, helps or plays says what others mean. */
type Context = {
  readonly categories: ReadonlySet<ModerationCategory>;
  readonly part: number;
  readonly pattern: RegExp;
  readonly unless: RegExp | null;
};

export type Found = { readonly category: ModerationCategory; readonly score: number };

export type Phrases = {
  readonly rules: readonly Rule[];
  readonly contexts: readonly Context[];
  readonly reported: RegExp;
  readonly sameWords: ReadonlyMap<string, string>;
  readonly samePhrases: readonly (readonly [RegExp, string])[];
};

const FOLDER = path.join(import.meta.dirname, 'phrases');
const WORDS = 'words.json';

/** Reads the rules; those of a file are written by a category, and by scores. */
export function readPhrases(): Phrases {
  const words = readJson<WrittenWords>(WORDS);
  const compile = (patterns: readonly string[]): RegExp =>
    expression(patterns.map((pattern) => withSets(pattern, words.sets)));
  const optional = (patterns: readonly string[] | undefined): RegExp | null =>
    patterns === undefined ? null : compile(patterns);
  const files = readdirSync(FOLDER).filter((name) => name.endsWith('.json') && name !== WORDS);
  return {
    rules: files
      .sort()
      .flatMap((name) => readJson<readonly WrittenRule[]>(name))
      .map((rule) => ({
        category: rule.category,
        score: rule.score,
        matcher: matcherOf(rule.any.map((pattern) => withSets(pattern, words.sets))),
        also: optional(rule.with),
        unless: optional(rule.unless),
        readsNumbers: rule.numbers === true,
      })),
    contexts: words.contexts.map((context) => ({
      categories: new Set(context.categories),
      part: context.part,
      pattern: compile([context.pattern]),
      unless: optional(context.unless === undefined ? undefined : [context.unless]),
    })),
    reported: compile([words.reported]),
    sameWords: new Map(Object.entries(words.same_words)),
    samePhrases: words.same_phrases.map(([phrase, meaning]) => [new RegExp(phrase, 'gu'), meaning]),
  };
}

const expression = (patterns: readonly string[], flags = 'u'): RegExp =>
  new RegExp(` (?:${patterns.join('|')})(?= )`, flags);

function matcherOf(patterns: readonly string[]): Matcher {
  const byFirstWord = new Map<string, string[]>();
  const others: string[] = [];
  for (const pattern of patterns.flatMap(choicesOf)) {
    const firstWords = firstWordsOf(pattern);
    if (firstWords === null) others.push(pattern);
    for (const word of firstWords ?? []) {
      byFirstWord.set(word, [...(byFirstWord.get(word) ?? []), pattern]);
    }
  }
  return { byFirstWord, compiled: new Map(), others: others.length === 0 ? null : expression(others, 'gu') };
}

/** Where the patterns are found in a text of words with one space between them and at both ends. */
function* matchesOf({ byFirstWord, compiled, others }: Matcher, text: Text): Generator<number> {
  for (const [word, starts] of text.startsByWord) {
    const patterns = byFirstWord.get(word);
    if (patterns === undefined) continue;
    const pattern = compiled.get(word) ?? expression(patterns, 'uy');
    compiled.set(word, pattern);
    for (const start of starts) {
      pattern.lastIndex = start;
      if (pattern.test(text.joined)) yield start;
    }
  }
  if (others !== null) for (const { index } of text.joined.matchAll(others)) yield index;
}

type Text = { readonly joined: string; readonly startsByWord: ReadonlyMap<string, readonly number[]> };

/** A word starts at the space before it. */
function textOf(joined: string): Text {
  const startsByWord = new Map<string, number[]>();
  let start = 0;
  for (const word of joined.slice(1, -1).split(' ')) {
    const starts = startsByWord.get(word);
    if (starts === undefined) startsByWord.set(word, [start]);
    else starts.push(start);
    start += word.length + 1;
  }
  return { joined, startsByWord };
}

const readJson = <Type>(name: string): Type =>
  // The files are part of the source.
  JSON.parse(readFileSync(path.join(FOLDER, name), 'utf8')) as Type;

/** Sets may name others. */
function withSets(pattern: string, sets: Readonly<Record<string, string>>): string {
  return pattern.replaceAll(/\{([a-z_]+\d?)\}/g, (_, name: string) => {
    const words = sets[name];
    if (words === undefined) throw new Error(`No set of words is named ${name}.`);
    return withSets(words, sets);
  });
}

/** Share of a score that remains where the words are denied, or reported. */
const DENIED = 0.4;
const REPORTED_PART = 0.6;
/** Characters and words before a phrase that may deny or report it. */
const BEFORE_CHARACTERS = 40;
const BEFORE_WORDS = 4;

/** The scores of the phrases in the words of a text; `folded` is the same text with its digits. */
export function scoresOfPhrases(
  phrases: Phrases,
  words: readonly string[],
  folded: string,
  negations: ReadonlySet<string>,
): readonly Found[] {
  const read = textOf(inFewerWords(phrases, ` ${words.join(' ')} `));
  const digits = /\d/.test(folded) ? textOf(inFewerWords(phrases, withDigits(folded))) : read;
  const found = phrases.rules.flatMap((rule) => {
    const text = rule.readsNumbers ? digits : read;
    const part = largestPart(phrases, rule, text, negations);
    return part === 0 ? [] : [{ category: rule.category, score: rule.score * part }];
  });
  if (found.length === 0) return found;
  const contexts = phrases.contexts.filter(
    ({ pattern, unless }) => pattern.test(read.joined) && unless?.test(read.joined) !== true,
  );
  return found.map(({ category, score }) => {
    const parts = contexts.filter(({ categories }) => categories.has(category)).map(({ part }) => part);
    return { category, score: score * Math.min(1, ...parts) };
  });
}

function largestPart(
  phrases: Phrases,
  { matcher, also, unless }: Rule,
  text: Text,
  negations: ReadonlySet<string>,
): number {
  let largest = 0;
  for (const index of matchesOf(matcher, text)) {
    const before = text.joined.slice(Math.max(0, index - BEFORE_CHARACTERS), index + 1);
    const isDenied = before
      .split(' ')
      .slice(-BEFORE_WORDS)
      .some((word) => negations.has(word));
    largest = Math.max(largest, isDenied ? DENIED : phrases.reported.test(before) ? REPORTED_PART : 1);
    if (largest === 1) break;
  }
  if (largest === 0 || also?.test(text.joined) === false || unless?.test(text.joined) === true) return 0;
  return largest;
}

/** Contractions and shorthand in full, so that each phrase is written once. */
function inFewerWords({ sameWords, samePhrases }: Phrases, joined: string): string {
  let text = joined
    .split(' ')
    .map((word) => sameWords.get(word) ?? word)
    .join(' ');
  for (const [phrase, meaning] of samePhrases) text = text.replaceAll(phrase, meaning);
  return text;
}

const withDigits = (folded: string): string =>
  ` ${folded
    .replaceAll(/['’]/gu, '')
    .replaceAll(/[^\p{L}\p{M}\p{N}$€£]+/gu, ' ')
    .trim()} `;
