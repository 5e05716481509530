import { hashtagsOf, mentionedIdsOf, parseEntities } from '#domains/graph/entities/entities.policy.ts';
import {
  assertAttachable,
  assertImageUploads,
  attachMedia,
  storeImage,
} from '#domains/foundation/media/media.service.ts';
import { parsePoll } from '#domains/foundation/polls/polls.policy.ts';
import { createPoll } from '#domains/foundation/polls/polls.service.ts';
import { viewerOf } from '#domains/foundation/visibility/visibility.policy.ts';
import { resolveEntities } from '#domains/graph/entities/entities.service.ts';
import { visibleUserById } from '#domains/identity/users/users.loaders.ts';
import { changePostCount, lockUsers } from '#domains/identity/users/user-rows.service.ts';
import type { InTransaction, UserContext } from '#platform/request/context.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { type AppError, notFound } from '#platform/kernel/errors.ts';
import { timeOfId } from '#platform/kernel/ids.ts';
import { invalid } from '#platform/kernel/parse-input.ts';
import { type IdempotencyKey, once } from '#platform/request/idempotency.ts';
import { loadMany } from '#platform/request/loader.ts';
import { insertAudience } from './audience.queries.ts';
import { updatePostCounters } from './post-counters.service.ts';
import {
  type ImageFile,
  type ImageFilesInput,
  parseImageFiles,
  parsePost,
  type PostInput,
} from './post-input.ts';
import { postCreated } from './posts.events.ts';
import { insertPost } from './posts.queries.ts';
import type { PostContent } from './posts.types.ts';
import { findQuotablePost, lockQuotablePost, type QuotablePost } from './quotes.queries.ts';

/**
 * Publishes a post. Files come after `mediaIds`; each is stored by a transaction of its own before the post is written.
 * @throws AppError NOT_FOUND | VALIDATION_FAILED | RESTRICTED
 */
export async function createPost(
  ctx: UserContext,
  input: PostInput & ImageFilesInput,
  key: IdempotencyKey | null = null,
): Promise<string> {
  const images = parseImageFiles(input);
  const content = parsePost(input, { limits: ctx.limits, fileCount: images.length });
  if (images.length > 0) {
    await assertImageUploads(ctx, images);
    await assertPublishable(ctx, content);
  }
  const mediaIds = [...content.mediaIds, ...(await storeImageFiles(ctx, images))];
  const id = ctx.ids.next();
  return once(ctx, key, id, (tx) => publishPost(ctx, tx, { ...content, id, mediaIds }));
}

/** Stores images one after the other; the sweep deletes them if the post is refused. @returns their ids */
async function storeImageFiles(ctx: UserContext, images: readonly ImageFile[]): Promise<string[]> {
  const ids: string[] = [];
  for (const image of images) ids.push((await storeImage(ctx, image)).id);
  return ids;
}

/** Makes the checks of `publishPost`, in its order, before files are decoded and stored. */
async function assertPublishable(ctx: UserContext, content: PostContent): Promise<void> {
  const { text, mediaIds, quotedPostId, poll } = content;
  if (poll) parsePoll(poll, ctx.clock.now());
  parseEntities(text, ctx.limits, ['text']);
  await assertAttachable(ctx, { ids: mediaIds, path: ['mediaIds'] });
  if (quotedPostId !== null) {
    assertQuotable(await findQuotablePost(ctx.db, viewerOf(ctx), quotedPostId));
  }
  const listedIds = listedUserIds(ctx, content);
  const visible = await loadMany(ctx, visibleUserById, listedIds);
  if (visible.length < listedIds.length) throw audienceNotFound();
}

/**
 * Writes a post with its audience, poll and counters, and emits the event. Locks rows in the order of all writers: users,
 * media, posts, counters.
 */
export async function publishPost(
  ctx: InTransaction<UserContext>,
  tx: Tx,
  content: PostContent & { id: string },
): Promise<void> {
  const authorId = ctx.user.id;
  const { id, text, mediaIds, quotedPostId, ...rest } = content;
  const named = listedUserIds(ctx, content);
  // Lists are in the order of the ids, so the time that is shown is theirs, not that after the locks.
  const createdAt = timeOfId(id);
  const poll = content.poll && parsePoll(content.poll, createdAt);
  const entities = await resolveEntities(ctx, { text, path: ['text'], db: tx });
  // With the locks, a concurrent erasure either removes the new audience row, too, or makes this insert refuse the user.
  if (named.length > 0) await lockUsers(tx, [authorId, ...named]);
  await changePostCount(tx, authorId, 1);
  await attachMedia(tx, { ownerId: authorId, ids: mediaIds, path: ['mediaIds'] });
  if (quotedPostId !== null) assertQuotable(await lockQuotablePost(tx, viewerOf(ctx), quotedPostId));
  const isQuote = quotedPostId !== null;
  await insertPost(tx, { ...rest, id, authorId, text, entities, mediaIds, isQuote, quotedPostId, createdAt });
  if (named.length > 0) {
    const inserted = await insertAudience(tx, viewerOf(ctx), { postId: id, userIds: named });
    if (inserted < named.length) throw audienceNotFound();
  }
  if (poll) await createPoll(ctx, tx, { postId: id, poll });
  const mentionedIds = mentionedIdsOf(entities, authorId);
  tx.emit(postCreated, { postId: id, authorId, hashtags: hashtagsOf(entities), mentionedIds, quotedPostId });
  if (quotedPostId !== null) await updatePostCounters(tx, quotedPostId, { quoteCount: 1 });
}

/** The users that a PRIVATE post lists besides its author. */
const listedUserIds = ({ user }: InTransaction<UserContext>, { audienceUserIds }: PostContent): string[] =>
  audienceUserIds.filter((id) => id !== user.id);

/** A quote shows a post to users whom its author did not choose, so only public posts can be quoted. */
function assertQuotable(quoted: QuotablePost | null): void {
  if (!quoted) throw notFound('Post', ['quotedPostId']);
  if (quoted.visibility === 'PUBLIC' && !quoted.isAuthorPrivate) return;
  throw invalid(
    ['quotedPostId'],
    'Only public posts of accounts that are not private can be quoted.',
    'public',
  );
}

const audienceNotFound = (): AppError => notFound('User', ['audienceUserIds']);
