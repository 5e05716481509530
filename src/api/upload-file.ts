import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { fileTypeFromBuffer } from 'file-type';
import { AppError } from '#platform/errors.ts';
import type { Limits } from '#platform/limits.ts';
import type { MediaKind } from '#platform/media-types.ts';
import { MEDIA_TYPES } from '#platform/media-types.ts';
import type { UploadedFile } from '#platform/uploads.ts';
import { uploadedFile } from '#platform/uploads.ts';
import { badMultipart, quote } from './upload-map.ts';

/** What the type detection needs to see of a file; all that it looks for lies further ahead. */
const SNIFFED_BYTES = 4_100;
const FILE_NAME_LENGTH_MAX = 255;

/**
 * Writes one part of a request to `path`. Its type is decided as soon as enough bytes are there, so that what is refused is refused
 * before most of it is sent.
 *
 * @throws AppError BAD_REQUEST for a type that is not in `MEDIA_TYPES`, PAYLOAD_TOO_LARGE beyond the limit of its kind
 */
export async function receiveFile(
  part: { chunks: AsyncIterable<Buffer>; fileName: string | undefined; countBytes: (bytes: number) => void },
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
      part.countBytes(chunk.length);
      hash.update(chunk);
      if (!type) {
        head.push(chunk);
        if (sizeBytes >= SNIFFED_BYTES) type = await typeOf(head, fileName);
      }
      if (type) checkSize(type.kind, sizeBytes, limits);
      await handle.appendFile(chunk);
    }
  } finally {
    await handle.close();
  }
  type ??= await typeOf(head, fileName);
  checkSize(type.kind, sizeBytes, limits);
  return uploadedFile({
    path,
    fileName,
    contentType: type.contentType,
    sizeBytes,
    sha256: hash.digest('hex'),
  });
}

/** Takes folders off, whichever system the name comes from, and what could not be shown in one line. */
function cleanFileName(name: string): string {
  const last = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
  // Control characters, and the ones that change the direction of text, can make a name look like another.
  const visible = last.replace(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu, '');
  return visible === '.' || visible === '..' ? '' : visible.slice(0, FILE_NAME_LENGTH_MAX).toWellFormed();
}

type FoundType = { readonly contentType: string; readonly kind: MediaKind };

async function typeOf(head: readonly Buffer[], fileName: string): Promise<FoundType> {
  const bytes = Buffer.concat(head);
  if (bytes.length === 0) throw badMultipart(`The file ${quote(fileName)} is empty.`);
  // A file made to confuse the detection is one of no known type.
  const found = await fileTypeFromBuffer(bytes.subarray(0, SNIFFED_BYTES)).catch(() => undefined);
  const contentType = found?.mime.replace(/;.*/, '') ?? '';
  const known = MEDIA_TYPES.get(contentType);
  if (!known) {
    throw badMultipart(`The content of the file ${quote(fileName)} is not of a type that can be uploaded.`);
  }
  return { contentType, kind: known.kind };
}

function checkSize(kind: MediaKind, sizeBytes: number, limits: Limits): void {
  const [constraint, limit] = sizeLimit(kind, limits);
  if (sizeBytes <= limit) return;
  throw new AppError('PAYLOAD_TOO_LARGE', `A file of the kind ${kind} has at most ${limit} bytes.`, {
    details: { constraint, limit },
  });
}

function sizeLimit(kind: MediaKind, limits: Limits): [constraint: string, limitBytes: number] {
  if (kind === 'image') return ['uploadImageBytes', limits.uploadImageBytes];
  if (kind === 'video') return ['uploadVideoBytes', limits.uploadVideoBytes];
  return ['uploadAudioBytes', limits.uploadAudioBytes];
}
