import { sql } from 'kysely';
import { anyOf } from '#platform/db/any-of.ts';
import type { Db } from '#platform/db/database.ts';
import { prepared } from '#platform/db/prepared.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { PLATFORM_ACCOUNT_IDS } from './ledger.policy.ts';
import type {
  CoinKind,
  CoinTransactionDirection,
  CoinTransactionType,
  LedgerReport,
  PlatformAccount,
} from './ledger.types.ts';

/** A user's two accounts, locked. */
export type LockedCoins = Readonly<Record<CoinKind, { readonly id: string; readonly balance: number }>>;

/** Locks the accounts of a user until the commit; null when there are none yet. */
export async function lockCoins(tx: Tx, userId: string): Promise<LockedCoins | null> {
  const rows = await lockedAccounts(tx, { userId });
  const [COINS, PROMO] = (['COINS', 'PROMO'] as const).map((kind) => rows.find((row) => row.kind === kind));
  return COINS && PROMO ? { COINS, PROMO } : null;
}

const lockedAccounts = prepared<{ userId: string }, { id: string; kind: string; balance: number }>(
  (db, { userId }) =>
    db
      .selectFrom('coin_accounts')
      .select(['id', 'kind', 'balance'])
      .where('owner_id', '=', userId)
      .where('kind', 'in', ['COINS', 'PROMO'])
      .orderBy('id')
      .forNoKeyUpdate()
      .compile(),
);

/** Whether the user has an account that is not erased; it is not erased before the commit. */
export async function hasAccount(tx: Tx, userId: string): Promise<boolean> {
  const found = await tx
    .selectFrom('users')
    .select('state')
    .where('id', '=', userId)
    .forShare()
    .executeTakeFirst();
  return found !== undefined && found.state !== 'DELETED';
}

/** Lets an account stand below zero, which refunds and lost disputes alone do, or no longer. */
export async function setMayBeNegative(tx: Tx, accountId: string, mayBeNegative: boolean): Promise<void> {
  await tx
    .updateTable('coin_accounts')
    .set({ may_be_negative: mayBeNegative })
    .where('id', '=', accountId)
    .execute();
}

/** Opens the accounts of a user, unless they are open. */
export async function insertAccounts(
  tx: Tx,
  { userId, ids }: { userId: string; ids: Readonly<Record<CoinKind, string>> },
): Promise<void> {
  const rest = { owner_id: userId, is_appended: false, may_be_negative: false };
  await tx
    .insertInto('coin_accounts')
    .values([
      { id: ids.COINS, kind: 'COINS', ...rest },
      { id: ids.PROMO, kind: 'PROMO', ...rest },
    ])
    .onConflict((conflict) => conflict.columns(['owner_id', 'kind']).doNothing())
    .execute();
}

export async function findNewestTransactionId(tx: Tx, userId: string): Promise<string | null> {
  const newest = await tx
    .selectFrom('coin_transactions')
    .select('id')
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return newest?.id ?? null;
}

export type NewTransfer = {
  readonly id: string;
  readonly kind: CoinTransactionType;
  readonly initiatorId: string;
  readonly idempotencyKey: string | null;
  readonly reversesId: string | null;
  readonly createdAt: Date;
};

export type NewEntry = { readonly accountId: string; readonly amount: number };

export type NewTransaction = {
  readonly id: string;
  readonly userId: string;
  readonly direction: CoinTransactionDirection;
  readonly amountCoins: number;
  readonly balanceAfterCoins: number;
  readonly counterpartyId: string | null;
};

/**
 * Writes a transfer with its entries, the balances of the locked accounts among them and the row that the user sees, in one statement.
 * @returns false when its key has been used, or the transfer that it reverses has been reversed: then nothing is written
 */
export async function insertTransfer(
  tx: Tx,
  {
    transfer,
    entries,
    row,
  }: { transfer: NewTransfer; entries: readonly NewEntry[]; row: NewTransaction | null },
): Promise<boolean> {
  const { rows } = await sql`
    with posted as (
      insert into coin_transfers (id, kind, initiator_id, idempotency_key, reverses_id, created_at)
      values (${transfer.id}, ${transfer.kind}, ${transfer.initiatorId}, ${transfer.idempotencyKey}, ${transfer.reversesId}, ${transfer.createdAt})
      on conflict do nothing returning id, kind, created_at
    ), given as (
      select posted.id as transfer_id, e.account_id, e.amount
      from posted cross join jsonb_to_recordset(${JSON.stringify(entries.map(entryRow))}::jsonb) as e (account_id uuid, amount bigint)
    ), entered as (
      insert into coin_entries (transfer_id, account_id, amount) select transfer_id, account_id, amount from given
    ), balanced as (
      update coin_accounts a set balance = a.balance + g.amount
      from (select account_id, sum(amount)::bigint as amount from given group by account_id) g
      where a.id = g.account_id and not a.is_appended
    ), shown as (
      insert into coin_transactions (id, user_id, transfer_id, type, direction, amount_coins, balance_after, counterparty_id, created_at)
      select ${row?.id}::uuid, ${row?.userId}::uuid, posted.id, posted.kind, ${row?.direction}::text,
        ${row?.amountCoins}::integer, ${row?.balanceAfterCoins}::integer, ${row?.counterpartyId ?? null}::uuid, posted.created_at
      from posted where ${row !== null}::boolean
    )
    select id from posted`.execute(tx);
  return rows.length > 0;
}

