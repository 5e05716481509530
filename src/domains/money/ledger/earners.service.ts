import type { Services } from '#platform/outbox/services.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import {
  addClearings,
  addToDebts,
  type Clearing,
  lockDebts,
  lowerDebts,
  summed,
  takeFromClearings,
} from './clearings.queries.ts';
import {
  type EarningsRow,
  insertAppendedTransfers,
  insertEarningsRows,
  listHolders,
  lockEarnings,
  openEarnings,
} from './earnings.queries.ts';
import { PLATFORM_ACCOUNT_IDS, PLATFORM_ID, shareOf } from './ledger.policy.ts';
import type { NewEntry } from './ledger.queries.ts';
import {
  addTaken,
  insertTakes,
  type OriginTake,
  type RefundedOrigin,
  type SpentOrigin,
  updateRefunded,
} from './origins.queries.ts';

type Posting = Pick<Services, 'clock' | 'ids'>;

/** Coins that are taken back of an origin, or given back to it. */
export type TakenOrigin = OriginTake & {
  /** Null while they are on their way. */
  readonly earnerId: string | null;
  readonly clearsAt: Date | null;
};

/** The part of a transfer that concerns earners, fees and losses, and what the earners see of it. */
type EarnersPart = { readonly entries: readonly NewEntry[]; readonly rows: readonly EarningsRow[] };

const NO_PART: EarnersPart = { entries: [], rows: [] };

const { ISSUED, PLATFORM_FEE, LOSSES, UNCLAIMED } = PLATFORM_ACCOUNT_IDS;

/** An entry, or none of nothing. */
export const entryOf = (accountId: string, amount: number): NewEntry[] =>
  amount === 0 ? [] : [{ accountId, amount }];

/** The first of some origins that have as many coins together, each with the share of its earner. */
export function takenOf(spent: readonly SpentOrigin[], coins: number): TakenOrigin[] {
  let rest = coins;
  return spent.flatMap((origin) => {
    const taken = Math.min(origin.coins - origin.takenCoins, rest);
    rest -= taken;
    if (taken <= 0) return [];
    const { spendingId, lotId, earnerId, clearsAt, takenEarnedCoins } = origin;
    const through = shareOf(origin.earnedCoins ?? 0, origin.takenCoins + taken, origin.coins);
    const earnedCoins = Math.max(Math.min(through - takenEarnedCoins, taken), 0);
    return [{ spendingId, lotId, earnerId, clearsAt, coins: taken, earnedCoins }];
  });
}

/**
 * Takes coins back from where spendings have brought them: an earner's share from what is pending of it, then from what is available, then as a
 * debt, which with all of erased accounts and coins that are on their way is a loss of the platform; the rest from its fee.
 */
export async function takeFromEarners(
  { ids }: Posting,
  tx: Tx,
  takes: readonly TakenOrigin[],
): Promise<EarnersPart> {
  if (takes.length === 0) return NO_PART;
  const wanted = summed(takes.flatMap(clearingOf));
  const owed = sumsOf(wanted);
  const holders = await listHolders(tx, [...owed.keys()]);
  const pending = sumsOf(
    await takeFromClearings(
      tx,
      wanted.filter(({ userId }) => holders.has(userId)),
    ),
  );
  const accounts = await lockEarnings(tx, [...owed.keys()]);
  const debts: { userId: string; coins: number }[] = [];
  const rows: EarningsRow[] = [];
  const entries = [...owed].flatMap(([userId, coins]) => {
    const accountOf = (kind: string) =>
      accounts.find((account) => account.ownerId === userId && account.kind === kind);
    const [waiting, ready] = [accountOf('EARNINGS_PENDING'), accountOf('EARNINGS')];
    const fromPending = pending.get(userId) ?? 0;
    const isHolder = holders.has(userId);
    const fromAvailable = isHolder ? Math.min(Math.max(ready?.balance ?? 0, 0), coins - fromPending) : 0;
    const amountCoins = fromPending + fromAvailable;
    if (coins > amountCoins) debts.push({ userId, coins: coins - amountCoins });
    if (amountCoins > 0) rows.push({ id: ids.next(), userId, direction: 'DEBIT', amountCoins });
    return [
      ...(waiting ? entryOf(waiting.id, -fromPending) : []),
      ...(ready ? entryOf(ready.id, -fromAvailable) : []),
    ];
  });
  if (debts.length > 0) await addToDebts(tx, debts);
  const lost = sumOf(debts) + sumOf(takes.filter(({ earnerId }) => earnerId === null));
  return { entries: [...entries, ...entryOf(PLATFORM_FEE, -feesOf(takes)), ...entryOf(LOSSES, -lost)], rows };
}

/**
 * Gives coins back to where they were taken from: to an earner what is left after their debt, pending for as long as it would have been, unclaimed
 * where the account is erased; the rest to the fee.
 */
