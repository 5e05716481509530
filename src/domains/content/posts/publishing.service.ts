import { hashtagsOf, mentionedIdsOf, parseEntities } from '#domains/graph/entities/entities.policy.ts';
import {
  assertAttachable,
  assertImageUploads,
  attachMedia,
  storeImage,
} from '#domains/foundation/media/media.service.ts';
import { OPTION_LENGTH_MAX, OPTIONS_MAX, parsePoll } from '#domains/foundation/polls/polls.policy.ts';
import { createPoll } from '#domains/foundation/polls/polls.service.ts';
import { recordScan, screenText } from '#domains/foundation/screening/screening.service.ts';
import type { Scan, Screening } from '#domains/foundation/screening/screening.types.ts';
import { viewerOf } from '#domains/foundation/visibility/visibility.policy.ts';
import type { TextEntity } from '#domains/graph/entities/entities.types.ts';
import { resolveEntities } from '#domains/graph/entities/entities.service.ts';
import { visibleUserById } from '#domains/identity/users/users.loaders.ts';
import { lockUsers } from '#domains/identity/users/user-rows.service.ts';
import type { InTransaction, UserContext } from '#platform/request/context.ts';
import type { Tx, Writer } from '#platform/outbox/transaction.ts';
import { assertUnrestricted } from '#platform/request/restrictions.ts';
import { type AppError, notFound } from '#platform/kernel/errors.ts';
import { timeOfId } from '#platform/kernel/ids.ts';
import { invalid } from '#platform/kernel/parse-input.ts';
import { findResult, type IdempotencyKey, onceByWrite } from '#platform/request/idempotency.ts';
import { loadMany, prime } from '#platform/request/loader.ts';
import { insertAudience } from './audience.queries.ts';
import { NO_COUNTS, updatePostCounters } from './post-counters.service.ts';
import {
  type ImageFile,
  type ImageFilesInput,
  parseImageFiles,
  parsePost,
  type PostInput,
} from './post-input.policy.ts';
import { postCountersById, visiblePostById } from './posts.loaders.ts';
import { writeHeldPost, writePost } from './publishing.queries.ts';
import type { Post, PostContent } from './posts.types.ts';
import { updatePostColumns } from './post-rows.service.ts';
import { assertHeldAsNeeded, heldAsNeeded, type HeldFor } from './holds.service.ts';
import { markAwaitingScan } from './states.service.ts';
import { findQuotablePost, lockQuotablePost, type QuotablePost } from './quoted-posts.queries.ts';

/**
 * Publishes a post. Files come after `mediaIds`; each is stored by a transaction of its own before the post is written.
 * @throws AppError NOT_FOUND | VALIDATION_FAILED | RESTRICTED | MODERATION_NUDGE
 */
export async function createPost(
  ctx: UserContext,
  input: PostInput & ImageFilesInput & RetryInput,
  key: IdempotencyKey | null = null,
): Promise<string> {
  const images = parseImageFiles(input);
  const content = parsePost(input, { limits: ctx.limits, fileCount: images.length });
  if (images.length > 0 || ctx.ports.moderation.isRemote) {
    // The write would notice a repetition only when its files are stored and its text is judged.
    const done = key && (await findResult<string>(ctx.db, key));
    if (done) return done.result;
  }
  const { outcome, scan } = await screenPost(ctx, content, input.retryToken);
  if (images.length > 0) {
    await assertUnrestricted(ctx, 'POSTING');
    await assertImageUploads(ctx, images);
    await assertPublishable(ctx, content);
  }
  const mediaIds = [...content.mediaIds, ...(await storeImageFiles(ctx, images))];
  const isSensitive = content.isSensitive || outcome === 'SENSITIVE';
  const post = { ...content, id: ctx.ids.next(), mediaIds, isSensitive };
  const entities = await resolveEntities(ctx, { text: post.text, path: ['text'] });
  return onceByWrite(ctx, { key, result: post.id }, async (claim) => {
    const written = await (isPlain(ctx, post) && !scan
      ? writeNewPost(ctx, ctx.write, { post, entities, claim })
      : heldAsNeeded(outcome === 'HOLD' ? 'MODERATORS' : null, (heldFor) =>
          ctx.transaction(async (tx) => {
            const published = await publishPost(ctx, tx, { post, entities, claim, heldFor });
            if (published && scan) await recordPostScan(ctx, tx, published, scan);
            return published;
          }),
        ));
    if (written) {
      prime(ctx, visiblePostById, [written]);
      prime(ctx, postCountersById, [{ id: written.id, ...NO_COUNTS }]);
    }
    return written;
  });
}

type RetryInput = {
  /** The token of an earlier refusal for the same texts. */
  readonly retryToken?: string | null | undefined;
};

type Screened = Pick<PostContent, 'text' | 'poll'> & { readonly location: { readonly name: string } | null };

/** Judges every text of a post. @throws AppError MODERATION_NUDGE | VALIDATION_FAILED */
export const screenPost = (
  ctx: UserContext,
  { text, poll, location }: Screened,
  retryToken: RetryInput['retryToken'],
): Promise<Screening> =>
  screenText(ctx, {
    kind: 'POST',
    // The poll is parsed when it is written: what is beyond its bounds is refused then.
    texts: [
      text,
      location?.name ?? '',
      ...(poll?.options.slice(0, OPTIONS_MAX).map((option) => option.slice(0, OPTION_LENGTH_MAX)) ?? []),
    ],
    retryToken,
    path: ['text'],
  });

