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

/**
 * Whether a text contains a word muted by the viewer, at hardly any cost for viewers without muted words. The text is split
 * once, and its parts are looked up among the anchors of all words: so neither the number nor the length of the words costs
 * much, and only phrases whose anchors the text contains are searched for. The pattern decides: compiling it costs most, so
 * it comes last.
 *
 * @param author of the text: no word hides a text by the viewer, and some exclude users whom the viewer follows; null for a
 *   text by nobody
 */
export function containsMutedWordSql(
  viewer: ViewerSql,
  text: RawBuilder<string>,
  author: RawBuilder<string> | null,
): RawBuilder<boolean> {
  const ofViewer = sql`from muted_words w where w.user_id = ${viewer.id}::uuid`;
  const isExcluded =
    author &&
    sql`${author} = ${viewer.id}::uuid or w.excludes_following and exists (
      select from follows f where f.follower_id = ${viewer.id}::uuid and f.followee_id = ${author})`;
  // Without the offsets the planner would fold the text again for each word. Outside of the inner case it would join all anchors
  // to each text, instead of hashing them once. Without parts, nothing may be compared with a null text: that compiles patterns.
  return sql`case when exists (select ${ofViewer}) then exists (
    select from (select ${foldedSql(text)} as folded offset 0) t
    cross join lateral (
      select case when exists (select ${ofViewer} and w.is_of_signs) then muted_word_signs(t.folded) end as signs offset 0
    ) s
    cross join lateral (
      select parts, case when parts is not null then ${spacedSql(sql`t.folded`)} end as spaced
      from (
        select array_agg(part) as parts
        from unnest(muted_word_tokens(t.folded) || s.signs || case when s.signs is not null then
          array(select sign || next from unnest(s.signs, s.signs[2:]) as pair (sign, next)) end) as part
        where case when part in (select w.anchor ${ofViewer}) then true end
      ) parts offset 0
    ) found
    cross join lateral (
      select ${ofViewer} and found.parts is not null and w.anchor = any(found.parts)
        and ${notExpiredSql('w.expires_at', viewer.now)}
        and case when strpos(found.spaced, w.needle) > 0 and t.folded ~ w.pattern then not (${isExcluded ?? sql`false`}) end
      offset 0
    ) word
  ) else false end`;
}

/** A text with single spaces, as phrases have. Those are not matched, since hardly any text has other white space. */
const spacedSql = (text: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`regexp_replace(${text}, '[${WHITE_SPACE}]{2,}|(?! )[${WHITE_SPACE}]', ' ', 'g')`;

const WHITE_SPACE = sql.raw('\\s\\u1680\\u2028\\u2029\\ufeff');

/**
 * The form of a text that patterns match, `fold_muted`. Decomposing costs more than all the rest, and texts without accents need
 * none of it.
 */
const foldedSql = (text: RawBuilder<string>): RawBuilder<string> => sql<string>`case
  when octet_length(${text}) = length(${text}) then lower(${text})
  when ${text} is nfkc normalized and ${text} !~ ${ACCENTED} then fold_signs(lower(${text}))
  else fold_muted(${text}) end`;

/** Blocks with all characters that are decomposed to a letter and an accent, or have a stroke, and accents themselves. */
const ACCENTED = sql.raw(
  String.raw`'[\u00c0-\u0233\u0300-\u0477\u04c1-\u04f9\u1e00-\u1fff\u2190-\u22ff\U000105c9-\U000105e4]'`,
);

/** Compares with the product's clock, since expired rows are deleted later. */
function notExpiredSql(expiresAt: string, now: ViewerSql['now']): RawBuilder<boolean> {
  return sql`(${sql.ref(expiresAt)} is null or ${sql.ref(expiresAt)} > ${now}::timestamptz)`;
}
