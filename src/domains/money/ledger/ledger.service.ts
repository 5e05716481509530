import { DAY_MS } from '#platform/kernel/clock.ts';
import { AppError, notFound } from '#platform/kernel/errors.ts';
import type { Services } from '#platform/outbox/services.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { coinsPosted } from './ledger.events.ts';
import {
  assertAmount,
  assertRoomFor,
  assertSufficient,
  idAfter,
  ORIGIN_OF,
  PLATFORM_ACCOUNT_IDS,
  PLATFORM_ID,
  splitSpending,
  totalOf,
} from './ledger.policy.ts';
import {
  findNewestTransactionId,
  findTransfer,
  hasAccount,
  insertAccounts,
  insertTransfer,
  lockCoins,
  type LockedCoins,
  type NewEntry,
} from './ledger.queries.ts';
import type {
  CoinBalance,
  CoinKind,
  CoinTransactionDirection,
  CoinTransactionType,
  PlatformAccount,
} from './ledger.types.ts';
import { findLot, withdrawFromLot } from './lots.queries.ts';
import {
  openLots,
  returnToLots,
  settleBeforeCredit,
  settleLots,
  sumOf,
  traceSpending,
} from './lots.service.ts';

/** A context inside a transaction, or as much of one. */
type Posting = Pick<Services, 'clock' | 'ids'>;

/** The user or admin who causes a transfer, or the platform; their key, where they have one, can cause one of this type only once. */
export type Cause = {
  readonly type: CoinTransactionType;
  readonly initiatorId: string;
  readonly idempotencyKey: string | null;
};

export type Posted = { readonly transferId: string; readonly transactionId: string };

/** Time at which promotional coins that are given now expire. */
const promoExpiry = ({ clock, limits }: Pick<Services, 'clock' | 'limits'>): Date =>
  new Date(clock.now().getTime() + limits.promoCoinDays * DAY_MS);

type Credited = {
  readonly userId: string;
  readonly kind: CoinKind;
  readonly amountCoins: number;
  /** Expiry of promotional coins: after `promoCoinDays` days unless it is given; null never. Others do not expire. */
  readonly promoExpiresAt?: Date | null;
};

/**
 * Gives coins to a user, from the account of the platform from which coins of this kind come. Locks the coins of the user until the commit.
 * @throws AppError LIMIT_REACHED | IDEMPOTENCY_KEY_REUSED
 */
export async function creditCoins(
  ctx: Posting & Pick<Services, 'limits'>,
  tx: Tx,
  { userId, kind, amountCoins, promoExpiresAt = promoExpiry(ctx), ...cause }: Cause & Credited,
): Promise<Posted> {
  assertAmount(amountCoins);
  const locked = await openCoins(ctx, tx, userId);
  assertRoomFor(balanceOf(locked), amountCoins);
  const entries = move({
    from: PLATFORM_ACCOUNT_IDS[ORIGIN_OF[kind]],
    to: locked[kind].id,
    amount: amountCoins,
  });
  return post(ctx, tx, {
    userId,
    locked,
    entries,
    direction: 'CREDIT',
    amountCoins,
    cause,
    promoExpiresAt,
  });
}

/** Coins that are credited together as one transaction. */
export type PurchasedCoins = {
  readonly userId: string;
  /** Coins that were paid for. */
  readonly coins: number;
  /** Promotional coins that come with them. */
  readonly bonusCoins: number;
  /** A purchase is credited once. */
  readonly purchaseId: string;
  /** Time until which earnings that are paid with them stay pending. */
  readonly earningsClearAt: Date;
};

/**
 * Gives the coins of a purchase that is paid. Locks the coins of the user until the commit. Those of an erased account are
 * forfeited at once.
 * @throws AppError LIMIT_REACHED | IDEMPOTENCY_KEY_REUSED
 */
export async function creditPurchasedCoins(
  ctx: Posting,
  tx: Tx,
  { userId, coins, bonusCoins, purchaseId, earningsClearAt }: PurchasedCoins,
): Promise<Posted> {
  const amountCoins = coins + bonusCoins;
  assertAmount(amountCoins);
  const hasOwner = await hasAccount(tx, userId);
  const locked = await openCoins(ctx, tx, userId);
  assertRoomFor(balanceOf(locked), amountCoins);
  const entries = [
    ...move({ from: PLATFORM_ACCOUNT_IDS.ISSUED, to: locked.COINS.id, amount: coins }),
    ...move({ from: PLATFORM_ACCOUNT_IDS.PROMO_EXPENSE, to: locked.PROMO.id, amount: bonusCoins }),
  ];
  const cause = { type: 'COIN_PURCHASE', initiatorId: PLATFORM_ID, idempotencyKey: purchaseId } as const;
  const credit = { userId, locked, entries, direction: 'CREDIT', amountCoins, cause } as const;
  const posted = await post(ctx, tx, { ...credit, earningsClearAt });
  if (!hasOwner) await forfeitCoins(ctx, tx, userId);
  return posted;
}

