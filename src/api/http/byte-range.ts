/** Inclusive bounds. */
export type ByteRange = { readonly start: number; readonly end: number };

/**
 * Reads a `Range` header (RFC 9110 §14.2).
 *
 * @returns null when the whole object is to be sent: another unit, a malformed header, or several ranges, which a server
 * may ignore
 */
export function requestedRange(header: string, sizeBytes: number): ByteRange | 'unsatisfiable' | null {
  const parts = /^bytes=\s*(\d{0,15})-(\d{0,15})\s*$/i.exec(header);
  if (!parts) return null;
  const [, first = '', last = ''] = parts;
  if (first === '' && last === '') return null;
  if (first === '') return lastBytes(Number(last), sizeBytes);
  const start = Number(first);
  const end = last === '' ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1);
  if (last !== '' && Number(last) < start) return null;
  return start < sizeBytes ? { start, end } : 'unsatisfiable';
}

function lastBytes(count: number, sizeBytes: number): ByteRange | 'unsatisfiable' {
  if (count === 0 || sizeBytes === 0) return 'unsatisfiable';
  return { start: Math.max(0, sizeBytes - count), end: sizeBytes - 1 };
}
