import { sql } from 'kysely';
import { anyOf } from '#platform/db/any-of.ts';
import type { Db } from '#platform/db/database.ts';
import type { Ids } from '#platform/kernel/ids.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { PLATFORM_ID } from './ledger.policy.ts';
import type { NewEntry, NewTransfer } from './ledger.queries.ts';
import type {
  CoinTransactionDirection,
  CoinTransactionType,
  CoinTransferType,
  EarningsKind,
} from './ledger.types.ts';

/** The ids of accounts of earnings of a kind, by their owners'. */
async function listOpenEarnings(
  tx: Tx,
  kind: EarningsKind,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await tx
    .selectFrom('coin_accounts')
    .select(['id', 'owner_id as userId'])
    .where('owner_id', '=', anyOf(userIds))
    .where('kind', '=', kind)
    .$narrowType<{ userId: string }>()
    .execute();
  return new Map(rows.map(({ id, userId }) => [userId, id]));
}

/** The ids of accounts of earnings of a kind, by their owners'; opened where there are none. */
export async function openEarnings(
  tx: Tx,
  ids: Ids,
  { kind, userIds }: { kind: EarningsKind; userIds: readonly string[] },
): Promise<ReadonlyMap<string, string>> {
  const known = await listOpenEarnings(tx, kind, userIds);
  const missing = userIds.filter((userId) => !known.has(userId)).toSorted();
  if (missing.length === 0) return known;
  await tx
    .insertInto('coin_accounts')
    .values(
      missing.map((userId) => ({
        id: ids.next(),
        owner_id: userId,
        kind,
        is_appended: true,
        may_be_negative: true,
      })),
    )
    .onConflict((conflict) => conflict.columns(['owner_id', 'kind']).doNothing())
    .execute();
  return listOpenEarnings(tx, kind, userIds);
}

/** A transfer of earnings to users, with what each of them sees. */
type NewEarnings = {
  readonly transferId: string;
  readonly type: CoinTransactionType;
  readonly entries: readonly NewEntry[];
  readonly transactions: readonly {
    readonly id: string;
    readonly userId: string;
    readonly amountCoins: number;
    readonly feeCoins: number;
    readonly counterpartyId: string | null;
    readonly spendingId: string;
  }[];
  readonly now: Date;
};

/** Writes a transfer of earnings with its entries and what their users see, in one statement. */
export async function insertEarnings(
  tx: Tx,
  { transferId, type, entries, transactions, now }: NewEarnings,
): Promise<void> {
  const moved = entries.map(({ accountId, amount }) => ({ account_id: accountId, amount }));
  const shown = transactions.map(({ id, userId, amountCoins, feeCoins, counterpartyId, spendingId }) => ({
    id,
    user_id: userId,
    amount_coins: amountCoins,
    fee_coins: feeCoins,
    counterparty_id: counterpartyId,
    earned_from_id: spendingId,
  }));
  await sql`
    with posted as (
      insert into coin_transfers (id, kind, initiator_id, created_at)
      values (${transferId}::uuid, ${type}, ${PLATFORM_ID}::uuid, ${now}::timestamptz) returning id, kind, created_at
    ), entered as (
      insert into coin_entries (transfer_id, account_id, amount)
      select posted.id, e.account_id, e.amount
      from posted cross join jsonb_to_recordset(${JSON.stringify(moved)}::jsonb) as e (account_id uuid, amount bigint)
    )
    insert into coin_transactions (
      id, user_id, transfer_id, type, direction, amount_coins, fee_coins, counterparty_id, earned_from_id, created_at)
    select s.id, s.user_id, posted.id, posted.kind, 'CREDIT', s.amount_coins, s.fee_coins, s.counterparty_id, s.earned_from_id, posted.created_at
    from posted cross join jsonb_to_recordset(${JSON.stringify(shown)}::jsonb)
      as s (id uuid, user_id uuid, amount_coins integer, fee_coins integer, counterparty_id uuid, earned_from_id uuid)`.execute(
    tx,
  );
}

type EarningsAccount = {
  readonly id: string;
  readonly ownerId: string;
  readonly kind: EarningsKind;
  /** With the entries that are not folded. */
  readonly balance: number;
};

