import type { Db } from '#platform/db/database.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { Media, MediaDocument } from './media.types.ts';

/** A stored file that waits to be scanned. */
type UnscannedDocument = Pick<Media, 'id' | 'ownerId' | 'createdAt'> & { readonly document: MediaDocument };

/** Null when it is already scanned or deleted. */
export async function findUnscannedDocument(db: Db, id: string): Promise<UnscannedDocument | null> {
  const found = await db
    .selectFrom('media')
    .select(['id', 'owner_id as ownerId', 'document', 'created_at as createdAt'])
    .where('id', '=', id)
    .where('state', '=', 'PROCESSING')
    .where('document', 'is not', null)
    // JSON, whose generated type is `unknown`.
    .$narrowType<{ document: MediaDocument }>()
    .executeTakeFirst();
  return found ?? null;
}

/** @returns false when the item is not PROCESSING */
export async function updateRejected(tx: Tx, id: string, failure: string): Promise<boolean> {
  const updated = await tx
    .updateTable('media')
    .set({ state: 'REJECTED', failure })
    .where('id', '=', id)
    .where('state', '=', 'PROCESSING')
    .returning('id')
    .executeTakeFirst();
  return updated !== undefined;
}
