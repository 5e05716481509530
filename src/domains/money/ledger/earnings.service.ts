import type { Services } from '#platform/outbox/services.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { addClearings, type Clearing } from './clearings.queries.ts';
import {
  type AppendedTransfer,
  insertAppendedTransfers,
  insertEarnings,
  listHolders,
  openEarnings,
} from './earnings.queries.ts';
import { clearingTime, PLATFORM_ACCOUNT_IDS, PLATFORM_ID, shareOf } from './ledger.policy.ts';
import type { NewEntry } from './ledger.queries.ts';
import type { CoinTransactionType, PlatformAccount } from './ledger.types.ts';
import { traceSpending } from './lots.service.ts';
import {
  type EarnedOrigin,
  listOrigins,
  listTakesOnTheWay,
  type Origin,
  updateEarned,
  updateTakeEarned,
} from './origins.queries.ts';

/** Coins that one action brought to a user. */
export type Earning = {
  /** The first transfer of the spending that it comes from, whose coins have their origins. */
  readonly spendingId: string;
  readonly payerId: string;
  /** Before the fee. */
  readonly amountCoins: number;
  readonly feeCoins: number;
  /** Null for somebody whom the receiver must not know. */
  readonly counterpartyId: string | null;
};

export type EarningsOfOne = {
  readonly userId: string;
  /** Whether the account of the user is erased: their share waits unclaimed, without transactions. */
  readonly isUnclaimed: boolean;
  readonly earnings: readonly Earning[];
};

type Posting = Pick<Services, 'clock' | 'ids' | 'limits'>;

type Earned = { readonly from: PlatformAccount; readonly of: readonly EarningsOfOne[] };

/**
 * Moves coins that are on their way to the pending earnings of users, in one transfer for all, with a transaction for each of their earnings.
 * Each share of them clears when its origin lets it; what was taken back of it on the way goes there. It only appends to accounts, so that
 * it waits for nobody who spends.
 * @returns the id of the transfer
 */
export async function postEarnings(
  ctx: Posting,
  tx: Tx,
  { type, ...earned }: Earned & { type: CoinTransactionType },
): Promise<string> {
  const { of } = earned;
  const all = of.flatMap(({ earnings }) => earnings);
  const payerIds = [...new Set(all.map(({ payerId }) => payerId))];
  await traceSpending(tx, payerIds);
  const origins = await listOrigins(
    tx,
    all.map(({ spendingId }) => spendingId),
  );
  const shares = sharesOf(ctx, of, origins);
  const accounts = await openPending(ctx, tx, of);
  const transferId = ctx.ids.next();
  await insertEarnings(tx, {
    transferId,
    type,
    now: ctx.clock.now(),
    entries: entriesOf(earned, accounts),
    transactions: of.flatMap(({ userId, isUnclaimed, earnings }) =>
      isUnclaimed ? [] : earnings.map((earning) => ({ id: ctx.ids.next(), userId, ...earning })),
    ),
  });
  await updateEarned(
    tx,
    shares.flatMap(({ origin }) => origin ?? []),
  );
  await addClearings(
    tx,
    shares.flatMap(({ clearing }) => clearing ?? []),
  );
  await payBackTaken(ctx, tx, { of, origins, shares, accounts });
  return transferId;
}

/** Coins that a user earns and that nobody has spent. */
type Issued = Omit<Earning, 'payerId'> & { readonly userId: string; readonly heldUntil: Date };

/**
 * Issues coins to a user as pending earnings, less the fee of the platform. They clear as others do, and not before the time until which
 * they are held. Those of an erased account wait unclaimed.
 * @returns the transfer, and when they clear
 */
export async function issueEarnings(
  ctx: Posting,
  tx: Tx,
  { type, userId, heldUntil, ...earning }: Issued & { type: CoinTransactionType },
): Promise<{ transferId: string; clearsAt: Date }> {
  const { clock, ids, limits } = ctx;
  const { amountCoins, feeCoins } = earning;
  const now = clock.now();
  const clearsAt = later(clearingTime(now, limits.earningsClearingDays), heldUntil);
  const isHolder = (await listHolders(tx, [userId])).has(userId);
  const of = [{ userId, isUnclaimed: !isHolder, earnings: [{ ...earning, payerId: userId }] }];
  const transferId = ids.next();
  await insertEarnings(tx, {
    transferId,
    type,
    now,
    entries: entriesOf({ from: 'ISSUED', of }, await openPending(ctx, tx, of)),
    transactions: isHolder ? [{ id: ids.next(), userId, ...earning }] : [],
  });
  if (isHolder) await addClearings(tx, [{ userId, clearsAt, coins: amountCoins - feeCoins }]);
  return { transferId, clearsAt };
}

/** Pending earnings by their owners, where those of erased accounts are unclaimed. */
async function openPending(
  { ids }: Posting,
  tx: Tx,
  of: readonly EarningsOfOne[],
): Promise<(userId: string) => string> {
  const userIds = of.flatMap(({ userId, isUnclaimed }) => (isUnclaimed ? [] : [userId]));
  const accounts = await openEarnings(tx, ids, { kind: 'EARNINGS_PENDING', userIds });
  return (userId) => accounts.get(userId) ?? PLATFORM_ACCOUNT_IDS.UNCLAIMED;
}

