import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

// OWASP's password storage cheat sheet: argon2id with 19 MiB, two passes, one lane.
const MEMORY_KIB = 19_456;
const PASSES = 2;
const PARALLELISM = 1;
const SALT_BYTES = 16;
const TAG_BYTES = 32;

const derive = promisify(argon2);

/** @returns the hash as a PHC string (`$argon2id$v=19$m=…`), which carries its own parameters */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const tag = await deriveTag(password, salt);
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${PARALLELISM}$${unpadded(salt)}$${unpadded(tag)}`;
}

/** Takes the same time for every hash, a malformed one too, so that the answer tells nothing about the account. */
export async function verifyPassword(hash: string, password: string): Promise<boolean> {
  const [, , , , salt, tag] = hash.split('$');
  const expected = Buffer.from(tag ?? '', 'base64');
  const actual = await deriveTag(password, Buffer.from(salt ?? '', 'base64'));
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}

async function deriveTag(password: string, salt: Buffer): Promise<Buffer> {
  const nonce = salt.length === SALT_BYTES ? salt : Buffer.alloc(SALT_BYTES);
  return derive('argon2id', {
    message: password,
    nonce,
    parallelism: PARALLELISM,
    tagLength: TAG_BYTES,
    memory: MEMORY_KIB,
    passes: PASSES,
  });
}

const unpadded = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');
