import { type RawBuilder, sql } from 'kysely';
import {
  type ModerationState,
  presentSql,
  type ViewerSql,
  visibleCommentSql,
  visiblePostSql,
} from '#domains/foundation/visibility/visibility.policy.ts';
import { commentAudienceSql, inAudiencesSql } from '#domains/graph/privacy/privacy.policy.ts';
import {
  ACCOUNT_REFUSALS,
  accountRefusedIf,
  accountStandingSql,
} from '#domains/foundation/visibility/restrictions.policy.ts';
import type { Parameters } from '#platform/db/prepared.ts';
import { AppError, notFound, ValidationFailed } from '#platform/kernel/errors.ts';
import { defineWrite, eventSql, type RefusalSql, type WriteParts } from '#platform/outbox/write.ts';
import { claimedSql, isFirstSql } from '#platform/request/idempotency.ts';
import { countCommentSql } from '../posts/post-counters.service.ts';
import { commentAdded } from './comments.events.ts';
import { DEPTH_MAX } from './comments.policy.ts';
import type { Comment } from './comments.types.ts';

export type NewComment = Pick<Comment, 'id' | 'postId' | 'parentId' | 'text' | 'mediaIds' | 'createdAt'> & {
  readonly authorId: string;
  /** JSON, like `mentionedIds`. */
  readonly entities: string;
  readonly mentionedIds: string;
  readonly now: Date;
  readonly eventId: string;
  /** The claim of the idempotency key by `onceByWrite`; null without a key. */
  readonly claim: string | null;
};

export type WrittenComment = Pick<Comment, 'parentId' | 'depth' | 'postAuthorId'>;

const REFUSALS = {
  ...ACCOUNT_REFUSALS,
  POST_NOT_FOUND: () => notFound('Post', ['postId']),
  POST_HELD: () => contentHeld('postId'),
  // The caller sees the post, so this refuses the input alone and not the request.
  NOT_ALLOWED: () =>
    new ValidationFailed([
      new AppError('FORBIDDEN', 'The author does not allow you to comment on this post.', {
        path: ['postId'],
      }),
    ]),
};

const REPLY_REFUSALS = {
  ...REFUSALS,
  PARENT_NOT_FOUND: () => notFound('Comment', ['parentId']),
  PARENT_HELD: () => contentHeld('parentId'),
};

/** Refuses what would tell others of content that its author alone sees, by standing below it. */
function contentHeld(field: 'postId' | 'parentId'): AppError {
  return new AppError('INVALID_STATE', 'Wait until moderators have decided about it.', {
    path: [field],
    details: { current: 'HELD', allowed: ['VISIBLE'] },
  });
}

/** Adds a comment on a post itself. Locks the post against deletion and removal, as `writeReply` does. */
export const writeComment = defineWrite(REFUSALS, (comment: Parameters<NewComment>, refusal) =>
  commentParts(comment, placedOnPostSql(comment, refusal)),
);

/** As `writeComment`, for one that moderation holds from its beginning on: it is counted on the post and told of when it is released. */
export const writeHeldComment = defineWrite(REFUSALS, (comment: Parameters<NewComment>, refusal) =>
  heldParts(comment, placedOnPostSql(comment, refusal)),
);

function placedOnPostSql(
  comment: Parameters<NewComment>,
  refusal: RefusalSql<keyof typeof REFUSALS>,
): RawBuilder<unknown> {
  const author = { id: comment.authorId, now: comment.now };
  return sql`
      judged as materialized (
        select post.*, null::uuid as parent_id, 1 as depth, null::uuid as parent_author_id,
          ${refusal({
            ...accountRefusedIf,
            POST_NOT_FOUND: sql`post.post_id is null`,
            POST_HELD: sql`post.is_post_held`,
            NOT_ALLOWED: sql`not post.may_comment`,
          })} as refusal
        from (${accountStandingSql(author, 'COMMENTING')}) account left join (${postSql(author, comment.postId)}) post on true
      ), ${claimedSql(comment.claim)}, placed as (
        select * from judged where refusal is null and ${isFirstSql(comment.claim)}
      )`;
}

/** Adds a reply, whose parent is locked and counts it. A reply to a comment at the maximum depth becomes its sibling. */
export const writeReply = defineWrite(REPLY_REFUSALS, (comment: Parameters<NewComment>, refusal) =>
  commentParts(comment, placedBelowSql(comment, { refusal, counter: 'reply_count' })),
);

/** As `writeReply`, for one that moderation holds from its beginning on. Its parent counts it apart, and others see no trace of it. */
export const writeHeldReply = defineWrite(REPLY_REFUSALS, (comment: Parameters<NewComment>, refusal) =>
  heldParts(comment, placedBelowSql(comment, { refusal, counter: 'unpublished_reply_count' })),
);

type Below = {
  readonly refusal: RefusalSql<keyof typeof REPLY_REFUSALS>;
  readonly counter: 'reply_count' | 'unpublished_reply_count';
};

