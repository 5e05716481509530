import type { Db } from '#platform/db/database.ts';
import { AppError } from '#platform/kernel/errors.ts';
import type { Services } from '#platform/outbox/services.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import {
  deleteClearings,
  listDebts,
  listNextClearings,
  lockDebts,
  lowerDebts,
  takeDue,
} from './clearings.queries.ts';
import { insertAppendedTransfers, listEarnings, lockEarnings, openEarnings } from './earnings.queries.ts';
import {
  assertAmount,
  assertSufficient,
  BALANCE_COINS_MAX,
  PLATFORM_ACCOUNT_IDS,
  PLATFORM_ID,
} from './ledger.policy.ts';
import type { EarningsKind } from './ledger.types.ts';

type Posting = Pick<Services, 'clock' | 'ids'>;

export type Earned = { readonly userId: string; readonly amountCoins: number };

/** Earnings of a user that were not paid out. */
export type EarnedCoins = {
  readonly pendingCoins: number;
  readonly availableCoins: number;
  /** Debt of coins that were taken back and are not paid. */
  readonly debtCoins: number;
  /** The next of the pending ones to become available; null when none are pending. */
  readonly nextClearing: { readonly at: Date; readonly coins: number } | null;
};

/** Reads earnings of some users, with what is not folded. */
export async function readEarned(
  db: Db,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, EarnedCoins>> {
  const [accounts, clearings, debts] = await Promise.all([
    listEarnings(db, userIds),
    listNextClearings(db, userIds),
    listDebts(db, userIds),
  ]);
  const balanceOf = (userId: string, kind: EarningsKind): number =>
    accounts.find((account) => account.ownerId === userId && account.kind === kind)?.balance ?? 0;
  return new Map(
    userIds.map((userId) => {
      const next = clearings.find((clearing) => clearing.userId === userId);
      return [
        userId,
        {
          pendingCoins: balanceOf(userId, 'EARNINGS_PENDING'),
          availableCoins: balanceOf(userId, 'EARNINGS'),
          debtCoins: debts.find((debt) => debt.userId === userId)?.coins ?? 0,
          nextClearing: next ? { at: next.clearsAt, coins: next.coins } : null,
        },
      ];
    }),
  );
}

/** Makes pending earnings available that are due. @returns how many rows it took */
export async function clearDue(ctx: Posting, tx: Tx, limit: number): Promise<number> {
  const { earned, count } = await takeDue(tx, { now: ctx.clock.now(), limit });
  if (count > 0) await clearEarnings(ctx, tx, earned);
  return count;
}

/** Makes pending earnings available, one amount for each user; debts are paid with them. It locks no account of users without any. */
async function clearEarnings(ctx: Posting, tx: Tx, earned: readonly Earned[]): Promise<void> {
  const userIds = earned.map(({ userId }) => userId);
  const pending = await openEarnings(tx, ctx.ids, { kind: 'EARNINGS_PENDING', userIds });
  const available = await openEarnings(tx, ctx.ids, { kind: 'EARNINGS', userIds });
  await insertAppendedTransfers(
    tx,
    earned.map(({ userId, amountCoins }) => ({
      id: ctx.ids.next(),
      kind: 'EARNINGS_CLEARED' as const,
      initiatorId: PLATFORM_ID,
      idempotencyKey: null,
      reversesId: null,
      createdAt: ctx.clock.now(),
      row: null,
      entries: [
        { accountId: accountOf(pending, userId), amount: -amountCoins },
        { accountId: accountOf(available, userId), amount: amountCoins },
      ],
    })),
  );
  await payDebts(ctx, tx, userIds);
}

/** Pays with available earnings of users what was taken back of others and was not there. */
async function payDebts({ clock, ids }: Posting, tx: Tx, userIds: readonly string[]): Promise<void> {
  const debtors = (await listDebts(tx, userIds)).map(({ userId }) => userId);
  if (debtors.length === 0) return;
  const accounts = await lockEarnings(tx, debtors);
  const paid = (await lockDebts(tx, debtors)).flatMap(({ userId, coins }) => {
    const available = accounts.find(({ ownerId, kind }) => ownerId === userId && kind === 'EARNINGS');
    const amountCoins = Math.min(available?.balance ?? 0, coins);
    return available && amountCoins > 0 ? [{ userId, coins: amountCoins, accountId: available.id }] : [];
  });
  if (paid.length === 0) return;
  await insertAppendedTransfers(
    tx,
    paid.map(({ userId, coins, accountId }) => ({
      id: ids.next(),
      kind: 'EARNINGS_DEBT_PAID' as const,
      initiatorId: PLATFORM_ID,
      idempotencyKey: null,
      reversesId: null,
      createdAt: clock.now(),
      row: { id: ids.next(), userId, direction: 'DEBIT' as const, amountCoins: coins },
      entries: [
        { accountId, amount: -coins },
        { accountId: PLATFORM_ACCOUNT_IDS.LOSSES, amount: coins },
      ],
    })),
  );
  await lowerDebts(tx, paid);
}

type Payout = {
  readonly userId: string;
  readonly amountCoins: number;
  readonly initiatorId: string;
  readonly idempotencyKey: string;
};

/**
 * Books earnings that were paid out. Locks the earnings of the user until the commit.
 * @returns the id of the transfer
 * @throws AppError INSUFFICIENT_COINS | IDEMPOTENCY_KEY_REUSED
 */
export async function payOutEarnings(
  { clock, ids }: Posting,
  tx: Tx,
  { userId, amountCoins, initiatorId, idempotencyKey }: Payout,
): Promise<string> {
  assertAmount(amountCoins);
  const available = (await lockEarnings(tx, [userId])).find(({ kind }) => kind === 'EARNINGS');
  assertSufficient(available?.balance ?? 0, amountCoins);
  if (!available) throw new Error('earnings without an account were enough');
  const id = ids.next();
  const count = await insertAppendedTransfers(tx, [
    {
      id,
      kind: 'PAYOUT',
      initiatorId,
      idempotencyKey,
      reversesId: null,
      createdAt: clock.now(),
      entries: [
        { accountId: available.id, amount: -amountCoins },
        { accountId: PLATFORM_ACCOUNT_IDS.PAID_OUT, amount: amountCoins },
      ],
      row: { id: ids.next(), userId, direction: 'DEBIT', amountCoins },
    },
  ]);
  if (count === 0) {
    throw new AppError(
      'IDEMPOTENCY_KEY_REUSED',
      'This idempotency key is in the books already: use a new key.',
      {
        path: ['idempotencyKey'],
      },
    );
  }
  return id;
}

/**
 * Books the reversal of a payout, which the caller has locked and which is not reversed.
 * @param isErased whether the account of the user is erased: its earnings are then unclaimed
 */
export async function reversePayout(
  ctx: Posting,
  tx: Tx,
  {
    transferId,
    userId,
    amountCoins,
    initiatorId,
    isErased,
  }: Omit<Payout, 'idempotencyKey'> & { transferId: string; isErased: boolean },
): Promise<void> {
  const accountId = isErased
    ? PLATFORM_ACCOUNT_IDS.UNCLAIMED
    : accountOf(await openEarnings(tx, ctx.ids, { kind: 'EARNINGS', userIds: [userId] }), userId);
  const count = await insertAppendedTransfers(tx, [
    {
      id: ctx.ids.next(),
      kind: 'CORRECTION',
      initiatorId,
      idempotencyKey: null,
      reversesId: transferId,
      createdAt: ctx.clock.now(),
      entries: [
        { accountId: PLATFORM_ACCOUNT_IDS.PAID_OUT, amount: -amountCoins },
        { accountId, amount: amountCoins },
      ],
      row: isErased ? null : { id: ctx.ids.next(), userId, direction: 'CREDIT', amountCoins },
    },
  ]);
  if (count === 0) throw new Error('a payout that is not reversed has a reversal in the books');
  if (!isErased) await payDebts(ctx, tx, [userId]);
}

/**
 * Keeps earnings of a user whose account is erased, until somebody claims them; at most as many as one posting moves.
 * @returns the number of transfers, zero when nothing is left
 */
export async function leaveEarningsUnclaimed(
  { clock, ids }: Posting,
  tx: Tx,
  userId: string,
): Promise<number> {
  await deleteClearings(tx, userId);
  const earned = (await lockEarnings(tx, [userId])).find(({ balance }) => balance > 0);
  if (!earned) return 0;
  const amountCoins = Math.min(earned.balance, BALANCE_COINS_MAX);
  return insertAppendedTransfers(tx, [
    {
      id: ids.next(),
      kind: 'EARNINGS_UNCLAIMED',
      initiatorId: PLATFORM_ID,
      idempotencyKey: null,
      reversesId: null,
      createdAt: clock.now(),
      entries: [
        { accountId: earned.id, amount: -amountCoins },
        { accountId: PLATFORM_ACCOUNT_IDS.UNCLAIMED, amount: amountCoins },
      ],
      row: { id: ids.next(), userId, direction: 'DEBIT', amountCoins },
    },
  ]);
}

function accountOf(accounts: ReadonlyMap<string, string>, userId: string): string {
  const id = accounts.get(userId);
  if (id === undefined) throw new Error('an account of earnings that was opened is not there');
  return id;
}
