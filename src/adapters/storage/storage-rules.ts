import { DAY_MS } from '#platform/kernel/clock.ts';
import { contentTypeOfName } from '#platform/kernel/media-types.ts';

const KEY_LENGTH_MAX = 200;
/** No part may begin with a dot, so neither `.` nor `..` can be one. */
const KEY = /^[a-z0-9_-][a-z0-9._-]*(?:\/[a-z0-9_-][a-z0-9._-]*)*$/;

/** The maximum of S3 signatures, so also that of the other storages. */
export const LINK_LIFE_MAX_MS = 7 * DAY_MS;

/** @throws Error when the key is not one of `[a-z0-9/._-]` or too long */
export function requireKey(key: string): void {
  if (key.length > KEY_LENGTH_MAX || !KEY.test(key)) throw new Error(`"${key}" is not a storage key.`);
}

/** The type of an object is not stored: its key's extension defines it. @throws Error when they do not match */
export function requireTypeOfKey(key: string, contentType: string): void {
  if (contentTypeOfName(key) === contentType) return;
  throw new Error(`The extension of the key "${key}" does not match ${contentType}.`);
}

/** @throws Error when `expiresAt` is too far ahead */
export function requireLinkLife(expiresAt: Date, now: Date): void {
  if (expiresAt.getTime() - now.getTime() <= LINK_LIFE_MAX_MS) return;
  throw new Error('A link to a stored file may live for 7 days at most.');
}