type Spent = {
  readonly userId: string;
  readonly amountCoins: number;
  /** The accounts of the platform that get coins of each kind. */
  readonly to: Readonly<Record<CoinKind, PlatformAccount>>;
  /** The user who is paid, whom the transaction names. */
  readonly counterpartyId?: string;
};

/**
 * Takes coins from a user, given ones first. Locks the coins of the user until the commit.
 * @throws AppError INSUFFICIENT_COINS | IDEMPOTENCY_KEY_REUSED
 */
export async function spendCoins(
  ctx: Posting,
  tx: Tx,
  { userId, amountCoins, to, counterpartyId, ...cause }: Cause & Spent,
): Promise<Posted> {
  assertAmount(amountCoins);
  const locked = await lockCoins(tx, userId);
  if (!locked) throw insufficient(amountCoins);
  const split = splitSpending(balanceOf(locked), amountCoins);
  const entries = [
    ...move({ from: locked.PROMO.id, to: PLATFORM_ACCOUNT_IDS[to.PROMO], amount: split.promoCoins }),
    ...move({ from: locked.COINS.id, to: PLATFORM_ACCOUNT_IDS[to.COINS], amount: split.coins }),
  ];
  return post(ctx, tx, { userId, locked, entries, direction: 'DEBIT', amountCoins, counterpartyId, cause });
}

/**
 * Moves back all that a transfer about one user has moved, to the same accounts; it can be done once.
 * @throws AppError NOT_FOUND | INSUFFICIENT_COINS | LIMIT_REACHED | INVALID_STATE
 */
export async function reverseTransfer(
  ctx: Posting,
  tx: Tx,
  { transferId, ...by }: Omit<Cause, 'type'> & { transferId: string },
): Promise<Posted> {
  const original = await findTransfer(tx, transferId);
  if (!original) throw new AppError('NOT_FOUND', 'Transfer not found.');
  const { userId, amountCoins } = original;
  const locked = await openCoins(ctx, tx, userId);
  const entries = original.entries.map(({ accountId, amount }) => ({ accountId, amount: -amount }));
  for (const { id, balance } of Object.values(locked)) {
    const taken = -sumOf(entries, id);
    if (taken > 0) assertSufficient(balance, taken);
  }
  const direction = original.direction === 'CREDIT' ? 'DEBIT' : 'CREDIT';
  const cause = { type: 'CORRECTION', ...by } as const;
  const movement = {
    userId,
    locked,
    entries,
    direction,
    amountCoins,
    cause,
    reversesId: transferId,
  } as const;
  if (direction === 'DEBIT') {
    await withdrawLots(tx, movement);
    return post(ctx, tx, movement);
  }
  assertRoomFor(balanceOf(locked), amountCoins);
  await traceSpending(tx, [userId]);
  const posted = await post(ctx, tx, movement);
  await returnToLots(ctx, tx, { userId, locked, entries, transferId: posted.transferId });
  return posted;
}

/** Refuses a user without an account, or whose account is erased; it is not erased before the commit. @throws AppError NOT_FOUND */
export async function assertHolder(tx: Tx, userId: string): Promise<void> {
  if (!(await isHolder(tx, userId))) throw notFound('User', ['userId']);
}

/** Whether a user has an account that is not erased; it is not erased before the commit. */
export const isHolder = (tx: Tx, userId: string): Promise<boolean> => hasAccount(tx, userId);

/** Takes a credit that is reversed out of its lots, as far as it is left there; other coins stand in for the rest. */
async function withdrawLots(
  tx: Tx,
  { userId, locked, entries, reversesId: sourceTransferId }: Movement & { reversesId: string },
): Promise<void> {
  await settleLots(tx, userId);
  for (const kind of ['COINS', 'PROMO'] as const) {
    const taken = -sumOf(entries, locked[kind].id);
    if (taken <= 0) continue;
    const lot = await findLot(tx, { userId, kind, sourceTransferId });
    if (lot) await withdrawFromLot(tx, lot.lotId, Math.min(lot.remaining, taken));
  }
}

/**
 * Takes all coins of a user whose account is erased. What is below zero is a loss of the platform.
 * @returns the number of transfers, zero when there were no coins
 */
export async function forfeitCoins(ctx: Posting, tx: Tx, userId: string): Promise<number> {
  const locked = await lockCoins(tx, userId);
  if (!locked) return 0;
  const { BREAKAGE, LOSSES } = PLATFORM_ACCOUNT_IDS;
  const entries = [locked.PROMO, locked.COINS].flatMap(({ id, balance }) =>
    balance > 0
      ? move({ from: id, to: BREAKAGE, amount: balance })
      : move({ from: LOSSES, to: id, amount: 0 - balance }),
  );
  if (entries.length === 0) return 0;
  const rest = totalOf(balanceOf(locked));
  const cause = { type: 'FORFEITURE', initiatorId: PLATFORM_ID, idempotencyKey: null } as const;
  const direction = rest > 0 ? 'DEBIT' : 'CREDIT';
  await post(ctx, tx, { userId, locked, entries, direction, amountCoins: Math.abs(rest), cause });
  await settleLots(tx, userId);
  return 1;
}

