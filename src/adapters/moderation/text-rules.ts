import type { ClassifiedItem, ModerationCategory } from '#ports/moderation.ts';
import type { Lexicon, WordClass } from './lexicon.ts';
import { scoresOfPhrases, type Phrases } from './phrases.ts';
import { spamScore } from './spam.ts';
import { readText, type ReadText, type Word } from './words-of-text.ts';

const SLUR = 0.9;
const INSULT_DIRECTED = 0.87;
const INSULT_IN_SHORT_TEXT = 0.66;
const INSULT_ALONE = 0.62;
const MILD_DIRECTED = 0.7;
const PROFANITY = 0.7;
const SEXUAL = 0.65;
const SEXUAL_SEVERAL = 0.8;
/** Share of a score that remains where the words are denied, or said of the author. */
const DENIED = 0.4;
/** Highest score of what somebody says who offers help. */
const HELPED = 0.36;
const SHORT_TEXT_WORDS = 4;
/** Words between whom an insult is meant for and the insult itself. */
const REACH = 4;

type Scores = Map<ModerationCategory, number>;

/** Judges a text by rules and lists of words; the work is linear in its length. */
export function classifyText(lexicon: Lexicon, phrases: Phrases, text: string): ClassifiedItem {
  const read = readText(text);
  const scores: Scores = new Map();
  judgeWords(lexicon, read, scores);
  judgePhrases(lexicon, phrases, read, scores);
  const spam = spamScore(
    read.folded,
    read.words.map((word) => word.text),
  );
  raise(scores, 'SPAM', spam);
  const toxicity = Math.max(...TOXIC.map((category) => scores.get(category) ?? 0));
  raise(scores, 'TOXICITY', toxicity);
  return {
    scores: [...scores].map(([category, score]) => ({ category, score: Math.round(score * 100) / 100 })),
    isLanguageKnown: isLanguageKnown(read.words),
  };
}

const TOXIC = ['INSULT', 'HATE', 'THREAT'] as const;

function raise(scores: Scores, category: ModerationCategory, score: number): void {
  if (score > (scores.get(category) ?? 0)) scores.set(category, score);
}

function judgeWords(lexicon: Lexicon, { words, joined }: ReadText, scores: Scores): void {
  let sexual = 0;
  for (const [index, word] of words.entries()) {
    for (const wordClass of classesOf(lexicon, word)) {
      const part = isDenied(lexicon, words, index) ? DENIED : 1;
      if (wordClass === 'slur') raise(scores, 'HATE', SLUR * part);
      if (wordClass === 'insult') raise(scores, 'INSULT', insultScore(lexicon, words, index) * part);
      if (wordClass === 'mild' && isCalled(lexicon, words, index))
        raise(scores, 'INSULT', MILD_DIRECTED * part);
      if (wordClass === 'sexual') sexual += 1;
      if (wordClass === 'profanity' || wordClass === 'insult') raise(scores, 'PROFANITY', PROFANITY);
    }
  }
  if (lexicon.insultingExpressions.test(joined)) raise(scores, 'INSULT', MILD_DIRECTED);
  if (lexicon.expressions.test(joined)) raise(scores, 'PROFANITY', PROFANITY);
  if (sexual > 0) raise(scores, 'SEXUAL', sexual > 1 ? SEXUAL_SEVERAL : SEXUAL);
}

const STEM: readonly WordClass[] = ['profanity'];
const NONE: readonly WordClass[] = [];

function classesOf(lexicon: Lexicon, { forms, masked }: Word): readonly WordClass[] {
  for (const form of forms) {
    const known = lexicon.classes.get(form);
    if (known) return known;
  }
  const meant = masked === null ? undefined : unmasked(lexicon, masked);
  if (meant !== undefined) return lexicon.classes.get(meant) ?? STEM;
  const hasStem = forms.some((form) => lexicon.stems.test(form) && !lexicon.stemExceptions.test(form));
  return hasStem ? STEM : NONE;
}

/** The word of which some letters are seen, the first among them, and at least two. */
function unmasked({ maskable }: Lexicon, masked: string): string | undefined {
  return maskable.get(masked.length)?.find((word) => {
    let seen = 0;
    for (let index = 0; index < word.length; index += 1) {
      const sign = masked.charAt(index);
      if (sign === word.charAt(index)) seen += 1;
      else if (index === 0 || /[a-z]/.test(sign)) return false;
    }
    return seen >= 2;
  });
}

function insultScore(lexicon: Lexicon, words: readonly Word[], index: number): number {
  const near = words.slice(Math.max(0, index - REACH), index + REACH);
  if (near.some(({ text }) => lexicon.directed.has(text))) return INSULT_DIRECTED;
  return words.length <= SHORT_TEXT_WORDS ? INSULT_IN_SHORT_TEXT : INSULT_ALONE;
}

/** Whether somebody is called so: "you are such an …", "you …", "… you", with nothing else in between. */
function isCalled(lexicon: Lexicon, words: readonly Word[], index: number): boolean {
  const next = words[index + 1]?.text;
  if (next === 'you' || next === 'u') return words.length <= index + 2;
  for (let before = index - 1; before >= Math.max(0, index - 2 * REACH); before -= 1) {
    const text = words[before]?.text ?? '';
    if (lexicon.directed.has(text)) return !POSSESSIVE.has(text);
    if (!lexicon.fillers.has(text)) return false;
  }
  return false;
}

/** "Your stupid phone" insults a phone. */
const POSSESSIVE = new Set(['your', 'dein', 'deine', 'твоя', 'твой', 'ваша', 'senin']);

/** "I am such an …" and "he called me an …" insult nobody else. */
const SELF = new Set([
  'me',
  'myself',
  'im',
  'am',
  'ich',
  'mich',
  'moi',
  'yo',
  'io',
  'eu',
  'я',
  'меня',
  'ben',
  'bana',
]);

function isDenied(lexicon: Lexicon, words: readonly Word[], index: number): boolean {
  const before = words.slice(Math.max(0, index - 3), index);
  return before.some(({ text }) => lexicon.negations.has(text) || SELF.has(text));
}

function judgePhrases(lexicon: Lexicon, phrases: Phrases, read: ReadText, scores: Scores): void {
  const words = read.words.map(({ text }) => text);
  const helps = lexicon.helpWords.test(read.joined);
  for (const { category, score } of scoresOfPhrases(phrases, words, read.folded, lexicon.negations)) {
    const isHelp = helps && (category === 'SELF_HARM' || category === 'THREAT');
    raise(scores, category, isHelp ? Math.min(score, HELPED) : score);
  }
}

/** Scripts of languages for which there are words. */
const KNOWN_LETTER =
  /[\p{sc=Latin}\p{sc=Cyrillic}\p{sc=Arabic}\p{sc=Devanagari}\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}]/u;

/** By its script alone: at least half of the words begin with a letter for which there are words. */
function isLanguageKnown(words: readonly Word[]): boolean {
  const known = words.filter(({ text }) => KNOWN_LETTER.test(text.slice(0, 1))).length;
  return known * 2 >= words.length;
}
