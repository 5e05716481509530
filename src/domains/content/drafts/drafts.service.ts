import { attachMedia, detachMedia } from '#domains/foundation/media/media.service.ts';
import { resolveEntities } from '#domains/graph/entities/entities.service.ts';
import { lockUsers } from '#domains/identity/users/user-rows.service.ts';
import type { InTransaction, RequestContext, UserContext } from '#platform/request/context.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { ListRequest, TimeKey } from '#platform/db/keyset.ts';
import { AppError, notFound } from '#platform/kernel/errors.ts';
import { invalid } from '#platform/kernel/parse-input.ts';
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
import { type IdempotencyKey, once } from '#platform/request/idempotency.ts';
import { parsePost, type PostInput } from '../posts/post-input.policy.ts';
import { publishPost, recordPostScan, screenPost } from '../posts/publishing.service.ts';
import { heldAsNeeded } from '../posts/holds.service.ts';
import { assertVersion } from '../posts/versions.policy.ts';

type DraftInput = PostInput & {
  readonly draftId?: string | null | undefined;
  readonly expectedVersion?: number | null | undefined;
};

/**
 * Saves a post that is not finished as a new draft of the caller, or replaces one of theirs. The users and the post that
 * it refers to are checked when it is published.
 * @throws AppError NOT_FOUND | VALIDATION_FAILED | CONFLICT | LIMIT_REACHED
 */
export async function saveDraft(
  ctx: UserContext,
  input: DraftInput,
  key: IdempotencyKey | null,
): Promise<string> {
  const content = parsePost(input, { limits: ctx.limits, mayBeEmpty: true });
  const authorId = ctx.user.id;
  const id = input.draftId ?? ctx.ids.next();
  if (input.draftId == null && input.expectedVersion != null) {
    throw invalid(['expectedVersion'], 'Give `expectedVersion` only with `draftId`.', 'draftId');
  }
  return once(ctx, key, id, async (tx) => {
    const replaced = input.draftId == null ? null : await lockDraft(ctx, tx, input.draftId);
    if (replaced) assertVersion('draft', replaced, input.expectedVersion);
    // The lock serializes the drafts of an author, so that their number cannot exceed the limit.
    await lockUsers(tx, [authorId]);
    const saved = {
      id,
      authorId,
      content,
      updatedAt: ctx.clock.now(),
      version: (replaced?.version ?? 0) + 1,
    };
    await replaceDraftMedia(tx, {
      ownerId: authorId,
      from: replaced?.content.mediaIds ?? [],
      to: content.mediaIds,
    });
    if (replaced) {
      await updateDraft(tx, saved);
    } else {
      await assertDraftLimit(ctx, tx);
      await insertDraft(tx, saved);
    }
  });
}

/** Skips media in both versions: they may have been rejected since, and attaching would refuse them. */
async function replaceDraftMedia(
  tx: Tx,
  { ownerId, from, to }: { ownerId: string; from: readonly string[]; to: readonly string[] },
): Promise<void> {
  const [before, after] = [new Set(from), new Set(to)];
  await attachMedia(tx, { ownerId, ids: [...after.difference(before)], path: ['mediaIds'] });
  await detachMedia(tx, { ids: [...before.difference(after)] });
}

async function assertDraftLimit({ user, limits }: InTransaction<UserContext>, tx: Tx): Promise<void> {
  if ((await countDrafts(tx, user.id)) < limits.drafts) return;
  throw new AppError('LIMIT_REACHED', `You can keep at most ${limits.drafts} drafts. Delete one first.`, {
    details: { limit: limits.drafts },
  });
}

/** A draft of the caller; null for drafts of others. */
export async function draft(ctx: RequestContext, id: string): Promise<Draft | null> {
  return ctx.user ? findOwnDraft(ctx.db, { id, authorId: ctx.user.id }) : null;
}

/** The caller's drafts, last saved first. */
export async function myDrafts(ctx: UserContext, page: ListRequest<TimeKey>): Promise<Draft[]> {
  return listDrafts(ctx.db, ctx.user.id, page);
}

/** @throws AppError NOT_FOUND */
export async function deleteDraft(ctx: UserContext, input: { draftId: string }): Promise<string> {
  await ctx.transaction(async (tx) => {
    const found = await lockDraft(ctx, tx, input.draftId);
    await lockUsers(tx, [ctx.user.id]);
    await deleteDraftAndMedia(tx, found);
  });
  return input.draftId;
}

/** Publishes a draft as `createPost` publishes its content, and deletes it. @throws AppError as `createPost` does */
export async function publishDraft(
  ctx: UserContext,
  input: { draftId: string; retryToken?: string | null | undefined },
  key: IdempotencyKey | null,
): Promise<string> {
  const known = await findOwnDraft(ctx.db, { id: input.draftId, authorId: ctx.user.id });
  // Without a draft the key tells whether this repeats a publication.
  const screening =
    known && (await screenPost(ctx, parsePost(known.content, { limits: ctx.limits }), input.retryToken));
  const id = ctx.ids.next();
  try {
    return await heldAsNeeded(screening?.outcome === 'HOLD' ? 'MODERATORS' : null, (heldFor) =>
      once(ctx, key, id, async (tx) => {
        const found = await lockDraft(ctx, tx, input.draftId);
        if (!screening || found.version !== known.version) throw new DraftSavedMeanwhile();
        const { outcome, scan } = screening;
        const content = parsePost(found.content, { limits: ctx.limits });
        const post = { ...content, id, isSensitive: content.isSensitive || outcome === 'SENSITIVE' };
        const entities = await resolveEntities(ctx, { text: post.text, path: ['text'], db: tx });
        const published = await publishPost(ctx, tx, { post, entities, claim: null, heldFor });
        if (published && scan) await recordPostScan(ctx, tx, published, scan);
        await deleteDraftAndMedia(tx, found);
      }),
    );
  } catch (error) {
    // Texts that are published have been judged. Each round takes a save by its author, which has a budget.
    if (error instanceof DraftSavedMeanwhile) return publishDraft(ctx, input, key);
    throw error;
  }
}

/** Thrown when a draft is another one than that which was judged. */
class DraftSavedMeanwhile extends Error {
  override readonly name = 'DraftSavedMeanwhile';
}

/** Locks a draft of the caller: before its author's row wherever both are locked. */
async function lockDraft(ctx: InTransaction<UserContext>, tx: Tx, id: string): Promise<Draft> {
  const found = await lockOwnDraft(tx, { id, authorId: ctx.user.id });
  if (!found) throw notFound('Draft', ['draftId']);
  return found;
}

async function deleteDraftAndMedia(tx: Tx, { id, content }: Draft): Promise<void> {
  await deleteDraftRow(tx, id);
  await detachMedia(tx, { ids: content.mediaIds });
}
