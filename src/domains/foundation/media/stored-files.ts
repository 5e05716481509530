import { createReadStream } from 'node:fs';
import type { Tx } from '#platform/outbox/transaction.ts';
import { defineJob } from '#platform/outbox/jobs/definition.ts';
import { contentTypeOfName } from '#platform/kernel/media-types.ts';
import type { RenderedFile, RenderedVariant } from '#ports/media-renderer.ts';
import type { StoragePort } from '#ports/storage.ts';
import type { StoredFiles } from './media.queries.ts';
import type { MediaFile, MediaVariant } from './media.types.ts';

/** Deletes files of the storage, as a job. */
export const deleteFiles = defineJob<{ keys: readonly string[] }>('media.deleteFiles');

export function storageKeysOf({ variants, recording, document, sourceKey }: StoredFiles): string[] {
  return [
    ...variants.map((variant) => variant.key),
    ...(recording ? [recording.key] : []),
    ...(document ? [document.key] : []),
    ...(sourceKey === null ? [] : [sourceKey]),
  ];
}

/** Retried until done: the rows that named the files are deleted, so no sweep finds them. */
export function enqueueFileDeletion(tx: Tx, rows: readonly StoredFiles[]): void {
  const keys = rows.flatMap(storageKeysOf);
  if (keys.length > 0) tx.enqueue(deleteFiles, { keys });
}

/** A local file and its key in the storage. */
export type Transfer<File extends MediaFile = MediaFile> = { readonly path: string; readonly file: File };

export function variantTransfer(mediaId: string, variant: RenderedVariant): Transfer<MediaVariant> {
  const { name, width, height } = variant;
  const { path, file } = fileTransfer(mediaId, name, variant);
  return { path, file: { ...file, name, width, height } };
}

export function fileTransfer(mediaId: string, name: string, rendered: RenderedFile): Transfer {
  const key = `${mediaId}/${name}.${rendered.extension}`;
  const { path, sizeBytes } = rendered;
  return { path, file: { key, contentType: contentTypeOfName(key), sizeBytes } };
}

/** Settles when no local file is being read any more. Files stored before a failure are found by the row that names them. */
export async function storeFiles(
  storage: StoragePort,
  transfers: readonly Transfer[],
  signal?: AbortSignal,
): Promise<void> {
  const stored = await Promise.allSettled(
    transfers.map(({ path, file: { key, contentType } }) =>
      storage.put(key, createReadStream(path), { contentType, ...(signal && { signal }) }),
    ),
  );
  for (const outcome of stored) if (outcome.status === 'rejected') throw outcome.reason;
}
