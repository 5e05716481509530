import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { isNewAccount } from '#domains/identity/users/new-accounts.policy.ts';
import { type Limits, perLimits } from '#platform/kernel/limits.ts';
import { invalid, parseInput } from '#platform/kernel/parse-input.ts';
import { indentedTextSchema } from '#platform/kernel/text.ts';
import type { UserContext } from '#platform/request/context.ts';
import type { LockInput, MessageLock } from './message-locks.types.ts';

/** The lock of the message `m`, as JSON; null without one, for which nothing is looked up. */
export const lockOfMessageSql = sql<MessageLock | null>`(
  case when m.is_locked then (
    select jsonb_build_object('priceCoins', l.price_coins, 'version', l.version, 'teaser', l.teaser, 'entities', l.entities,
      'previewMediaIds', to_jsonb(l.preview_media_ids))
    from message_locks l where l.message_id = m.id) end)`;

/** Media items that the lock of the message `m` shows. */
export const previewsOfMessageSql = sql<readonly string[]>`(
  case when m.is_locked then coalesce(
    (select l.preview_media_ids from message_locks l where l.message_id = m.id), '{}') else '{}' end)`;

/** Whether a lock keeps the content of the message `m` from a viewer: they have neither sent nor bought it, by a probe. */
export const isLockedForSql = (viewerId: string | RawBuilder<string>): RawBuilder<boolean> => sql`(
  m.is_locked and m.sender_id is distinct from ${viewerId}::uuid and not exists (
    select from message_purchases bought
    where bought.message_id = m.id and bought.buyer_id = ${viewerId}::uuid and bought.state = 'PAID' offset 0))`;

const lockInput = perLimits(({ lockTeaserLength }: Limits) =>
  z.object({ lock: z.object({ teaser: indentedTextSchema({ min: 0, max: lockTeaserLength }) }) }),
);

export type ParsedLock = Pick<MessageLock, 'priceCoins' | 'teaser' | 'previewMediaIds'>;

/** @throws ValidationFailed | AppError VALIDATION_FAILED */
export function parseLock(ctx: UserContext, input: LockInput): ParsedLock {
  const { limits } = ctx;
  const priceCoins = parseLockPrice(ctx, input.priceCoins, ['lock', 'priceCoins']);
  const previewMediaIds = [...new Set(input.previewMediaIds ?? [])];
  const { lockPreviews } = limits;
  if (previewMediaIds.length > lockPreviews) {
    const text = `Show at most ${lockPreviews} previews.`;
    throw invalid(['lock', 'previewMediaIds'], text, 'maxItems', lockPreviews);
  }
  const { teaser } = parseInput(lockInput(limits), { lock: { teaser: input.teaser ?? '' } }).lock;
  return { priceCoins, teaser, previewMediaIds };
}

/** @throws AppError VALIDATION_FAILED */
export function parseLockPrice(ctx: UserContext, priceCoins: number, path: readonly string[]): number {
  const { messagePriceCoins, newAccountMessagePriceCoins } = ctx.limits;
  const most = isNewAccount(ctx)
    ? Math.min(messagePriceCoins, newAccountMessagePriceCoins)
    : messagePriceCoins;
  if (priceCoins >= 1 && priceCoins <= most) return priceCoins;
  throw invalid(path, `Choose a price of 1 to ${most} coins.`, 'range', most);
}
