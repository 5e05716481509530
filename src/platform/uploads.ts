/** A file that came with a request, already on the local disk. It is removed when the request ends. */
export type UploadedFile = {
  /** Where it lies on this machine. */
  readonly path: string;
  /** What the client calls it: no folders, no control characters, at most 255 characters, possibly empty. */
  readonly fileName: string;
  /** Found in the bytes, never taken from the client; one of `MEDIA_TYPES`. */
  readonly contentType: string;
  readonly sizeBytes: number;
  /** Lower-case hexadecimal digest of the content. */
  readonly sha256: string;
};

// Membership is the brand: no JSON value, whatever its properties, can be in this set.
const uploadedFiles = new WeakSet<object>();

/** Only the reader of multipart requests calls this: what it returns passes for a file that was really received. */
export function uploadedFile(file: UploadedFile): UploadedFile {
  const branded = Object.freeze({ ...file });
  uploadedFiles.add(branded);
  return branded;
}

export function isUploadedFile(value: unknown): value is UploadedFile {
  return typeof value === 'object' && value !== null && uploadedFiles.has(value);
}
