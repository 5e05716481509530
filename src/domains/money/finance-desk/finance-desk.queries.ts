import { type RawBuilder, sql } from 'kysely';
import { anyOf } from '#platform/db/any-of.ts';
import type { Db } from '#platform/db/database.ts';
import type { IdKey, ListRequest } from '#platform/db/keyset.ts';
import type { BalanceDue, Debtor, UserClue, UserName } from './finance-desk.types.ts';

/** Users who are found by one clue. */
export const FOUND_MAX = 10;

export async function listNames(db: Db, ids: readonly string[]): Promise<UserName[]> {
  return db
    .selectFrom('users')
    .select(['id', 'username', 'display_name as displayName'])
    .where('id', '=', anyOf(ids))
    .execute();
}

type Clue = { readonly value: string; readonly provider: string };

/** Selects `id` of the users whom a clue names. */
const NAMED: Readonly<Record<UserClue['kind'], (clue: Clue) => RawBuilder<unknown>>> = {
  userId: ({ value }) => sql`select ${value}::uuid as id`,
  username: ({ value }) => sql`select id from users where username = ${value} and state <> 'DELETED'`,
  email: ({ value }) => sql`select id from users where email = ${value}`,
  paymentId: ({ value }) => sql`select user_id as id from payments where id = ${value}::uuid`,
  providerId: ({ value, provider }) => sql`
    select user_id as id from payment_customers where provider = ${provider} and provider_id = ${value}
    union select user_id from payments where provider = ${provider} and provider_id = ${value}
    union select user_id from payments where provider = ${provider} and charge_id = ${value}
    union select p.user_id from payment_refunds r join payments p on p.id = r.payment_id where r.provider_id = ${value}
    union select p.user_id from payment_disputes d join payments p on p.id = d.payment_id where d.provider_id = ${value}`,
};

export async function listNamed(db: Db, { kind, value }: UserClue, provider: string): Promise<UserName[]> {
  const { rows } = await sql<UserName>`
    select u.id, u.username, u.display_name as "displayName"
    from users u where u.id in (${NAMED[kind]({ value, provider })}) order by u.id limit ${FOUND_MAX}`.execute(
    db,
  );
  return rows;
}

/** An account with the entries that are not folded. */
const exactSql = sql`(a.balance + coalesce(
  (select sum(e.amount) from coin_unfolded_entries e where e.account_id = a.id), 0))::bigint`;

/** Users with available earnings, newest first, one more than the page. */
export async function listBalancesDue(
  db: Db,
  minCoins: number,
  { from: [beforeId], limit }: ListRequest<IdKey>,
): Promise<BalanceDue[]> {
  const { rows } = await sql<BalanceDue>`
    select due.owner_id as id, due.balance as "availableCoins", coalesce((
      select ${exactSql} from coin_accounts a
      where a.owner_id = due.owner_id and a.kind = 'EARNINGS_PENDING'), 0)::bigint as "pendingCoins"
    from (
      select a.owner_id, ${exactSql} as balance from coin_accounts a
      where a.kind = 'EARNINGS' and a.owner_id < ${beforeId}::uuid) due
    where due.balance >= ${minCoins}
    order by due.owner_id desc limit ${limit + 1}`.execute(db);
  return rows;
}

/** Users with an account below zero, or whose earnings were taken back after they were gone; newest first, one more than the page. */
export async function listDebtors(
  db: Db,
  { from: [beforeId], limit }: ListRequest<IdKey>,
): Promise<Debtor[]> {
  const { rows } = await sql<Debtor>`
    select owed.id, sum(owed.coins)::bigint as "owedCoins" from (
      select a.owner_id as id, -a.balance as coins from coin_accounts a where a.may_be_negative and a.balance < 0
      union all select d.user_id, d.coins from coin_debts d where d.coins > 0) owed
    where owed.id < ${beforeId}::uuid
    group by owed.id order by owed.id desc limit ${limit + 1}`.execute(db);
  return rows;
}
