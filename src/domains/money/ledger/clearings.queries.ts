import { sql } from 'kysely';
import { anyOf } from '#platform/db/any-of.ts';
import type { Db } from '#platform/db/database.ts';
import type { Tx } from '#platform/outbox/transaction.ts';

/** Pending earnings of a user that become available at a time. */
export type Clearing = { readonly userId: string; readonly clearsAt: Date; readonly coins: number };

const keyOf = ({ userId, clearsAt }: Pick<Clearing, 'userId' | 'clearsAt'>): string =>
  `${userId} ${clearsAt.toISOString()}`;

/** One clearing for each user and time, in one order. */
export function summed(clearings: readonly Clearing[]): Clearing[] {
  const sums = new Map<string, Clearing>();
  for (const clearing of clearings) {
    const key = keyOf(clearing);
    sums.set(key, { ...clearing, coins: (sums.get(key)?.coins ?? 0) + clearing.coins });
  }
  return [...sums].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, clearing]) => clearing);
}

/** Adds earnings to what clears. */
export async function addClearings(tx: Tx, clearings: readonly Clearing[]): Promise<void> {
  const rows = summed(clearings).filter(({ coins }) => coins > 0);
  if (rows.length === 0) return;
  await tx
    .insertInto('coin_clearings')
    .values(
      rows.map(({ userId, clearsAt, coins }) => ({
        owner_id: userId,
        clears_at: clearsAt,
        amount_coins: coins,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['owner_id', 'clears_at']).doUpdateSet({
        amount_coins: (added) =>
          added('coin_clearings.amount_coins', '+', added.ref('excluded.amount_coins')),
      }),
    )
    .execute();
}

/** Takes earnings out of what clears, as far as they are pending. @param wanted summed @returns what it took, summed */
export async function takeFromClearings(tx: Tx, wanted: readonly Clearing[]): Promise<Clearing[]> {
  const rows = wanted.map(({ userId, clearsAt, coins }) => ({
    owner_id: userId,
    clears_at: clearsAt,
    coins,
  }));
  const given = sql`
    jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as w (owner_id uuid, clears_at timestamptz, coins bigint)`;
  const { rows: taken } = await sql<Clearing>`
    with locked as materialized (
      select c.owner_id, c.clears_at, c.amount_coins, w.coins from coin_clearings c join ${given} using (owner_id, clears_at)
      order by c.owner_id, c.clears_at for update of c
    ), emptied as (
      delete from coin_clearings c using locked l
      where c.owner_id = l.owner_id and c.clears_at = l.clears_at and l.amount_coins <= l.coins
    ), lowered as (
      update coin_clearings c set amount_coins = l.amount_coins - l.coins from locked l
      where c.owner_id = l.owner_id and c.clears_at = l.clears_at and l.amount_coins > l.coins
    )
    select owner_id as "userId", clears_at as "clearsAt", least(amount_coins, coins)::bigint as coins from locked`.execute(
    tx,
  );
  return taken;
}

/** Takes what is due, of those that nobody else takes. @returns the amounts, one for each user, and how many rows they were */
export async function takeDue(
  tx: Tx,
  { now, limit }: { now: Date; limit: number },
): Promise<{ earned: { userId: string; amountCoins: number }[]; count: number }> {
  const { rows } = await sql<{ userId: string; amountCoins: number; count: number }>`
    with due as (
      select owner_id, clears_at from coin_clearings where clears_at <= ${now}
      order by clears_at, owner_id limit ${limit} for update skip locked
    ), taken as (
      delete from coin_clearings c using due where c.owner_id = due.owner_id and c.clears_at = due.clears_at
      returning c.owner_id, c.amount_coins
    )
    select owner_id as "userId", sum(amount_coins)::bigint as "amountCoins", count(*)::integer as count
    from taken group by owner_id order by owner_id`.execute(tx);
  return { earned: rows, count: rows.reduce((sum, row) => sum + row.count, 0) };
}

export async function deleteClearings(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('coin_clearings').where('owner_id', '=', userId).execute();
}

/** The first clearing of each of some users. */
export async function listNextClearings(db: Db, userIds: readonly string[]): Promise<Clearing[]> {
  return db
    .selectFrom('coin_clearings')
    .distinctOn('owner_id')
    .select(['owner_id as userId', 'clears_at as clearsAt', 'amount_coins as coins'])
    .where('owner_id', '=', anyOf(userIds))
    .orderBy('owner_id')
    .orderBy('clears_at')
    .execute();
}

/** Debts of earnings that were taken back and are not paid; users without any are missing. */
export async function listDebts(
  db: Db,
  userIds: readonly string[],
): Promise<{ userId: string; coins: number }[]> {
  return db
    .selectFrom('coin_debts')
    .select(['user_id as userId', 'coins'])
    .where('user_id', '=', anyOf(userIds))
    .where('coins', '>', 0)
    .orderBy('user_id')
    .execute();
}

export async function lockDebts(
  tx: Tx,
  userIds: readonly string[],
): Promise<{ userId: string; coins: number }[]> {
  return tx
    .selectFrom('coin_debts')
    .select(['user_id as userId', 'coins'])
    .where('user_id', '=', anyOf(userIds))
    .orderBy('user_id')
    .forNoKeyUpdate()
    .execute();
}

type Debt = { readonly userId: string; readonly coins: number };

/** Adds to debts of users. */
export async function addToDebts(tx: Tx, debts: readonly Debt[]): Promise<void> {
  await sql`
    insert into coin_debts as d (user_id, coins) select user_id, coins from ${debtRows(debts)} order by user_id
    on conflict (user_id) do update set coins = d.coins + excluded.coins`.execute(tx);
}

/** Takes from debts of users what is paid of them. */
export async function lowerDebts(tx: Tx, paid: readonly Debt[]): Promise<void> {
  await sql`
    update coin_debts d set coins = d.coins - g.coins from ${debtRows(paid)} where d.user_id = g.user_id`.execute(
    tx,
  );
}

const debtRows = (debts: readonly Debt[]) => sql`
  jsonb_to_recordset(${JSON.stringify(debts.map(({ userId, coins }) => ({ user_id: userId, coins })))}::jsonb)
    as g (user_id uuid, coins bigint)`;
