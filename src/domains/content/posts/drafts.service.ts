import { attachMedia, detachMedia } from '#domains/foundation/media/media.service.ts';
import { lockUsers } from '#domains/identity/users/users.service.ts';
import type { RequestContext, UserContext } from '#platform/context.ts';
import type { Tx } from '#platform/db/database.ts';
import {
  type KeysetList,
  type Page,
  type PageArgs,
  pageOf,
  parsePage,
  timeKey,
  type TimeKey,
} from '#platform/db/keyset.ts';
import { AppError, notFound } from '#platform/errors.ts';
import {
  countDrafts,
  deleteDraftRow,
  findOwnDraft,
  insertDraft,
  listDrafts,
  lockOwnDraft,
  updateDraft,
} from './drafts.queries.ts';
import type { Draft } from './drafts.types.ts';
import { parsePost, type PostInput } from './post-input.ts';
import { existingPost } from './posts.service.ts';
import type { Post } from './posts.types.ts';
import { publishPost } from './publishing.ts';

/**
 * Keeps what the caller has written so far, as a new draft or in the place of another one of theirs. Whom and what it
 * names is looked for when it is published.
 * @throws AppError NOT_FOUND | VALIDATION_FAILED | LIMIT_REACHED
 */
export async function saveDraft(
  ctx: UserContext,
  input: PostInput & { draftId?: string | null | undefined },
): Promise<Draft> {
  const content = parsePost(input, { limits: ctx.limits, mayBeEmpty: true });
  const authorId = ctx.user.id;
  const id = await ctx.transaction(async (tx) => {
    const replaced = input.draftId == null ? null : await lockExisting(ctx, tx, input.draftId);
    // Drafts that are made at once are counted one after the other.
    await lockUsers(tx, [authorId]);
    const saved = { id: replaced?.id ?? ctx.ids.next(), authorId, content, updatedAt: ctx.clock.now() };
    await exchangeMedia(tx, {
      ownerId: authorId,
      from: replaced?.content.mediaIds ?? [],
      to: content.mediaIds,
    });
    if (replaced) {
      await updateDraft(tx, saved);
    } else {
      await assertRoom(ctx, tx);
      await insertDraft(tx, saved);
    }
    return saved.id;
  });
  // A repetition finds the first result, which may be gone by then.
  const found = await draft(ctx, id);
  if (!found) throw notFound('Draft');
  return found;
}

/** What stays is neither let go nor asked for: it may have been rejected since. */
async function exchangeMedia(
  tx: Tx,
  { ownerId, from, to }: { ownerId: string; from: readonly string[]; to: readonly string[] },
): Promise<void> {
  const [before, after] = [new Set(from), new Set(to)];
  await attachMedia(tx, { ownerId, ids: [...after.difference(before)], path: ['mediaIds'] });
  await detachMedia(tx, { ids: [...before.difference(after)] });
}

async function assertRoom({ user, limits }: UserContext, tx: Tx): Promise<void> {
  if ((await countDrafts(tx, user.id)) < limits.drafts) return;
  throw new AppError('LIMIT_REACHED', `There can be at most ${limits.drafts} drafts.`, {
    details: { limit: limits.drafts },
  });
}

/** A draft of the caller's own; null for all others. */
export async function draft(ctx: RequestContext, id: string): Promise<Draft | null> {
  return ctx.user ? findOwnDraft(ctx.db, { id, authorId: ctx.user.id }) : null;
}

const draftsList: KeysetList<TimeKey> = { name: 'drafts', key: timeKey };

/** The caller's drafts, what was saved last first. */
export async function drafts(ctx: UserContext, args: PageArgs): Promise<Page<Draft>> {
  const page = parsePage(draftsList, args, ctx.limits);
  const rows = await listDrafts(ctx.db, ctx.user.id, page);
  return pageOf(draftsList, page, rows, ({ updatedAt, id }) => [updatedAt.getTime(), id]);
}

/** @throws AppError NOT_FOUND */
export async function deleteDraft(ctx: UserContext, input: { draftId: string }): Promise<string> {
  await ctx.transaction(async (tx) => {
    const found = await lockExisting(ctx, tx, input.draftId);
    await lockUsers(tx, [ctx.user.id]);
    await takeOut(tx, found);
  });
  return input.draftId;
}

/** Publishes a draft as `createPost` would publish its content; it goes with it. @throws AppError as `createPost` does */
export async function publishDraft(ctx: UserContext, input: { draftId: string }): Promise<Post> {
  const postId = await ctx.transaction(async (tx) => {
    const found = await lockExisting(ctx, tx, input.draftId);
    const id = await publishPost(ctx, tx, parsePost(found.content, { limits: ctx.limits }));
    await takeOut(tx, found);
    return id;
  });
  return existingPost(ctx, postId, []);
}

/** Its row comes before its author's wherever both are locked. */
async function lockExisting(ctx: UserContext, tx: Tx, id: string): Promise<Draft> {
  const found = await lockOwnDraft(tx, { id, authorId: ctx.user.id });
  if (!found) throw notFound('Draft', ['draftId']);
  return found;
}

async function takeOut(tx: Tx, { id, content }: Draft): Promise<void> {
  await deleteDraftRow(tx, id);
  await detachMedia(tx, { ids: content.mediaIds });
}