export const recordPostScan = (
  ctx: InTransaction<UserContext>,
  tx: Tx,
  { id, version }: Post,
  scan: Scan,
): Promise<void> => recordScan(ctx, tx, { subjectKind: 'POST', subjectId: id, version, scan });

type NewPost = PostContent & { readonly id: string };

type Publication = {
  readonly post: NewPost;
  readonly entities: readonly TextEntity[];
  /** The claim of the idempotency key by `onceByWrite`; null without a key. */
  readonly claim: string | null;
  /** `setPostState` or `releaseScannedPost` publishes what is held. */
  readonly heldFor?: HeldFor;
};

/** Whether a post is written by one statement, since nothing else of it refers to other rows. */
const isPlain = (ctx: UserContext, post: NewPost): boolean =>
  post.mediaIds.length === 0 &&
  post.quotedPostId === null &&
  !post.poll &&
  listedUserIds(ctx, post).length === 0;

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
 * Writes a post with its audience, poll and counters, and emits the event unless it is held. Locks rows in the order of all writers: users,
 * posts, counters; media items of its author are locked by nobody who waits for a post.
 *
 * @returns null when the key of the claim has been used
 * @throws HeldOtherwise see `heldAsNeeded`
 */
export async function publishPost(
  ctx: InTransaction<UserContext>,
  tx: Tx,
  publication: Publication,
): Promise<Post | null> {
  const { post, heldFor = null } = publication;
  const { id, mediaIds, quotedPostId } = post;
  const named = listedUserIds(ctx, post);
  // With the locks, a concurrent erasure either removes the new audience row, too, or makes this insert refuse the user.
  if (named.length > 0 || quotedPostId !== null) await lockUsers(tx, [ctx.user.id, ...named]);
  if (quotedPostId !== null) assertQuotable(await lockQuotablePost(tx, viewerOf(ctx), quotedPostId));
  const poll = post.poll && parsePoll(post.poll, timeOfId(id));
  const written = await writeNewPost(ctx, tx.write, publication);
  if (!written) return null;
  const scans = await attachMedia(tx, { ownerId: ctx.user.id, ids: mediaIds, path: ['mediaIds'] });
  assertHeldAsNeeded(ctx, heldFor, scans);
  if (heldFor === 'SCAN') await markAwaitingScan(tx, id);
  if (named.length > 0) {
    const inserted = await insertAudience(tx, viewerOf(ctx), { postId: id, userIds: named });
    if (inserted < named.length) throw audienceNotFound();
  }
  if (poll) await createPoll(ctx, tx, { postId: id, messageId: null, poll });
  if (quotedPostId !== null && heldFor === null) {
    await updatePostCounters(tx, quotedPostId, { quoteCount: 1 });
  }
  if (post.isSensitive || (!scans.isFlagged && !scans.isSensitive)) return written;
  await updatePostColumns(tx, id, { isSensitive: true });
  return { ...written, isSensitive: true };
}

/** Writes the post itself. @returns null when the key of the claim has been used */
async function writeNewPost(
  ctx: InTransaction<UserContext>,
  write: Writer,
  { post, entities, claim, heldFor = null }: Publication,
): Promise<Post | null> {
  const { audienceUserIds: _listed, poll: _poll, ...content } = post;
  const authorId = ctx.user.id;
  // Lists are in the order of the ids, so the time that is shown is theirs, not that after the locks.
  const createdAt = timeOfId(post.id);
  const isQuote = post.quotedPostId !== null;
  const written: Post = {
    ...content,
    authorId,
    entities,
    isQuote,
    createdAt,
    editedAt: null,
    pinnedAt: null,
    moderationState: heldFor === null ? 'VISIBLE' : 'HELD',
    isAwaitingScan: heldFor === 'SCAN',
    version: 1,
  };
  const { row } = await write(heldFor === null ? writePost : writeHeldPost, {
    ...written,
    entities: JSON.stringify(entities),
    location: post.location && JSON.stringify(post.location),
    hashtags: JSON.stringify(hashtagsOf(entities)),
    mentionedIds: JSON.stringify(mentionedIdsOf(entities, authorId)),
    now: ctx.clock.now(),
    eventId: ctx.ids.next(),
    claim,
  });
  return row && written;
}

/** The users that a PRIVATE post lists besides its author. */
const listedUserIds = ({ user }: InTransaction<UserContext>, { audienceUserIds }: PostContent): string[] =>
  audienceUserIds.filter((id) => id !== user.id);

/** A quote shows a post to users whom its author did not choose, so only public posts can be quoted. */
function assertQuotable(quoted: QuotablePost | null): void {
  if (!quoted) throw notFound('Post', ['quotedPostId']);
  if (quoted.moderationState === 'HELD')
    throw invalid(['quotedPostId'], 'A post that moderation holds cannot be quoted.', 'held');
  if (quoted.visibility === 'PUBLIC' && !quoted.isAuthorPrivate) return;
  throw invalid(
    ['quotedPostId'],
    'Only public posts of accounts that are not private can be quoted.',
    'public',
  );
}

const audienceNotFound = (): AppError => notFound('User', ['audienceUserIds']);
