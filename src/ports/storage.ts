import type { Readable } from 'node:stream';

/**
 * Where files lie. Keys are relative paths of `[a-z0-9/._-]`, whose ending stands for the type; any other is refused with
 * an Error. An object is written once and never changed.
 */
export type StoragePort = {
  /** Stores all of `body`; a failure or an abort leaves nothing behind. Writing the same key again is success. */
  put(
    key: string,
    body: Readable | Buffer,
    options: { contentType: string; signal?: AbortSignal },
  ): Promise<void>;
  /** @returns null when there is no such object */
  get(key: string): Promise<StoredObject | null>;
  /** Deletes the objects that exist and ignores the others. */
  delete(keys: readonly string[]): Promise<void>;
  /**
   * A link that anyone who holds it can read until `expiresAt`, which is at most 7 days ahead.
   * The same key and expiry give the same link, so that clients can cache what they fetched.
   */
  signedUrl(key: string, options: { expiresAt: Date }): string | Promise<string>;
  close(): Promise<void>;
};

export type StoredObject = {
  readonly body: Readable;
  readonly sizeBytes: number;
  readonly contentType: string;
};
