import type { Limits } from '#platform/limits.ts';
import { invalid } from '#platform/parse-input.ts';
import type { HashtagEntity, LinkEntity, MentionEntity, TextEntity } from './entities.types.ts';

/** A name behind an `@`, whether somebody has it or not. */
export type NameEntity = Omit<MentionEntity, 'userId'>;

/** What a text alone tells of its entities. */
export type FoundEntity = NameEntity | HashtagEntity | LinkEntity;

/**
 * A letter of a script that puts spaces between words, a digit or an underscore. What stands behind one of them belongs to
 * its word; in the other scripts a sentence goes on without a space, as in "これ#本" and "@adaさん".
 */
const WORD_CHARACTER =
  '[[\\p{L}\\p{M}\\p{N}_]--[\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{scx=Thai}\\p{scx=Lao}\\p{scx=Khmer}' +
  '\\p{scx=Myanmar}\\p{scx=Tibetan}\\p{Me}\\p{Variation_Selector}]]';

/** What hashtags are made of in every script; variation selectors belong to emoji. */
const HASHTAG_CHARACTER = '[[\\p{L}\\p{M}\\p{N}_]--\\p{Variation_Selector}]';

/** Neither spaces nor brackets of quotations, nor any punctuation but that of ASCII. */
const LINK_CHARACTER = "[\\p{L}\\p{M}\\p{N}\\-._~:\\/?#\\[\\]@!$&'\\(\\)*+,;=%]";

/**
 * Each alternative takes all that could belong to it, and what is wrong with it is found out afterwards: so no place of
 * the text is looked at again and again.
 */
const CANDIDATE = new RegExp(
  [
    `(?<!${WORD_CHARACTER})(?<link>[Hh][Tt][Tt][Pp][Ss]?:\\/\\/${LINK_CHARACTER}+)`,
    `(?<!${WORD_CHARACTER}|[@＠#＃\\/=&+])[@＠](?<name>[A-Za-z0-9_]+(?:\\.[A-Za-z0-9_]+)*)(?<more>${WORD_CHARACTER}|[@＠]|:\\/\\/)?`,
    `(?<!${WORD_CHARACTER}|[&\\/])[#＃](?<hashtag>${HASHTAG_CHARACTER}+)`,
  ].join('|'),
  'gv',
);

/** Everything that is written as a mention, a hashtag or a link, in the order of the text; nothing overlaps. */
export function findEntities(text: string): readonly FoundEntity[] {
  const found: FoundEntity[] = [];
  for (const { index: start, groups = {} } of text.matchAll(CANDIDATE)) {
    const entity =
      linkAt(start, groups['link']) ?? hashtagAt(start, groups['hashtag']) ?? nameAt(start, groups);
    if (entity) found.push(entity);
  }
  return found;
}

/** As `findEntities`, within the limits on their numbers. @throws AppError VALIDATION_FAILED that points at `path` */
export function parseEntities(text: string, limits: Limits, path: readonly string[]): readonly FoundEntity[] {
  const found = findEntities(text);
  const bounds = [
    { kind: 'MENTION', named: 'mentions', constraint: 'maxMentions', limit: limits.textMentions },
    { kind: 'HASHTAG', named: 'hashtags', constraint: 'maxHashtags', limit: limits.textHashtags },
    { kind: 'LINK', named: 'links', constraint: 'maxLinks', limit: limits.textLinks },
  ];
  for (const { kind, named, constraint, limit } of bounds) {
    if (found.filter((entity) => entity.kind === kind).length <= limit) continue;
    throw invalid(path, `A text has at most ${limit} ${named}.`, constraint, limit);
  }
  return found;
}

/** Followed by more of a word, or by the rest of an address, it is none. */
function nameAt(
  start: number,
  { name, more }: Readonly<Record<string, string | undefined>>,
): NameEntity | null {
  if (name === undefined || more !== undefined) return null;
  return { kind: 'MENTION', start, end: start + 1 + name.length, username: name.toLowerCase() };
}

function hashtagAt(start: number, written: string | undefined): HashtagEntity | null {
  const name = written === undefined ? null : hashtagNameOf(written);
  // Only what was written has a name.
  return name === null ? null : { kind: 'HASHTAG', start, end: start + 1 + (written ?? '').length, name };
}

/** Code units after folding. */
const HASHTAG_LENGTH_MAX = 100;
const HASHTAG_NAME = new RegExp(`^(?=.*\\p{L})${HASHTAG_CHARACTER}+$`, 'v');

/**
 * The name of a hashtag, which may be written with its `#`, as it is compared: compatible forms and the cases of a letter
 * are one. Null for what can be none: a name has at least one letter and at most 100 code units.
 */
export function hashtagNameOf(written: string): string | null {
  const name = folded(written.replace(/^[#＃]/, ''));
  return name.length <= HASHTAG_LENGTH_MAX && HASHTAG_NAME.test(name) ? name : null;
}

function folded(text: string): string {
  // The small forms of these two depend on more than the letter: the dotted capital, and sigma at the end of a word.
  const small = text.normalize('NFKC').replaceAll('İ', 'i').toLowerCase().replaceAll('ς', 'σ');
  return small.normalize('NFKC');
}

/** What ends a sentence or a quotation rather than an address. */
const CLOSING_PUNCTUATION = new Set(['.', ',', ';', ':', '!', '?', "'", '*']);
const OPENING_OF: Readonly<Record<string, string>> = { ')': '(', ']': '[' };

function linkAt(start: number, written: string | undefined): LinkEntity | null {
  const address = written === undefined ? '' : withoutClosing(written);
  const url = URL.parse(address);
  // Whoever reads `https://shop.example@evil.example` takes it for an address of the former.
  if (!url || url.username !== '' || url.password !== '' || !HOST_WITH_DOMAIN.test(url.hostname)) return null;
  return { kind: 'LINK', start, end: start + address.length, url: url.href };
}

const HOST_WITH_DOMAIN = /^[^.]+(\.[^.]+)+$/;

/** A bracket at the end belongs to the address only when it was opened in it, as in `/Oslo_(disambiguation)`. */
function withoutClosing(written: string): string {
  const counts = new Map<string, number>();
  for (const character of written) counts.set(character, (counts.get(character) ?? 0) + 1);
  let end = written.length;
  for (; end > 0; end -= 1) {
    const last = written.charAt(end - 1);
    const opening = OPENING_OF[last];
    const closings = counts.get(last) ?? 0;
    const isSurplus = opening !== undefined && closings > (counts.get(opening) ?? 0);
    if (!isSurplus && !CLOSING_PUNCTUATION.has(last)) break;
    counts.set(last, closings - 1);
  }
  return written.slice(0, end);
}

/** The names of the hashtags among them, each once. */
export function hashtagsOf(entities: readonly TextEntity[]): readonly string[] {
  return [...new Set(entities.flatMap((entity) => (entity.kind === 'HASHTAG' ? [entity.name] : [])))];
}

/** Everybody but the writer who is mentioned among them, each once. */
export function mentionedIdsOf(entities: readonly TextEntity[], writerId: string): readonly string[] {
  const ids = entities.flatMap((entity) => (entity.kind === 'MENTION' ? [entity.userId] : []));
  return [...new Set(ids)].filter((id) => id !== writerId);
}
