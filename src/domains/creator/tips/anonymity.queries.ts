import { type RawBuilder, sql } from 'kysely';
import { visibleMessageSql } from '#domains/foundation/visibility/visibility.policy.ts';
import { tipAudienceSql } from '#domains/graph/privacy/privacy.policy.ts';
import type { TipTargetKind } from './tips.types.ts';

/** Whether fewer than two rows come: the sender of a tip needs another user to hide among. */
const fewerThanTwo = (rows: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`(select count(*) < 2 from (${rows} limit 2) other)`;

const subscribersSql = (now: RawBuilder<Date>): RawBuilder<unknown> => sql`
  select from entitlements e where e.creator_id = u.id and e.valid_until > ${now}::timestamptz`;

/** Whether fewer than two users may tip the user of the alias `u`. */
const hasFewTippersSql = (now: RawBuilder<Date>): RawBuilder<boolean> => sql`
  case ${tipAudienceSql}
    when 'FOLLOWERS' then u.follower_count < 2
    when 'FOLLOWING' then u.following_count < 2
    when 'MUTUALS' then least(u.follower_count, u.following_count) < 2
    when 'SUBSCRIBERS' then ${fewerThanTwo(subscribersSql(now))}
    else false end`;

/** Whether fewer than two users beside its author see the post of the alias `p`, of the author `u`, as far as its audience says. */
const isNarrowPostSql = (now: RawBuilder<Date>): RawBuilder<boolean> => sql`
  case p.visibility
    when 'PRIVATE' then ${fewerThanTwo(sql`select from post_audience a where a.post_id = p.id`)}
    when 'SUBSCRIBERS' then ${fewerThanTwo(sql`
      ${subscribersSql(now)} and (p.tier_level is null or e.tier_level >= p.tier_level)`)}
    else (p.visibility = 'FOLLOWERS' or u.is_private) and u.follower_count < 2 end`;

type TargetSql = (id: RawBuilder<string>, now: RawBuilder<Date>) => RawBuilder<boolean>;

const IS_NARROW: Readonly<Record<TipTargetKind, TargetSql>> = {
  POST: (id, now) => sql`(
    select ${isNarrowPostSql(now)} from posts p join users u on u.id = p.author_id where p.id = ${id}::uuid)`,
  COMMENT: (id, now) => sql`(
    select ${isNarrowPostSql(now)} from comments c join posts p on p.id = c.post_id join users u on u.id = p.author_id
    where c.id = ${id}::uuid)`,
  USER: () => sql`false`,
  MESSAGE: (id, now) => sql`(
    select ${fewerThanTwo(sql`
      select from participants me where me.conversation_id = m.conversation_id and me.user_id <> m.sender_id
        and ${visibleMessageSql(now)}`)}
    from messages m where m.id = ${id}::uuid)`,
};

/** Whether the receiver of a tip, of the alias `u`, knows who has sent it: nobody else sees its target, or may tip. */
export const tellsSenderSql = (
  kind: TipTargetKind,
  { id, now }: { id: RawBuilder<string>; now: RawBuilder<Date> },
): RawBuilder<boolean> => sql`(${IS_NARROW[kind](id, now)} or ${hasFewTippersSql(now)})`;
