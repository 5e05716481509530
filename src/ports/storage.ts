import type { Readable } from 'node:stream';

/**
 * Storage of files. Keys are relative paths of `[a-z0-9/._-]`, whose extension defines the type; any other is refused with
 * an Error. An object is written once and never changed.
 */
export type StoragePort = {
  /** Stores all of `body`; a failure or an abort leaves nothing behind. Writing the same key again succeeds. */
  put(
    key: string,
    body: Readable | Buffer,
    options: { contentType: string; signal?: AbortSignal },
  ): Promise<void>;
  /** @returns null when the object is absent */
  get(key: string): Promise<StoredObject | null>;
  /** Deletes existing objects and ignores absent ones. */
  delete(keys: readonly string[]): Promise<void>;
  /**
   * A link that anyone can read until `expiresAt`, which is at most 7 days ahead.
   * The same key and expiry give the same link, so that clients can cache the file. With `fileName` it is always a download of
   * that name, without it images, videos and audio are shown; the link cannot be changed to do the other.
   */
  signedUrl(key: string, options: LinkOptions): string | Promise<string>;
  close(): Promise<void>;
};

export type LinkOptions = {
  readonly expiresAt: Date;
  /** At most 200 characters. */
  readonly fileName?: string | null;
};

export type StoredObject = {
  readonly body: Readable;
  readonly sizeBytes: number;
  readonly contentType: string;
};