function entriesOf({ from, of }: Earned, accountOf: (userId: string) => string): NewEntry[] {
  const { PLATFORM_FEE, [from]: source } = PLATFORM_ACCOUNT_IDS;
  const amounts = new Map<string, number>();
  const add = (accountId: string, amount: number): void =>
    void amounts.set(accountId, (amounts.get(accountId) ?? 0) + amount);
  for (const { userId, earnings } of of) {
    for (const { amountCoins, feeCoins } of earnings) {
      add(source, -amountCoins);
      add(accountOf(userId), amountCoins - feeCoins);
      add(PLATFORM_FEE, feeCoins);
    }
  }
  return [...amounts].flatMap(([accountId, amount]) => (amount === 0 ? [] : [{ accountId, amount }]));
}

/** Coins that one origin of an earning brings, or its coins without one. */
type Share = { readonly origin: EarnedOrigin | null; readonly clearing: Clearing | null };

function sharesOf(
  { clock, limits }: Posting,
  of: readonly EarningsOfOne[],
  origins: readonly Origin[],
): Share[] {
  const soonest = clearingTime(clock.now(), limits.earningsClearingDays);
  const bySpending = Map.groupBy(origins, ({ spendingId }) => spendingId);
  return of.flatMap(({ userId, isUnclaimed, earnings }) =>
    earnings.flatMap(({ spendingId, amountCoins, feeCoins }): Share[] => {
      const earnedOf = (coins: number): number => shareOf(amountCoins - feeCoins, coins, amountCoins);
      const clearing = (clearsAt: Date, coins: number): Clearing | null =>
        isUnclaimed ? null : { userId, clearsAt, coins };
      let through = 0;
      const traced = (bySpending.get(spendingId) ?? []).map((origin): Share => {
        const before = earnedOf(through);
        through += origin.coins;
        const earnedCoins = earnedOf(through) - before;
        const { lotId, takenCoins } = origin;
        const takenEarnedCoins = shareOf(earnedCoins, takenCoins, origin.coins);
        const clearsAt = later(soonest, origin.earningsClearAt);
        return {
          origin: { spendingId, lotId, earnerId: userId, earnedCoins, takenEarnedCoins, clearsAt },
          clearing: clearing(clearsAt, earnedCoins - takenEarnedCoins),
        };
      });
      const untraced = amountCoins - feeCoins - earnedOf(through);
      return [...traced, { origin: null, clearing: clearing(soonest, untraced) }];
    }),
  );
}

const later = (soonest: Date, held: Date | null): Date =>
  held !== null && held >= soonest ? clearingTime(held) : soonest;

type TakenOnTheWay = {
  readonly of: readonly EarningsOfOne[];
  readonly origins: readonly Origin[];
  readonly shares: readonly Share[];
  readonly accounts: (userId: string) => string;
};

/** Pays the platform what it has advanced for coins that were taken back on their way, from the earnings and fees that they became. */
async function payBackTaken(
  ctx: Posting,
  tx: Tx,
  { of, origins, shares, accounts }: TakenOnTheWay,
): Promise<void> {
  const taken = origins.filter(({ takenCoins }) => takenCoins > 0);
  if (taken.length === 0) return;
  const { PLATFORM_FEE, LOSSES } = PLATFORM_ACCOUNT_IDS;
  const unclaimed = new Set(of.flatMap(({ userId, isUnclaimed }) => (isUnclaimed ? [userId] : [])));
  const earnedOf = ({ spendingId, lotId }: Pick<Origin, 'spendingId' | 'lotId'>): EarnedOrigin => {
    const found = shares.find(
      ({ origin }) => origin?.spendingId === spendingId && origin.lotId === lotId,
    )?.origin;
    if (!found) throw new Error('an origin has earned nothing');
    return found;
  };
  const sums = new Map<string, { coins: number; earned: number }>();
  for (const origin of taken) {
    const { earnerId, takenEarnedCoins } = earnedOf(origin);
    const { coins, earned } = sums.get(earnerId) ?? { coins: 0, earned: 0 };
    sums.set(earnerId, { coins: coins + origin.takenCoins, earned: earned + takenEarnedCoins });
  }
  const now = ctx.clock.now();
  const transfers = [...sums].map(([userId, { coins, earned }]): AppendedTransfer => ({
    id: ctx.ids.next(),
    kind: 'EARNINGS_TAKEN_BACK',
    initiatorId: PLATFORM_ID,
    idempotencyKey: null,
    reversesId: null,
    createdAt: now,
    entries: [
      { accountId: accounts(userId), amount: -earned },
      { accountId: PLATFORM_FEE, amount: earned - coins },
      { accountId: LOSSES, amount: coins },
    ].filter(({ amount }) => amount !== 0),
    row:
      earned === 0 || unclaimed.has(userId)
        ? null
        : { id: ctx.ids.next(), userId, direction: 'DEBIT', amountCoins: earned },
  }));
  await insertAppendedTransfers(tx, transfers);
  await splitTakes(tx, taken, earnedOf);
}

/** Notes in what each refund or dispute took on the way how much of it was earned. */
async function splitTakes(
  tx: Tx,
  taken: readonly Origin[],
  earnedOf: (origin: Origin) => EarnedOrigin,
): Promise<void> {
  const takes = await listTakesOnTheWay(
    tx,
    taken.map(({ spendingId }) => spendingId),
  );
  for (const origin of taken) {
    const { spendingId, lotId } = origin;
    const { earnedCoins } = earnedOf(origin);
    let through = 0;
    for (const take of takes) {
      if (take.spendingId !== spendingId || take.lotId !== lotId) continue;
      const before = shareOf(earnedCoins, through, origin.coins);
      through += take.coins;
      const earned = shareOf(earnedCoins, through, origin.coins) - before;
      await updateTakeEarned(tx, { transferId: take.transferId, spendingId, lotId, earnedCoins: earned });
    }
  }
}
