import { sql } from 'kysely';
import { anyOf } from '#platform/db/any-of.ts';
import type { Db } from '#platform/db/database.ts';
import { prepared } from '#platform/db/prepared.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { CoinKind, LotExpiry } from './ledger.types.ts';

/** A user's coins of one kind, whose account is locked. */
export type LotOwner = { readonly userId: string; readonly kind: CoinKind };

/**
 * Coins that are gone without an origin and are not assigned to a lot are what the lots of a user have beyond the balance: assigns them in the
 * order of spending.
 */
export async function assignSpending(tx: Tx, userId: string): Promise<void> {
  await sql`
    with open as (
      select l.id, l.remaining, greatest(a.balance, 0) as spendable,
        sum(l.remaining) over (partition by l.kind order by l.expires_at, l.created_at, l.id) as through,
        sum(l.remaining) over (partition by l.kind) as total
      from coin_lots l join coin_accounts a on a.owner_id = l.owner_id and a.kind = l.kind
      where l.owner_id = ${userId}::uuid and l.remaining > 0
    )
    update coin_lots l
    set remaining = l.remaining - least(o.remaining, o.total - o.spendable - (o.through - o.remaining))::integer
    from open o where l.id = o.id and o.total - o.spendable > o.through - o.remaining`.execute(tx);
}

export type NewLot = LotOwner & {
  readonly id: string;
  readonly sourceTransferId: string;
  readonly coins: number;
  readonly expiresAt: Date | null;
  readonly earningsClearAt: Date | null;
  readonly createdAt: Date;
};

export async function insertLot(tx: Tx, lot: NewLot): Promise<void> {
  await tx
    .insertInto('coin_lots')
    .values({
      id: lot.id,
      owner_id: lot.userId,
      kind: lot.kind,
      source_transfer_id: lot.sourceTransferId,
      coins: lot.coins,
      remaining: lot.coins,
      expires_at: lot.expiresAt,
      earnings_clear_at: lot.earningsClearAt,
      created_at: lot.createdAt,
    })
    .execute();
}

/** The sum of what the lots of a user have left, spending that is not assigned included. */
export async function sumRemaining(tx: Tx, { userId, kind }: LotOwner): Promise<number> {
  const { sum } = await tx
    .selectFrom('coin_lots')
    .select(sql<number>`coalesce(sum(remaining), 0)::bigint`.as('sum'))
    .where('owner_id', '=', userId)
    .where('kind', '=', kind)
    .where('remaining', '>', 0)
    .executeTakeFirstOrThrow();
  return sum;
}

const LOTS_REFILLED_MAX = 100;

/**
 * Gives coins back to lots from which they were spent without an origin, in the opposite order of spending, as if they had never been spent.
 * @param unexpiredAt a time at which lots that have expired get none; null where they do
 * @returns how many coins they took
 */
export async function refillLots(
  tx: Tx,
  { userId, kind, coins, unexpiredAt }: LotOwner & { coins: number; unexpiredAt: Date | null },
): Promise<number> {
  const { rows } = await sql<{ filled: number }>`
    with spent as (
      select l.id, l.expires_at, l.created_at, l.coins - l.remaining - l.withdrawn - l.held - traced.coins as room
      from coin_lots l
      cross join lateral (select coalesce(sum(o.coins), 0) as coins from coin_origins o where o.lot_id = l.id) traced
      where l.owner_id = ${userId}::uuid and l.kind = ${kind} and l.remaining + l.withdrawn + l.held < l.coins
        and l.remaining + l.withdrawn + l.held + traced.coins < l.coins
        and (${unexpiredAt}::timestamptz is null or l.expires_at is null or l.expires_at > ${unexpiredAt}::timestamptz)
      order by l.expires_at desc nulls first, l.created_at desc, l.id desc limit ${LOTS_REFILLED_MAX}
    ), summed as (
      select id, room, sum(room) over (order by expires_at desc nulls first, created_at desc, id desc) - room as before from spent
    ), filled as (
      update coin_lots l set remaining = l.remaining + least(s.room, ${coins}::bigint - s.before)::integer
      from summed s where l.id = s.id and s.before < ${coins}::bigint
      returning least(s.room, ${coins}::bigint - s.before) as coins
    )
    select coalesce(sum(coins), 0)::bigint as filled from filled`.execute(tx);
  return rows[0]?.filled ?? 0;
}

