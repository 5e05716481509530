import { type RawBuilder, sql } from 'kysely';
import { PLATFORM_ACCOUNT_IDS } from './ledger.policy.ts';
import type { CoinTransactionType, PlatformAccount } from './ledger.types.ts';

/**
 * Selects the coins of a user and locks them: the columns `coins_id`, `promo_id`, `coins` and `promo_coins`, which are null where there are no
 * coins yet, or the condition does not hold. A lock reads its row again, so they are what earlier spending has left.
 */
export const lockedCoinsSql = (
  userId: RawBuilder<string>,
  condition: RawBuilder<boolean>,
): RawBuilder<unknown> => sql`
  select (array_agg(a.id) filter (where a.kind = 'COINS'))[1] as coins_id, (array_agg(a.id) filter (where a.kind = 'PROMO'))[1] as promo_id,
    max(a.balance) filter (where a.kind = 'COINS') as coins, max(a.balance) filter (where a.kind = 'PROMO') as promo_coins
  from (
    select id, kind, balance from coin_accounts
    where owner_id = ${userId}::uuid and kind in ('COINS', 'PROMO') and ${condition} order by id for no key update
  ) a`;

type SpendingSql = {
  readonly type: CoinTransactionType;
  readonly amountCoins: RawBuilder<number>;
  readonly to: PlatformAccount;
  readonly transferId: RawBuilder<string>;
  readonly key: RawBuilder<string>;
  /** The id of the transaction, unless the newest one of the user is after it. */
  readonly transactionId: RawBuilder<string>;
  /** Read after the coins were locked. */
  readonly newestTransactionId: RawBuilder<unknown>;
  readonly counterpartyId: RawBuilder<unknown>;
  /** The newest transaction of the user, to which the caller adds this, and its first transfer; null for a new one. */
  readonly addedTo: { readonly transactionId: RawBuilder<unknown>; readonly transferId: RawBuilder<unknown> };
  readonly at: RawBuilder<unknown>;
};

/**
 * CTEs of a write of one statement that spend coins, given ones first: for each row of a table expression with the user as `spender_id` and the columns of
 * `lockedCoinsSql`. Of them `spent` is to be read: those rows with `transaction_id` and `balance_after`. Coins and keys must have been checked.
 */
export const spendingSql = (allowed: RawBuilder<unknown>, spending: SpendingSql): RawBuilder<unknown> => {
  const { type, to, transferId, addedTo } = spending;
  const amount = sql`${spending.amountCoins}::integer`;
  return sql`
    spent as materialized (
      select split.*, (coins + promo_coins - ${amount})::integer as balance_after,
        coalesce(${addedTo.transactionId}, uuid_after(${spending.newestTransactionId}, ${spending.transactionId}::uuid)) as transaction_id
      from (select *, greatest(least(promo_coins, ${amount}), 0)::integer as given from ${allowed}) split
    ), posted as (
      insert into coin_transfers (id, kind, initiator_id, idempotency_key, group_id, created_at)
      select ${transferId}::uuid, ${sql.lit(type)}, spender_id, ${spending.key}::text, ${addedTo.transferId}, ${spending.at} from spent
    ), entered as (
      insert into coin_entries (transfer_id, account_id, amount)
      select ${transferId}::uuid, e.account_id, e.amount
      from spent cross join lateral (values
        (promo_id, -given), (coins_id, given - ${amount}), (${sql.lit(PLATFORM_ACCOUNT_IDS[to])}::uuid, ${amount})
      ) e (account_id, amount)
      where e.amount <> 0
    ), balanced as (
      -- By what the lock has read, because the constraints are tested on what the statement sees of the row first.
      update coin_accounts a set balance = e.balance
      from spent cross join lateral (values
        (promo_id, promo_coins - given, given), (coins_id, coins - (${amount} - given), ${amount} - given)
      ) e (account_id, balance, taken)
      where a.id = e.account_id and e.taken <> 0
    ), shown as (
      insert into coin_transactions (id, user_id, transfer_id, type, direction, amount_coins, balance_after, counterparty_id, created_at)
      select transaction_id, spender_id, ${transferId}::uuid, ${sql.lit(type)}, 'DEBIT', ${amount}, balance_after,
        ${spending.counterpartyId}, ${spending.at}
      from spent where ${addedTo.transactionId} is null
    )`;
};
