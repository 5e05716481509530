import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

/** Cost parameters of argon2id. */
export type PasswordCost = { readonly memoryKib: number; readonly passes: number };

/** OWASP's password storage cheat sheet: 19 MiB, two passes, one lane. */
export const PASSWORD_COST: PasswordCost = { memoryKib: 19_456, passes: 2 };
const PARALLELISM = 1;
const SALT_BYTES = 16;
const TAG_BYTES = 32;

const derive = promisify(argon2);

/** @returns the hash as a PHC string (`$argon2id$v=19$m=…`), which carries its own parameters */
export async function hashPassword(password: string, cost = PASSWORD_COST): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const tag = await deriveTag(password, salt, cost);
  return `$argon2id$v=19$m=${cost.memoryKib},t=${cost.passes},p=${PARALLELISM}$${unpadded(salt)}$${unpadded(tag)}`;
}

/**
 * Takes the same time for every hash, a malformed one too, so that the time reveals nothing about the account.
 * @param cost of the hash
 */
export async function verifyPassword(hash: string, password: string, cost = PASSWORD_COST): Promise<boolean> {
  const [, , , , salt, tag] = hash.split('$');
  const expected = Buffer.from(tag ?? '', 'base64');
  const actual = await deriveTag(password, Buffer.from(salt ?? '', 'base64'), cost);
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}

async function deriveTag(password: string, salt: Buffer, cost: PasswordCost): Promise<Buffer> {
  const nonce = salt.length === SALT_BYTES ? salt : Buffer.alloc(SALT_BYTES);
  return derive('argon2id', {
    message: password,
    nonce,
    parallelism: PARALLELISM,
    tagLength: TAG_BYTES,
    memory: cost.memoryKib,
    passes: cost.passes,
  });
}

const unpadded = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');
