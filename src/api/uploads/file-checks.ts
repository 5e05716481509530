import type { FileHandle } from 'node:fs/promises';
import { typeRefused } from './file-types.ts';
import { zipType } from './zip-type.ts';

/** Checks of a file of the kind FILE beyond its first bytes. */
export type FileCheck = {
  /** Sees each chunk in its order. @throws AppError VALIDATION_FAILED */
  take(chunk: Buffer): void;
  /** Sees the whole file. @returns its type, which may be narrower @throws AppError VALIDATION_FAILED */
  end(handle: FileHandle, sizeBytes: number): Promise<string>;
};

export function fileCheckOf(contentType: string): FileCheck {
  if (contentType === 'application/pdf') return { take: () => undefined, end: endOfPdf };
  if (contentType === 'application/zip') return { take: () => undefined, end: zipType };
  return textCheck(contentType);
}

/** Readers look for the end mark in about this much. */
const PDF_END_BYTES = 2_048;

/** A PDF ends in a mark; without it it is torn, or only begins like one. */
async function endOfPdf(handle: FileHandle, sizeBytes: number): Promise<string> {
  const start = Math.max(0, sizeBytes - PDF_END_BYTES);
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(PDF_END_BYTES), 0, PDF_END_BYTES, start);
  if (!buffer.toString('latin1', 0, bytesRead).includes('%%EOF')) throw typeRefused();
  return 'application/pdf';
}

/** Tabulators, line breaks and form feeds are of texts; other control characters are of something else. */
// eslint-disable-next-line no-control-regex -- control characters are what it looks for
const CONTROL = /[\x00-\x08\x0b\x0e-\x1f\x7f-\x9f]/;
/** Beginnings that a browser takes for a page or a drawing, or a shell for a program. */
const ACTIVE = /^(?:<[a-z!?/%]|#!)/i;
const BEGINNING_LENGTH = 2;

/** A text is UTF-8 without control characters, and does not begin as markup or as a script. */
function textCheck(contentType: string): FileCheck {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let beginning = '';
  const judge = (text: string): void => {
    if (beginning.length < BEGINNING_LENGTH) {
      beginning = `${beginning}${text}`.trimStart().slice(0, BEGINNING_LENGTH);
    }
    if (CONTROL.test(text) || ACTIVE.test(beginning)) throw typeRefused();
  };
  return {
    take: (chunk) => judge(decoded(() => decoder.decode(chunk, { stream: true }))),
    async end() {
      judge(decoded(() => decoder.decode()));
      return contentType;
    },
  };
}

/** @throws AppError VALIDATION_FAILED for bytes that are not UTF-8 */
function decoded(decode: () => string): string {
  try {
    return decode();
  } catch {
    throw typeRefused();
  }
}
