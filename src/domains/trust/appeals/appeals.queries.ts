import { sql } from 'kysely';
import { anyOf } from '#platform/db/any-of.ts';
import type { Db } from '#platform/db/database.ts';
import type { IdKey, ListRequest } from '#platform/db/keyset.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { Appeal, AppealResult, AppealSide, AppealState } from './appeals.types.ts';

const selectAppeals = (db: Db) =>
  db
    .selectFrom('appeals')
    .select([
      'id',
      'decision_id as decisionId',
      'author_id as authorId',
      'notice_id as noticeId',
      'side',
      'text',
      'state',
      'reviewer_id as reviewerId',
      'note',
      'created_at as createdAt',
      'decided_at as decidedAt',
    ])
    // Constraints hold the values.
    .$narrowType<{ side: AppealSide; state: AppealState }>();

export async function findAppeal(db: Db, id: string): Promise<Appeal | null> {
  return (await selectAppeals(db).where('id', '=', id).executeTakeFirst()) ?? null;
}

/** The appeal of an author, or of the sender of a notice, against a decision. */
export async function findAppealOf(
  db: Db,
  { authorId, noticeId, decisionId }: Pick<Appeal, 'authorId' | 'noticeId' | 'decisionId'>,
): Promise<Appeal | null> {
  const found = await selectAppeals(db)
    .where('decision_id', '=', decisionId)
    .where((is) => is.or([is('author_id', '=', authorId), is('notice_id', '=', noticeId)]))
    .executeTakeFirst();
  return found ?? null;
}

/** Appeals of an author against decisions. */
export async function listAppealsOf(
  db: Db,
  authorId: string,
  decisionIds: readonly string[],
): Promise<Appeal[]> {
  return selectAppeals(db)
    .where('author_id', '=', authorId)
    .where('decision_id', '=', anyOf(decisionIds))
    .execute();
}

/** Appeals in a state, newest first, one more than the page. */
export async function listAppeals(
  db: Db,
  state: AppealState,
  { from: [beforeId], limit }: ListRequest<IdKey>,
): Promise<Appeal[]> {
  return selectAppeals(db)
    .where('state', '=', state)
    .where('id', '<', beforeId)
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
}

/** @returns false when the author has appealed against the decision */
export async function insertAppeal(
  tx: Tx,
  { id, decisionId, authorId, noticeId, side, text, createdAt }: Appeal,
): Promise<boolean> {
  const inserted = await tx
    .insertInto('appeals')
    .values({
      id,
      decision_id: decisionId,
      author_id: authorId,
      notice_id: noticeId,
      side,
      text,
      state: 'PENDING',
      created_at: createdAt,
    })
    .onConflict((conflict) => conflict.columns(['decision_id', 'author_id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** @returns whether it was pending */
export async function updateWithdrawn(tx: Tx, id: string, decidedAt: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('appeals')
    .set({ state: 'WITHDRAWN', decided_at: decidedAt })
    .where('id', '=', id)
    .where('state', '=', 'PENDING')
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Decides all pending appeals against a decision, which are of one side. @returns those of senders of notices */
export async function updateDecided(
  tx: Tx,
  decisionId: string,
  {
    state,
    reviewerId,
    note,
    decidedAt,
  }: { state: AppealResult; reviewerId: string; note: string; decidedAt: Date },
): Promise<{ appealId: string; authorId: string | null; reportId: string | null }[]> {
  return tx
    .updateTable('appeals')
    .set({ state, reviewer_id: reviewerId, note, decided_at: decidedAt })
    .where('decision_id', '=', decisionId)
    .where('state', '=', 'PENDING')
    .returning(['id as appealId', 'author_id as authorId', 'notice_id as reportId'])
    .execute();
}

/** Appeals of a user in the order of their ids, for the export. */
export async function listAllOwnAppeals(
  db: Db,
  { authorId, afterId, limit }: { authorId: string; afterId: string; limit: number },
): Promise<Appeal[]> {
  return selectAppeals(db)
    .where('author_id', '=', authorId)
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Empties the texts of an erased author. @returns the number of rows */
export async function eraseAppeals(tx: Tx, authorId: string, limit: number): Promise<number> {
  const { rows } = await sql`
    update appeals set text = '', note = case when note is null then null else '' end where id in (
      select id from appeals where author_id = ${authorId}::uuid and (text <> '' or note <> '') order by id desc limit ${limit})
    returning id`.execute(tx);
  return rows.length;
}
