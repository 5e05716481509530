import { randomUUID } from 'node:crypto';
import type { Clock } from './clock.ts';
import { badUserInput } from './errors.ts';

/** Creates primary keys: UUIDv7, ordered by their time of creation. */
export type Ids = { next(): string };

/** Prefixes of global ids, one for each type of object; the database stores the bare uuid. A module adds those of its objects. */
export interface IdTypes {
  event: true;
}
export type IdType = keyof IdTypes;

export function createIds(clock: Clock): Ids {
  return { next: () => uuidv7(clock.now().getTime()) };
}

/** RFC 9562 §5.7: 48 bits of Unix milliseconds, then the 74 random bits of a UUIDv4, whose randomness Node.js draws in bulk. */
function uuidv7(timeMs: number): string {
  const time = timeMs.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}

/** The time at which a UUIDv7 was made. */
export const timeOfId = (uuid: string): Date =>
  new Date(Number.parseInt(uuid.slice(0, 8) + uuid.slice(9, 13), 16));

/** The last time of a UUIDv7. */
const TIME_MS_MAX = 2 ** 48 - 1;

/** The smallest UUIDv7 of a time: ids created before it sort below, later ones above. Times before 1970 have that of its beginning. */
export function firstIdAt(time: Date): string {
  const timeMs = Math.min(Math.max(time.getTime(), 0), TIME_MS_MAX);
  const hex = timeMs.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}

const SECOND_MS = 1_000;

/**
 * The id below which a list goes on after a page that ended early at an invisible row: after the last row that it shows, or
 * else at the full second, so that it tells neither the id nor the moment of the invisible one.
 * @param fromId the id below which the page began; the list must get on, even where a second has more rows than a page looks at
 */
export function endIdOf(reachedId: string, fromId: string, shownIds: readonly string[]): string {
  const shown = shownIds.at(-1);
  if (shown !== undefined) return shown;
  const second = Math.floor(timeOfId(reachedId).getTime() / SECOND_MS) + 1;
  const rounded = firstIdAt(new Date(second * SECOND_MS));
  return rounded < fromId ? rounded : reachedId;
}

/** @returns a TypeID such as `user_01h455vb4pex5vsknk084sn02q` (https://github.com/jetify-com/typeid) */
export function toGlobalId(type: IdType, uuid: string): string {
  return `${type}_${toBase32(uuid)}`;
}

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const SUFFIX_LENGTH = 26;

/** The suffix of a TypeID: the 128 bits in Crockford's base 32, after two zero bits. */
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

/** @throws AppError BAD_USER_INPUT, pointing at `path`, when `id` is malformed or of another type */
export function fromGlobalId(type: IdType, id: string, path: readonly string[] = []): string {
  const parsed = parseGlobalId(id);
  if (parsed?.type !== type) throw badUserInput(`"${id.slice(0, 64)}" is not the id of a ${type}.`, path);
  return parsed.uuid;
}

/** @returns null when the text is not a TypeID, or one without a prefix */
export function parseGlobalId(id: string): { type: string; uuid: string } | null {
  const [, type, suffix] = TYPE_ID.exec(id) ?? [];
  return type === undefined || suffix === undefined ? null : { type, uuid: toUuid(suffix) };
}

/** A first digit above 7 would encode more than 128 bits. */
const TYPE_ID = /^([a-z](?:[a-z_]{0,61}[a-z])?)_([0-7][0-9a-hjkmnp-tv-z]{25})$/;

function toUuid(suffix: string): string {
  let value = 0n;
  for (const digit of suffix) value = (value << 5n) | BigInt(ALPHABET.indexOf(digit));
  return withDashes(value.toString(16).padStart(32, '0'));
}

const withDashes = (hex: string): string =>
  `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
