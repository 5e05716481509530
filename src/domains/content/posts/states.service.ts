import { findMediaScans } from '#domains/foundation/media/media.service.ts';
import { hashtagsOf, mentionedIdsOf } from '#domains/graph/entities/entities.policy.ts';
import type { TextEntity } from '#domains/graph/entities/entities.types.ts';
import { changePostCount, lockUsers } from '#domains/identity/users/user-rows.service.ts';
import { notFound } from '#platform/kernel/errors.ts';
import type { ModerationState } from '#domains/foundation/visibility/visibility.policy.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { updatePostCounters } from './post-counters.service.ts';
import { lockOwnPost, updatePostColumns } from './post-rows.service.ts';
import {
  postCreated,
  postDeleted,
  postDiscarded,
  postHidden,
  postRestored,
  postUpdated,
} from './posts.events.ts';
import type { Post } from './posts.types.ts';
import {
  findEntitiesBeforeHold,
  findPostAuthorId,
  findPostTextVersion,
  listPostIdsShowing,
  lockPostState,
  markAwaitingScan,
  type PostStateChange,
  type StatedPost,
  updatePostState,
  updateReleased,
} from './states.queries.ts';

/**
 * Sets the moderation state of a post; its present state changes nothing. A post that is HELD or REMOVED counts nowhere and is
 * unpinned, as if it were deleted; VISIBLE gives the counts back, and publishes one that was held from its beginning on.
 * @returns the former state, also of a change that is not due
 * @throws AppError NOT_FOUND for a deleted post
 */
export async function setPostState(tx: Tx, change: PostStateChange): Promise<ModerationState> {
  const former = await changeState(tx, change, ({ state }) => (change.from ?? state) === state);
  if (former === null) throw notFound('Post', ['postId']);
  return former;
}

export { findPostTextVersion, listPostIdsShowing, markAwaitingScan };

export type Hold = {
  readonly changedAt: Date;
  /** When what is objected to was written: a decision of moderators after it stays. */
  readonly writtenAt: Date;
  /** The text that is objected to; null for what is no text. */
  readonly textVersion: number | null;
};

/** The reason of a hold without a moderator, for admins. */
export const HELD_BY_SCREENING = 'Held by screening.';

/** Holds a visible post for moderators; one that is deleted, changed or decided about meanwhile stays as it is. */
export async function holdPost(
  tx: Tx,
  postId: string,
  { changedAt, writtenAt, textVersion }: Hold,
): Promise<void> {
  const change = { postId, state: 'HELD', reason: HELD_BY_SCREENING, changedAt } as const;
  await changeState(tx, change, async ({ state, moderatedAt, isAwaitingScan }) => {
    if ((state !== 'VISIBLE' && !isAwaitingScan) || (moderatedAt !== null && moderatedAt > writtenAt))
      return false;
    return textVersion === null || (await findPostTextVersion(tx, postId)) === textVersion;
  });
}

/** Publishes a post that waits for the scan of its media once all are scanned; with a flagged one it is held for moderators. */
export async function releaseScannedPost(
  tx: Tx,
  { postId, releasedAt }: { readonly postId: string; readonly releasedAt: Date },
): Promise<void> {
  const authorId = await findPostAuthorId(tx, postId);
  if (authorId === null) return;
  await lockUsers(tx, [authorId]);
  const former = await lockPostState(tx, postId);
  if (!former?.isAwaitingScan) return;
  const scans = await findMediaScans(tx, former.mediaIds);
  if (scans.isAwaited) return;
  if (scans.isFlagged) {
    await updatePostState(tx, { postId, state: 'HELD', reason: HELD_BY_SCREENING, changedAt: releasedAt });
    return;
  }
  await updateReleased(tx, { postId, releasedAt });
  const before = await findEntitiesBeforeHold(tx, postId, former.moderatedAt);
  await countAndTell(tx, { postId, authorId, state: 'VISIBLE', former, before });
}

/** True for a post of the author that others may see, so that they are told of its changes. */
export const isShown = ({
  isPublished,
  moderationState,
}: Pick<Post, 'moderationState'> & { readonly isPublished: boolean }): boolean =>
  isPublished && moderationState === 'VISIBLE';

