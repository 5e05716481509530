/** The smallest statement of each write that checks the same and keeps the same rows, as the bare driver sends it. */

/** The writer and the object of one write, by their UUIDs. */
export type WriteSubject = { readonly userId: string; readonly subjectId: string };

export const FLOORS = [
  'commit of one row',
  'sendMessage',
  'createPost',
  'addComment',
  'reactToPost',
  'votePoll',
  'followUser',
  'savePost',
] as const;
export type FloorName = (typeof FLOORS)[number];

export type Floor = {
  readonly text: string;
  /** @param fresh makes another UUID at each call */
  values(subject: WriteSubject, fresh: () => string): unknown[];
};

/** $1 is the writer, $2 the new row, $3 the event, $4 the key. A reaction has no key, and changes the former one. */
const claim = (mutation: string, judged: string): string => `
  claim as (
    insert into idempotency_keys (caller_id, mutation, key, input_hash, result, created_at, expires_at)
    select $1::uuid, '${mutation}', $4, 'hash', to_jsonb($2::text), now(), now() + interval '30 days' from ${judged}
    on conflict do nothing returning key
  )`;

const event = (name: string, written: string, topic = 'null::uuid'): string => `
  told as (
    insert into outbox (kind, event_id, name, payload, topic, occurred_at)
    select 'event', $3::uuid, '${name}', jsonb_build_object('id', $2::text, 'userId', $1::text), ${topic}, now() from ${written}
  )`;

const unrestricted = (kind: string): string => `
  u.state = 'ACTIVE' and not exists (
    select from restrictions r where r.user_id = u.id and r.kind in ('${kind}', 'SUSPENSION') and r.lifted_at is null
      and (r.expires_at is null or r.expires_at > now()))`;

const visible = `
  p.deleted_at is null and p.moderation_state = 'VISIBLE'
  and a.state = 'ACTIVE' and (a.suspended_until is null or a.suspended_until <= now())
  and not exists (select from blocks b where b.blocker_id = a.id and b.blocked_id = $1::uuid)
  and not exists (select from blocks b where b.blocker_id = $1::uuid and b.blocked_id = a.id)
  and (p.visibility = 'PUBLIC' and not a.is_private or a.id = $1::uuid or p.visibility in ('PUBLIC', 'FOLLOWERS')
    and exists (select from follows f where f.follower_id = $1::uuid and f.followee_id = a.id))`;

/** A budget of the product whose window is longer than a minute is a row. */
const budget = (name: string): string => `
  budget as (
    insert into budget_counts as known (key, spent, points, expires_at)
    select '${name}' || $1::text, 1, 1000000, now() + interval '10 minutes' from written
    on conflict (key) do update set spent = known.spent + 1
  )`;

