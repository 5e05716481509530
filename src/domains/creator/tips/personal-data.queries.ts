import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { TIP_ROW } from './tips.queries.ts';
import type { Tip } from './tips.types.ts';

type OwnPage = { readonly userId: string; readonly afterId: string; readonly limit: number };

/** Tips of a sender, oldest first. */
export async function listSentTips(db: Db, { userId, afterId, limit }: OwnPage): Promise<Tip[]> {
  const { rows } = await sql<Tip>`
    select ${TIP_ROW} from coin_tips t where t.sender_id = ${userId}::uuid and t.id > ${afterId}::uuid
    order by t.id limit ${limit}`.execute(db);
  return rows;
}

export type ReceivedTip = Pick<
  Tip,
  'id' | 'targetKind' | 'targetId' | 'amountCoins' | 'isAnonymous' | 'createdAt'
> & {
  /** Null for an anonymous one. */
  readonly senderId: string | null;
};

/** Settled tips of a receiver, oldest first. */
export async function listReceivedTips(db: Db, { userId, afterId, limit }: OwnPage): Promise<ReceivedTip[]> {
  const { rows } = await sql<ReceivedTip>`
    select t.id, case when not t.is_anonymous then t.sender_id end as "senderId", t.target_kind as "targetKind",
      t.target_id as "targetId", t.amount_coins as "amountCoins", t.is_anonymous as "isAnonymous", t.created_at as "createdAt"
    from coin_tips t where t.receiver_id = ${userId}::uuid and t.state = 'POSTED' and t.id > ${afterId}::uuid
    order by t.id limit ${limit}`.execute(db);
  return rows;
}

/** Erases the messages of tips of a sender, and hides who sent them. @returns how many */
export async function hideTipsOf(tx: Tx, senderId: string, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update coin_tips set message = null, is_anonymous = true where id in (
      select id from coin_tips
      where sender_id = ${senderId}::uuid and (message is not null or not is_anonymous) order by id limit ${limit} for no key update)`.execute(
    tx,
  );
  return Number(numAffectedRows);
}

/** Erases what a user gave, and what others gave to the user, from the sums of tippers. @returns how many */
export async function deleteTopsOf(tx: Tx, userId: string, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    with given as (
      select distinct target_kind, target_id from coin_tips where sender_id = ${userId}::uuid
    ), found as (
      select t.ctid from given join top_tippers t using (target_kind, target_id) where t.tipper_id = ${userId}::uuid
      union
      select t.ctid from top_tippers t where t.target_kind = 'USER' and t.target_id = ${userId}::uuid
    )
    delete from top_tippers where ctid in (select ctid from found limit ${limit})`.execute(tx);
  return Number(numAffectedRows);
}

/** Erases the total of the tips to a user. @returns how many */
export async function deleteTotalsOf(tx: Tx, userId: string): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('tip_totals')
    .where('target_kind', '=', 'USER')
    .where('target_id', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
