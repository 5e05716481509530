import { AppError } from './errors.ts';

/** A file of a multipart request, stored in a temporary file that is removed when the request ends. */
export type UploadedFile = {
  /** Path of the temporary file. */
  readonly path: string;
  /** File name given by the client: no folders, no control characters, at most 255 characters, possibly empty. */
  readonly fileName: string;
  /** Detected from the content, never taken from the client; one of `MEDIA_TYPES`. */
  readonly contentType: string;
  readonly sizeBytes: number;
  /** Lower-case hexadecimal digest of the content. */
  readonly sha256: string;
};

// Membership is the brand: no JSON value, whatever its properties, can be in this set.
const uploadedFiles = new WeakSet<object>();

/** Only for the multipart parser: marks an object as a file that was really received. */
export function uploadedFile(file: UploadedFile): UploadedFile {
  const branded = Object.freeze({ ...file });
  uploadedFiles.add(branded);
  return branded;
}

/** Stands in the variables for a file that was not kept; the mutation that gets it is refused. */
export type RefusedFile = {
  readonly refusal: AppError;
  /** Whether this very file is refused, so that the error names its path; otherwise the caller or another file is. */
  readonly isAtFault: boolean;
};

const refusedFiles = new WeakSet<object>();

/** Only for the multipart parser. */
export function refusedFile(refusal: AppError, { isAtFault }: { isAtFault: boolean }): RefusedFile {
  const branded = Object.freeze({ refusal, isAtFault });
  refusedFiles.add(branded);
  return branded;
}

/** Stands for a file until it has arrived, and for good when another file of the request is refused before. */
export const awaitedFile = (): RefusedFile =>
  refusedFile(
    new AppError('VALIDATION_FAILED', 'Another file of the request was refused. Send this file again.', {
      details: { constraint: 'otherFile' },
    }),
    { isAtFault: false },
  );

export function isRefusedFile(value: unknown): value is RefusedFile {
  return typeof value === 'object' && value !== null && refusedFiles.has(value);
}

/** A file in an input, with its path. */
export type FileInInput<File> = { readonly file: File; readonly path: readonly string[] };

/** Finds the refused and awaited files in the coerced input of a mutation. */
export function refusedFilesIn(value: unknown, path: readonly string[] = []): FileInInput<RefusedFile>[] {
  if (isRefusedFile(value)) return [{ file: value, path }];
  const found: FileInInput<RefusedFile>[] = [];
  if (typeof value !== 'object' || value === null) return found;
  const entries: [string, unknown][] = Object.entries(value);
  for (const [key, item] of entries) {
    if (typeof item === 'object' && item !== null) found.push(...refusedFilesIn(item, [...path, key]));
  }
  return found;
}

export function isUploadedFile(value: unknown): value is UploadedFile {
  return typeof value === 'object' && value !== null && uploadedFiles.has(value);
}