export async function returnToEarners(
  { clock, ids }: Posting,
  tx: Tx,
  takes: readonly TakenOrigin[],
): Promise<EarnersPart> {
  if (takes.length === 0) return NO_PART;
  const given = summed(takes.flatMap(clearingOf));
  const userIds = [...sumsOf(given).keys()];
  const holders = await listHolders(tx, userIds);
  await lockEarnings(tx, userIds);
  const debts = new Map((await lockDebts(tx, userIds)).map(({ userId, coins }) => [userId, coins]));
  const paid: { userId: string; coins: number }[] = [];
  const rest = given.map((clearing) => {
    const { userId, coins } = clearing;
    const debt = Math.min(debts.get(userId) ?? 0, coins);
    debts.set(userId, (debts.get(userId) ?? 0) - debt);
    if (debt > 0) paid.push({ userId, coins: debt });
    return { ...clearing, coins: coins - debt };
  });
  if (paid.length > 0) await lowerDebts(tx, paidSums(paid));
  const toHolders = rest.filter(({ userId, coins }) => holders.has(userId) && coins > 0);
  const isPending = ({ clearsAt }: Clearing): boolean => clearsAt > clock.now();
  await addClearings(tx, toHolders.filter(isPending));
  const waiting = await openEarnings(tx, ids, { kind: 'EARNINGS_PENDING', userIds: [...holders] });
  const ready = await openEarnings(tx, ids, { kind: 'EARNINGS', userIds: [...holders] });
  const entries = rest.flatMap((clearing) => {
    const account = (isPending(clearing) ? waiting : ready).get(clearing.userId) ?? UNCLAIMED;
    return entryOf(account, clearing.coins);
  });
  const rows = [...sumsOf(toHolders)].map(([userId, amountCoins]) => ({
    id: ids.next(),
    userId,
    direction: 'CREDIT' as const,
    amountCoins,
  }));
  const regained = sumOf(paid) + sumOf(takes.filter(({ earnerId }) => earnerId === null));
  return {
    entries: [...entries, ...entryOf(PLATFORM_FEE, feesOf(takes)), ...entryOf(LOSSES, regained)],
    rows,
  };
}

type Noted = {
  readonly transferId: string;
  readonly takes: readonly TakenOrigin[];
  readonly rows: readonly EarningsRow[];
};

/** Notes what a transfer took, for when it is given back, and shows the earners theirs. */
export async function noteTaken(
  { clock }: Posting,
  tx: Tx,
  { transferId, takes, rows }: Noted,
): Promise<void> {
  if (takes.length === 0) return;
  await addTaken(tx, takes);
  await insertTakes(tx, transferId, takes);
  await insertEarningsRows(tx, { transferId, type: 'EARNINGS_TAKEN_BACK', now: clock.now(), rows });
}

/** Notes what a transfer gave back, and shows the earners theirs. */
export async function noteReturned(
  { clock }: Posting,
  tx: Tx,
  { transferId, takes, rows }: Noted,
): Promise<void> {
  if (takes.length === 0) return;
  await addTaken(
    tx,
    takes.map((take) => ({ ...take, coins: -take.coins, earnedCoins: -take.earnedCoins })),
  );
  await insertEarningsRows(tx, { transferId, type: 'EARNINGS_RETURNED', now: clock.now(), rows });
}

/** Takes coins that went back to their payer out of the origins of their spending. */
export const noteRefunded = (tx: Tx, spendingId: string, parts: readonly RefundedOrigin[]): Promise<void> =>
  updateRefunded(tx, spendingId, parts);

/** Shows earners what a transfer took from them. */
export const showTaken = (
  { clock }: Posting,
  tx: Tx,
  { transferId, rows }: Omit<Noted, 'takes'>,
): Promise<void> =>
  insertEarningsRows(tx, { transferId, type: 'EARNINGS_TAKEN_BACK', now: clock.now(), rows });

/** Coins that were issued to an earner, and the refund or dispute that takes them back. */
type IssuedTake = { readonly take: TakenOrigin; readonly key: string };

/** Takes issued coins back from their earner and from the fee, once for a key. @returns the id of the transfer */
export async function takeIssued(ctx: Posting, tx: Tx, { take, key }: IssuedTake): Promise<string> {
  const { entries, rows } = await takeFromEarners(ctx, tx, [take]);
  const id = ctx.ids.next();
  await insertAppendedTransfers(tx, [
    {
      id,
      kind: 'EARNINGS_TAKEN_BACK',
      initiatorId: PLATFORM_ID,
      idempotencyKey: key,
      reversesId: null,
      createdAt: ctx.clock.now(),
      entries: [...entries, ...entryOf(ISSUED, take.coins)],
      row: rows[0] ?? null,
    },
  ]);
  return id;
}

/** Gives back what `takeIssued` took. @returns the id of the transfer */
export async function returnIssued(
  ctx: Posting,
  tx: Tx,
  { take, key, reversesId }: IssuedTake & { readonly reversesId: string },
): Promise<string> {
  const { entries, rows } = await returnToEarners(ctx, tx, [take]);
  const id = ctx.ids.next();
  await insertAppendedTransfers(tx, [
    {
      id,
      kind: 'EARNINGS_RETURNED',
      initiatorId: PLATFORM_ID,
      idempotencyKey: key,
      reversesId,
      createdAt: ctx.clock.now(),
      entries: [...entries, ...entryOf(ISSUED, -take.coins)],
      row: rows[0] ?? null,
    },
  ]);
  return id;
}

function clearingOf({ earnerId, clearsAt, earnedCoins }: TakenOrigin): Clearing[] {
  return earnerId === null || clearsAt === null ? [] : [{ userId: earnerId, clearsAt, coins: earnedCoins }];
}

/** Of coins that are on their way no fee is known. */
const feesOf = (takes: readonly TakenOrigin[]): number =>
  takes.reduce(
    (sum, { earnerId, coins, earnedCoins }) => sum + (earnerId === null ? 0 : coins - earnedCoins),
    0,
  );

const sumOf = (of: readonly { readonly coins: number }[]): number =>
  of.reduce((sum, { coins }) => sum + coins, 0);

const paidSums = (paid: readonly { readonly userId: string; readonly coins: number }[]) =>
  [...sumsOf(paid)].map(([userId, coins]) => ({ userId, coins }));

/** The sums of users, in the order of their ids where the parts are. */
function sumsOf(
  of: readonly { readonly userId: string; readonly coins: number }[],
): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const { userId, coins } of of) sums.set(userId, (sums.get(userId) ?? 0) + coins);
  return sums;
}