/** Locks the accounts of earnings of users until the commit, so that what takes from them takes turns. */
export async function lockEarnings(tx: Tx, userIds: readonly string[]): Promise<EarningsAccount[]> {
  await sql`
    select from coin_accounts where owner_id = ${anyOf(userIds)} and kind in ('EARNINGS_PENDING', 'EARNINGS')
    order by id for no key update`.execute(tx);
  // Another statement, which sees what was committed before the lock was given.
  return listEarnings(tx, userIds);
}

/** The accounts of earnings of some users. */
export async function listEarnings(db: Db, userIds: readonly string[]): Promise<EarningsAccount[]> {
  const { rows } = await sql<EarningsAccount>`
    select a.id, a.owner_id as "ownerId", a.kind,
      (a.balance + coalesce((select sum(u.amount) from coin_unfolded_entries u where u.account_id = a.id), 0))::bigint as balance
    from coin_accounts a where a.owner_id = ${anyOf(userIds)} and a.kind in ('EARNINGS_PENDING', 'EARNINGS')`.execute(
    db,
  );
  return rows;
}

/** A transfer of a user's earnings as they see it. */
export type EarningsRow = {
  readonly id: string;
  readonly userId: string;
  readonly direction: CoinTransactionDirection;
  readonly amountCoins: number;
};

/** A transfer between accounts that are all appended, and the row that its user sees, if it is to see one. */
export type AppendedTransfer = Omit<NewTransfer, 'kind'> & {
  readonly kind: CoinTransferType;
  readonly entries: readonly NewEntry[];
  readonly row: EarningsRow | null;
};

/**
 * Writes transfers with their entries and rows, in one statement.
 * @returns the number of those that are written: all but one whose key has been used, or which reverses what has been reversed
 */
export async function insertAppendedTransfers(
  tx: Tx,
  transfers: readonly AppendedTransfer[],
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with given as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(transfers.map(transferRow))}::jsonb) as t (
        id uuid, kind text, initiator_id uuid, idempotency_key text, reverses_id uuid, created_at timestamptz, entries jsonb, shown jsonb)
    ), posted as (
      insert into coin_transfers (id, kind, initiator_id, idempotency_key, reverses_id, created_at)
      select id, kind, initiator_id, idempotency_key, reverses_id, created_at from given
      on conflict do nothing returning id
    ), entered as (
      insert into coin_entries (transfer_id, account_id, amount)
      select given.id, e.account_id, e.amount from given join posted using (id)
      cross join jsonb_to_recordset(given.entries) as e (account_id uuid, amount bigint)
    ), told as (
      insert into coin_transactions (id, user_id, transfer_id, type, direction, amount_coins, balance_after, created_at)
      select s.id, s.user_id, given.id, given.kind, s.direction, s.amount_coins, null, given.created_at
      from given join posted using (id)
      cross join jsonb_to_record(given.shown) as s (id uuid, user_id uuid, direction text, amount_coins integer)
      where s.id is not null
    )
    select count(*)::integer as count from posted`.execute(tx);
  return rows[0]?.count ?? 0;
}

const transferRow = ({ entries, row, ...transfer }: AppendedTransfer) => ({
  id: transfer.id,
  kind: transfer.kind,
  initiator_id: transfer.initiatorId,
  idempotency_key: transfer.idempotencyKey,
  reverses_id: transfer.reversesId,
  created_at: transfer.createdAt,
  entries: entries.map(({ accountId, amount }) => ({ account_id: accountId, amount })),
  shown: row && {
    id: row.id,
    user_id: row.userId,
    direction: row.direction,
    amount_coins: row.amountCoins,
  },
});

/** Writes what users see of a transfer that moves earnings beside other coins. */
export async function insertEarningsRows(
  tx: Tx,
  {
    transferId,
    type,
    now,
    rows,
  }: { transferId: string; type: CoinTransactionType; now: Date; rows: readonly EarningsRow[] },
): Promise<void> {
  if (rows.length === 0) return;
  await tx
    .insertInto('coin_transactions')
    .values(
      rows.map((row) => ({
        id: row.id,
        user_id: row.userId,
        transfer_id: transferId,
        type,
        direction: row.direction,
        amount_coins: row.amountCoins,
        created_at: now,
      })),
    )
    .execute();
}

/** The ids of users whose accounts are not erased; they are not before the commit. */
export async function listHolders(tx: Tx, userIds: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', anyOf(userIds))
    .where('state', '<>', 'DELETED')
    .orderBy('id')
    .forShare()
    .execute();
  return new Set(rows.map(({ id }) => id));
}
