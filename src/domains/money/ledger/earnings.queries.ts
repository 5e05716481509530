import { sql } from 'kysely';
import { anyOf } from '#platform/db/any-of.ts';
import type { Ids } from '#platform/kernel/ids.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { PLATFORM_ID } from './ledger.policy.ts';
import type { NewEntry } from './ledger.queries.ts';
import type { CoinTransactionType, EarningsKind } from './ledger.types.ts';

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
  }[];
  readonly now: Date;
};

/** Writes a transfer of earnings with its entries and what their users see, in one statement. */
export async function insertEarnings(
  tx: Tx,
  { transferId, type, entries, transactions, now }: NewEarnings,
): Promise<void> {
  const moved = entries.map(({ accountId, amount }) => ({ account_id: accountId, amount }));
  const shown = transactions.map(({ id, userId, amountCoins, feeCoins, counterpartyId }) => ({
    id,
    user_id: userId,
    amount_coins: amountCoins,
    fee_coins: feeCoins,
    counterparty_id: counterpartyId,
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
    insert into coin_transactions (id, user_id, transfer_id, type, direction, amount_coins, fee_coins, counterparty_id, created_at)
    select s.id, s.user_id, posted.id, posted.kind, 'CREDIT', s.amount_coins, s.fee_coins, s.counterparty_id, posted.created_at
    from posted cross join jsonb_to_recordset(${JSON.stringify(shown)}::jsonb)
      as s (id uuid, user_id uuid, amount_coins integer, fee_coins integer, counterparty_id uuid)`.execute(
    tx,
  );
}
