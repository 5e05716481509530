import { randomBytes } from 'node:crypto';
import { fromString, getType, toUUID } from 'typeid-js';
import type { Clock } from './clock.ts';
import { badUserInput } from './errors.ts';

/** Makes primary keys: UUIDv7, ordered by the time of their making. */
export type Ids = { next(): string };

/** Prefix of the global id of each kind of object; the database keeps the bare uuid. */
export type IdType =
  | 'user'
  | 'session'
  | 'media'
  | 'post'
  | 'repost'
  | 'draft'
  | 'comment'
  | 'poll'
  | 'polloption'
  | 'savedpost'
  | 'collection'
  | 'hashtag'
  | 'conversation'
  | 'message'
  | 'dataexport'
  | 'mutedword'
  | 'event'
  | 'admin'
  | 'adminsession'
  | 'restriction';

export function createIds(clock: Clock): Ids {
  return { next: () => uuidv7(clock.now().getTime()) };
}

/** RFC 9562 §5.7: 48 bits of Unix milliseconds, then 74 random bits. */
function uuidv7(timeMs: number): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(timeMs, 0, 6);
  bytes[6] = 0x70 | (bytes[6]! & 0x0f); // index within the 16 bytes made above
  bytes[8] = 0x80 | (bytes[8]! & 0x3f); // likewise
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** The smallest UUIDv7 of a moment: what was made before it sorts below, what was made after it above. */
export function firstIdAt(time: Date): string {
  const hex = time.getTime().toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}

/** @returns a TypeID such as `user_01h455vb4pex5vsknk084sn02q` (https://github.com/jetify-com/typeid) */
export function toGlobalId(type: IdType, uuid: string): string {
  return `${type}_${toBase32(uuid)}`;
}

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const SUFFIX_LENGTH = 26;

/**
 * The suffix of a TypeID: the 128 bits in Crockford's base 32, after two zero bits. The library that reads ids also
 * writes them, but takes ten times as long, and a page of the feed writes about a hundred.
 */
function toBase32(uuid: string): string {
  let suffix = '';
  let bits = 0;
  let count = 2;
  for (let index = 0; index < uuid.length; index += 1) {
    const code = uuid.charCodeAt(index);
    if (code === DASH) continue;
    bits = (bits << 4) | (code <= NINE ? code - ZERO : (code | LOWER_CASE) - A + 10);
    count += 4;
    if (count >= 5) {
      count -= 5;
      suffix += ALPHABET.charAt(bits >> count);
      bits &= (1 << count) - 1;
    }
  }
  if (suffix.length !== SUFFIX_LENGTH) throw new TypeError('not a uuid');
  return suffix;
}

const DASH = 0x2d;
const ZERO = 0x30;
const NINE = 0x39;
const A = 0x61;
const LOWER_CASE = 0x20;

/** @throws AppError BAD_USER_INPUT when `id` is malformed or of another type */
export function fromGlobalId(type: IdType, id: string): string {
  const parsed = parseGlobalId(id);
  if (parsed?.type !== type) throw badUserInput(`"${id.slice(0, 64)}" is not the id of a ${type}.`);
  return parsed.uuid;
}

export function parseGlobalId(id: string): { type: string; uuid: string } | null {
  try {
    const typeid = fromString(id);
    return { type: getType(typeid), uuid: toUUID(typeid) };
  } catch {
    // The library throws for every malformed text; the caller decides what that means.
    return null;
  }
}
