import { addAbortSignal, Readable } from 'node:stream';
import { GetObjectCommand, NoSuchKey } from '@aws-sdk/client-s3';
import type { Clock } from '#platform/kernel/clock.ts';
import { contentTypeOfName } from '#platform/kernel/media-types.ts';
import type { StoragePort, StoredObject } from '#ports/storage.ts';
import type { S3ClientOptions } from './s3-client.ts';
import { createDeletionClient, createS3Client, createUploader, deleteObjects } from './s3-client.ts';
import { createLinkPresigner } from './s3-links.ts';
import { uploadObject } from './s3-upload.ts';
import { storageFaultOf } from './storage-faults.ts';
import { requireKey, requireTypeOfKey } from './storage-rules.ts';

export type S3Options = S3ClientOptions & { readonly bucket: string; readonly clock: Clock };

/** Maximum of S3 in one request. */
const DELETED_AT_ONCE_MAX = 1_000;

/**
 * The storage port on Amazon S3 and compatible servers. `clock` is for links only: requests are signed by the time of
 * this machine, since the server compares it with its own.
 */
export function createS3Storage({ bucket, clock, ...options }: S3Options): StoragePort {
  const client = createS3Client(options);
  const deletionClient = createDeletionClient(options);
  const linkOf = createLinkPresigner({ client, bucket, clock });

  return {
    async put(key, body, { contentType, signal }) {
      // Readers handle errors of the stream; an earlier one without this listener would end the process.
      if (!Buffer.isBuffer(body)) body.on('error', () => {});
      try {
        requireKey(key);
        requireTypeOfKey(key, contentType);
        signal?.throwIfAborted();
        if (signal && !Buffer.isBuffer(body)) addAbortSignal(signal, body);
        const uploader = signal ? createUploader(client, options, signal) : client;
        await uploadObject({ uploader, client }, { bucket, key, body, contentType });
      } catch (error) {
        if (!Buffer.isBuffer(body)) body.destroy();
        signal?.throwIfAborted();
        throw storageFaultOf(error);
      }
    },

    async get(key): Promise<StoredObject | null> {
      requireKey(key);
      const command = new GetObjectCommand({ Bucket: bucket, Key: key });
      const found = await client.send(command).catch(nullWhenAbsent);
      if (!found) return null;
      const { Body: body, ContentLength: sizeBytes } = found;
      if (!(body instanceof Readable) || sizeBytes === undefined)
        throw new Error(`The storage answered without a body or a size for "${key}".`);
      return { body, sizeBytes, contentType: contentTypeOfName(key) };
    },

    async delete(keys) {
      keys.forEach(requireKey);
      for (let start = 0; start < keys.length; start += DELETED_AT_ONCE_MAX) {
        const batch = keys.slice(start, start + DELETED_AT_ONCE_MAX);
        const { Errors: [failure] = [] } = await deleteObjects(deletionClient, {
          bucket,
          keys: batch,
        }).catch((error: unknown) => {
          throw storageFaultOf(error);
        });
        if (failure) throw new Error(`The storage did not delete "${failure.Key}": ${failure.Code}`);
      }
    },

    signedUrl: linkOf,
    async close() {
      client.destroy();
      deletionClient.destroy();
    },
  };
}

function nullWhenAbsent(error: unknown): null {
  if (error instanceof NoSuchKey) return null;
  throw storageFaultOf(error);
}
