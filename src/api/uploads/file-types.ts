import { fileTypeFromBuffer } from 'file-type';
import { AppError, type ErrorDetails } from '#platform/kernel/errors.ts';
import {
  acceptedTypes,
  extensionOf,
  isSignedExtension,
  MEDIA_FORMATS,
  MEDIA_TYPES,
  type MediaKind,
} from '#platform/kernel/media-types.ts';

/** Bytes of a file that type detection needs; all signatures lie within them. */
export const SNIFFED_BYTES = 4_100;

export type FoundType = { readonly contentType: string; readonly kind: MediaKind };

/**
 * The type by the first bytes. A PDF, a ZIP and a text are judged again at their end: see `file-checks.ts`.
 * @throws AppError VALIDATION_FAILED
 */
export async function typeOf(head: Buffer, fileName: string): Promise<FoundType> {
  if (head.length === 0) throw fileRefused('The file is empty.', { constraint: 'fileEmpty' });
  const contentType = signedFileType(head) ?? (await otherType(head, fileName));
  const known = MEDIA_TYPES.get(contentType);
  if (!known) throw typeRefused();
  return { contentType, kind: known.kind };
}

/** These are told by their first bytes alone. The library would unpack parts of a ZIP, which may be a bomb. */
function signedFileType(head: Buffer): string | null {
  const begin = head.toString('latin1', 0, 5);
  if (begin === '%PDF-') return 'application/pdf';
  return begin.startsWith('PK\x03\x04') || begin.startsWith('PK\x05\x06') ? 'application/zip' : null;
}

/** Texts of formats that the library knows, such as calendars, are texts. A file that breaks the detection has no known type. */
async function otherType(head: Buffer, fileName: string): Promise<string> {
  const found = await fileTypeFromBuffer(head.subarray(0, SNIFFED_BYTES)).catch(() => undefined);
  const mime = found?.mime.replace(/;.*/, '') ?? 'text/plain';
  return mime.startsWith('text/') ? textType(fileName) : mime;
}

/**
 * A text has no signature, so its name says which kind of text it is. One that bears the extension of another type is none: it was
 * to be that, and is broken.
 */
function textType(fileName: string): string {
  const extension = extensionOf(fileName);
  if (isSignedExtension(extension)) return '';
  if (extension === 'csv') return 'text/csv';
  return extension === 'md' || extension === 'markdown' ? 'text/markdown' : 'text/plain';
}

export function typeRefused(): AppError {
  const { image, video, audio, file } = MEDIA_FORMATS;
  const message = `Use an image (${image}), a video (${video}), an audio file (${audio}) or a file (${file}).`;
  return fileRefused(message, { constraint: 'fileType' });
}

export function fileRefused(message: string, details: ErrorDetails): AppError {
  return new AppError('VALIDATION_FAILED', message, {
    details: { ...details, acceptedTypes: acceptedTypes() },
  });
}
