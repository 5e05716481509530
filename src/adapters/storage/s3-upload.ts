import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { PutObjectCommandInput, S3Client } from '@aws-sdk/client-s3';
import { DeleteObjectCommand, HeadObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { DISCARD_TIMEOUT_MS } from './s3-client.ts';

type NewObject = {
  readonly bucket: string;
  readonly key: string;
  readonly body: Readable | Buffer;
  readonly contentType: string;
};

/** Each part in flight is held in memory. */
const PART_BYTES = 5 * 1024 * 1024;
const PARTS_AT_ONCE_MAX = 2;
/** Metadata with the upload's id, which identifies its object. */
const UPLOAD_ID = 'upload-id';

/** Uploads by `uploader`; after a failure, `client` deletes an object that was stored nevertheless. */
export async function uploadObject(
  { uploader, client }: { uploader: S3Client; client: S3Client },
  { bucket, key, body, contentType }: NewObject,
): Promise<void> {
  const place = { Bucket: bucket, Key: key };
  const uploadId = randomUUID();
  const metadata = { [UPLOAD_ID]: uploadId };
  try {
    await send(uploader, { ...place, Body: body, ContentType: contentType, Metadata: metadata });
  } catch (error) {
    // The first failure is the one to report.
    await discard(client, place, uploadId).catch(() => undefined);
    throw error;
  }
}

async function send(uploader: S3Client, params: PutObjectCommandInput): Promise<void> {
  if (Buffer.isBuffer(params.Body)) {
    await uploader.send(new PutObjectCommand(params));
    return;
  }
  // Aborts the multipart upload, if one was started, before it fails.
  await new Upload({ client: uploader, params, partSize: PART_BYTES, queueSize: PARTS_AT_ONCE_MAX }).done();
}

/** An object may be stored although the response is lost. Its metadata distinguishes it from an earlier object of its key. */
async function discard(
  client: S3Client,
  place: { Bucket: string; Key: string },
  uploadId: string,
): Promise<void> {
  const limit = { abortSignal: AbortSignal.timeout(DISCARD_TIMEOUT_MS) };
  const { Metadata: metadata } = await client.send(new HeadObjectCommand(place), limit);
  if (metadata?.[UPLOAD_ID] === uploadId) await client.send(new DeleteObjectCommand(place), limit);
}
