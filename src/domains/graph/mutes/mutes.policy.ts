import { type RawBuilder, sql } from 'kysely';
import type { ViewerSql } from '#domains/foundation/visibility/visibility.policy.ts';
import type { MuteScope } from './mutes.types.ts';

/**
 * Whether the viewer has not muted an author in `scope`; `author` is the id in a row of the list. The subquery does not
 * depend on the row, so that the viewer's mutes are read once and never all the mutes of a widely muted author.
 */
export function notMutedSql(
  viewer: ViewerSql,
  author: RawBuilder<string>,
  scope: MuteScope,
): RawBuilder<boolean> {
  return sql`${author} not in (
    select m.muted_id from mutes m
    where m.muter_id = ${viewer.id}::uuid and ${scope}::text = any(m.scopes)
      and ${notExpiredSql('m.expires_at', viewer.now)})`;
}

/** Authors of the texts in a list: some muted words exclude followed users. */
type MutedWordAuthors = 'FOLLOWED' | 'ANYBODY';

/**
 * The viewer's muted words in one row, for a common table expression that a list reads once: null, at no cost, for a viewer
 * without any. A list of texts by any author needs a second one for the texts by followed users.
 */
export function mutedWordsSql(viewer: ViewerSql, authors: MutedWordAuthors): RawBuilder<unknown> {
  const ofAuthors = authors === 'FOLLOWED' ? sql`not w.excludes_following` : sql`true`;
  return sql`
    select array_agg(anchor) as anchors, array_agg(${oneSigmaSql(sql`w.phrase`)}) as needles,
      array_agg(w.id) as ids, bool_or(w.is_of_signs) as have_signs
    from muted_words w, unnest(w.anchors) as anchor
    where w.user_id = ${viewer.id}::uuid and ${ofAuthors} and ${notExpiredSql('w.expires_at', viewer.now)}`;
}

/**
 * Whether a text contains one of the words that `mutedWordsSql` gave under the name `words`. The text is split once, and its
 * parts are looked up among the anchors of all words: so neither the number nor the length of the words costs much, and only
 * phrases whose anchors the text contains are searched for. The pattern decides: reading and compiling it costs most, so it
 * comes last.
 */
export function containsMutedWordSql(words: string, text: RawBuilder<string>): RawBuilder<boolean> {
  const table = sql.table(words);
  // Without the offsets the planner would fold the text again for each word; outside of the case it would join all anchors to
  // each text, instead of hashing them once.
  return sql`case when (select anchors from ${table}) is null then false else exists (
    select from (select ${foldedSql(text)} as folded offset 0) t
    cross join lateral (
      select case when (select have_signs from ${table}) then muted_word_signs(t.folded) end as signs offset 0
    ) s
    cross join lateral (
      select array_agg(part) as parts
      from unnest(muted_word_tokens(t.folded) || s.signs || case when s.signs is not null then
        array(select sign || next from unnest(s.signs, s.signs[2:]) as pair (sign, next)) end) as part
      where case when part in (select unnest(anchors) from ${table}) then true end
    ) found
    cross join lateral (
      select ${spacedSql(sql`t.folded`)} as spaced where found.parts is not null offset 0
    ) whole
    cross join lateral unnest((select anchors from ${table}), (select needles from ${table}))
      with ordinality as word (anchor, needle, place)
    where case when word.anchor = any(found.parts) and strpos(whole.spaced, word.needle) > 0
      then t.folded ~ (
        select w.pattern from muted_words w where w.id = (select ids from ${table})[word.place]
      ) end
  ) end`;
}

/** A text with single spaces, as phrases have; hardly any text has others. */
const spacedSql = (text: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`regexp_replace(${text}, '[\\s\\u1680\\u2028\\u2029\\ufeff]+', ' ', 'g')`;

/**
 * The form of a text that patterns match: compatible forms and cases of a letter are one. Normalizing costs more than all the
 * rest, and hardly any text needs it.
 */
const foldedSql = (text: RawBuilder<string>): RawBuilder<string> => sql<string>`case
  when octet_length(${text}) = length(${text}) then lower(${text})
  when ${text} is nfkc normalized then ${oneSigmaSql(sql`lower(${text})`)}
  else ${oneSigmaSql(sql`lower(normalize(${text}, NFKC))`)} end`;

/** The small sigma at the end of a word has the same capital as the other one. */
const oneSigmaSql = (text: RawBuilder<unknown>): RawBuilder<string> => sql`translate(${text}, 'ς', 'σ')`;

/** Compares with the product's clock, since expired rows are deleted later. */
function notExpiredSql(expiresAt: string, now: ViewerSql['now']): RawBuilder<boolean> {
  return sql`(${sql.ref(expiresAt)} is null or ${sql.ref(expiresAt)} > ${now}::timestamptz)`;
}
