import { type RawBuilder, sql } from 'kysely';
import type { Parameters } from '#platform/db/prepared.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { PLATFORM_ACCOUNT_IDS } from './ledger.policy.ts';
import { lockCoins } from './ledger.queries.ts';
import type { CoinTransactionType, PlatformAccount } from './ledger.types.ts';

/** The coins of a user while they are locked. The ids are null where there are no coins yet. */
export type SpendableCoins = {
  readonly coinsId: string | null;
  readonly promoId: string | null;
  readonly coins: number;
  readonly promoCoins: number;
};

/** Locks the coins of a user until the commit, before the statement that judges the spending and writes it by `spendingSql`. */
export async function lockSpendable(tx: Tx, userId: string): Promise<SpendableCoins> {
  const locked = await lockCoins(tx, userId);
  return {
    coinsId: locked?.COINS.id ?? null,
    promoId: locked?.PROMO.id ?? null,
    coins: locked?.COINS.balance ?? 0,
    promoCoins: locked?.PROMO.balance ?? 0,
  };
}

type SpendingSql = {
  readonly type: CoinTransactionType;
  readonly amountCoins: RawBuilder<number>;
  readonly to: PlatformAccount;
  readonly transferId: RawBuilder<string>;
  readonly key: RawBuilder<string>;
  /** The id of the transaction, unless the newest one of the user is after it. */
  readonly transactionId: RawBuilder<string>;
  readonly counterpartyId: RawBuilder<unknown>;
  /** The newest transaction of the user, to which the caller adds this, and its first transfer; null for a new one. */
  readonly addedTo: { readonly transactionId: RawBuilder<unknown>; readonly transferId: RawBuilder<unknown> };
  readonly at: RawBuilder<Date>;
};

/**
 * CTEs of a write of one statement that spend locked coins, given ones first, for the row of a table expression if it has one. Of them `spent` is to be
 * read, that row with `transaction_id` and `balance_after`, and `added`, the transaction to which it was added. That the coins are enough and the key is unused
 * must have been checked.
 */
export const spendingSql = (
  allowed: RawBuilder<unknown>,
  spender: Parameters<SpendableCoins> & { readonly userId: RawBuilder<string> },
  spending: SpendingSql,
): RawBuilder<unknown> => {
  const { type, to, transferId, addedTo } = spending;
  const userId = sql`${spender.userId}::uuid`;
  const amount = sql`${spending.amountCoins}::integer`;
  const [coins, promoCoins] = [sql`${spender.coins}::integer`, sql`${spender.promoCoins}::integer`];
  const given = sql`greatest(least(${promoCoins}, ${amount}), 0)`;
  return sql`
    spent as materialized (
      select allowed.*, (${coins} + ${promoCoins} - ${amount})::integer as balance_after,
        coalesce(${addedTo.transactionId}, uuid_after(
          (select t.id from coin_transactions t where t.user_id = ${userId} order by t.id desc limit 1),
          ${spending.transactionId}::uuid)) as transaction_id
      from ${allowed}
    ), posted as (
      insert into coin_transfers (id, kind, initiator_id, idempotency_key, group_id, created_at)
      select ${transferId}::uuid, ${sql.lit(type)}, ${userId}, ${spending.key}::text, ${addedTo.transferId}, ${spending.at}::timestamptz from spent
    ), entered as (
      insert into coin_entries (transfer_id, account_id, amount)
      select ${transferId}::uuid, e.account_id, e.amount
      from spent cross join (values
        (${spender.promoId}::uuid, -${given}), (${spender.coinsId}::uuid, ${given} - ${amount}),
        (${sql.lit(PLATFORM_ACCOUNT_IDS[to])}::uuid, ${amount})
      ) e (account_id, amount)
      where e.amount <> 0
    ), balanced as (
      update coin_accounts a set balance = a.balance - e.taken
      from spent cross join (values
        (${spender.promoId}::uuid, ${given}), (${spender.coinsId}::uuid, ${amount} - ${given})
      ) e (account_id, taken)
      where a.id = e.account_id and e.taken <> 0
    ), shown as (
      insert into coin_transactions (id, user_id, transfer_id, type, direction, amount_coins, balance_after, counterparty_id, created_at)
      select transaction_id, ${userId}, ${transferId}::uuid, ${sql.lit(type)}, 'DEBIT', ${amount}, balance_after,
        ${spending.counterpartyId}, ${spending.at}::timestamptz
      from spent where ${addedTo.transactionId} is null
    ), added as (
      update coin_transactions t set amount_coins = t.amount_coins + ${amount}, balance_after = spent.balance_after
      from spent where t.id = ${addedTo.transactionId} returning t.id
    )`;
};
