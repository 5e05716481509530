import { mentionedIdsOf } from '#domains/graph/entities/entities.policy.ts';
import { contentText, parseContent } from '#domains/foundation/media/content.policy.ts';
import { attachMedia } from '#domains/foundation/media/media.service.ts';
import { NOT_JUDGED, recordScan, screenText } from '#domains/foundation/screening/screening.service.ts';
import type { Scan } from '#domains/foundation/screening/screening.types.ts';
import { resolveEntities } from '#domains/graph/entities/entities.service.ts';
import { privacyAllows, isCallerInAudience } from '#domains/graph/privacy/privacy.service.ts';
import { lockUsers } from '#domains/identity/users/user-rows.service.ts';
import type { RequestContext, UserContext } from '#platform/request/context.ts';
import { AppError, notFound } from '#platform/kernel/errors.ts';
import { type Limits, perLimits } from '#platform/kernel/limits.ts';
import { findResult, type IdempotencyKey, onceByWrite } from '#platform/request/idempotency.ts';
import { load, prime } from '#platform/request/loader.ts';
import type { Post } from '../posts/posts.types.ts';
import { assertHeldAsNeeded, heldAsNeeded, type HeldFor } from '../posts/holds.service.ts';
import { writeComment, writeHeldComment, writeHeldReply, writeReply } from './adding.queries.ts';
import { commentUpdated } from './comments.events.ts';
import { commentOrTombstoneById, visibleCommentById } from './comments.loaders.ts';
import { canDeleteComment, isEditable } from './comments.policy.ts';
import { findComment, lockOwnComment, updateCommentText } from './comments.queries.ts';
import type { Comment, VisibleComment } from './comments.types.ts';
import { removeComments } from './removal.ts';
import { holdComment, markAwaitingScan } from './states.service.ts';

type CommentInput = {
  readonly postId: string;
  readonly parentId?: string | null | undefined;
  readonly text?: string | null | undefined;
  readonly mediaIds?: readonly string[] | null | undefined;
  /** The token of an earlier refusal for the same text. */
  readonly retryToken?: string | null | undefined;
};

/**
 * Adds a comment on a post or a reply to a comment, with text, media or both.
 * @throws AppError NOT_FOUND | VALIDATION_FAILED | RESTRICTED | MODERATION_NUDGE
 * @throws ValidationFailed with FORBIDDEN when the audience of the post or of its author does not include the caller
 */
export async function addComment(
  ctx: UserContext,
  input: CommentInput,
  key: IdempotencyKey | null = null,
): Promise<string> {
  const { postId, parentId = null } = input;
  const content = parseContent(input, contentBounds(ctx.limits));
  // The write would notice a repetition only when its text is judged.
  const done = key && ctx.ports.moderation.isRemote && (await findResult<string>(ctx.db, key));
  if (done) return done.result;
  const { outcome, scan } = await screenText(ctx, {
    kind: 'COMMENT',
    texts: [content.text],
    retryToken: input.retryToken,
    path: ['text'],
  });
  const id = ctx.ids.next();
  const entities = await resolveEntities(ctx, { text: content.text, path: ['text'] });
  return onceByWrite(ctx, { key, result: id }, async (claim) => {
    const comment = { ...content, id, postId, parentId, entities };
    const written = await heldAsNeeded(outcome === 'HOLD' ? 'MODERATORS' : null, (heldFor) =>
      publishComment(ctx, { ...comment, heldFor }, { claim, scan }),
    );
    if (written) prime(ctx, commentOrTombstoneById, [written]);
    return written;
  });
}

type ToAdd = Pick<Comment, 'id' | 'postId' | 'parentId' | 'text' | 'entities' | 'mediaIds'> & {
  /** `setCommentState` or `releaseScannedComment` publishes what is held. */
  readonly heldFor?: HeldFor;
};

/**
 * Writes a comment.
 * @returns null when the key of the claim has been used
 * @throws HeldOtherwise see `heldAsNeeded`
 */
export async function publishComment(
  ctx: UserContext,
  { heldFor = null, ...given }: ToAdd,
  { claim, scan }: { readonly claim: string | null; readonly scan: Scan | null },
): Promise<Comment | null> {
  const [authorId, now] = [ctx.user.id, ctx.clock.now()];
  const values = {
    ...given,
    authorId,
    entities: JSON.stringify(given.entities),
    mentionedIds: JSON.stringify(mentionedIdsOf(given.entities, authorId)),
    createdAt: now,
    now,
    eventId: ctx.ids.next(),
    claim,
  };
  const [onPost, below] = heldFor === null ? [writeComment, writeReply] : [writeHeldComment, writeHeldReply];
  const statement = given.parentId === null ? onPost : below;
  const { row } = await (given.mediaIds.length === 0 && !scan
    ? ctx.write(statement, values)
    : ctx.transaction(async (tx) => {
        // Rows are locked in the order of all writers: users, posts, comments, counters.
        await lockUsers(tx, [authorId]);
        const written = await tx.write(statement, values);
        if (!written.row) return written;
        const scans = await attachMedia(tx, {
          ownerId: authorId,
          ids: given.mediaIds,
          path: ['mediaIds'],
        });
        assertHeldAsNeeded(ctx, heldFor, scans);
        if (heldFor === 'SCAN') await markAwaitingScan(tx, given.id);
        if (scan) {
          await recordScan(ctx, tx, { subjectKind: 'COMMENT', subjectId: given.id, version: 1, scan });
        }
        return written;
      }));
  const state = {
    moderationState: heldFor === null ? 'VISIBLE' : 'HELD',
    isAwaitingScan: heldFor === 'SCAN',
  } as const;
  return row && { ...NEW_COMMENT, ...given, ...row, authorId, createdAt: now, ...state };
}

