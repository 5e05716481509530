import { type RawBuilder, sql } from 'kysely';
import type { ViewerSql } from '#domains/foundation/visibility/visibility.policy.ts';
import type { MuteScope } from './mutes.types.ts';

/**
 * Whether the viewer has not muted an author in `scope`; `author` is the id in a row of the list. It does not ask for each
 * row, so that the viewer's mutes are read once and never all the mutes of somebody whom many people mute.
 */
export function notMutedSql(
  viewer: ViewerSql,
  author: RawBuilder<string>,
  scope: MuteScope,
): RawBuilder<boolean> {
  return sql<boolean>`${author} not in (
    select m.muted_id from mutes m
    where m.muter_id = ${viewer.id}::uuid and ${scope}::text = any(m.scopes)
      and ${liveSql('m.expires_at', viewer.now)})`;
}

/** Whose texts a list holds: some muted words exclude those of followed people. */
type Authors = 'FOLLOWED' | 'ANYBODY';

/**
 * The viewer's muted words in one row, for a common table expression that a list reads once: null when there are none,
 * so that whoever has none pays nothing. A list of anybody's texts needs one for those of followed people beside it.
 */
export function mutedWordsSql(viewer: ViewerSql, authors: Authors): RawBuilder<unknown> {
  const ofAuthors = authors === 'FOLLOWED' ? sql`not w.excludes_following` : sql`true`;
  return sql`
    select array_agg(${oneSigmaSql(sql`split_part(w.phrase, ' ', 1)`)}) as needles, array_agg(w.pattern) as patterns
    from muted_words w
    where w.user_id = ${viewer.id}::uuid and ${ofAuthors} and ${liveSql('w.expires_at', viewer.now)}`;
}

/**
 * Whether a text holds one of the words that `mutedWordsSql` gave under the name `words`. The first part of each phrase is
 * looked for as it stands, and only where it is found the pattern decides: so the length and number of the words cost
 * little, and an expression that nobody needs is not compiled.
 */
export function holdsMutedWordSql(words: string, text: RawBuilder<string>): RawBuilder<boolean> {
  const table = sql.table(words);
  // Without the offset the planner would fold the text anew for each word.
  return sql<boolean>`case when (select needles from ${table}) is null then false else exists (
    select from (select ${foldedSql(text)} as folded offset 0) t, ${table} w,
      unnest(w.needles, w.patterns) as word (needle, pattern)
    where case when strpos(t.folded, word.needle) > 0 then t.folded ~ word.pattern end
  ) end`;
}

/** A text as patterns are made for: compatible forms of a letter are one, and so are its cases. */
const foldedSql = (text: RawBuilder<string>): RawBuilder<string> =>
  oneSigmaSql(sql`lower(normalize(${text}, NFKC))`);

/** The small sigma at the end of a word has the same capital as the other one. */
const oneSigmaSql = (text: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`translate(${text}, 'ς', 'σ')`;

/** Expiry is read by the product's clock, whenever the row goes. */
function liveSql(expiresAt: string, now: ViewerSql['now']): RawBuilder<boolean> {
  return sql<boolean>`(${sql.ref(expiresAt)} is null or ${sql.ref(expiresAt)} > ${now}::timestamptz)`;
}
