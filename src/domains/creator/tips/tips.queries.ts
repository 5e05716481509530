import { sql } from 'kysely';
import { type ViewerSql, visibleUserSql } from '#domains/foundation/visibility/visibility.policy.ts';
import { anyOf } from '#platform/db/any-of.ts';
import type { Db } from '#platform/db/database.ts';
import type { IdKey, ListRequest } from '#platform/db/keyset.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { Tip, TipOfTransfer, TipTarget } from './tips.types.ts';

/** The columns of a tip whose row has the alias `t`. */
export const TIP_ROW = sql`t.id, t.sender_id as "senderId", t.receiver_id as "receiverId", t.target_kind as "targetKind",
  t.target_id as "targetId", t.amount_coins as "amountCoins", t.message, t.is_anonymous as "isAnonymous", t.state,
  t.undoable_until as "undoableUntil", t.created_at as "createdAt"`;

export async function listTipsByIds(db: Db, ids: readonly string[]): Promise<Tip[]> {
  const { rows } = await sql<Tip>`select ${TIP_ROW} from coin_tips t where t.id = ${anyOf(ids)}`.execute(db);
  return rows;
}

/** Tips by transfers of their taps, the later ones of a tip, too. */
export async function listTipsByTransfers(db: Db, transferIds: readonly string[]): Promise<TipOfTransfer[]> {
  const { rows } = await sql<Tip & { transferId: string }>`
    select x.id as "transferId", ${TIP_ROW} from coin_transfers x
    join coin_tips t on t.id = coalesce(x.group_id, x.id) where x.id = ${anyOf(transferIds)}`.execute(db);
  return rows.map(({ transferId, ...tip }) => ({ id: transferId, tip }));
}

/** Settled tips for a target, newest first, one more than the page; without those of senders whom the viewer does not see. */
export async function listTips(
  db: Db,
  viewer: ViewerSql,
  { kind, id }: TipTarget,
  { from: [beforeId], limit }: ListRequest<IdKey>,
): Promise<Tip[]> {
  const { rows } = await sql<Tip>`
    select ${TIP_ROW} from coin_tips t join users u on u.id = t.sender_id
    where t.target_kind = ${kind} and t.target_id = ${id}::uuid and t.state = 'POSTED' and t.id < ${beforeId}::uuid
      and (t.is_anonymous or ${visibleUserSql(viewer)})
    order by t.id desc limit ${limit + 1}`.execute(db);
  return rows;
}

/** Tips that a user has sent, newest first, one more than the page; in every state. */
export async function listTipsOfSender(
  db: Db,
  senderId: string,
  { from: [beforeId], limit }: ListRequest<IdKey>,
): Promise<Tip[]> {
  const { rows } = await sql<Tip>`
    select ${TIP_ROW} from coin_tips t where t.sender_id = ${senderId}::uuid and t.id < ${beforeId}::uuid
    order by t.id desc limit ${limit + 1}`.execute(db);
  return rows;
}

/** Settled tips that the viewer got, newest first, one more than the page; without those of senders whom the viewer does not see. */
export async function listTipsOfReceiver(
  db: Db,
  viewer: ViewerSql,
  receiverId: string,
  { from: [beforeId], limit }: ListRequest<IdKey>,
): Promise<Tip[]> {
  const { rows } = await sql<Tip>`
    select ${TIP_ROW} from coin_tips t join users u on u.id = t.sender_id
    where t.receiver_id = ${receiverId}::uuid and t.state = 'POSTED' and t.id < ${beforeId}::uuid
      and (t.is_anonymous or ${visibleUserSql(viewer)})
    order by t.id desc limit ${limit + 1}`.execute(db);
  return rows;
}

export type LockedTip = Pick<Tip, 'id' | 'state' | 'undoableUntil'>;

/** Locks a tip that the user has sent until the commit. */
export async function lockOwnTip(
  tx: Tx,
  { id, senderId }: { id: string; senderId: string },
): Promise<LockedTip | null> {
  const row = await tx
    .selectFrom('coin_tips')
    .select(['id', 'state', 'undoable_until as undoableUntil'])
    .where('id', '=', id)
    .where('sender_id', '=', senderId)
    // A constraint holds it.
    .$narrowType<{ state: Tip['state'] }>()
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row ?? null;
}

export async function updateTipCanceled(tx: Tx, id: string): Promise<void> {
  await tx.updateTable('coin_tips').set({ state: 'CANCELED' }).where('id', '=', id).execute();
}