export const FLOOR_OF: Readonly<Record<FloorName, Floor>> = {
  'commit of one row': {
    text: `insert into idempotency_keys (caller_id, mutation, key, input_hash, result, created_at, expires_at)
      values ($1, 'floor', $2, 'hash', 'null', now(), now())`,
    values: ({ userId }, fresh) => [userId, fresh()],
  },
  sendMessage: {
    text: `with judged as materialized (
        select c.id from participants me join conversations c on c.id = me.conversation_id join users u on u.id = me.user_id
        where me.conversation_id = $5::uuid and me.user_id = $1::uuid and me.left_at is null and me.status = 'ACTIVE'
          and ${unrestricted('MESSAGING')} and not exists (
            select from participants o
            where o.conversation_id = c.id and o.user_id <> $1::uuid and (
              exists (select from blocks b where b.blocker_id = o.user_id and b.blocked_id = $1::uuid)
              or exists (select from blocks b where b.blocker_id = $1::uuid and b.blocked_id = o.user_id)))
      ), ${claim('floor.send', 'judged')}, counted as (
        update conversations c set last_seq = c.last_seq + 1, updated_at = now() from judged, claim
        where c.id = judged.id returning c.id, c.last_seq
      ), written as (
        insert into messages (id, conversation_id, seq, sender_id, text, created_at)
        select $2::uuid, id, last_seq, $1::uuid, $6, now() from counted returning conversation_id, seq
      ), ${event('message.added', 'written', 'conversation_id')} select seq from written`,
    values: ({ userId, subjectId }, fresh) => [userId, fresh(), fresh(), fresh(), subjectId, TEXT],
  },
  createPost: {
    text: `with judged as materialized (select u.id from users u where u.id = $1::uuid and ${unrestricted('POSTING')}),
      ${claim('floor.post', 'judged')}, author as (
        update users u set post_count = u.post_count + 1 from judged, claim where u.id = judged.id returning u.id
      ), written as (
        insert into posts (id, author_id, text, visibility, created_at) select $2::uuid, id, $5, 'PUBLIC', now() from author
        returning id
      ), counters as (insert into post_counters (post_id) select id from written),
      ${budget('post')}, ${event('bench.posted', 'written')} select id from written`,
    values: ({ userId }, fresh) => [userId, fresh(), fresh(), fresh(), TEXT],
  },
  addComment: {
    text: `with judged as materialized (
        select p.id from posts p join users a on a.id = p.author_id join users u on u.id = $1::uuid
        where p.id = $5::uuid and ${visible} and ${unrestricted('COMMENTING')} and p.comment_audience = 'EVERYONE'
          and not exists (select from privacy_settings s where s.user_id = a.id and s.comment_audience <> 'EVERYONE')
        for share of p
      ), ${claim('floor.comment', 'judged')}, written as (
        insert into comments (id, post_id, depth, author_id, text, created_at)
        select $2::uuid, judged.id, 1, $1::uuid, $6, now() from judged, claim returning id, post_id
      ), counters as (
        update post_counters c set comment_count = c.comment_count + 1 from written where c.post_id = written.post_id
      ), ${budget('comment')}, ${event('bench.commented', 'written')} select id from written`,
    values: ({ userId, subjectId }, fresh) => [userId, fresh(), fresh(), fresh(), subjectId, TEXT],
  },
  reactToPost: {
    text: `with judged as materialized (
        select p.id from posts p join users a on a.id = p.author_id join users u on u.id = $1::uuid
        where p.id = $2::uuid and ${visible} and ${unrestricted('COMMENTING')} for key share of p
      ), former as materialized (
        select r.type from post_reactions r, judged where r.post_id = judged.id and r.user_id = $1::uuid for update of r
      ), wanted as materialized (
        select coalesce((select case type when 'LIKE' then 'LOVE' else 'LIKE' end from former), 'LIKE') as type
      ), written as (
        insert into post_reactions as r (post_id, user_id, type, created_at) select id, $1::uuid, wanted.type, now() from judged, wanted
        on conflict (post_id, user_id) do update set type = excluded.type where r.type <> excluded.type
        returning r.post_id, r.type
      ), counters as (
        update post_counters c set
          like_count = greatest(0, c.like_count + (written.type = 'LIKE')::int - coalesce((select type = 'LIKE' from former), false)::int),
          love_count = greatest(0, c.love_count + (written.type = 'LOVE')::int - coalesce((select type = 'LOVE' from former), false)::int)
        from written where c.post_id = written.post_id returning c.like_count, c.love_count
      ), ${event('bench.reacted', 'written')} select * from counters`,
    values: ({ userId, subjectId }, fresh) => [userId, subjectId, fresh()],
  },
  votePoll: {
    text: `with judged as materialized (
        select poll.id from polls poll join posts p on p.id = poll.post_id join users a on a.id = p.author_id
        join users u on u.id = $1::uuid
        where poll.id = $2::uuid and poll.closed_at is null and (poll.closes_at is null or poll.closes_at > now())
          and ${visible} and ${unrestricted('COMMENTING')} for no key update of poll
      ), former as materialized (
        select v.option_id from judged join poll_options o on o.poll_id = judged.id
        join poll_votes v on v.option_id = o.id where v.voter_id = $1::uuid for update of v
      ), wanted as materialized (
        select o.id from judged join poll_options o on o.poll_id = judged.id
        where o.id not in (select option_id from former) order by o.position limit 1
      ), moved as (
        update poll_votes v set option_id = wanted.id, created_at = now() from former, wanted
        where v.option_id = former.option_id and v.voter_id = $1::uuid returning v.option_id
      ), added as (
        insert into poll_votes (option_id, voter_id, created_at, single_choice_in)
        select wanted.id, $1::uuid, now(), judged.id from judged, wanted where not exists (select from former)
        returning option_id
      ), written as (select option_id from moved union all select option_id from added), counted as (
        update poll_options o set vote_count = o.vote_count + case when o.id = written.option_id then 1 else -1 end
        from written, judged where o.poll_id = judged.id
          and (o.id = written.option_id or o.id in (select option_id from former))
      ), voters as (
        update polls set voter_count = voter_count + 1 from added, judged where polls.id = judged.id
      ), ${event('bench.voted', 'written')} select option_id from written`,
    values: ({ userId, subjectId }, fresh) => [userId, subjectId, fresh()],
  },
  followUser: {
    text: `with pair as materialized (
        select * from users where id in ($1::uuid, $2::uuid) order by id for no key update
      ), judged as materialized (
        select a.id from pair a join pair u on u.id = $1::uuid
        where a.id = $2::uuid and not a.is_private and a.state = 'ACTIVE'
          and (a.suspended_until is null or a.suspended_until <= now()) and ${unrestricted('FOLLOWING')}
          and not exists (select from blocks b where b.blocker_id = a.id and b.blocked_id = $1::uuid)
          and not exists (select from blocks b where b.blocker_id = $1::uuid and b.blocked_id = a.id)
      ), written as (
        insert into follows (follower_id, followee_id, created_at) select $1::uuid, id, now() from judged
        on conflict do nothing returning followee_id
      ), counted as (
        update users u set following_count = u.following_count + (u.id = $1::uuid)::integer,
          follower_count = u.follower_count + (u.id = $2::uuid)::integer
        from written where u.id in ($1::uuid, $2::uuid)
      ), ${budget('follow')}, ${event('bench.followed', 'written')} select followee_id from written`,
    values: ({ userId, subjectId }, fresh) => [userId, subjectId, fresh()],
  },
  savePost: {
    text: `with person as materialized (select id from users where id = $1::uuid for no key update),
      judged as materialized (
        select p.id from person cross join posts p join users a on a.id = p.author_id
        where p.id = $2::uuid and ${visible} for key share of p
      ), written as (
        insert into saved_posts (id, user_id, post_id, saved_at) select $3::uuid, $1::uuid, id, now() from judged
        where (select count(*) from saved_posts s where s.user_id = $1::uuid) < 10000
        on conflict do nothing returning id
      ) select id from written`,
    values: ({ userId, subjectId }, fresh) => [userId, subjectId, fresh()],
  },
};

const TEXT = 'Something that somebody says, as long as such things are. #bench';
