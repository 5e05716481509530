/** Stands for an idempotency key of its own in each request that is sent. */
export const KEY_MARK = 'key-0000000000000000';
const KEY_DIGITS = 16;
let lastKey = Date.now() * 1_000;

/** The request with a key of its own, if it has one. */
export function withKey(request: Buffer): Buffer {
  const at = request.lastIndexOf(KEY_MARK);
  if (at < 0) return request;
  const own = Buffer.from(request);
  own.write(String(++lastKey).padStart(KEY_DIGITS, '0'), at + KEY_MARK.length - KEY_DIGITS, 'latin1');
  return own;
}