function placedBelowSql(comment: Parameters<NewComment>, { refusal, counter }: Below): RawBuilder<unknown> {
  const author = { id: comment.authorId, now: comment.now };
  return sql`
      post as materialized (${postSql(author, comment.postId)}),
      answered as materialized (
        select p.*, c.author_id as parent_author_id, least(c.depth + 1, ${sql.lit(DEPTH_MAX)}) as depth,
          case when c.depth < ${sql.lit(DEPTH_MAX)} then c.id else c.parent_id end as parent_id,
          c.moderation_state = 'HELD' as is_answered_held
        from (select post.*, post.post_author_id as author_id from post) p
        join comments c on c.id = ${comment.parentId}::uuid and c.post_id = p.post_id
        join users u on u.id = c.author_id
        where ${visibleCommentSql(author)}
      ), locked_parent as materialized (
        select parent.id, answered.depth, answered.parent_author_id,
          answered.is_answered_held or parent.moderation_state = 'HELD' as is_parent_held
        from answered join comments parent on parent.id = answered.parent_id
        where ${presentSql('parent')} for no key update of parent
      ), judged as materialized (
        select post.*, locked_parent.id as parent_id, locked_parent.depth, locked_parent.parent_author_id,
          ${refusal({
            ...accountRefusedIf,
            POST_NOT_FOUND: sql`post.post_id is null`,
            PARENT_NOT_FOUND: sql`locked_parent.id is null`,
            POST_HELD: sql`post.is_post_held`,
            PARENT_HELD: sql`locked_parent.is_parent_held`,
            NOT_ALLOWED: sql`not post.may_comment`,
          })} as refusal
        from (${accountStandingSql(author, 'COMMENTING')}) account left join post on true left join locked_parent on true
      ), ${claimedSql(comment.claim)}, counted as (
        update comments parent set ${sql.ref(counter)} = parent.${sql.ref(counter)} + 1
        from judged where parent.id = judged.parent_id and judged.refusal is null and ${isFirstSql(comment.claim)}
        returning parent.id
      ), placed as (
        select judged.* from judged join counted on counted.id = judged.parent_id
      )`;
}

/** Selects a post that the author of a comment sees, with whether they may comment on it, and locks it. */
const postSql = (
  author: ViewerSql & { readonly id: RawBuilder<string>; readonly now: RawBuilder<Date> },
  id: RawBuilder<string>,
): RawBuilder<unknown> => sql`
  select p.id as post_id, p.author_id as post_author_id, p.moderation_state = 'HELD' as is_post_held,
    ${inAudiencesSql(author, [sql`p.comment_audience`, commentAudienceSql])} as may_comment
  from posts p join users u on u.id = p.author_id
  where p.id = ${id}::uuid and ${visiblePostSql(author)}
  for share of p`;

/** Inserts a comment in the place that `placed` has. */
const insertedSql = (
  comment: Parameters<NewComment>,
  state: ModerationState,
  publishedAt: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`
  written as (
    insert into comments (id, post_id, parent_id, depth, author_id, text, entities, media_ids, created_at, moderation_state,
      published_at)
    select ${comment.id}::uuid, post_id, parent_id, depth, ${comment.authorId}::uuid, ${comment.text},
      ${comment.entities}::jsonb, ${comment.mediaIds}::uuid[], ${comment.createdAt}::timestamptz, ${sql.lit(state)}, ${publishedAt}
    from placed
    returning id, post_id, author_id
  )`;

const WRITTEN = sql<WrittenComment>`
  select placed.parent_id as "parentId", placed.depth, placed.post_author_id as "postAuthorId" from placed, written`;

/** @param steps end with `placed`, which has the post and the position of the comment */
const heldParts = (
  comment: Parameters<NewComment>,
  steps: RawBuilder<unknown>,
): WriteParts<WrittenComment> => ({
  steps: sql`${steps}, ${insertedSql(comment, 'HELD', sql`null`)}`,
  events: [],
  row: WRITTEN,
});

/** @param steps as of `heldParts` */
const commentParts = (
  comment: Parameters<NewComment>,
  steps: RawBuilder<unknown>,
): WriteParts<WrittenComment> => ({
  steps: sql`${steps}, ${insertedSql(comment, 'VISIBLE', sql`${comment.createdAt}::timestamptz`)}, counted_on_post as (
      ${countCommentSql(sql`written where c.post_id = written.post_id`)}
    )`,
  events: [
    eventSql(commentAdded, {
      id: comment.eventId,
      payload: {
        commentId: sql`id`,
        postId: sql`post_id`,
        authorId: sql`author_id`,
        postAuthorId: sql`(select post_author_id from placed)`,
        parentId: sql`(select parent_id from placed)`,
        parentAuthorId: sql`(select parent_author_id from placed)`,
        mentionedIds: sql`${comment.mentionedIds}::jsonb`,
      },
    }),
  ],
  row: WRITTEN,
});
