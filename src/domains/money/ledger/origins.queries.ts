import { sql } from 'kysely';
import { anyOf } from '#platform/db/any-of.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { ON_THEIR_WAY_IDS } from './ledger.policy.ts';

/** Locks what says up to where the spending of some users is assigned, so that nobody else changes their lots or origins before the commit. */
export async function lockAssignments(tx: Tx, userIds: readonly string[]): Promise<void> {
  await sql`
    select from coin_assignments a where a.account_id in (
      select c.id from coin_accounts c where c.owner_id = ${anyOf(userIds)} and c.kind in ('COINS', 'PROMO'))
    order by a.account_id for no key update`.execute(tx);
}

/**
 * Assigns to lots, in the order of spending, what some users have spent on what is on its way to somebody, and notes it as its origins. Never
 * more than the lots of an account have beyond its balance. The assignments have to be locked before.
 */
export async function assignOrigins(tx: Tx, userIds: readonly string[]): Promise<void> {
  await sql`
    with accounts as (
      select a.account_id, a.entry_id, c.owner_id, c.kind, greatest(c.balance, 0) as spendable
      from coin_assignments a join coin_accounts c on c.id = a.account_id
      where c.owner_id = ${anyOf(userIds)} and c.kind in ('COINS', 'PROMO')
    ), entries as materialized (
      select a.account_id, a.owner_id, a.kind, a.spendable, e.id, e.transfer_id, e.amount
      from accounts a cross join lateral (
        -- A fence: the newest entries of each account, by its index.
        select x.id, x.transfer_id, x.amount from coin_entries x where x.account_id = a.account_id and x.id > a.entry_id offset 0
      ) e
    ), spent as materialized (
      select e.owner_id, e.kind, e.spendable, e.transfer_id, -e.amount as coins,
        -sum(e.amount) over (partition by e.account_id order by e.id) as through,
        -sum(e.amount) over (partition by e.account_id) as total
      from entries e
      where e.amount < 0 and exists (
        select from coin_entries f where f.transfer_id = e.transfer_id and f.account_id = ${anyOf(ON_THEIR_WAY_IDS)})
    ), lots as (
      select l.id, l.owner_id, l.kind, l.remaining,
        sum(l.remaining) over (partition by l.owner_id, l.kind order by l.expires_at, l.created_at, l.id) as through,
        sum(l.remaining) over (partition by l.owner_id, l.kind) as total
      from coin_lots l
      where (l.owner_id, l.kind) in (select owner_id, kind from spent) and l.remaining > 0
    ), shares as materialized (
      select s.transfer_id, s.id as lot_id, least(s.spent_to, s.lot_to) - greatest(s.spent_from, s.lot_from) as coins
      from (
        select s.transfer_id, l.id, l.through as lot_to, l.through - l.remaining as lot_from,
          s.through - s.skipped as spent_to, s.through - s.coins - s.skipped as spent_from
        from (
          select spent.*, greatest(spent.total - (beyond.coins - spent.spendable), 0) as skipped from spent
          join (select distinct owner_id, kind, total as coins from lots) beyond using (owner_id, kind)
        ) s join lots l using (owner_id, kind)
      ) s
      where least(s.spent_to, s.lot_to) > greatest(s.spent_from, s.lot_from)
    ), traced as (
      insert into coin_origins as o (spending_id, lot_id, coins)
      select coalesce(t.group_id, t.id), s.lot_id, sum(s.coins)::integer
      from shares s join coin_transfers t on t.id = s.transfer_id group by 1, 2
      on conflict (spending_id, lot_id) do update set coins = o.coins + excluded.coins
    ), assigned as (
      update coin_lots l set remaining = l.remaining - s.coins
      from (select lot_id, sum(coins)::integer as coins from shares group by lot_id) s where l.id = s.lot_id
    )
    update coin_assignments a set entry_id = e.newest
    from (select account_id, max(id) as newest from entries group by account_id) e where a.account_id = e.account_id`.execute(
    tx,
  );
}

/** The coins of a lot that a spending took. */
export type Origin = {
  readonly spendingId: string;
  readonly lotId: string;
  readonly coins: number;
  readonly takenCoins: number;
  /** Time before which no earning of its coins clears; null where none is set. */
  readonly earningsClearAt: Date | null;
};

