import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';

const keys = new WeakMap<Uint8Array, KeyObject>();

/** HMAC with SHA-256. A key of bytes would be copied and examined in each call, which takes five times as long as the hash. */
export function keyedHash(secret: Uint8Array, text: string): Buffer {
  let key = keys.get(secret);
  if (!key) keys.set(secret, (key = createSecretKey(secret)));
  return createHmac('sha256', key).update(text).digest();
}
