import { type RawBuilder, sql } from 'kysely';
import {
  type ViewerSql,
  visibleCommentSql,
  visiblePostSql,
} from '#domains/foundation/visibility/visibility.policy.ts';
import {
  ACCOUNT_REFUSALS,
  accountRefusedIf,
  accountStandingSql,
} from '#domains/foundation/visibility/restrictions.policy.ts';
import { anyOf } from '#platform/db/any-of.ts';
import { type Parameters, prepared } from '#platform/db/prepared.ts';
import { type AppError, notFound } from '#platform/kernel/errors.ts';
import { defineWrite, type EventSql, eventSql, type Write, type WriteParts } from '#platform/outbox/write.ts';
import { COMMENT_SELECTION, type CommentRow, joinAuthorIf } from '../comments/comment-rows.service.ts';
import { POST_COUNTERS_ROW, POST_ROW } from '../posts/post-rows.service.ts';
import type { Post, PostCounters } from '../posts/posts.types.ts';
import {
  commentReacted,
  commentReactionRemoved,
  postReacted,
  postReactionRemoved,
} from './reactions.events.ts';
import { COUNTER_OF } from './reactions.policy.ts';
import type { OwnReaction, ReactionCounts, ReactionType, SubjectKind } from './reactions.types.ts';

/** Key of a reaction. */
type Key = { readonly subjectId: string; readonly userId: string };

type ReactionTables = {
  readonly reactions: RawBuilder<unknown>;
  readonly subjects: RawBuilder<unknown>;
  readonly subjectId: RawBuilder<string>;
  /** The post that a subject is or belongs to. */
  readonly postId: RawBuilder<string>;
  /** Selects the id, the author and the post of a subject that the viewer sees. */
  readonly visible: (viewer: ViewerSql, id: RawBuilder<string>) => RawBuilder<unknown>;
  /** The lock on a subject's row while a reaction to it is written. */
  readonly lock: RawBuilder<unknown>;
  /** Selects the subject as the write leaves it, with the counters of the CTE `counted` if they change. */
  readonly row: (id: RawBuilder<string>) => RawBuilder<unknown>;
  /** As `row`, if the viewer sees the subject. */
  readonly visibleRow: (viewer: ViewerSql, id: RawBuilder<string>) => RawBuilder<unknown>;
  readonly counters: RawBuilder<unknown>;
  readonly countersId: RawBuilder<string>;
};

const postAndCounters = sql`
  select ${POST_ROW}, ${POST_COUNTERS_ROW} from posts p left join counted c on c.post_id = p.id`;

/** The comment of the id as the alias `c`, with its post as `p`. */
const commentOf = (id: RawBuilder<string>): RawBuilder<unknown> => sql`
  select ${COMMENT_SELECTION} from (
    select * from counted
    union all select * from comments where id = ${id}::uuid and not exists (select from counted)
  ) c join posts p on p.id = c.post_id`;

const POST: ReactionTables = {
  reactions: sql.table('post_reactions'),
  subjects: sql.table('posts'),
  subjectId: sql.ref('post_id'),
  postId: sql.ref('id'),
  visible: (viewer, id) => sql`
    select p.id, p.author_id, p.id as post_id from posts p join users u on u.id = p.author_id
    where p.id = ${id}::uuid and ${visiblePostSql(viewer)}`,
  // Only against erasure: concurrent reactions to a post wait for each other at its counters alone.
  lock: sql`for key share`,
  row: (id) => sql`${postAndCounters} where p.id = ${id}::uuid`,
  visibleRow: (viewer, id) => sql`
    ${postAndCounters} join users u on u.id = p.author_id where p.id = ${id}::uuid and ${visiblePostSql(viewer)}`,
  counters: sql.table('post_counters'),
  countersId: sql.ref('post_id'),
};

const onVisiblePost = (viewer: ViewerSql): RawBuilder<boolean> => sql`
  exists (select from users u where u.id = p.author_id and ${visiblePostSql(viewer)})`;

const COMMENT: ReactionTables = {
  reactions: sql.table('comment_reactions'),
  subjects: sql.table('comments'),
  subjectId: sql.ref('comment_id'),
  postId: sql.ref('post_id'),
  visible: (viewer, id) => sql`
    select c.id, c.author_id, c.post_id from comments c join posts p on p.id = c.post_id join users u on u.id = c.author_id
    where c.id = ${id}::uuid and ${visibleCommentSql(viewer)}
      and ${onVisiblePost(viewer)}`,
  // The row holds the counters. A weaker lock would be upgraded, and two upgrades deadlock.
  lock: sql`for no key update`,
  row: (id) => sql`${commentOf(id)} ${joinAuthorIf(sql<boolean>`true`)}`,
  visibleRow: (viewer, id) => sql`
    ${commentOf(id)} ${joinAuthorIf(sql<boolean>`${visibleCommentSql(viewer)} and ${onVisiblePost(viewer)}`)}`,
  counters: sql.table('comments'),
  countersId: sql.ref('id'),
};