/** The origins of some spendings, in one order. */
export async function listOrigins(tx: Tx, spendingIds: readonly string[]): Promise<Origin[]> {
  return tx
    .selectFrom('coin_origins as o')
    .innerJoin('coin_lots as l', 'l.id', 'o.lot_id')
    .select(['o.spending_id as spendingId', 'o.lot_id as lotId', 'o.coins', 'o.taken_coins as takenCoins'])
    .select('l.earnings_clear_at as earningsClearAt')
    .where('o.spending_id', '=', anyOf(spendingIds))
    .orderBy('o.spending_id')
    .orderBy('o.lot_id')
    .execute();
}

export type EarnedOrigin = {
  readonly spendingId: string;
  readonly lotId: string;
  readonly earnerId: string;
  readonly earnedCoins: number;
  readonly takenEarnedCoins: number;
  readonly clearsAt: Date;
};

/** Notes what origins have earned, and for whom. */
export async function updateEarned(tx: Tx, origins: readonly EarnedOrigin[]): Promise<void> {
  const rows = origins.map((origin) => ({
    spending_id: origin.spendingId,
    lot_id: origin.lotId,
    earner_id: origin.earnerId,
    earned: origin.earnedCoins,
    taken: origin.takenEarnedCoins,
    clears_at: origin.clearsAt,
  }));
  await sql`
    update coin_origins o
    set earner_id = g.earner_id, earned_coins = g.earned, taken_earned_coins = g.taken, clears_at = g.clears_at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as g (spending_id uuid, lot_id uuid, earner_id uuid, earned integer, taken integer, clears_at timestamptz)
    where o.spending_id = g.spending_id and o.lot_id = g.lot_id`.execute(tx);
}

/** Coins of a lot that were spent and not taken back. */
export type SpentOrigin = {
  readonly spendingId: string;
  readonly lotId: string;
  readonly coins: number;
  readonly takenCoins: number;
  /** Null while they are on their way. */
  readonly earnerId: string | null;
  readonly earnedCoins: number | null;
  readonly takenEarnedCoins: number;
  readonly clearsAt: Date | null;
};

const selectOrigins = (tx: Tx) =>
  tx
    .selectFrom('coin_origins as o')
    .select(['o.spending_id as spendingId', 'o.lot_id as lotId', 'o.coins', 'o.taken_coins as takenCoins'])
    .select(['o.earner_id as earnerId', 'o.earned_coins as earnedCoins', 'o.clears_at as clearsAt'])
    .select('o.taken_earned_coins as takenEarnedCoins');

/** Spendings of a lot that are not taken back, the newest spending first. The assignments of its owner have to be locked. */
export const listSpent = (tx: Tx, lotId: string): Promise<SpentOrigin[]> =>
  selectOrigins(tx)
    .where('o.lot_id', '=', lotId)
    .whereRef('o.taken_coins', '<', 'o.coins')
    .orderBy('o.spending_id', 'desc')
    .execute();

/** Coins that a transfer takes back of an origin, or gives back to it. */
export type OriginTake = {
  readonly spendingId: string;
  readonly lotId: string;
  readonly coins: number;
  readonly earnedCoins: number;
};

const takeRows = (takes: readonly OriginTake[]): string =>
  JSON.stringify(
    takes.map(({ spendingId, lotId, coins, earnedCoins }) => ({
      spending_id: spendingId,
      lot_id: lotId,
      coins,
      earned: earnedCoins,
    })),
  );

/** Adds to what is taken of origins. */
export async function addTaken(tx: Tx, takes: readonly OriginTake[]): Promise<void> {
  await sql`
    update coin_origins o
    set taken_coins = o.taken_coins + g.coins, taken_earned_coins = o.taken_earned_coins + g.earned
    from jsonb_to_recordset(${takeRows(takes)}::jsonb) as g (spending_id uuid, lot_id uuid, coins integer, earned integer)
    where o.spending_id = g.spending_id and o.lot_id = g.lot_id`.execute(tx);
}

export async function insertTakes(tx: Tx, transferId: string, takes: readonly OriginTake[]): Promise<void> {
  await sql`
    insert into coin_origin_takes (transfer_id, spending_id, lot_id, coins, earned_coins)
    select ${transferId}::uuid, g.spending_id, g.lot_id, g.coins, g.earned
    from jsonb_to_recordset(${takeRows(takes)}::jsonb) as g (spending_id uuid, lot_id uuid, coins integer, earned integer)`.execute(
    tx,
  );
}