const entryRow = ({ accountId, amount }: NewEntry) => ({ account_id: accountId, amount });

export type PostedTransfer = {
  readonly userId: string;
  readonly direction: CoinTransactionDirection;
  readonly amountCoins: number;
  readonly entries: readonly NewEntry[];
};

/** A transfer about the coins of one user, earnings not among them; null when there is none. */
export async function findTransfer(tx: Tx, id: string): Promise<PostedTransfer | null> {
  const found = await tx
    .selectFrom('coin_transactions')
    .select(['user_id as userId', 'direction', 'amount_coins as amountCoins'])
    .where('transfer_id', '=', id)
    .where('balance_after', 'is not', null)
    // A constraint holds it.
    .$narrowType<{ direction: CoinTransactionDirection }>()
    .executeTakeFirst();
  if (!found) return null;
  const entries = await tx
    .selectFrom('coin_entries')
    .select(['account_id as accountId', 'amount'])
    .where('transfer_id', '=', id)
    .orderBy('id')
    .execute();
  return { ...found, entries };
}

/**
 * Adds entries of appended accounts to their balances, of those that nobody else folds. It takes the entries that it sees and
 * leaves those of transactions under way; one statement, so that what is interrupted has done nothing.
 * @returns how many
 */
export async function foldEntries(tx: Tx, limit: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with waiting as materialized (
      select account_id, entry_id from coin_unfolded_entries order by account_id, entry_id limit ${limit}
    ), accounts as materialized (
      select id from coin_accounts where id in (select account_id from waiting) order by id
      for no key update skip locked
    ), taken as (
      delete from coin_unfolded_entries u using waiting w, accounts a
      where a.id = w.account_id and u.account_id = w.account_id and u.entry_id = w.entry_id
      returning u.account_id, u.amount
    ), folded as (
      update coin_accounts c set balance = c.balance + t.amount
      from (select account_id, sum(amount)::bigint as amount from taken group by account_id) t where c.id = t.account_id
    )
    select count(*)::integer as count from taken`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** The balances of some users, by their ids; those without accounts are missing. */
export async function listBalances(
  db: Db,
  userIds: readonly string[],
): Promise<{ userId: string; kind: string; balance: number }[]> {
  return db
    .selectFrom('coin_accounts')
    .select(['owner_id as userId', 'kind', 'balance'])
    .where('owner_id', '=', anyOf(userIds))
    .$narrowType<{ userId: string }>()
    .execute();
}

/**
 * Reads the accounts of the platform and what of them is not folded, however large the books are. What users hold is the rest,
 * since all accounts together sum to zero.
 */
export async function readReport(db: Db): Promise<LedgerReport> {
  const { rows } = await sql<{ id: string; balance: number }>`
    select a.id, (a.balance + coalesce((select sum(u.amount) from coin_unfolded_entries u where u.account_id = a.id), 0))::bigint as balance
    from coin_accounts a where a.owner_id is null`.execute(db);
  const balanceOf = (kind: PlatformAccount): number =>
    rows.find((row) => row.id === PLATFORM_ACCOUNT_IDS[kind])?.balance ?? 0;
  return {
    // Coins that exist are a debt of the platform, so its accounts of origin stand below zero.
    issuedCoins: 0 - balanceOf('ISSUED'),
    promoExpenseCoins: 0 - balanceOf('PROMO_EXPENSE'),
    breakageCoins: balanceOf('BREAKAGE'),
    disputedCoins: balanceOf('DISPUTED'),
    // Below zero, as what is gone.
    lossCoins: 0 - balanceOf('LOSSES'),
    tipsInFlightCoins: balanceOf('TIPS_IN_FLIGHT'),
    salesInFlightCoins: balanceOf('SALES_IN_FLIGHT'),
    platformFeeCoins: balanceOf('PLATFORM_FEE'),
    paidOutCoins: balanceOf('PAID_OUT'),
    unclaimedCoins: balanceOf('UNCLAIMED'),
    heldByUsersCoins: rows.reduce((rest, { balance }) => rest - balance, 0),
  };
}
