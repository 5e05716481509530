import { detachMediaOfMany } from '#domains/foundation/media/media.service.ts';
import { recordScan, screenText } from '#domains/foundation/screening/screening.service.ts';
import type { Scan } from '#domains/foundation/screening/screening.types.ts';
import type { Db } from '#platform/db/database.ts';
import { DAY_MS } from '#platform/kernel/clock.ts';
import type { Services } from '#platform/outbox/services.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { UserContext } from '#platform/request/context.ts';
import { assertUnrestricted } from '#platform/request/restrictions.ts';
import { parseLock, type ParsedLock } from './message-locks.policy.ts';
import { deleteDueKept, deleteKept, deleteKeptOf, insertKept, listSold } from './message-locks.queries.ts';
import type { KeptMessage, LockInput } from './message-locks.types.ts';

export { insertLocks, updatePrice } from './message-locks.queries.ts';

/** A lock that is judged, and what machines have said of its teaser. */
export type JudgedLock = ParsedLock & { readonly scan: Scan | null };

/** Parses and judges a lock. @throws AppError RESTRICTED | VALIDATION_FAILED | MODERATION_NUDGE | RATE_LIMITED */
export async function judgeLock(ctx: UserContext, input: LockInput): Promise<JudgedLock> {
  const lock = parseLock(ctx, input);
  await assertUnrestricted(ctx, 'MONETISATION');
  const { scan } = await screenText(ctx, {
    kind: 'MESSAGE',
    texts: [lock.teaser],
    retryToken: input.retryToken,
    path: ['lock', 'teaser'],
  });
  return { ...lock, scan };
}

/** Stores what machines have said of the teaser of a message that is written in the same transaction. */
export async function recordTeaserScan(
  services: Pick<Services, 'ids' | 'clock'>,
  tx: Tx,
  { messageId, scan }: { messageId: string; scan: Scan | null },
): Promise<void> {
  if (scan)
    await recordScan(services, tx, { subjectKind: 'MESSAGE', subjectId: messageId, version: 1, scan });
}

/** Whether somebody has bought a message. */
export const isSold = async (db: Db, messageId: string): Promise<boolean> =>
  (await listSold(db, { ids: [messageId] })).length > 0;

type Deleted = Omit<KeptMessage, 'kind'> & { readonly kind: string; readonly senderId: string };

/** Keeps the content of a message that its sender deletes, for those who have bought it, and its media items attached. @returns false when nobody has */
export const keepForBuyers = (
  { limits }: Pick<Services, 'limits'>,
  tx: Tx,
  { deletedAt, ...message }: Deleted & { readonly deletedAt: Date },
): Promise<boolean> =>
  insertKept(tx, { ...message, endsAt: new Date(deletedAt.getTime() + limits.keptMessageDays * DAY_MS) });

/** Takes the content of a deleted message from its buyers. @returns whether it was kept */
export const dropKept = async (tx: Tx, messageId: string): Promise<boolean> =>
  (await detached(tx, await deleteKept(tx, messageId))) > 0;

/** Drops a batch of contents that were kept long enough. @returns how many */
export const dropDueKept = async (tx: Tx, due: { now: Date; limit: number }): Promise<number> =>
  detached(tx, await deleteDueKept(tx, due));

/** Drops a batch of contents of a sender. @returns how many */
export const dropKeptOf = async (tx: Tx, of: { senderId: string; limit: number }): Promise<number> =>
  detached(tx, await deleteKeptOf(tx, of));

async function detached(tx: Tx, dropped: readonly (readonly string[])[]): Promise<number> {
  await detachMediaOfMany(tx, dropped);
  return dropped.length;
}
