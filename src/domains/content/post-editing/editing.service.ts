import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { isAnySensitive } from '#domains/foundation/media/media.service.ts';
import { lockPollHasVotes } from '#domains/foundation/polls/polls.service.ts';
import {
  findSensitiveScan,
  NOT_JUDGED,
  recordScan,
} from '#domains/foundation/screening/screening.service.ts';
import type { Screening } from '#domains/foundation/screening/screening.types.ts';
import { resolveEntities } from '#domains/graph/entities/entities.service.ts';
import { lockUsers } from '#domains/identity/users/user-rows.service.ts';
import type { InTransaction, RequestContext, UserContext } from '#platform/request/context.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { ListRequest, Order } from '#platform/db/keyset.ts';
import { AppError, notFound } from '#platform/kernel/errors.ts';
import { entriesOf } from '#platform/kernel/records.ts';
import { load } from '#platform/request/loader.ts';
import { invalid, refuseNulls } from '#platform/kernel/parse-input.ts';
import { parseLocation, parsePostText, parseTierLevel } from '../posts/post-input.policy.ts';
import { postUpdated } from '../posts/posts.events.ts';
import { canEditPost, isNarrowerOrEqual, LAST_REVISION } from '../posts/posts.policy.ts';
import {
  insertRevision,
  lockOwnPost,
  type PostChanges,
  updatePostColumns,
} from '../posts/post-rows.service.ts';
import { requirePost } from '../posts/posts.service.ts';
import type { Post, PostLocation, PostRevision } from '../posts/posts.types.ts';
import { screenPost } from '../posts/publishing.service.ts';
import { editOf, findPostTextVersion, holdPost, isShown } from '../posts/states.service.ts';
import { assertVersion } from '../posts/versions.policy.ts';
import { revisionKeyOf, revisionsOfPost } from '../posts/revisions.loaders.ts';

type PostUpdate = {
  readonly [Name in keyof PostSettings | 'text']?: Post[Name] | null | undefined;
} & {
  readonly postId: string;
  readonly expectedVersion?: number | null | undefined;
  readonly location?: PostLocation | null | undefined;
  /** The token of an earlier refusal for the same texts. */
  readonly retryToken?: string | null | undefined;
};

type PostSettings = Pick<Post, 'visibility' | 'tierLevel' | 'commentAudience' | 'isSensitive' | 'location'>;

/**
 * Updates the given fields that differ, where null clears one, and keeps a replaced text as a revision.
 * @throws AppError NOT_FOUND for posts of others, too | VALIDATION_FAILED | CONFLICT | LIMIT_REACHED | MODERATION_NUDGE
 */
export async function updatePost(ctx: UserContext, input: PostUpdate): Promise<Post> {
  const { postId } = input;
  refuseNulls(input, ['visibility', 'commentAudience', 'isSensitive']);
  const authorId = ctx.user.id;
  const known = await requirePost(ctx, postId, ['postId']);
  if (!canEditPost(authorId, known)) throw notFound('Post', ['postId']);
  const screening = await screenChange(ctx, known, input);
  await ctx.transaction(async (tx) => {
    // A change of the state locks its author before the post.
    if (screening?.outcome === 'HOLD') await lockUsers(tx, [authorId]);
    const found = await lockOwnPost(tx, { id: postId, authorId });
    if (!found) throw notFound('Post', ['postId']);
    assertVersion('post', found, input.expectedVersion);
    const settings = changedSettings(found, input);
    const text = await changedText(ctx, tx, found, input.text);
    const changes = { ...settings, ...text, ...(await changedSensitivity(tx, found, { input, screening })) };
    if (Object.keys(changes).length === 0) return;
    await updatePostColumns(tx, postId, { ...changes, version: found.version + 1 });
    await recordChange(ctx, tx, { postId, changes, screening });
    // The release tells of what it has by then.
    if (!isShown(found) || screening?.outcome === 'HOLD') return;
    const { entities = found.entities } = changes;
    tx.emit(postUpdated, editOf({ postId, authorId, before: found.entities, entities }));
  });
  return requirePost(ctx, postId, ['postId']);
}

/** Judges the texts of a change before it is written; null when it changes none. @throws AppError MODERATION_NUDGE | VALIDATION_FAILED */
async function screenChange(ctx: UserContext, known: Post, input: PostUpdate): Promise<Screening | null> {
  const text = input.text === undefined ? known.text : givenText(ctx, known, input.text);
  const place = (input.location === undefined ? known.location : input.location)?.name ?? '';
  if (text === known.text && place === (known.location?.name ?? '')) return null;
  return screenPost(ctx, { text, poll: null, location: { name: place } }, input.retryToken);
}

type Change = {
  readonly postId: string;
  readonly changes: PostChanges;
  readonly screening: Screening | null;
};

