import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { ORIGIN_OF } from '../ledger/ledger.policy.ts';
import type { CoinKind } from '../ledger/ledger.types.ts';
import type { CoinsOfKinds } from '../ledger/take-backs.service.ts';

/** The transfers that followed a refund or dispute; null for what has not happened. */
export type CoinTakeBack = {
  /** The id of the refund or dispute. */
  readonly id: string;
  readonly amountMinor: number;
  readonly holdTransferId: string | null;
  readonly releaseTransferId: string | null;
  readonly takeTransferId: string | null;
  readonly returnTransferId: string | null;
  /** Time from which on a mail tells the buyer; null for one that has taken nothing, or not yet for good. */
  readonly toldAt: Date | null;
};

/** Oldest first. The purchase has to be locked. */
export async function listTakeBacks(tx: Tx, purchaseId: string): Promise<CoinTakeBack[]> {
  return tx
    .selectFrom('coin_take_backs')
    .select(['id', 'amount_minor as amountMinor'])
    .select(['hold_transfer_id as holdTransferId', 'release_transfer_id as releaseTransferId'])
    .select(['take_transfer_id as takeTransferId', 'return_transfer_id as returnTransferId'])
    .select('told_at as toldAt')
    .where('purchase_id', '=', purchaseId)
    .orderBy('id')
    .execute();
}

/** The coins that were taken, from whomever, and not returned. */
export async function readTakenCoins(tx: Tx, purchaseId: string): Promise<CoinsOfKinds> {
  const rows = await tx
    .selectFrom('coin_take_backs as b')
    .innerJoin('coin_entries as e', 'e.transfer_id', 'b.take_transfer_id')
    .innerJoin('coin_accounts as a', 'a.id', 'e.account_id')
    .select(['a.kind', sql<number>`sum(e.amount)::bigint`.as('coins')])
    .where('b.purchase_id', '=', purchaseId)
    .where('b.return_transfer_id', 'is', null)
    .where('a.kind', 'in', Object.values(ORIGIN_OF))
    .groupBy('a.kind')
    .execute();
  const of = (kind: CoinKind): number => rows.find((row) => row.kind === ORIGIN_OF[kind])?.coins ?? 0;
  return { COINS: of('COINS'), PROMO: of('PROMO') };
}

export async function upsertTakeBack(tx: Tx, purchaseId: string, takeBack: CoinTakeBack): Promise<void> {
  const steps = {
    hold_transfer_id: takeBack.holdTransferId,
    release_transfer_id: takeBack.releaseTransferId,
    take_transfer_id: takeBack.takeTransferId,
    return_transfer_id: takeBack.returnTransferId,
    told_at: takeBack.toldAt,
  };
  await tx
    .insertInto('coin_take_backs')
    .values({
      id: takeBack.id,
      purchase_id: purchaseId,
      amount_minor: takeBack.amountMinor,
      ...steps,
    })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(steps))
    .execute();
}

/**
 * Credited purchases before an id whose coins do not follow their refunds and disputes, of those that have changed since a time,
 * the last first. Those whose part of the price is worth no coins, or whose coins were spent before a dispute, are among them.
 */
export async function listUnfollowed(
  db: Db,
  { since, beforeId, limit }: { since: Date; beforeId: string; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with said as (
      select r.id, r.payment_id, r.state in ('PENDING', 'SUCCEEDED') as takes, r.state in ('FAILED', 'CANCELED') as returns,
        false as holds, false as releases
      from payment_refunds r where r.changed_at >= ${since} and r.provider_id is not null
      union all
      select d.id, d.payment_id, d.state = 'LOST', d.state = 'WON',
        d.state in ('NEEDS_RESPONSE', 'UNDER_REVIEW'), d.state in ('WON', 'LOST', 'CLOSED')
      from payment_disputes d where d.changed_at >= ${since}
    )
    select distinct c.id
    from said
      join coin_purchases c on c.id = said.payment_id and c.credited_transfer_id is not null
      left join coin_take_backs b on b.id = said.id
    where c.id < ${beforeId} and ((said.takes and b.take_transfer_id is null)
      or (said.returns and b.take_transfer_id is not null and b.return_transfer_id is null)
      or (said.holds and b.hold_transfer_id is null and b.take_transfer_id is null)
      or (said.releases and b.hold_transfer_id is not null and b.release_transfer_id is null))
    order by c.id desc limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}
