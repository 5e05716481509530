import { sql } from 'kysely';
import { anyOf } from '#platform/db/any-of.ts';
import type { Db } from '#platform/db/database.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { VerificationDocument } from './verification.types.ts';

const selectDocuments = (db: Db) =>
  db
    .selectFrom('verification_documents')
    .select([
      'id',
      'place',
      'storage_key as key',
      'file_name as fileName',
      'content_type as contentType',
      'size_bytes as sizeBytes',
      'created_at as createdAt',
    ]);

export async function insertDocuments(
  tx: Tx,
  userId: string,
  documents: readonly VerificationDocument[],
): Promise<void> {
  await tx
    .insertInto('verification_documents')
    .values(
      documents.map(({ id, place, key, fileName, contentType, sizeBytes, createdAt }) => ({
        id,
        user_id: userId,
        request_id: null,
        place,
        storage_key: key,
        file_name: fileName,
        content_type: contentType,
        size_bytes: sizeBytes,
        created_at: createdAt,
      })),
    )
    .execute();
}

/** Makes stored files documents of a request. @returns how many there were; files that were never sent are swept */
export async function updateSent(
  tx: Tx,
  requestId: string,
  documents: readonly VerificationDocument[],
): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('verification_documents')
    .set({ request_id: requestId })
    .where('id', '=', anyOf(documents.map(({ id }) => id)))
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/** Documents of requests, oldest first. */
export async function listDocuments(
  db: Db,
  requestIds: readonly string[],
): Promise<(VerificationDocument & { readonly requestId: string })[]> {
  const found = await selectDocuments(db)
    .select('request_id as requestId')
    .where('request_id', '=', anyOf(requestIds))
    .orderBy('created_at')
    .orderBy('place')
    .execute();
  return found.flatMap(({ requestId, ...document }) =>
    requestId === null ? [] : [{ ...document, requestId }],
  );
}

export async function countDocuments(db: Db, requestId: string): Promise<number> {
  const { count } = await db
    .selectFrom('verification_documents')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('request_id', '=', requestId)
    .executeTakeFirstOrThrow();
  return count;
}

/** All documents of a user after one, oldest first. */
export async function listOwnDocuments(
  db: Db,
  { userId, afterId, limit }: { userId: string; afterId: string; limit: number },
): Promise<VerificationDocument[]> {
  return selectDocuments(db)
    .where('user_id', '=', userId)
    .where('request_id', 'is not', null)
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** @returns the keys of the deleted documents */
export async function deleteDocumentsOf(tx: Tx, userId: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    delete from verification_documents where id in (
      select id from verification_documents where user_id = ${userId}::uuid limit ${limit}::integer)
    returning storage_key as key`.execute(tx);
  return rows.map(({ key }) => key);
}

/** @returns the keys of the deleted documents */
export async function deleteDocumentsOfRequest(tx: Tx, requestId: string): Promise<string[]> {
  const deleted = await tx
    .deleteFrom('verification_documents')
    .where('request_id', '=', requestId)
    .returning('storage_key as key')
    .execute();
  return deleted.map(({ key }) => key);
}

/** Deletes documents of requests that have ended before a time, and those that were never sent. @returns their keys */
export async function deleteOldDocuments(
  tx: Tx,
  { endedBefore, unsentBefore, limit }: { endedBefore: Date; unsentBefore: Date; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    delete from verification_documents where id in (
      (select d.id from verification_requests r join verification_documents d on d.request_id = r.id
        where r.ended_at <= ${endedBefore}::timestamptz limit ${limit}::integer)
      union all
      (select id from verification_documents
        where request_id is null and created_at <= ${unsentBefore}::timestamptz limit ${limit}::integer))
    returning storage_key as key`.execute(tx);
  return rows.map(({ key }) => key);
}
