/** The smallest statement of each write that checks the same and keeps the same rows, as the bare driver sends it. */
import { hash } from 'node:crypto';
import {
  budget,
  claim,
  event,
  inAudience,
  recounted,
  unrestricted,
  visibleComment,
  visiblePost,
  visibleToOthers,
} from './write-floor-parts.ts';

/** The writer and the object of one write, by their UUIDs. */
export type WriteSubject = { readonly userId: string; readonly subjectId: string };

export const FLOORS = [
  'commit of one row',
  'sendMessage',
  'createPost',
  'addComment',
  'reactToPost',
  'removePostReaction',
  'reactToComment',
  'votePoll',
  'followUser',
  'savePost',
  'recordPostViews',
] as const;
export type FloorName = (typeof FLOORS)[number];

export type Floor = {
  readonly text: string;
  /** @param fresh makes another UUID at each call */
  values(subject: WriteSubject, fresh: () => string): unknown[];
};

/** $2 is the subject and $3 the event; there is no key. */
const valuesOfChange: Floor['values'] = ({ userId, subjectId }, fresh) => [userId, subjectId, fresh()];

/** Changes the former reaction of the writer to `judged`, which is locked. $3 is the event. */
const reaction = (table: string, subject: string): string => `
  former as materialized (
    select r.type from ${table} r, judged where r.${subject} = judged.id and r.user_id = $1::uuid for update of r
  ), wanted as materialized (
    select coalesce((select case type when 'LIKE' then 'LOVE' else 'LIKE' end from former), 'LIKE') as type
  ), written as (
    insert into ${table} as r (${subject}, user_id, type, created_at) select id, $1::uuid, wanted.type, now() from judged, wanted
    on conflict (${subject}, user_id) do update set type = excluded.type where r.type <> excluded.type
    returning r.${subject} as id, r.type, (select type from former) as former, (select author_id from judged) as author_id
  )`;