/** Coins that a transfer took back, with the origins as they are now; their amounts are those that it took. */
export async function listTakes(
  tx: Tx,
  transferId: string,
): Promise<(OriginTake & { readonly earnerId: string | null; readonly clearsAt: Date | null })[]> {
  return tx
    .selectFrom('coin_origin_takes as k')
    .innerJoin('coin_origins as o', (join) =>
      join.onRef('o.spending_id', '=', 'k.spending_id').onRef('o.lot_id', '=', 'k.lot_id'),
    )
    .select(['k.spending_id as spendingId', 'k.lot_id as lotId', 'k.coins', 'k.earned_coins as earnedCoins'])
    .select(['o.earner_id as earnerId', 'o.clears_at as clearsAt'])
    .where('k.transfer_id', '=', transferId)
    .orderBy('k.spending_id')
    .orderBy('k.lot_id')
    .execute();
}

/** Coins that were taken of an origin while it was on its way, and not given back, the oldest first. */
export async function listTakesOnTheWay(
  tx: Tx,
  spendingIds: readonly string[],
): Promise<{ transferId: string; spendingId: string; lotId: string; coins: number }[]> {
  return tx
    .selectFrom('coin_origin_takes as k')
    .select(['k.transfer_id as transferId', 'k.spending_id as spendingId', 'k.lot_id as lotId', 'k.coins'])
    .where('k.spending_id', '=', anyOf(spendingIds))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('coin_transfers as r').select('r.id').whereRef('r.reverses_id', '=', 'k.transfer_id'),
        ),
      ),
    )
    .orderBy('k.transfer_id')
    .execute();
}

/** Notes how much of what a transfer took on the way would have been the share of the earner. */
export async function updateTakeEarned(
  tx: Tx,
  { transferId, spendingId, lotId, earnedCoins }: Omit<OriginTake, 'coins'> & { transferId: string },
): Promise<void> {
  await tx
    .updateTable('coin_origin_takes')
    .set({ earned_coins: earnedCoins })
    .where('transfer_id', '=', transferId)
    .where('spending_id', '=', spendingId)
    .where('lot_id', '=', lotId)
    .execute();
}

/**
 * Gives coins of a spending that is undone back to the lots from which it took them, and forgets that it did. Lots that have expired at a time get
 * none; with null they do.
 * @param coins of one kind, at most
 * @returns how many the lots took
 */
export async function returnOrigins(
  tx: Tx,
  {
    spendingId,
    kind,
    coins,
    unexpiredAt,
  }: { spendingId: string; kind: string; coins: number; unexpiredAt: Date | null },
): Promise<number> {
  const { rows } = await sql<{ filled: number }>`
    with taken as materialized (
      delete from coin_origins o using coin_lots l
      where o.spending_id = ${spendingId}::uuid and l.id = o.lot_id and l.kind = ${kind}
      returning o.lot_id, o.coins, l.expires_at, l.created_at
    ), summed as (
      select lot_id, coins, sum(coins) over (order by expires_at desc nulls first, created_at desc, lot_id desc) - coins as before
      from taken where ${unexpiredAt}::timestamptz is null or expires_at is null or expires_at > ${unexpiredAt}::timestamptz
    ), filled as (
      update coin_lots l set remaining = l.remaining + least(s.coins, ${coins}::bigint - s.before)::integer
      from summed s where l.id = s.lot_id and s.before < ${coins}::bigint
      returning least(s.coins, ${coins}::bigint - s.before) as coins
    )
    select coalesce(sum(coins), 0)::bigint as filled from filled`.execute(tx);
  return rows[0]?.filled ?? 0;
}

/** Whether coins of a spending were taken back. */
export async function isAnyTaken(tx: Tx, spendingId: string): Promise<boolean> {
  const taken = await tx
    .selectFrom('coin_origins')
    .select('lot_id')
    .where('spending_id', '=', spendingId)
    .where('taken_coins', '>', 0)
    .limit(1)
    .executeTakeFirst();
  return taken !== undefined;
}

/** A part of an origin that goes back to the payer. */
export type RefundedOrigin = {
  readonly lotId: string;
  readonly coins: number;
  readonly earnedCoins: number;
};

/** Takes refunded coins out of the origins of a sale. */
export async function updateRefunded(
  tx: Tx,
  spendingId: string,
  parts: readonly RefundedOrigin[],
): Promise<void> {
  if (parts.length === 0) return;
  const rows = parts.map(({ lotId, coins, earnedCoins }) => ({ lot_id: lotId, coins, earned: earnedCoins }));
  await sql`
    update coin_origins o
    set coins = o.coins - g.coins, earned_coins = o.earned_coins - g.earned,
      refunded_coins = o.refunded_coins + g.coins, refunded_earned_coins = o.refunded_earned_coins + g.earned
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g (lot_id uuid, coins integer, earned integer)
    where o.spending_id = ${spendingId}::uuid and o.lot_id = g.lot_id`.execute(tx);
}
