import { sql } from 'kysely';
import { anyOf } from '#platform/db/any-of.ts';
import type { Db } from '#platform/db/database.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { Media, MediaScanState } from './media.types.ts';

export type UnscannedMedia = Pick<Media, 'id' | 'ownerId' | 'variants'>;

/** Items that are stored and wait for a scan, oldest first. */
export async function listUnscanned(
  db: Db,
  { now, limit }: { now: Date; limit: number },
): Promise<UnscannedMedia[]> {
  const { rows } = await sql<UnscannedMedia>`
    select id, owner_id as "ownerId", variants from media
    where scan_state = 'UNSCANNED' and state = 'READY' and (scan_after is null or scan_after <= ${now})
    order by id limit ${limit}`.execute(db);
  return rows;
}

/** @returns false when another process has scanned it, or it is deleted */
export async function updateScanned(tx: Tx, id: string, state: MediaScanState): Promise<boolean> {
  const updated = await tx
    .updateTable('media')
    .set({ scan_state: state, scan_after: null })
    .where('id', '=', id)
    .where('scan_state', '=', 'UNSCANNED')
    .returning('id')
    .executeTakeFirst();
  return updated !== undefined;
}

export async function updateScanAfter(tx: Tx, id: string, after: Date): Promise<void> {
  await tx
    .updateTable('media')
    .set({ scan_after: after })
    .where('id', '=', id)
    .where('scan_state', '=', 'UNSCANNED')
    .execute();
}

export type ScannedMedia = Pick<Media, 'kind'> & { readonly scanState: MediaScanState };

export async function listScanStates(db: Db, ids: readonly string[]): Promise<ScannedMedia[]> {
  return db
    .selectFrom('media')
    .select(['kind', 'scan_state as scanState'])
    .where('id', '=', anyOf(ids))
    .$narrowType<ScannedMedia>()
    .execute();
}

/** Whether one of the items is SENSITIVE. */
export async function findSensitive(db: Db, ids: readonly string[]): Promise<boolean> {
  const found = await db
    .selectFrom('media')
    .select('id')
    .where('id', '=', anyOf(ids))
    .where('scan_state', '=', 'SENSITIVE')
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
