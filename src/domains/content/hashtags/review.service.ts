import { z } from 'zod';
import { hashtagNameOf } from '#domains/foundation/entities/entities.policy.ts';
import type { AdminContext } from '#platform/context.ts';
import {
  idKey,
  type IdKey,
  type KeysetList,
  type Page,
  type PageArgs,
  pageOf,
  parsePage,
} from '#platform/db/keyset.ts';
import { notFound } from '#platform/errors.ts';
import { invalid, parseInput } from '#platform/parse-input.ts';
import { textOf } from '#platform/text.ts';
import type { HashtagSettings, HashtagState, ReviewedHashtag } from './hashtags.types.ts';
import { foldedPrefix } from './hashtags.policy.ts';
import {
  findHashtagSettings,
  findReviewedHashtag,
  listReviewedHashtags,
  updateHashtagSettings,
  upsertHashtagState,
} from './review.queries.ts';

const hashtagsList: KeysetList<IdKey> = { name: 'adminGetHashtags', key: idKey };

/** Hashtags in every state, newest first. */
export async function adminGetHashtags(
  ctx: AdminContext,
  args: PageArgs & {
    state?: HashtagState | null | undefined;
    search?: string | null | undefined;
    isRising?: boolean | null | undefined;
  },
): Promise<Page<ReviewedHashtag>> {
  const page = parsePage(hashtagsList, args, ctx.limits);
  const search = args.search?.trim() ?? '';
  const prefix = foldedPrefix(search);
  const filter = {
    state: args.state ?? null,
    prefix,
    isRising: args.isRising ?? false,
    now: ctx.clock.now(),
  };
  const isImpossible = search !== '' && prefix === null;
  const rows = isImpossible ? [] : await listReviewedHashtags(ctx.db, filter, page);
  return pageOf(hashtagsList, page, rows, (row): IdKey => [row.id]);
}

const REASON_LENGTH_MAX = 500;

/**
 * Decides where a hashtag may be seen, also one that nobody has used so far.
 * @throws AppError VALIDATION_FAILED for what no hashtag can be called
 */
export async function adminSetHashtagState(
  ctx: AdminContext,
  input: { name: string; state: HashtagState; reason: string },
): Promise<ReviewedHashtag> {
  const { reason } = parseInput(z.object({ reason: textOf({ min: 1, max: REASON_LENGTH_MAX }) }), input);
  const name = hashtagNameOf(input.name);
  if (name === null) throw invalid(['name'], 'No hashtag can have this name.', 'hashtag');
  const changedAt = ctx.clock.now();
  await ctx.transaction((tx) =>
    upsertHashtagState(tx, { id: ctx.ids.next(), name, state: input.state, reason, changedAt }),
  );
  const changed = await findReviewedHashtag(ctx.db, { name }, changedAt);
  if (!changed) throw notFound('Hashtag', ['name']);
  return changed;
}

/** In every state; null when there is none. */
export function reviewedHashtag(ctx: AdminContext, id: string): Promise<ReviewedHashtag | null> {
  return findReviewedHashtag(ctx.db, { id }, ctx.clock.now());
}

export function adminGetHashtagSettings(ctx: AdminContext): Promise<HashtagSettings> {
  return findHashtagSettings(ctx.db);
}

/** Changes what is given. */
export async function adminUpdateHashtagSettings(
  ctx: AdminContext,
  input: { trendsNeedReview?: boolean | null | undefined },
): Promise<HashtagSettings> {
  const { trendsNeedReview } = input;
  if (trendsNeedReview != null) {
    await ctx.transaction((tx) => updateHashtagSettings(tx, { trendsNeedReview }));
  }
  return findHashtagSettings(ctx.db);
}
