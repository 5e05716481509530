import { sql } from 'kysely';
import { anyOf } from '#platform/db/any-of.ts';
import type { Db } from '#platform/db/database.ts';
import type { IdKey, ListRequest } from '#platform/db/keyset.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { StatementExport } from './statement-exports.types.ts';

const COLUMNS = [
  'id',
  'day',
  'state',
  'row_count as rowCount',
  'size_bytes as sizeBytes',
  'requested_by as requestedBy',
  'created_at as createdAt',
  'expires_at as expiresAt',
] as const;

const selectExports = (db: Db) =>
  db
    .selectFrom('statement_exports')
    .select(COLUMNS)
    // A constraint holds the states.
    .$castTo<StatementExport>();

/** Newest first, one more than the page. */
export const listStatementExports = (
  db: Db,
  { from: [beforeId], limit }: ListRequest<IdKey>,
): Promise<StatementExport[]> =>
  selectExports(db)
    .where('id', '<', beforeId)
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();

export const listStatementExportsByIds = (db: Db, ids: readonly string[]): Promise<StatementExport[]> =>
  selectExports(db).where('id', '=', anyOf(ids)).execute();

export const findPending = async (db: Db, day: string): Promise<StatementExport | null> =>
  (await selectExports(db).where('day', '=', day).where('state', '=', 'PENDING').executeTakeFirst()) ?? null;

export async function countRequestedSince(tx: Tx, since: Date): Promise<number> {
  const { count } = await tx
    .selectFrom('statement_exports')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow();
  return count;
}

/** Written out: a parameter fits the partial index only as long as the server plans by values. */
const IS_PENDING = sql<boolean>`state = 'PENDING'`;

/** @returns false when one of the same day is being written */
export async function insertStatementExport(
  tx: Tx,
  made: Pick<StatementExport, 'id' | 'day' | 'requestedBy' | 'createdAt'>,
): Promise<boolean> {
  const inserted = await tx
    .insertInto('statement_exports')
    .values({
      id: made.id,
      day: made.day,
      state: 'PENDING',
      requested_by: made.requestedBy,
      created_at: made.createdAt,
    })
    .onConflict((conflict) => conflict.column('day').where(IS_PENDING).doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Counts one more attempt. @returns null when it is no longer PENDING */
export async function updateAttempt(tx: Tx, id: string): Promise<{ day: string; attempt: number } | null> {
  const row = await tx
    .updateTable('statement_exports')
    .set({ attempts: sql`attempts + 1` })
    .where('id', '=', id)
    .where('state', '=', 'PENDING')
    .returning(['day', 'attempts as attempt'])
    .executeTakeFirst();
  return row ?? null;
}

type Written = {
  readonly id: string;
  readonly rowCount: number;
  readonly sizeBytes: number;
  readonly expiresAt: Date;
};

export async function updateReady(tx: Tx, { id, rowCount, sizeBytes, expiresAt }: Written): Promise<void> {
  await tx
    .updateTable('statement_exports')
    .set({ state: 'READY', row_count: rowCount, size_bytes: sizeBytes, expires_at: expiresAt })
    .where('id', '=', id)
    .where('state', '=', 'PENDING')
    .execute();
}

export async function updateFailed(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('statement_exports')
    .set({ state: 'FAILED' })
    .where('id', '=', id)
    .where('state', '=', 'PENDING')
    .execute();
}

/** Marks FAILED what was requested before a time and is not written: its job is lost. */
export async function updateLost(tx: Tx, madeBefore: Date): Promise<void> {
  await tx
    .updateTable('statement_exports')
    .set({ state: 'FAILED' })
    .where('state', '=', 'PENDING')
    .where('created_at', '<', madeBefore)
    .execute();
}

/** @returns the ids of files that have expired, at most `limit` */
export async function updateExpired(tx: Tx, now: Date, limit: number): Promise<string[]> {
  const rows = await tx
    .updateTable('statement_exports')
    .set({ state: 'EXPIRED' })
    .where('id', 'in', (ready) =>
      ready
        .selectFrom('statement_exports')
        .select('id')
        .where('state', '=', 'READY')
        .where('expires_at', '<=', now)
        .orderBy('expires_at')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}
