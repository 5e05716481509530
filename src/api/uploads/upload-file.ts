import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { fileTypeFromBuffer } from 'file-type';
import { AppError, type ErrorDetails } from '#platform/kernel/errors.ts';
import type { Limits } from '#platform/kernel/limits.ts';
import type { MediaKind } from '#platform/kernel/media-types.ts';
import { acceptedTypes, MEDIA_FORMATS, MEDIA_TYPES } from '#platform/kernel/media-types.ts';
import type { UploadedFile } from '#platform/kernel/uploads.ts';
import { uploadedFile } from '#platform/kernel/uploads.ts';

/** Bytes of a file that type detection needs; all signatures lie within them. */
const SNIFFED_BYTES = 4_100;
const FILE_NAME_LENGTH_MAX = 255;

/**
 * Writes one part of a request to `path`. Its type is detected as soon as enough bytes have arrived, so that a refused file is
 * refused before most of it is sent.
 *
 * @throws AppError VALIDATION_FAILED for a type that is not in `MEDIA_TYPES` and beyond the limit of its kind, or that of
 * `takeBytes`
 */
export async function receiveFile(
  part: {
    chunks: AsyncIterable<Buffer>;
    fileName: string | undefined;
    takeBytes: (bytes: number) => Promise<void>;
  },
  path: string,
  limits: Limits,
): Promise<UploadedFile> {
  const fileName = cleanFileName(part.fileName ?? '');
  const hash = createHash('sha256');
  const head: Buffer[] = [];
  let type: FoundType | null = null;
  let sizeBytes = 0;

  const handle = await open(path, 'wx', 0o600);
  try {
    for await (const chunk of part.chunks) {
      sizeBytes += chunk.length;
      await part.takeBytes(chunk.length);
      hash.update(chunk);
      if (!type) {
        head.push(chunk);
        if (sizeBytes >= SNIFFED_BYTES) type = await typeOf(head);
      }
      if (type) checkSize(type.kind, sizeBytes, limits);
      await handle.appendFile(chunk);
    }
  } finally {
    await handle.close();
  }
  type ??= await typeOf(head);
  checkSize(type.kind, sizeBytes, limits);
  return uploadedFile({
    path,
    fileName,
    contentType: type.contentType,
    sizeBytes,
    sha256: hash.digest('hex'),
  });
}

/** Removes folders of any operating system, and characters that cannot be displayed in one line. */
function cleanFileName(name: string): string {
  const last = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
  // Control characters and bidirectional overrides can make a name look like another.
  const visible = last.replace(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu, '');
  return visible === '.' || visible === '..' ? '' : visible.slice(0, FILE_NAME_LENGTH_MAX).toWellFormed();
}

type FoundType = { readonly contentType: string; readonly kind: MediaKind };

async function typeOf(head: readonly Buffer[]): Promise<FoundType> {
  const bytes = Buffer.concat(head);
  if (bytes.length === 0) throw fileRefused('The file is empty.', { constraint: 'fileEmpty' });
  // A file that breaks the detection has no known type.
  const found = await fileTypeFromBuffer(bytes.subarray(0, SNIFFED_BYTES)).catch(() => undefined);
  const contentType = found?.mime.replace(/;.*/, '') ?? '';
  const known = MEDIA_TYPES.get(contentType);
  if (!known) {
    const { image, video, audio } = MEDIA_FORMATS;
    const message = `Use an image (${image}), a video (${video}) or an audio file (${audio}).`;
    throw fileRefused(message, { constraint: 'fileType' });
  }
  return { contentType, kind: known.kind };
}

function checkSize(kind: MediaKind, sizeBytes: number, limits: Limits): void {
  const [constraint, limit] = sizeLimit(kind, limits);
  if (sizeBytes <= limit) return;
  throw fileRefused(`Use a file of at most ${limit} bytes for the kind ${kind}.`, { constraint, limit });
}

function fileRefused(message: string, details: ErrorDetails): AppError {
  return new AppError('VALIDATION_FAILED', message, {
    details: { ...details, acceptedTypes: acceptedTypes() },
  });
}

function sizeLimit(kind: MediaKind, limits: Limits): [constraint: string, limitBytes: number] {
  if (kind === 'image') return ['uploadImageBytes', limits.uploadImageBytes];
  if (kind === 'video') return ['uploadVideoBytes', limits.uploadVideoBytes];
  return ['uploadAudioBytes', limits.uploadAudioBytes];
}