const reactionPayload = { userId: '$1::uuid', authorId: 'author_id', type: 'type' };

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
          and ${unrestricted('MESSAGING')} and (c.kind = 'GROUP' or me.inbox = 'PRIMARY' and not exists (
            select from participants other join users o on o.id = other.user_id
            where other.conversation_id = c.id and other.user_id <> $1::uuid and other.left_at is null and (
              not (${visibleToOthers('o')}) or other.inbox = 'REQUESTS' and (
                select request.last_seq from conversations request where request.id = other.conversation_id for update) >= 3)
            offset 0))
      ), ${claim('sendMessage', 'judged')}, counted as (
        update conversations c set last_seq = c.last_seq + 1, updated_at = now() from judged, claim
        where c.id = judged.id
        returning c.id, c.last_seq, c.members_version, now() + c.disappear_after_seconds * interval '1 second' as expires_at
      ), written as (
        insert into messages (id, conversation_id, seq, sender_id, text, created_at, expires_at)
        select $2::uuid, id, last_seq, $1::uuid, $6, now(), expires_at from counted
        returning id, conversation_id, seq, kind, (select members_version from counted) as members_version
      ), ${event(
        'message.added',
        {
          messageId: 'id',
          conversationId: 'conversation_id',
          seq: 'seq',
          senderId: '$1::uuid',
          kind: 'kind',
          mentionedIds: "'[]'::jsonb",
          mentionsEveryone: 'false',
          membersVersion: 'members_version',
        },
        'conversation_id',
      )} select seq from written`,
    values: ({ userId, subjectId }, fresh) => [userId, fresh(), fresh(), fresh(), subjectId, TEXT],
  },
  createPost: {
    text: `with judged as materialized (select u.id from users u where u.id = $1::uuid and ${unrestricted('POSTING')}),
      ${claim('createPost', 'judged')}, author as (
        update users u set post_count = u.post_count + 1 from judged, claim where u.id = judged.id returning u.id
      ), written as (
        insert into posts (id, author_id, text, entities, visibility, created_at)
        select $2::uuid, id, $5, $6::jsonb, 'PUBLIC', now() from author
        returning id
      ), counters as (insert into post_counters (post_id) select id from written),
      ${budget('createPost', 600)}, ${event('post.created', {
        postId: 'id',
        authorId: '$1::uuid',
        hashtags: `'["bench"]'::jsonb`,
        mentionedIds: "'[]'::jsonb",
        quotedPostId: 'null::uuid',
      })} select id from written`,
    values: ({ userId }, fresh) => [userId, fresh(), fresh(), fresh(), TEXT, ENTITIES],
  },
  addComment: {
    text: `with judged as materialized (
        select p.id, p.author_id from posts p join users a on a.id = p.author_id join users u on u.id = $1::uuid
        where p.id = $5::uuid and ${visiblePost} and ${unrestricted('COMMENTING')} and ${inAudience('p.comment_audience')}
          and ${inAudience(
            `coalesce((select s.comment_audience from privacy_settings s where s.user_id = a.id), 'EVERYONE')`,
          )}
        for share of p
      ), ${claim('addComment', 'judged')}, written as (
        insert into comments (id, post_id, depth, author_id, text, entities, created_at)
        select $2::uuid, judged.id, 1, $1::uuid, $6, $7::jsonb, now() from judged, claim returning id, post_id
      ), counters as (
        update post_counters c set comment_count = c.comment_count + 1 from written where c.post_id = written.post_id
      ), ${budget('addComment', 600)}, ${event('comment.added', {
        commentId: 'id',
        postId: 'post_id',
        authorId: '$1::uuid',
        postAuthorId: '(select author_id from judged)',
        parentAuthorId: 'null::uuid',
        mentionedIds: "'[]'::jsonb",
      })} select id from written`,
    values: ({ userId, subjectId }, fresh) => [userId, fresh(), fresh(), fresh(), subjectId, TEXT, ENTITIES],
  },
  reactToPost: {
    text: `with judged as materialized (
        select p.id, p.author_id from posts p join users a on a.id = p.author_id join users u on u.id = $1::uuid
        where p.id = $2::uuid and ${visiblePost} and ${unrestricted('COMMENTING')} for key share of p
      ), ${reaction('post_reactions', 'post_id')}, counters as (
        update post_counters c set ${recounted('written.type', 'written.former')}
        from written where c.post_id = written.id
        returning c.like_count, c.love_count, c.haha_count, c.wow_count, c.sad_count, c.angry_count
      ), ${event('post.reacted', { postId: 'id', ...reactionPayload })} select * from counters`,
    values: valuesOfChange,
  },
  // It is open to those who no longer see the post, too, so what the answer may show is asked by itself.
  removePostReaction: {
    text: `with held as materialized (select id, author_id from posts where id = $2::uuid for key share),
      written as (
        delete from post_reactions r using held where r.post_id = held.id and r.user_id = $1::uuid
        returning held.id, held.author_id, r.type
      ), counters as (
        update post_counters c set ${recounted('null', 'written.type')} from written where c.post_id = written.id
      ), ${event('post.reactionRemoved', { postId: 'id', ...reactionPayload })}
      select id, exists (
        select from posts p join users a on a.id = p.author_id where p.id = written.id and ${visiblePost}
      ) as is_visible from written`,
    values: valuesOfChange,
  },
  reactToComment: {
    text: `with judged as materialized (
        select c.id, c.author_id from comments c join users ca on ca.id = c.author_id
        join posts p on p.id = c.post_id join users a on a.id = p.author_id join users u on u.id = $1::uuid
        where c.id = $2::uuid and ${visibleComment} and ${visiblePost} and ${unrestricted('COMMENTING')}
        for no key update of c
      ), ${reaction('comment_reactions', 'comment_id')}, counters as (
        update comments c set ${recounted('written.type', 'written.former')} from written where c.id = written.id
      ), ${event('comment.reacted', { commentId: 'id', ...reactionPayload })} select id from written`,
    values: valuesOfChange,
  },
  votePoll: {
    text: `with locked as materialized (
        select poll.id, poll.post_id, poll.closes_at, poll.is_anonymous
        from polls poll join posts p on p.id = poll.post_id join users a on a.id = p.author_id
        join users u on u.id = $1::uuid
        where poll.id = $2::uuid and poll.closed_at is null and ${visiblePost} and ${unrestricted('COMMENTING')}
        for no key update of poll
      ), judged as materialized (
        select * from locked where closes_at is null or closes_at > clock_timestamp()
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
      ), written as (
        select option_id, judged.* from (select option_id from moved union all select option_id from added) voted, judged
      ), counted as (
        update poll_options o set vote_count = o.vote_count + case when o.id = written.option_id then 1 else -1 end
        from written where o.poll_id = written.id
          and (o.id = written.option_id or o.id in (select option_id from former))
      ), voters as (
        update polls set voter_count = voter_count + 1 from added, judged where polls.id = judged.id
      ), ${event('poll.voted', {
        pollId: 'id',
        postId: 'post_id',
        messageId: 'null::uuid',
        voterId: 'case when not is_anonymous then $1::uuid end',
      })} select option_id from written`,
    values: valuesOfChange,
  },
  // The function reads, after the wait for the two, what was decided meanwhile.
  followUser: {
    text: `with pair as materialized (
        select * from users where id in ($1::uuid, $2::uuid) order by id for no key update
      ), known as materialized (
        select follow_status($1::uuid, $2::uuid) as status from pair having count(*) = 2
      ), judged as materialized (
        select a.id from known cross join pair a join pair u on u.id = $1::uuid
        where a.id = $2::uuid and not a.is_private and ${visibleToOthers('a', 'not (known.status).is_blocked')}
          and ${unrestricted('FOLLOWING')} and not (known.status).is_followed
          and (not (known.status).has_requested or exists (
            select from follow_requests r where r.requester_id = $1::uuid and r.target_id = $2::uuid))
      ), written as (
        insert into follows (follower_id, followee_id, created_at) select $1::uuid, id, now() from judged
        returning followee_id
      ), unrequested as (
        delete from follow_requests r using written where r.requester_id = $1::uuid and r.target_id = $2::uuid
      ), counted as (
        update users u set following_count = u.following_count + (u.id = $1::uuid)::integer,
          follower_count = u.follower_count + (u.id = $2::uuid)::integer
        from written where u.id in ($1::uuid, $2::uuid)
      ), ${budget('followUser', 86_400)}, ${event('user.followed', {
        followerId: '$1::uuid',
        followeeId: 'followee_id',
      })} select followee_id from written`,
    values: valuesOfChange,
  },
  // $3 is the saved post. What the writer saved while it waited is counted too, which takes the function.
  savePost: {
    text: `with person as materialized (select id from users where id = $1::uuid for no key update),
      judged as materialized (
        select p.id from person cross join posts p join users a on a.id = p.author_id
        where p.id = $2::uuid and ${visiblePost} for key share of p
      ), written as (
        insert into saved_posts (id, user_id, post_id, saved_at) select $3::uuid, $1::uuid, id, now() from judged
        where (select saved_count from saved_post_status($1::uuid, id)) < 10000
        on conflict do nothing returning id
      ) select id from written`,
    values: valuesOfChange,
  },
  // $3 is the viewer as the product would store them.
  recordPostViews: {
    text: `insert into post_view_reports (post_id, viewer, viewed_at, source, duration_ms)
      select p.id, $3::uuid, now(), 'FEED', 1000 from posts p join users a on a.id = p.author_id
      where p.id = $2::uuid and a.id <> $1::uuid and ${visiblePost}
        and not exists (
          select from post_viewers last where last.post_id = p.id and last.viewer = $3::uuid
            and now() < last.viewed_at + interval '24 hours')
        and not exists (
          select from post_view_reports waiting where waiting.post_id = p.id and waiting.viewer = $3::uuid
            and now() >= waiting.viewed_at and now() < waiting.viewed_at + interval '24 hours')
      returning post_id`,
    values: ({ userId, subjectId }) => [userId, subjectId, hash('md5', `${userId} ${subjectId}`)],
  },
};

const TEXT = 'Something that somebody says, as long as such things are. #bench';
const ENTITIES = '[{"kind": "HASHTAG", "name": "bench", "start": 58, "end": 64}]';