const NEW_COMMENT = {
  editedAt: null,
  isHidden: false,
  pinnedAt: null,
  score: 0,
  replyCount: 0,
  unpublishedReplyCount: 0,
  likeCount: 0,
  loveCount: 0,
  hahaCount: 0,
  wowCount: 0,
  sadCount: 0,
  angryCount: 0,
};

const contentBounds = perLimits((limits) => ({
  what: 'A comment',
  text: contentText(limits.commentTextLength),
  mediaMax: limits.commentMedia,
}));

/** Answers `viewer.canComment`: not below what moderation holds, for a post that the caller can see. */
export async function canComment(ctx: RequestContext, post: Post): Promise<boolean> {
  if (!ctx.user || post.moderationState === 'HELD') return false;
  const [byPost, byAuthor] = await Promise.all([
    isCallerInAudience(ctx, post.commentAudience, post.authorId),
    privacyAllows(ctx, 'COMMENT', post.authorId),
  ]);
  return byPost && byAuthor;
}

type CommentUpdate = {
  readonly commentId: string;
  readonly text: string;
  /** The token of an earlier refusal for the same text. */
  readonly retryToken?: string | null | undefined;
};

/**
 * Replaces the text of a recent comment.
 * @throws AppError NOT_FOUND for comments of others, too | INVALID_STATE | VALIDATION_FAILED | MODERATION_NUDGE
 */
export async function updateComment(
  ctx: UserContext,
  { commentId, text: given, retryToken }: CommentUpdate,
): Promise<Comment> {
  const authorId = ctx.user.id;
  const known = await requireComment(ctx, commentId, ['commentId']);
  if (known.authorId !== authorId) throw notFound('Comment', ['commentId']);
  const { postId, mediaIds } = known;
  const { text } = parseContent({ text: given, mediaIds }, contentBounds(ctx.limits));
  if (text !== known.text && !isEditable(known, ctx.clock.now(), ctx.limits))
    throw editWindowClosed(ctx.limits);
  const screening =
    text === known.text
      ? null
      : await screenText(ctx, { kind: 'COMMENT', texts: [text], retryToken, path: ['text'] });
  await ctx.transaction(async (tx) => {
    const found = await lockOwnComment(tx, { id: commentId, authorId });
    if (!found) throw notFound('Comment', ['commentId']);
    if (text === found.text) return;
    const editedAt = ctx.clock.now();
    if (!isEditable(found, editedAt, ctx.limits)) throw editWindowClosed(ctx.limits);
    const entities = await resolveEntities(ctx, { text, path: ['text'], db: tx });
    const version = found.version + 1;
    await updateCommentText(tx, commentId, { text, entities, editedAt, version });
    // Another edit was faster: the text differs from the one that was known, and nobody has judged it.
    const scan = screening ? screening.scan : NOT_JUDGED;
    if (scan) await recordScan(ctx, tx, { subjectKind: 'COMMENT', subjectId: commentId, version, scan });
    if (screening?.outcome === 'HOLD')
      await holdComment(tx, commentId, { changedAt: editedAt, writtenAt: editedAt, textVersion: version });
    // The release tells of what it has by then.
    if (!found.isShown || screening?.outcome === 'HOLD') return;
    const mentionedBefore = new Set(mentionedIdsOf(found.entities, authorId));
    const mentionedIds = mentionedIdsOf(entities, authorId).filter((id) => !mentionedBefore.has(id));
    tx.emit(commentUpdated, { commentId, postId, authorId, mentionedIds });
  });
  return requireComment(ctx, commentId, ['commentId']);
}

const editWindowClosed = ({ commentEditMinutes }: Limits): AppError =>
  new AppError(
    'INVALID_STATE',
    `A comment can be edited for ${commentEditMinutes} minutes after it was posted.`,
    {
      path: ['commentId'],
      details: { current: 'SETTLED', allowed: ['RECENT'] },
    },
  );

/**
 * Deletes a comment of the caller, whether or not they can still see its post; its replies stay.
 * @throws AppError NOT_FOUND for comments of others, too
 */
export async function deleteComment(ctx: UserContext, { commentId }: { commentId: string }): Promise<string> {
  const authorId = ctx.user.id;
  await ctx.transaction(async (tx) => {
    const found = await findComment(tx, commentId);
    if (!found || !canDeleteComment(authorId, found)) throw notFound('Comment', ['commentId']);
    if (found.mediaIds.length > 0) await lockUsers(tx, [authorId]);
    const removed = await removeComments(tx, { comments: [found], authorId, deletedAt: ctx.clock.now() });
    if (removed === 0) throw notFound('Comment', ['commentId']);
  });
  return commentId;
}

/** A comment or its tombstone; null when there is neither or the caller cannot see the post. */
export async function comment(ctx: RequestContext, id: string): Promise<Comment | null> {
  return load(ctx, commentOrTombstoneById, id);
}

/** @throws AppError NOT_FOUND that points at `path` for a comment that is absent or invisible */
export async function requireComment(
  ctx: RequestContext,
  id: string,
  path: readonly string[],
): Promise<VisibleComment> {
  const found = await load(ctx, visibleCommentById, id);
  if (!found) throw notFound('Comment', path);
  return found;
}