/** Locks the accounts of a user until the commit, and opens them at their first use. */
export async function openCoins({ ids }: Posting, tx: Tx, userId: string): Promise<LockedCoins> {
  const known = await lockCoins(tx, userId);
  if (known) return known;
  await insertAccounts(tx, { userId, ids: { COINS: ids.next(), PROMO: ids.next() } });
  const opened = await lockCoins(tx, userId);
  if (!opened) throw new Error('accounts that were opened are not there');
  return opened;
}

const balanceOf = ({ COINS, PROMO }: LockedCoins): CoinBalance => ({
  coins: COINS.balance,
  promoCoins: PROMO.balance,
});

function insufficient(requiredCoins: number): AppError {
  const details = { requiredCoins, availableCoins: 0 };
  return new AppError('INSUFFICIENT_COINS', `This needs ${requiredCoins} coins, and 0 are there.`, {
    details,
  });
}

/** The two entries of a movement, or none of nothing. */
export function move({ from, to, amount }: { from: string; to: string; amount: number }): NewEntry[] {
  if (amount === 0) return [];
  return [
    { accountId: from, amount: -amount },
    { accountId: to, amount },
  ];
}

type Movement = {
  readonly userId: string;
  readonly locked: LockedCoins;
  readonly entries: readonly NewEntry[];
  readonly direction: CoinTransactionDirection;
  /** The part that the user sees; nothing when it is zero. */
  readonly amountCoins: number;
  readonly cause: Cause;
  readonly reversesId?: string;
  readonly counterpartyId?: string | undefined;
  /** Whether its credit goes back to lots, which are left to the caller. */
  readonly isReturned?: boolean;
  /** Expiry of a credit; without it never. */
  readonly promoExpiresAt?: Date | null;
  /** Time until which earnings that are paid with a credit stay pending. */
  readonly earningsClearAt?: Date | null;
};

/**
 * Writes a transfer that moves coins of a user whose accounts are locked, with the lots of a credit; a reversal and a return leave lots to their caller.
 * @throws AppError IDEMPOTENCY_KEY_REUSED | INVALID_STATE
 */
export async function post(
  ctx: Posting,
  tx: Tx,
  { promoExpiresAt = null, earningsClearAt = null, ...movement }: Movement,
): Promise<Posted> {
  if (movement.reversesId !== undefined || movement.isReturned) return write(ctx, tx, movement);
  const { userId, locked, entries } = movement;
  await settleBeforeCredit(tx, { userId, locked, entries });
  const posted = await write(ctx, tx, movement);
  const { transferId } = posted;
  await openLots(ctx, tx, { userId, locked, entries, transferId, promoExpiresAt, earningsClearAt });
  return posted;
}

async function write(
  { clock, ids }: Posting,
  tx: Tx,
  { userId, locked, entries, direction, amountCoins, cause, reversesId, counterpartyId }: Movement,
): Promise<Posted> {
  const { type, initiatorId, idempotencyKey } = cause;
  const transferId = ids.next();
  // After the lock, so that ids are given in the order of the balances.
  const transactionId = idAfter(await findNewestTransactionId(tx, userId), ids.next());
  const before = totalOf(balanceOf(locked));
  const isPosted = await insertTransfer(tx, {
    transfer: {
      id: transferId,
      kind: type,
      initiatorId,
      idempotencyKey,
      reversesId: reversesId ?? null,
      createdAt: clock.now(),
    },
    entries,
    row:
      amountCoins === 0
        ? null
        : {
            id: transactionId,
            userId,
            direction,
            amountCoins,
            balanceAfterCoins: direction === 'CREDIT' ? before + amountCoins : before - amountCoins,
            counterpartyId: counterpartyId ?? null,
          },
  });
  if (!isPosted) throw reversesId === undefined ? keyUsed() : reversedAlready();
  // An erased user is not told, so that no event names them that is relayed after the others were forgotten.
  if (type !== 'FORFEITURE' && amountCoins > 0)
    tx.emit(coinsPosted, { transactionId }, { userIds: [userId] });
  return { transferId, transactionId };
}

const keyUsed = (): AppError =>
  new AppError('IDEMPOTENCY_KEY_REUSED', 'This idempotency key is in the books already: use a new key.', {
    path: ['idempotencyKey'],
  });

const reversedAlready = (): AppError =>
  new AppError('INVALID_STATE', 'The transfer has been reversed already.', {
    details: { current: 'REVERSED', allowed: ['POSTED'] },
  });