type Edit = {
  readonly postId: string;
  readonly authorId: string;
  readonly before: readonly TextEntity[];
  readonly entities: readonly TextEntity[];
};

/** Facts of `post.updated`, which tells only those who are mentioned anew. */
export function editOf({ postId, authorId, before, entities }: Edit) {
  const known = new Set(mentionedIdsOf(before, authorId));
  const mentionedIds = mentionedIdsOf(entities, authorId).filter((id) => !known.has(id));
  return { postId, authorId, hashtags: hashtagsOf(entities), mentionedIds };
}

/** Makes a post sensitive, unless its text is another one by now than that which is objected to. */
export async function markPostSensitive(
  tx: Tx,
  postId: string,
  { textVersion }: Pick<Hold, 'textVersion'>,
): Promise<void> {
  const authorId = await findPostAuthorId(tx, postId);
  const found = authorId === null ? null : await lockOwnPost(tx, { id: postId, authorId });
  if (authorId === null || !found || found.isSensitive) return;
  if (textVersion !== null && (await findPostTextVersion(tx, postId)) !== textVersion) return;
  await updatePostColumns(tx, postId, { isSensitive: true, version: found.version + 1 });
  // The release tells of what it has by then.
  if (!isShown(found)) return;
  tx.emit(postUpdated, { postId, authorId, hashtags: hashtagsOf(found.entities), mentionedIds: [] });
}

type Leaving = Pick<Post, 'id' | 'quotedPostId'> & {
  readonly quotedAuthorId: string | null;
  readonly isPublished: boolean;
};

/** Tells of a deletion: of what nobody has seen, only those who clean up after it. */
export function emitDeleted(
  tx: Tx,
  authorId: string,
  { id: postId, quotedPostId, quotedAuthorId, isPublished }: Leaving,
): void {
  if (isPublished) tx.emit(postDeleted, { postId, authorId, quotedPostId, quotedAuthorId });
  else tx.emit(postDiscarded, { postId, authorId });
}

/** @returns the former state, also of a change that is not due; null for a deleted post */
async function changeState(
  tx: Tx,
  change: PostStateChange,
  isDue: (former: StatedPost) => Promise<boolean> | boolean,
): Promise<ModerationState | null> {
  const { postId, state } = change;
  const authorId = await findPostAuthorId(tx, postId);
  if (authorId === null) return null;
  // Deleting and pinning lock the author's row before their posts, too.
  await lockUsers(tx, [authorId]);
  const former = await lockPostState(tx, postId);
  if (!former) return null;
  // To hold what waits for a scan ends the waiting.
  if ((former.state === state && !former.isAwaitingScan) || !(await isDue(former))) return former.state;
  await updatePostState(tx, change);
  const before = state === 'VISIBLE' ? await findEntitiesBeforeHold(tx, postId, former.moderatedAt) : null;
  await countAndTell(tx, { postId, authorId, state, former, before });
  return former.state;
}

type Change = {
  readonly postId: string;
  readonly authorId: string;
  readonly state: ModerationState;
  readonly former: StatedPost;
  /** The entities that others last saw, when its author has edited it since. */
  readonly before: readonly TextEntity[] | null;
};

async function countAndTell(tx: Tx, change: Change): Promise<void> {
  const { authorId, state, former } = change;
  emitChange(tx, change);
  const step = Number(state === 'VISIBLE') - Number(former.state === 'VISIBLE');
  if (step === 0) return;
  await changePostCount(tx, authorId, step);
  if (former.quotedPostId !== null) await updatePostCounters(tx, former.quotedPostId, { quoteCount: step });
}

/** Of what nobody has seen nothing is told before it is published. */
function emitChange(tx: Tx, { postId, authorId, state, former, before }: Change): void {
  if (former.isPublished) {
    tx.emit(state === 'VISIBLE' ? postRestored : postHidden, { postId, authorId });
    if (before) tx.emit(postUpdated, editOf({ postId, authorId, before, entities: former.entities }));
    return;
  }
  if (state !== 'VISIBLE') return;
  const { entities, visibility, quotedPostId, quotedAuthorId } = former;
  tx.emit(postCreated, {
    postId,
    authorId,
    hashtags: hashtagsOf(entities),
    mentionedIds: mentionedIdsOf(entities, authorId),
    quotedPostId,
    quotedAuthorId,
    visibility,
  });
}