/** Makes a query for each kind of subject; only the names of the tables and the lock differ. */
export const forEachSubjectKind = <Query>(
  make: (names: ReactionTables, kind: SubjectKind) => Query,
): Readonly<Record<SubjectKind, Query>> => ({
  post: make(POST, 'post'),
  comment: make(COMMENT, 'comment'),
});

/*
 * Each write locks the subject's row first. Erasing a subject holds that row while its reactions are deleted, so another
 * order would deadlock. The row of the counters comes last: that of a popular post is locked briefly.
 */

/** All counters are null unless they have changed. */
export type WrittenPost = Post & (PostCounters | { readonly [Counter in keyof PostCounters]: null });

export type NewReaction = Key & { readonly type: ReactionType; readonly now: Date; readonly eventId: string };

/**
 * Inserts a reaction to a subject that the user sees, or changes its type. No row while a reaction by another device of the
 * user is committed at the same time, which the statement does not see: then it is to be repeated.
 */
const reactionWrite = <Written>(
  kind: SubjectKind,
  tables: ReactionTables,
  notFoundError: () => AppError,
): Write<NewReaction, Written> =>
  defineWrite(
    { ...ACCOUNT_REFUSALS, NOT_FOUND: notFoundError },
    (reaction: Parameters<NewReaction>, refusal): WriteParts<Written> => {
      const viewer = { id: reaction.userId, now: reaction.now };
      const { reactions, subjectId } = tables;
      return {
        steps: sql`
        judged as materialized (
          select subject.*, ${refusal({ ...accountRefusedIf, NOT_FOUND: sql`subject.id is null` })} as refusal
          from (${accountStandingSql(viewer, 'COMMENTING')}) account left join (
            ${tables.visible(viewer, reaction.subjectId)} ${tables.lock} of ${kind === 'post' ? sql`p` : sql`c`}
          ) subject on true
        ), inserted as (
          insert into ${reactions} (${subjectId}, user_id, type, created_at)
          select id, ${viewer.id}::uuid, ${reaction.type}, ${reaction.now}::timestamptz from judged where refusal is null
          on conflict do nothing
          returning type
        ), known as materialized (
          select r.type from ${reactions} r
          where r.${subjectId} = ${reaction.subjectId}::uuid and r.user_id = ${viewer.id}::uuid
            and exists (select from judged where refusal is null) and not exists (select from inserted)
          for update of r
        ), changed as (
          update ${reactions} r set type = ${reaction.type} from known
          where r.${subjectId} = ${reaction.subjectId}::uuid and r.user_id = ${viewer.id}::uuid and known.type <> ${reaction.type}
          returning known.type
        ), written as (
          select judged.id, judged.author_id, judged.post_id, made.former from judged, (
            select null as former from inserted union all select type from changed
          ) made
        ), ${countedSql(tables, { former: sql`written.former`, type: reaction.type })}`,
        events: [
          reactionEvent(kind, {
            userId: reaction.userId,
            eventId: reaction.eventId,
            type: sql`${reaction.type}::text`,
            isRemoved: false,
          }),
        ],
        row: sql`
        select subject.* from (${tables.row(reaction.subjectId)}) subject
        where exists (select from inserted) or exists (select from known)`,
      };
    },
  );

export const writeReaction = {
  post: reactionWrite<WrittenPost>('post', POST, () => notFound('Post', ['postId'])),
  comment: reactionWrite<CommentRow>('comment', COMMENT, () => notFound('Comment', ['commentId'])),
};

export type RemovedReaction = Omit<NewReaction, 'type'>;
/** The subject that a reaction was removed from; all null when the user does not see it. */
export type SubjectIfVisible<Row> = Row | { readonly [Column in keyof Row]: null };

/**
 * Deletes a reaction, whether or not the user sees the subject. A subject that was erased while the statement waited for its lock
 * is still in its snapshot, so the row depends on `held`.
 */
const removalWrite = <Row>(
  kind: SubjectKind,
  tables: ReactionTables,
): Write<RemovedReaction, SubjectIfVisible<Row>> =>
  defineWrite({}, (key: Parameters<RemovedReaction>): WriteParts<SubjectIfVisible<Row>> => {
    const { reactions, subjects, subjectId, postId, lock } = tables;
    const viewer = { id: key.userId, now: key.now };
    return {
      steps: sql`
        held as materialized (
          select id, author_id, ${postId} as post_id from ${subjects} where id = ${key.subjectId}::uuid ${lock}
        ),
        written as (
          delete from ${reactions} r using held
          where r.${subjectId} = ${key.subjectId}::uuid and r.user_id = ${key.userId}::uuid
          returning held.id, held.author_id, held.post_id, r.type
        ), ${countedSql(tables, { former: sql`written.type`, type: null })}`,
      events: [
        reactionEvent(kind, { userId: key.userId, eventId: key.eventId, type: sql`type`, isRemoved: true }),
      ],
      row: sql`
        select subject.* from (values (true)) as done
        left join (${tables.visibleRow(viewer, key.subjectId)}) subject on exists (select from held)`,
    };
  });

