import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import type { Limits } from '#platform/kernel/limits.ts';
import type { MediaKind } from '#platform/kernel/media-types.ts';
import type { UploadedFile } from '#platform/kernel/uploads.ts';
import { uploadedFile } from '#platform/kernel/uploads.ts';
import { type FileCheck, fileCheckOf } from './file-checks.ts';
import { fileRefused, type FoundType, SNIFFED_BYTES, typeOf } from './file-types.ts';

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
  const handle = await open(path, 'wx+', 0o600);
  let sizeBytes = 0;
  let contentType: string;
  try {
    const judge = judgeOf(fileName, limits);
    for await (const chunk of part.chunks) {
      sizeBytes += chunk.length;
      await part.takeBytes(chunk.length);
      hash.update(chunk);
      await judge.take(chunk, sizeBytes);
      await handle.appendFile(chunk);
    }
    contentType = await judge.end(handle, sizeBytes);
  } finally {
    await handle.close();
  }
  return uploadedFile({ path, fileName, contentType, sizeBytes, sha256: hash.digest('hex') });
}

/** Finds the type of a file while it arrives, and checks what depends on it. Its functions throw AppError VALIDATION_FAILED. */
function judgeOf(fileName: string, limits: Limits) {
  const head: Buffer[] = [];
  let type: FoundType | null = null;
  let check: FileCheck | null = null;

  async function begin(): Promise<FoundType> {
    const bytes = Buffer.concat(head);
    const found = await typeOf(bytes, fileName);
    check = found.kind === 'file' ? fileCheckOf(found.contentType) : null;
    check?.take(bytes);
    return (type = found);
  }
  return {
    async take(chunk: Buffer, sizeBytes: number): Promise<void> {
      if (type) check?.take(chunk);
      else {
        head.push(chunk);
        if (sizeBytes < SNIFFED_BYTES) return;
        await begin();
      }
      if (type) checkSize(type.kind, sizeBytes, limits);
    },
    async end(handle: FileHandle, sizeBytes: number): Promise<string> {
      const { kind, contentType } = type ?? (await begin());
      checkSize(kind, sizeBytes, limits);
      return check ? check.end(handle, sizeBytes) : contentType;
    },
  };
}

/** Removes folders of any operating system, and characters that cannot be displayed in one line. */
function cleanFileName(name: string): string {
  const last = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
  // Control characters and bidirectional overrides can make a name look like another.
  const visible = last.replace(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu, '');
  return visible === '.' || visible === '..' ? '' : visible.slice(0, FILE_NAME_LENGTH_MAX).toWellFormed();
}

function checkSize(kind: MediaKind, sizeBytes: number, limits: Limits): void {
  const [constraint, limit] = sizeLimit(kind, limits);
  if (sizeBytes <= limit) return;
  throw fileRefused(`Use a file of at most ${limit} bytes for the kind ${kind}.`, { constraint, limit });
}

function sizeLimit(kind: MediaKind, limits: Limits): [constraint: string, limitBytes: number] {
  if (kind === 'image') return ['uploadImageBytes', limits.uploadImageBytes];
  if (kind === 'video') return ['uploadVideoBytes', limits.uploadVideoBytes];
  if (kind === 'audio') return ['uploadAudioBytes', limits.uploadAudioBytes];
  return ['uploadFileBytes', limits.uploadFileBytes];
}