/** The shares of a lot that are left, by the transfer that brought its coins. Spending has to be assigned before. */
export type LotShare = {
  readonly lotId: string;
  readonly remaining: number;
  readonly held: number;
  readonly withdrawn: number;
  readonly expiresAt: Date | null;
};

export async function findLot(
  tx: Tx,
  { userId, kind, sourceTransferId }: LotOwner & { sourceTransferId: string },
): Promise<LotShare | null> {
  const lot = await tx
    .selectFrom('coin_lots')
    .select(['id as lotId', 'remaining', 'held', 'withdrawn', 'expires_at as expiresAt'])
    .where('source_transfer_id', '=', sourceTransferId)
    .where('kind', '=', kind)
    .where('owner_id', '=', userId)
    .executeTakeFirst();
  return lot ?? null;
}

/** Gives coins back to a lot from which they were spent. */
export async function fillLot(tx: Tx, lotId: string, coins: number): Promise<void> {
  await tx
    .updateTable('coin_lots')
    .set({ remaining: sql<number>`remaining + ${coins}::integer` })
    .where('id', '=', lotId)
    .execute();
}

/** Moves coins of a lot between what remains and what is withdrawn. */
export async function withdrawFromLot(tx: Tx, lotId: string, coins: number): Promise<void> {
  await tx
    .updateTable('coin_lots')
    .set({
      remaining: sql<number>`remaining - ${coins}::integer`,
      withdrawn: sql<number>`withdrawn + ${coins}::integer`,
    })
    .where('id', '=', lotId)
    .execute();
}

/** Moves coins of a lot between what remains and what is held. @param coins below zero releases them */
export async function holdInLot(tx: Tx, lotId: string, coins: number): Promise<void> {
  await tx
    .updateTable('coin_lots')
    .set({
      remaining: sql<number>`remaining - ${coins}::integer`,
      held: sql<number>`held + ${coins}::integer`,
    })
    .where('id', '=', lotId)
    .execute();
}

/** The users of promotional coins in lots that have expired, those of the oldest expiry first; a user once for each lot. */
export const listExpiredOwners = prepared<{ now: Date; limit: number }, { userId: string }>(
  (db, { now, limit }) =>
    db
      .selectFrom('coin_lots')
      .select('owner_id as userId')
      .where('expires_at', '<=', now)
      .where('remaining', '>', 0)
      .orderBy('expires_at')
      .limit(limit)
      .compile(),
);

/** Withdraws what remains in a user's expired lots. Spending has to be assigned before. @returns how many coins */
export async function withdrawExpired(
  tx: Tx,
  { userId, now }: { userId: string; now: Date },
): Promise<number> {
  const { rows } = await sql<{ coins: number }>`
    with expired as (
      select id, remaining from coin_lots
      where owner_id = ${userId}::uuid and kind = 'PROMO' and remaining > 0 and expires_at <= ${now}::timestamptz
    ), withdrawn as (
      update coin_lots l set remaining = 0, withdrawn = l.withdrawn + e.remaining from expired e where l.id = e.id
    )
    select coalesce(sum(remaining), 0)::bigint as coins from expired`.execute(tx);
  return rows[0]?.coins ?? 0;
}

/**
 * The promotional coins of each user that expire next, as if what was spent were assigned; users without any are missing. Reads
 * the lots that are not spent.
 */
export async function listNextExpiries(
  db: Db,
  userIds: readonly string[],
): Promise<(LotExpiry & { userId: string })[]> {
  const { rows } = await sql<LotExpiry & { userId: string }>`
    select distinct on (owner_id) owner_id as "userId", expires_at as "expiresAt",
      sum(least(remaining, through - spent)) over (partition by owner_id, expires_at)::bigint as coins
    from (
      select l.owner_id, l.expires_at, l.remaining,
        sum(l.remaining) over (partition by l.owner_id order by l.expires_at, l.created_at, l.id) as through,
        sum(l.remaining) over (partition by l.owner_id) - greatest(a.balance, 0) as spent
      from coin_lots l join coin_accounts a on a.owner_id = l.owner_id and a.kind = l.kind
      where l.owner_id = ${anyOf(userIds)} and l.kind = 'PROMO' and l.remaining > 0
    ) open
    where through > spent and expires_at is not null
    order by owner_id, expires_at`.execute(db);
  return rows;
}
