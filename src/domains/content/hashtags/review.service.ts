import { hashtagNameOf } from '#domains/graph/entities/entities.policy.ts';
import { parseReason } from '#domains/identity/admins/admins.policy.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { writeAuditEntry } from '#platform/request/audit.ts';
import type { AdminContext } from '#platform/request/context.ts';
import type { IdKey, ListRequest } from '#platform/db/keyset.ts';
import { notFound } from '#platform/kernel/errors.ts';
import { invalid } from '#platform/kernel/parse-input.ts';
import type { HashtagSettings, HashtagState, ReviewedHashtag } from './hashtags.types.ts';
import { normalizedPrefix } from './hashtags.policy.ts';
import {
  findHashtagSettings,
  findReviewedHashtag,
  listReviewedHashtags,
  lockHashtagSettings,
  lockHashtagState,
  updateHashtagSettings,
  upsertHashtagState,
} from './review.queries.ts';

type HashtagFilter = {
  readonly state?: HashtagState | null | undefined;
  readonly search?: string | null | undefined;
  readonly isRising?: boolean | null | undefined;
};

/** Hashtags in every state, newest first. */
export async function adminGetHashtags(
  ctx: AdminContext,
  { state = null, search, isRising }: HashtagFilter,
  page: ListRequest<IdKey>,
): Promise<ReviewedHashtag[]> {
  const beginning = search?.trim() ?? '';
  const prefix = normalizedPrefix(beginning);
  if (beginning !== '' && prefix === null) return [];
  const filter = { state, prefix, isRising: isRising ?? false, now: ctx.clock.now() };
  return listReviewedHashtags(ctx.db, filter, page);
}

/**
 * Sets the state of a hashtag, used or not.
 * @throws AppError VALIDATION_FAILED for a name that is not valid
 */
export async function adminSetHashtagState(
  ctx: AdminContext,
  input: { name: string; state: HashtagState; reason: string },
): Promise<ReviewedHashtag> {
  const reason = parseReason(input);
  const name = hashtagNameOf(input.name);
  if (name === null) throw invalid(['name'], 'The name is not a valid hashtag.', 'hashtag');
  const changedAt = ctx.clock.now();
  await ctx.transaction(async (tx) => {
    const former = await lockHashtagState(tx, name);
    const id = await upsertHashtagState(tx, {
      id: ctx.ids.next(),
      name,
      state: input.state,
      reason,
      changedAt,
    });
    await writeAuditEntry(ctx, tx, {
      action: 'adminSetHashtagState',
      subject: { kind: 'hashtag', id },
      reason,
      before: former && { state: former },
      after: { state: input.state },
    });
  });
  const changed = await findReviewedHashtag(ctx.db, { name }, changedAt);
  if (!changed) throw notFound('Hashtag', ['name']);
  return changed;
}

/**
 * Sets the state of a hashtag in the transaction of a decision.
 * @returns the former state; null when the hashtag is gone
 */
export async function setHashtagState(
  tx: Tx,
  { hashtagId, state, reason, changedAt }: HashtagStateChange,
): Promise<HashtagState | null> {
  const found = await findReviewedHashtag(tx, { id: hashtagId }, changedAt);
  const former = found && (await lockHashtagState(tx, found.name));
  if (!found || former === null) return null;
  await upsertHashtagState(tx, { id: hashtagId, name: found.name, state, reason, changedAt });
  return former;
}

type HashtagStateChange = {
  readonly hashtagId: string;
  readonly state: HashtagState;
  readonly reason: string;
  readonly changedAt: Date;
};

/** A hashtag in any state; null when there is none. */
export function reviewedHashtag(ctx: AdminContext, id: string): Promise<ReviewedHashtag | null> {
  return findReviewedHashtag(ctx.db, { id }, ctx.clock.now());
}

export function adminGetHashtagSettings(ctx: AdminContext): Promise<HashtagSettings> {
  return findHashtagSettings(ctx.db);
}

/** Changes the given settings. */
export async function adminUpdateHashtagSettings(
  ctx: AdminContext,
  input: { trendsNeedReview?: boolean | null | undefined },
): Promise<HashtagSettings> {
  const { trendsNeedReview } = input;
  if (trendsNeedReview != null) {
    await ctx.transaction(async (tx) => {
      const before = await lockHashtagSettings(tx);
      const after = { trendsNeedReview };
      await updateHashtagSettings(tx, after);
      const entry = { action: 'adminUpdateHashtagSettings', subject: null, reason: null } as const;
      await writeAuditEntry(ctx, tx, { ...entry, before, after });
    });
  }
  return findHashtagSettings(ctx.db);
}
