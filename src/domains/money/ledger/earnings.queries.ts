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
        ...{ id: ids.next(), owner_id: userId, kind },
        ...{ is_appended: true, may_be_negative: true },
      })),
    )
    .onConflict((conflict) => conflict.columns(['owner_id', 'kind']).doNothing())
    .execute();
  return listOpenEarnings(tx, kind, userIds);
}

/** A transfer of earnings to one user. */
export type NewEarnings = {
  readonly userId: string;
  readonly transferId: string;
  readonly entries: readonly NewEntry[];
  readonly transactions: readonly {
    readonly id: string;
    readonly amountCoins: number;
    readonly feeCoins: number;
    readonly counterpartyId: string | null;
  }[];
};

/** Writes transfers of earnings with their entries and what their users see, in one statement. */
export async function insertEarnings(
  tx: Tx,
  { type, posted, now }: { type: CoinTransactionType; posted: readonly NewEarnings[]; now: Date },
): Promise<void> {
  const transfers = posted.map(({ transferId }) => ({ transfer_id: transferId }));
  const entries = posted.flatMap(({ transferId, entries: of }) =>
    of.map(({ accountId, amount }) => ({ transfer_id: transferId, account_id: accountId, amount })),
  );
  const shown = posted.flatMap(({ transferId, userId, transactions }) =>
    transactions.map(({ id, amountCoins, feeCoins, counterpartyId }) => ({
      ...{ id, user_id: userId, transfer_id: transferId, amount_coins: amountCoins, fee_coins: feeCoins },
      counterparty_id: counterpartyId,
    })),
  );
  await sql`
    with moved as (
      insert into coin_transfers (id, kind, initiator_id, created_at)
      select t.transfer_id, ${type}, ${PLATFORM_ID}::uuid, ${now}::timestamptz
      from jsonb_to_recordset(${JSON.stringify(transfers)}::jsonb) as t (transfer_id uuid)
    ), entered as (
      insert into coin_entries (transfer_id, account_id, amount)
      select e.transfer_id, e.account_id, e.amount
      from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as e (transfer_id uuid, account_id uuid, amount bigint)
    )
    insert into coin_transactions (id, user_id, transfer_id, type, direction, amount_coins, fee_coins, counterparty_id, created_at)
    select s.id, s.user_id, s.transfer_id, ${type}, 'CREDIT', s.amount_coins, s.fee_coins, s.counterparty_id, ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(shown)}::jsonb)
      as s (id uuid, user_id uuid, transfer_id uuid, amount_coins integer, fee_coins integer, counterparty_id uuid)`.execute(
    tx,
  );
}
