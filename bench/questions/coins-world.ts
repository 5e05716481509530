import type { Client } from 'pg';
import { PLATFORM_ACCOUNT_IDS } from '#domains/money/ledger/ledger.policy.ts';
import { fillWithoutIndexes, vacuumFilled } from '../harness/bulk.ts';
import { HELPERS, SIGN_INS } from './people-world.ts';
import { refreshTokenOf } from '../harness/world.ts';

export type CoinsWorldSize = {
  readonly users: number;
  /** Number of users who sign in and send requests. They are the first ones, and have the most transactions. */
  readonly visitors: number;
  /** Transactions of each visitor, and of each other user: gifts and what is taken of them take turns. */
  readonly transactions: { readonly visitor: number; readonly other: number };
  /** Coins of every gift. The next transaction takes half of them. */
  readonly givenCoins: number;
};

/** Five million transactions of two entries each, a million of each visitor. */
export const COINS_WORLD: CoinsWorldSize = {
  users: 10_000,
  visitors: 4,
  transactions: { visitor: 1_000_000, other: 100 },
  givenCoins: 10,
};

export const SMALL_COINS_WORLD: CoinsWorldSize = {
  users: 100,
  visitors: 4,
  transactions: { visitor: 1_000, other: 10 },
  givenCoins: 10,
};

export const coinsVisitorNumbers = ({ visitors }: CoinsWorldSize): number[] =>
  Array.from({ length: visitors }, (_, index) => index + 1);

/** Fills an empty database with the books of coins, as years of postings would have filled them. */
export async function seedCoins(client: Client, size: CoinsWorldSize): Promise<void> {
  const { users, visitors, transactions, givenCoins } = size;
  // The triggers of the books check each row; `ledger:verify` checks them all afterwards.
  await client.query(
    "set work_mem = '1GB'; set maintenance_work_mem = '1GB'; set synchronous_commit = off; set session_replication_role = replica",
  );
  for (const statement of HELPERS) await client.query(statement);
  await client.query(POSTING, [users, visitors, transactions.visitor, transactions.other]);
  await fillWithoutIndexes(
    client,
    ['users', 'coin_transfers', 'coin_entries', 'coin_transactions', 'coin_lots'],
    async () => {
      await client.query(USERS, [users]);
      await client.query(ACCOUNTS, [users]);
      await client.query(TRANSFERS);
      await client.query(entries(givenCoins));
      await client.query(shown(givenCoins));
      await client.query(BALANCES);
      await client.query(OPENING_LOTS, [users]);
    },
  );
  const numbers = coinsVisitorNumbers(size);
  await client.query(SIGN_INS, [numbers, numbers.map(refreshTokenOf)]);
  await client.query('set session_replication_role = origin');
  await vacuumFilled(client);
  await client.query('checkpoint');
}

/** The place of a posting in time; users take turns. */
const POSTING = `
  create unlogged table bench.posting as
  select row_number() over (order by moment, person) as place, person, turn from (
    select person, turn, (turn - bench.fraction(1, person * 1048576::bigint + turn)) / count as moment
    from generate_series(1, $1::int) person
    cross join lateral (select case when person <= $2::int then $3::int else $4::int end as count) own
    cross join lateral generate_series(1, count) turn
  ) posted`;

const USERS = `
  insert into users (id, provider, subject, username, display_name, bio, created_at, updated_at)
  select bench.id('user', n), 'embedded', bench.id('user', n)::text, 'user_' || n, 'Person number ' || n, '',
    bench.moment(n), bench.moment(n)
  from generate_series(1, $1::int) n order by n`;

const ACCOUNTS = `
  insert into coin_accounts (id, owner_id, kind, is_appended, may_be_negative)
  select bench.id(kind, n), bench.id('user', n), kind, false, false
  from generate_series(1, $1::int) n, unnest(array['COINS', 'PROMO']) kind`;

const TRANSFERS = `
  insert into coin_transfers (id, kind, initiator_id, created_at)
  select bench.id('transfer', place), case turn % 2 when 1 then 'PROMO_GRANT' else 'ADMIN_ADJUSTMENT' end,
    bench.id('user', person), bench.moment(place)
  from bench.posting order by place`;

const movedCoins = (given: number): string => `case turn % 2 when 1 then ${given} else -${given / 2} end`;

const entries = (given: number): string => `
  insert into coin_entries (transfer_id, account_id, amount)
  select bench.id('transfer', place), account_id, amount from bench.posting
  cross join lateral (
    values (bench.id('PROMO', person), ${movedCoins(given)}), ('${PLATFORM_ACCOUNT_IDS.PROMO_EXPENSE}'::uuid, -(${movedCoins(given)}))
  ) entry (account_id, amount)
  order by place`;

const shown = (given: number): string => `
  insert into coin_transactions (id, user_id, transfer_id, type, direction, amount_coins, balance_after, created_at)
  select bench.id('transaction', place), bench.id('user', person), bench.id('transfer', place),
    case turn % 2 when 1 then 'PROMO_GRANT' else 'ADMIN_ADJUSTMENT' end, case turn % 2 when 1 then 'CREDIT' else 'DEBIT' end,
    abs(${movedCoins(given)}), turn / 2 * ${given / 2} + turn % 2 * ${given}, bench.moment(place)
  from bench.posting order by place`;

const BALANCES = `
  update coin_accounts a set balance = summed.amount from (
    select account_id, sum(amount) as amount from coin_entries group by account_id
  ) summed where a.id = summed.account_id`;

/** Lots of the balances, as the migration that brought lots made them. */
const OPENING_LOTS = `
  insert into coin_lots (id, owner_id, kind, opening_entry_id, coins, remaining, created_at)
  select bench.id('lot', n), bench.id('user', n), 'PROMO', newest.id, a.balance, a.balance, bench.moment(0)
  from generate_series(1, $1::int) n join coin_accounts a on a.id = bench.id('PROMO', n)
  join (select account_id, max(id) as id from coin_entries group by account_id) newest on newest.account_id = a.id`;
