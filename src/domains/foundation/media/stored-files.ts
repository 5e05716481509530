import { createReadStream } from 'node:fs';
import type { Tx } from '#platform/db/database.ts';
import { defineJob } from '#platform/jobs/definition.ts';
import { contentTypeOfName } from '#platform/media-types.ts';
import type { StoragePort } from '#ports/storage.ts';
import type { RenderedFile, RenderedVariant } from './media-tasks.ts';
import type { StoredFiles } from './media.queries.ts';
import type { MediaFile, MediaVariant } from './media.types.ts';

/** Deletes files of the storage, in the background. */
export const deleteFiles = defineJob<{ keys: readonly string[] }>('media.deleteFiles');

export function keysOf({ variants, recording, sourceKey }: StoredFiles): string[] {
  return [
    ...variants.map((variant) => variant.key),
    ...(recording ? [recording.key] : []),
    ...(sourceKey === null ? [] : [sourceKey]),
  ];
}

/** The rows that named the files are gone, so nobody finds them any more. */
export function enqueueDeletion(tx: Tx, rows: readonly StoredFiles[]): void {
  const keys = rows.flatMap(keysOf);
  if (keys.length > 0) tx.enqueue(deleteFiles, { keys });
}

/** A file on this machine and what it becomes in the storage. */
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

/** Settles when nothing is read from this machine any more. What was stored before a failure is found by the row that names it. */
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
