/** Stands for an idempotency key of its own in each request that is sent: a key has no 13 digits in a row. */
export const KEY_MARK = 'key-00000000-00000000';
const GROUP_DIGITS = 8;
let lastKey = Date.now() * 1_000;

/** The request with a key of its own, if it has one. */
export function withKey(request: Buffer): Buffer {
  const at = request.lastIndexOf(KEY_MARK);
  if (at < 0) return request;
  const own = Buffer.from(request);
  const digits = String(++lastKey).padStart(2 * GROUP_DIGITS, '0');
  const groups = `${digits.slice(0, GROUP_DIGITS)}-${digits.slice(GROUP_DIGITS)}`;
  own.write(groups, at + KEY_MARK.length - groups.length, 'latin1');
  return own;
}
