import { createReadStream } from 'node:fs';
import { MEDIA_TYPES } from '#platform/kernel/media-types.ts';
import { AppError } from '#platform/kernel/errors.ts';
import type { UploadedFile } from '#platform/kernel/uploads.ts';
import { defineJob } from '#platform/outbox/jobs/definition.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { UserContext } from '#platform/request/context.ts';
import { insertDocuments } from './documents.queries.ts';
import type { VerificationDocument } from './verification.types.ts';

/** Deletes files of documents from the storage, as a job. */
export const deleteDocumentsJob = defineJob<{ keys: readonly string[] }>('verification.deleteDocuments');

/** Retried until done: the rows that named the files are deleted, so no sweep finds them. */
export function enqueueDeletion(tx: Tx, keys: readonly string[]): void {
  if (keys.length > 0) tx.enqueue(deleteDocumentsJob, { keys });
}

/**
 * Scans files, where there is a scanner, and stores them as they are. Their rows are inserted first, so that the sweep finds
 * what is never sent with a request.
 * @param given number of the documents that the request has
 * @throws AppError VALIDATION_FAILED for malware
 */
export async function storeDocuments(
  ctx: UserContext,
  files: readonly UploadedFile[],
  given = 0,
): Promise<VerificationDocument[]> {
  if (files.length === 0) return [];
  for (const [index, { path }] of files.entries()) {
    const verdict = await ctx.ports.fileScanner?.scan(async () => createReadStream(path));
    if (verdict?.threat != null) throw malware(index);
  }
  const transfers = files.map((file, index) => ({
    file,
    document: documentOf(ctx, file, given + index + 1),
  }));
  const documents = transfers.map(({ document }) => document);
  await ctx.transaction((tx) => insertDocuments(tx, ctx.user.id, documents));
  for (const { file, document } of transfers) {
    await ctx.ports.storage.put(document.key, createReadStream(file.path), {
      contentType: document.contentType,
      ...(ctx.signal && { signal: ctx.signal }),
    });
  }
  return documents;
}

/** A key is of no media item, and so never of a public link. The name is the server's: what clients call files can name people. */
function documentOf(
  ctx: UserContext,
  { contentType, sizeBytes }: UploadedFile,
  place: number,
): VerificationDocument {
  const id = ctx.ids.next();
  const extension = MEDIA_TYPES.get(contentType)?.extension ?? 'bin';
  return {
    id,
    place,
    key: `verification/${id}.${extension}`,
    fileName: `document-${place}.${extension}`,
    contentType,
    sizeBytes,
    createdAt: ctx.clock.now(),
  };
}

const malware = (index: number): AppError =>
  new AppError('VALIDATION_FAILED', 'The file contains malware. Send another one.', {
    path: ['files', String(index)],
    details: { constraint: 'malware' },
  });