export const writeReactionRemoved = {
  post: removalWrite<WrittenPost>('post', POST),
  comment: removalWrite<CommentRow>('comment', COMMENT),
};

/**
 * Changes the counters of the subject when `type` replaces `former`; null is no reaction. They are locked and read before,
 * because PostgreSQL tests the constraints of an update on the row of its snapshot first: a count that somebody else has
 * just raised from 0 would be refused as negative.
 */
const countedSql = (
  { counters, countersId }: ReactionTables,
  { former, type }: { former: RawBuilder<unknown>; type: RawBuilder<unknown> | null },
): RawBuilder<unknown> => sql`
  current as materialized (
    select counter.*, ${former} as former from written join ${counters} counter on counter.${countersId} = written.id
    for no key update of counter
  ), counted as (
    update ${counters} counter set ${sql.join(
      Object.entries(COUNTER_OF).map(([name, counter]) => {
        const column = sql.ref(COLUMN_OF[counter]);
        const added = type === null ? sql`0` : sql`(${type} = ${sql.lit(name)})::integer`;
        return sql`${column} = current.${column} + ${added} - coalesce(current.former = ${sql.lit(name)}, false)::integer`;
      }),
    )}
    from current where counter.${countersId} = current.${countersId}
    returning counter.*
  )`;

const COLUMN_OF = {
  likeCount: 'like_count',
  loveCount: 'love_count',
  hahaCount: 'haha_count',
  wowCount: 'wow_count',
  sadCount: 'sad_count',
  angryCount: 'angry_count',
} as const satisfies Record<keyof ReactionCounts, string>;

/** An event about the subject and the author in `written`. */
const reactionEvent = (
  kind: SubjectKind,
  {
    type,
    userId,
    eventId,
    isRemoved,
  }: {
    type: RawBuilder<unknown>;
    userId: RawBuilder<string>;
    eventId: RawBuilder<string>;
    isRemoved: boolean;
  },
): EventSql => {
  const facts = { userId: sql`${userId}::uuid`, authorId: sql`author_id`, type };
  // A deleted comment has no author to notify, and nothing is said of one whose post is erased.
  const stored = { id: eventId, condition: sql<boolean>`author_id is not null and post_id is not null` };
  if (kind === 'post') {
    const event = isRemoved ? postReactionRemoved : postReacted;
    return eventSql(event, { ...stored, payload: { postId: sql`id`, ...facts } });
  }
  const event = isRemoved ? commentReactionRemoved : commentReacted;
  return eventSql(event, { ...stored, payload: { commentId: sql`id`, postId: sql`post_id`, ...facts } });
};

/** The user's reactions to subjects among `ids`. */
export const listOwnReactionTypes = forEachSubjectKind(({ reactions, subjectId }) =>
  prepared<{ userId: string; ids: readonly string[] }, Omit<OwnReaction, 'reactedAt'>>(
    (db, { userId, ids }) =>
      sql<Omit<OwnReaction, 'reactedAt'>>`
      select ${subjectId} as "subjectId", type from ${reactions}
      where user_id = ${userId}::uuid and ${subjectId} = ${anyOf(ids)}`.compile(db),
  ),
);

/** The user's reactions in the order of the subjects' ids, starting after `after`. */
export const listOwnReactions = forEachSubjectKind(({ reactions, subjectId }) =>
  prepared<{ userId: string; after: string; limit: number }, OwnReaction>((db, { userId, after, limit }) =>
    sql<OwnReaction>`
    select ${subjectId} as "subjectId", type, created_at as "reactedAt" from ${reactions}
    where user_id = ${userId}::uuid and ${subjectId} > ${after}::uuid
    order by ${subjectId} limit ${limit}`.compile(db),
  ),
);

/** Deletes the user's reactions to `ids`. Returns the deleted ones with the authors and the posts of the subjects. */
export const deleteOwnReactions = forEachSubjectKind(({ reactions, subjects, subjectId, postId, lock }) =>
  prepared<{ userId: string; ids: readonly string[] }, ErasedReaction>((db, { userId, ids }) =>
    sql<ErasedReaction>`
    with held as materialized (
      select id, author_id, ${postId} as post_id from ${subjects}
      where id = any(${ids}::uuid[]) order by id ${lock}
    )
    delete from ${reactions} r using held
    where r.${subjectId} = held.id and r.user_id = ${userId}::uuid
    returning held.id as "subjectId", held.author_id as "authorId", held.post_id as "postId", r.type`.compile(
      db,
    ),
  ),
);

export type ErasedReaction = {
  readonly subjectId: string;
  /** Null for a tombstone. */
  readonly authorId: string | null;
  /** Null when the post was erased. */
  readonly postId: string | null;
  readonly type: ReactionType;
};
