/**
 * Parts of the floors, in SQL: $1 is the writer, whose row of `users` has the alias `u`; `p` is a post and `a` its author.
 * `offset 0` leaves one probe of an index where the planner might fill a hash table, as in the product.
 */

const active = (user: string): string =>
  `${user}.state = 'ACTIVE' and (${user}.suspended_until is null or ${user}.suspended_until <= now())`;

const blocks = (blocker: string, blocked: string): string =>
  `exists (select from blocks b where b.blocker_id = ${blocker} and b.blocked_id = ${blocked} offset 0)`;

const unblocked = (one: string, other: string): string =>
  `not ${blocks(one, other)} and not ${blocks(other, one)}`;

/** The writer is signed in, so nobody is hidden by `requires_sign_in`. */
export const visibleToOthers = (user: string, isUnblocked = unblocked(`${user}.id`, '$1::uuid')): string =>
  `${active(user)} and ${isUnblocked}`;

const visibleUser = (user: string): string =>
  `case when ${user}.id = $1::uuid then ${user}.state <> 'DELETED' else ${visibleToOthers(user)} end`;

const present = (subject: string): string => `
  ${subject}.deleted_at is null and ${subject}.moderation_state <> 'REMOVED'
  and (${subject}.moderation_state <> 'HELD' or ${subject}.author_id = $1::uuid)`;

const isFollower =
  'exists (select from follows f where f.follower_id = $1::uuid and f.followee_id = a.id offset 0)';
const isFollowed =
  'exists (select from follows f where f.follower_id = a.id and f.followee_id = $1::uuid offset 0)';
const entitled = (more: string): string => `exists (
  select from entitlements e where e.subscriber_id = $1::uuid and e.creator_id = a.id and e.valid_until > now() ${more} offset 0)`;

export const visiblePost = `
  ${present('p')} and ${visibleUser('a')} and (
    p.visibility = 'PUBLIC' and not a.is_private or a.id = $1::uuid
    or p.visibility in ('PUBLIC', 'FOLLOWERS') and ${isFollower}
    or p.visibility = 'SUBSCRIBERS' and ${entitled('and (p.tier_level is null or e.tier_level >= p.tier_level)')}
    or p.visibility = 'PRIVATE' and exists (
      select from post_audience named where named.post_id = p.id and named.user_id = $1::uuid offset 0))`;

/** Of the comment `c` and its author `ca`, given that its post is visible. */
export const visibleComment = `
  ${present('c')} and ${visibleUser('ca')}
  and (c.hidden_at is null or c.author_id = $1::uuid or p.author_id = $1::uuid)
  and ${unblocked('p.author_id', 'c.author_id')}`;

/** Whether the author's audience of this expression has the writer. */
export const inAudience = (audience: string): string => `
  (a.id = $1::uuid or case ${audience} when 'EVERYONE' then true when 'FOLLOWERS' then ${isFollower}
    when 'FOLLOWING' then ${isFollowed} when 'MUTUALS' then ${isFollower} and ${isFollowed}
    when 'SUBSCRIBERS' then ${entitled('')} else false end)`;

export const unrestricted = (kind: string): string => `
  u.state = 'ACTIVE' and not exists (
    select from restrictions r where r.user_id = u.id and r.kind in ('${kind}', 'SUSPENSION') and r.lifted_at is null
      and (r.expires_at is null or r.expires_at > now()))`;

/** As long as the hash of an input. */
const HASH = 'h'.repeat(43);

/** $2 is the new row and $4 the key. */
export const claim = (mutation: string, judged: string): string => `
  claim as (
    insert into idempotency_keys (caller_id, mutation, key, input_hash, result, created_at, expires_at)
    select $1::uuid, '${mutation}', $4, '${HASH}', to_jsonb($2::text), now(), now() + interval '30 days' from ${judged}
    on conflict do nothing returning key
  )`;

/**
 * $3 is the event.
 * @param payload each field as an expression, which reads from `written`
 */
export const event = (
  name: string,
  payload: Readonly<Record<string, string>>,
  topic = 'null::uuid',
): string => `
  told as (
    insert into outbox (kind, event_id, name, payload, topic, occurred_at)
    select 'event', $3::uuid, '${name}',
      jsonb_build_object(${Object.entries(payload)
        .map(([field, value]) => `'${field}', ${value}`)
        .join(', ')}), ${topic}, now()
    from written
  )`;

/** A budget of the product whose window is longer than a minute is a row. The floors are too fast for the product's points. */
export const budget = (name: string, windowSeconds: number): string => `
  budget as (
    insert into budget_counts as known (key, spent, points, expires_at)
    select '${name}' || $1::text, 1, 1000000, now() + interval '${windowSeconds} seconds' from written
    on conflict (key) do update set
      spent = case when known.expires_at > now() then known.spent + 1 else 1 end,
      points = excluded.points,
      expires_at = case when known.expires_at > now() then known.expires_at else excluded.expires_at end
  )`;

const COUNTER_OF = {
  LIKE: 'like_count',
  LOVE: 'love_count',
  HAHA: 'haha_count',
  WOW: 'wow_count',
  SAD: 'sad_count',
  ANGRY: 'angry_count',
};

/**
 * Sets the counters of `c` when one type of `written` replaces another; null is no reaction. PostgreSQL tests constraints on
 * the row of its snapshot first, where a count that somebody else has just raised is lower: never below zero there.
 */
export const recounted = (added: string, removed: string): string =>
  Object.entries(COUNTER_OF)
    .map(
      ([type, column]) => `${column} = greatest(0, c.${column}
        + coalesce(${added} = '${type}', false)::integer - coalesce(${removed} = '${type}', false)::integer)`,
    )
    .join(', ');
