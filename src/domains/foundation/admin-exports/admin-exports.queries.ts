import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import type { IdKey, ListRequest } from '#platform/db/keyset.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { AdminExport, AdminExportContent, NewAdminExport } from './admin-exports.types.ts';

const COLUMNS = [
  'id',
  'content',
  'period',
  'state',
  'row_count as rowCount',
  'size_bytes as sizeBytes',
  'requested_by as requestedBy',
  'created_at as createdAt',
  'expires_at as expiresAt',
] as const;

const isOneOf = (contents: readonly AdminExportContent[]) => sql<boolean>`content = any(${contents}::text[])`;

const selectExports = <Content extends AdminExportContent>(db: Db, contents: readonly Content[]) =>
  db
    .selectFrom('admin_exports')
    .select(COLUMNS)
    .where(isOneOf(contents))
    // Constraints hold the contents and the states.
    .$castTo<AdminExport<Content>>();

/** Newest first, one more than the page. */
export const listExports = <Content extends AdminExportContent>(
  db: Db,
  contents: readonly Content[],
  { from: [beforeId], limit }: ListRequest<IdKey>,
): Promise<AdminExport<Content>[]> =>
  selectExports(db, contents)
    .where('id', '<', beforeId)
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();

export const findExportById = async <Content extends AdminExportContent>(
  db: Db,
  contents: readonly Content[],
  id: string,
): Promise<AdminExport<Content> | null> =>
  (await selectExports(db, contents).where('id', '=', id).executeTakeFirst()) ?? null;

export const findPending = async <Content extends AdminExportContent>(
  db: Db,
  { content, period }: Pick<AdminExport<Content>, 'content' | 'period'>,
): Promise<AdminExport<Content> | null> =>
  (await selectExports(db, [content])
    .where('period', '=', period)
    .where('state', '=', 'PENDING')
    .executeTakeFirst()) ?? null;

export async function countRequestedSince(
  tx: Tx,
  contents: readonly AdminExportContent[],
  since: Date,
): Promise<number> {
  const { count } = await tx
    .selectFrom('admin_exports')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(isOneOf(contents))
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow();
  return count;
}

/** Written out: a parameter fits the partial index only as long as the server plans by values. */
const IS_PENDING = sql<boolean>`state = 'PENDING'`;

/** @returns false when one of the same content and period is being written */
export async function insertExport(tx: Tx, made: NewAdminExport): Promise<boolean> {
  const inserted = await tx
    .insertInto('admin_exports')
    .values({
      id: made.id,
      content: made.content,
      period: made.period,
      state: 'PENDING',
      requested_by: made.requestedBy,
      created_at: made.createdAt,
    })
    .onConflict((conflict) => conflict.columns(['content', 'period']).where(IS_PENDING).doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

export type Begun = Pick<AdminExport, 'id' | 'content' | 'period'> & { readonly attempt: number };

/** Counts one more attempt. @returns null when it is no longer PENDING */
export async function updateAttempt(tx: Tx, id: string): Promise<Begun | null> {
  const row = await tx
    .updateTable('admin_exports')
    .set({ attempts: sql`attempts + 1` })
    .where('id', '=', id)
    .where('state', '=', 'PENDING')
    .returning(['id', 'content', 'period', 'attempts as attempt'])
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
    .updateTable('admin_exports')
    .set({ state: 'READY', row_count: rowCount, size_bytes: sizeBytes, expires_at: expiresAt })
    .where('id', '=', id)
    .where('state', '=', 'PENDING')
    .execute();
}

export async function updateFailed(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('admin_exports')
    .set({ state: 'FAILED' })
    .where('id', '=', id)
    .where('state', '=', 'PENDING')
    .execute();
}

/** Marks FAILED what was requested before a time and is not written: its job is lost. */
export async function updateLost(
  tx: Tx,
  contents: readonly AdminExportContent[],
  madeBefore: Date,
): Promise<void> {
  await tx
    .updateTable('admin_exports')
    .set({ state: 'FAILED' })
    .where(isOneOf(contents))
    .where('state', '=', 'PENDING')
    .where('created_at', '<', madeBefore)
    .execute();
}

/** @returns the ids of files that have expired, at most `limit` */
export async function updateExpired(
  tx: Tx,
  contents: readonly AdminExportContent[],
  { now, limit }: { now: Date; limit: number },
): Promise<string[]> {
  const rows = await tx
    .updateTable('admin_exports')
    .set({ state: 'EXPIRED' })
    .where('id', 'in', (ready) =>
      ready
        .selectFrom('admin_exports')
        .select('id')
        .where(isOneOf(contents))
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
