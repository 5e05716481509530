import { sql } from 'kysely';
import { anyOf } from '#platform/db/any-of.ts';
import type { Db } from '#platform/db/database.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { IdKey, ListRequest } from '#platform/db/keyset.ts';
import { EXPORT_TRANSITIONS } from './exports.state.ts';
import type { DataExport } from './exports.types.ts';

const EXPORT_COLUMNS = [
  'id',
  'user_id as userId',
  'state',
  'size_bytes as sizeBytes',
  'created_at as createdAt',
  'expires_at as expiresAt',
] as const;

const selectExports = (db: Db) => db.selectFrom('data_exports').select(EXPORT_COLUMNS);

/** A user's exports, newest first, one more than the page. */
export async function listExports(
  db: Db,
  userId: string,
  { from: [beforeId], limit }: ListRequest<IdKey>,
): Promise<DataExport[]> {
  return selectExports(db)
    .where('user_id', '=', userId)
    .where('id', '<', beforeId)
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
}

export async function listExportsByIds(
  db: Db,
  userId: string,
  ids: readonly string[],
): Promise<DataExport[]> {
  return selectExports(db).where('user_id', '=', userId).where('id', '=', anyOf(ids)).execute();
}

export async function findNewestExport(db: Db, userId: string): Promise<DataExport | null> {
  const row = await selectExports(db)
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

export async function insertExport(
  tx: Tx,
  made: { id: string; userId: string; createdAt: Date },
): Promise<DataExport> {
  return tx
    .insertInto('data_exports')
    .values({ id: made.id, user_id: made.userId, state: 'PENDING', created_at: made.createdAt })
    .returning(EXPORT_COLUMNS)
    .executeTakeFirstOrThrow();
}

/** Counts one more attempt. @returns the owner and the number of the attempt; null when it is no longer PENDING */
export async function updateAttempt(tx: Tx, id: string): Promise<{ userId: string; attempt: number } | null> {
  const row = await tx
    .updateTable('data_exports')
    .set({ attempts: sql`attempts + 1` })
    .where('id', '=', id)
    .where('state', '=', 'PENDING')
    .returning(['user_id as userId', 'attempts as attempt'])
    .executeTakeFirst();
  return row ?? null;
}

/** Whether a PENDING or READY row refers to the archive's file. */
export async function hasLiveExport(db: Db, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('data_exports')
    .select('id')
    .where('id', '=', id)
    .where('state', 'in', ['PENDING', 'READY'])
    .executeTakeFirst();
  return row !== undefined;
}

/** @returns the owner with their e-mail address; null when it is no longer PENDING */
export async function updateReady(
  tx: Tx,
  written: { id: string; sizeBytes: number; expiresAt: Date },
): Promise<{ userId: string; email: string | null } | null> {
  const row = await tx
    .updateTable('data_exports as e')
    .from('users as u')
    .set({ state: 'READY', size_bytes: written.sizeBytes, expires_at: written.expiresAt })
    .whereRef('u.id', '=', 'e.user_id')
    .where('e.id', '=', written.id)
    .where('e.state', '=', EXPORT_TRANSITIONS.READY)
    .returning(['e.user_id as userId', 'u.email'])
    .executeTakeFirst();
  return row ?? null;
}

export async function updateFailed(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('data_exports')
    .set({ state: 'FAILED' })
    .where('id', '=', id)
    .where('state', '=', EXPORT_TRANSITIONS.FAILED)
    .execute();
}

/** Marks FAILED the PENDING exports requested before `madeBefore`, whose jobs must be lost. */
export async function updateLostExportsFailed(tx: Tx, madeBefore: Date): Promise<void> {
  await tx
    .updateTable('data_exports')
    .set({ state: 'FAILED' })
    .where('state', '=', EXPORT_TRANSITIONS.FAILED)
    .where('created_at', '<', madeBefore)
    .execute();
}

/** @returns the ids of expired exports, at most `limit` */
export async function updateExpired(tx: Tx, now: Date, limit: number): Promise<string[]> {
  const rows = await tx
    .updateTable('data_exports')
    .set({ state: 'EXPIRED' })
    .where('id', 'in', (ready) =>
      ready
        .selectFrom('data_exports')
        .select('id')
        .where('state', '=', EXPORT_TRANSITIONS.EXPIRED)
        .where('expires_at', '<=', now)
        .orderBy('expires_at')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .returning('id')
    .execute();
  return rows.map((row) => row.id);
}

/** @returns their ids */
export async function deleteExports(tx: Tx, userId: string): Promise<string[]> {
  const rows = await tx.deleteFrom('data_exports').where('user_id', '=', userId).returning('id').execute();
  return rows.map((row) => row.id);
}