/** Stores what a machine has said of a change, and holds the post for it. */
async function recordChange(
  ctx: InTransaction<UserContext>,
  tx: Tx,
  { postId, changes, screening }: Change,
): Promise<void> {
  // Another edit was faster: the text differs from the one that was known, and nobody has judged it.
  const unjudged = changes.text === undefined ? null : NOT_JUDGED;
  const scan = screening ? screening.scan : unjudged;
  if (!scan) return;
  const textVersion = await findPostTextVersion(tx, postId);
  await recordScan(ctx, tx, { subjectKind: 'POST', subjectId: postId, version: textVersion, scan });
  if (screening?.outcome !== 'HOLD') return;
  // The time of the edit: its release tells of what was edited from the hold on.
  const now = changes.editedAt ?? ctx.clock.now();
  await holdPost(tx, postId, { changedAt: now, writtenAt: now, textVersion });
}

/** The author marks a post as sensitive, and takes that back unless a machine finds its present text or media sensitive. */
async function changedSensitivity(
  tx: Tx,
  found: Post,
  { input, screening }: { input: PostUpdate; screening: Screening | null },
): Promise<Pick<PostChanges, 'isSensitive'>> {
  const wanted = screening?.outcome === 'SENSITIVE' || (input.isSensitive ?? found.isSensitive);
  if (wanted === found.isSensitive) return {};
  if (wanted) return { isSensitive: true };
  const version = await findPostTextVersion(tx, found.id);
  const isKept =
    (await findSensitiveScan(tx, { subjectKind: 'POST', subjectId: found.id, version })) ||
    (await isAnySensitive(tx, found.mediaIds));
  return isKept ? {} : { isSensitive: false };
}

/** @throws AppError VALIDATION_FAILED when the audience would become wider or different */
function changedSettings(found: Post, input: PostUpdate): Partial<Omit<PostSettings, 'isSensitive'>> {
  const visibility = input.visibility ?? found.visibility;
  const kept = visibility === found.visibility ? found.tierLevel : null;
  const tierLevel = parseTierLevel({
    visibility,
    tierLevel: input.tierLevel === undefined ? kept : input.tierLevel,
  });
  if (!isNarrowerOrEqual(found, { visibility, tierLevel })) {
    const path = [visibility === found.visibility ? 'tierLevel' : 'visibility'];
    throw invalid(path, 'The visibility of a published post can only be narrowed.', 'narrower');
  }
  const { location = found.location } = input;
  const settings: Omit<PostSettings, 'isSensitive'> = {
    visibility,
    tierLevel,
    commentAudience: input.commentAudience ?? found.commentAudience,
    location: location && parseLocation(location),
  };
  const changed = entriesOf(settings).filter(([name, value]) => !isDeepStrictEqual(value, found[name]));
  return Object.fromEntries(changed);
}

async function changedText(
  ctx: InTransaction<UserContext>,
  tx: Tx,
  found: Post,
  given: string | null | undefined,
): Promise<Pick<PostChanges, 'text' | 'entities' | 'editedAt'>> {
  const text = given === undefined ? found.text : givenText(ctx, found, given);
  if (text === found.text) return {};
  if (await lockPollHasVotes(tx, { postId: found.id, messageId: null })) throw questionIsFrozen();
  const entities = await resolveEntities(ctx, { text, path: ['text'], db: tx });
  const editedAt = ctx.clock.now();
  const { postEdits } = ctx.limits;
  if ((await insertRevision(tx, found, editedAt)) > postEdits) {
    throw new AppError('LIMIT_REACHED', `The text of a post can be edited at most ${postEdits} times.`);
  }
  return { text, entities, editedAt };
}

const givenText = (
  { limits }: InTransaction<UserContext>,
  { mediaIds }: Post,
  given: string | null,
): string => parsePostText({ text: given ?? '', mediaIds }, limits);

/** The text is the question of the poll: who has voted would have answered another one. */
const questionIsFrozen = (): AppError =>
  new AppError('INVALID_STATE', 'The text of a post cannot be changed while its poll has votes.', {
    path: ['text'],
    details: { current: 'VOTED', allowed: ['UNVOTED'] },
  });

type RevisionKey = readonly [number: number];

export const LATEST_REVISION_FIRST: Order<PostRevision, RevisionKey> = {
  key: z.tuple([z.int().min(1).max(LAST_REVISION)]),
  keyOf: ({ number }) => [number],
  start: [LAST_REVISION],
  end: [0],
};

/** Revisions of a post that the caller can see, newest first. */
export async function editHistory(
  ctx: RequestContext,
  postId: string,
  { from: [before], limit }: ListRequest<RevisionKey>,
): Promise<readonly PostRevision[]> {
  return (await load(ctx, revisionsOfPost, revisionKeyOf({ postId, before, limit }))) ?? [];
}
