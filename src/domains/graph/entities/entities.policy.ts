import type { Limits } from '#platform/kernel/limits.ts';
import { invalid } from '#platform/kernel/parse-input.ts';
import { SHAPED, foldedCase } from '#platform/kernel/text.ts';
import type { HashtagEntity, LinkEntity, MentionEntity, TextEntity } from './entities.types.ts';

/** A username after an `@`, whether or not a user has it. */
export type NameEntity = Omit<MentionEntity, 'userId'>;

/** Entities found in a text without database access. */
export type FoundEntity = NameEntity | HashtagEntity | LinkEntity;

/**
 * A letter of a script that puts spaces between words, a digit or an underscore. A sign after one of them belongs to its
 * word; in the other scripts a sentence goes on without a space, as in "これ#本" and "@adaさん".
 */
const WORD_CHARACTER =
  '[[\\p{L}\\p{M}\\p{N}_]--[\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{scx=Thai}\\p{scx=Lao}\\p{scx=Khmer}' +
  '\\p{scx=Myanmar}\\p{scx=Tibetan}\\p{Me}\\p{Variation_Selector}]]';

/** Characters of hashtags in every script; variation selectors belong to emoji. */
const HASHTAG_CHARACTER = '[[\\p{L}\\p{M}\\p{N}_]--\\p{Variation_Selector}]';

/** Signs within a hashtag: joiners between letters that they shape, and the dot between two `l` of Catalan. */
const HASHTAG_JOINER = `(?:(?<=${SHAPED})[\\u200c\\u200d](?=${SHAPED})|(?<=[lL])[\\u00b7\\u2027](?=[lL]))`;

/** Characters of URLs: no spaces, no quotation brackets, no punctuation outside ASCII. */
const LINK_CHARACTER = "[\\p{L}\\p{M}\\p{N}\\-._~:\\/?#\\[\\]@!$&'\\(\\)*+,;=%]";

/**
 * Each alternative is greedy and validated afterwards, so matching never backtracks: linear time for hostile
 * texts.
 */
const CANDIDATE = new RegExp(
  [
    `(?<!${WORD_CHARACTER})(?<link>[Hh][Tt][Tt][Pp][Ss]?:\\/\\/${LINK_CHARACTER}+)`,
    `(?<!${WORD_CHARACTER}|[@＠#＃\\/=&+])[@＠](?<name>[A-Za-z0-9_]+(?:\\.[A-Za-z0-9_]+)*)(?<more>${WORD_CHARACTER}|[@＠]|:\\/\\/)?`,
    `(?<!${WORD_CHARACTER}|[&\\/])[#＃](?<hashtag>(?:${HASHTAG_CHARACTER}|${HASHTAG_JOINER})+)`,
  ].join('|'),
  'gv',
);

/** Finds mentions, hashtags and links, in the order of the text and without overlaps. */
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
  assertEntities(found, limits, path);
  return found;
}

/** @throws AppError VALIDATION_FAILED that points at `path` when there are too many of a kind */
export function assertEntities(found: readonly FoundEntity[], limits: Limits, path: readonly string[]): void {
  const bounds = [
    { kind: 'MENTION', named: 'mentions', constraint: 'maxMentions', limit: limits.textMentions },
    { kind: 'HASHTAG', named: 'hashtags', constraint: 'maxHashtags', limit: limits.textHashtags },
    { kind: 'LINK', named: 'links', constraint: 'maxLinks', limit: limits.textLinks },
  ];
  for (const { kind, named, constraint, limit } of bounds) {
    if (found.filter((entity) => entity.kind === kind).length <= limit) continue;
    throw invalid(path, `Use at most ${limit} ${named}.`, constraint, limit);
  }
}

/** A mention followed by more of a word or by the rest of an e-mail address is not a mention. */
function nameAt(
  start: number,
  { name, more }: Readonly<Record<string, string | undefined>>,
): NameEntity | null {
  if (name === undefined || more !== undefined) return null;
  return { kind: 'MENTION', start, end: start + 1 + name.length, username: name.toLowerCase() };
}

function hashtagAt(start: number, written: string | undefined): HashtagEntity | null {
  const name = written === undefined ? null : hashtagNameOf(written);
  // Only matched alternatives have a named group.
  return name === null ? null : { kind: 'HASHTAG', start, end: start + 1 + (written ?? '').length, name };
}

/** UTF-16 code units after folding. */
const HASHTAG_LENGTH_MAX = 100;
const HASHTAG_NAME = new RegExp(`^(?=.*\\p{L})${HASHTAG_CHARACTER}+$`, 'v');

const JOINERS = new RegExp(HASHTAG_JOINER, 'gv');

/**
 * Folds a hashtag, with or without its `#`, for comparison: NFKC and case folding, without joiners, which not everybody
 * types. Null for an invalid name: it needs at least one letter and at most 100 code units.
 */
export function hashtagNameOf(written: string): string | null {
  const name = foldedCase(written.trim().replace(/^[#＃]/, ''))
    .replaceAll('ς', 'σ')
    .replaceAll(JOINERS, '');
  return name.length <= HASHTAG_LENGTH_MAX && HASHTAG_NAME.test(name) ? name : null;
}

/** Trailing punctuation that ends the sentence or quotation, not the URL. */
const CLOSING_PUNCTUATION = new Set(['.', ',', ';', ':', '!', '?', "'", '*']);
const OPENING_OF: Readonly<Record<string, string>> = { ')': '(', ']': '[' };

function linkAt(start: number, written: string | undefined): LinkEntity | null {
  const address = written === undefined ? '' : withoutClosing(written);
  const url = URL.parse(address);
  // `https://shop.example@evil.example` looks like an address of the former host, so userinfo is refused.
  if (!url || url.username !== '' || url.password !== '' || !HOST_WITH_DOMAIN.test(url.hostname)) return null;
  return { kind: 'LINK', start, end: start + address.length, url: url.href };
}

const HOST_WITH_DOMAIN = /^[^.]+(\.[^.]+)+$/;

/** A closing bracket belongs to the URL only when it was opened in it, as in `/Oslo_(disambiguation)`. */
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

/** Distinct hashtag names of the entities. */
export function hashtagsOf(entities: readonly TextEntity[]): readonly string[] {
  return [...new Set(entities.flatMap((entity) => (entity.kind === 'HASHTAG' ? [entity.name] : [])))];
}

/** Distinct users mentioned in the entities, without the author. */
export function mentionedIdsOf(entities: readonly TextEntity[], writerId: string): readonly string[] {
  const ids = entities.flatMap((entity) => (entity.kind === 'MENTION' ? [entity.userId] : []));
  return [...new Set(ids)].filter((id) => id !== writerId);
}
