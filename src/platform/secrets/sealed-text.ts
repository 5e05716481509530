import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Encrypts short texts that only this installation may read. */
export type Sealer = {
  seal(purpose: string, text: string): string;
  /** @returns null for anything but what was sealed for this purpose by the secret, or the one before it */
  open(purpose: string, sealed: string): string | null;
};

const CIPHER = 'aes-256-gcm';
const SALT_BYTES = 16;
const TAG_BYTES = 16;
const KEY_BYTES = 32;
const IV_BYTES = 12;

/**
 * Each text has a key of its own, so their number is not bounded by the cipher's.
 * @param previousSecret opens what was sealed before the secret was replaced
 */
export function createSealer(secret: string, previousSecret: string | null = null): Sealer {
  const secrets = previousSecret === null ? [secret] : [secret, previousSecret];
  return {
    seal(purpose, text) {
      const salt = randomBytes(SALT_BYTES);
      const { key, iv } = keyOf(secret, purpose, salt);
      const cipher = createCipheriv(CIPHER, key, iv);
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([salt, cipher.getAuthTag(), body]).toString('base64url');
    },
    open(purpose, sealed) {
      const bytes = Buffer.from(sealed, 'base64url');
      // The last character has bits that say nothing: only one form of a sealed text is read.
      if (bytes.length < SALT_BYTES + TAG_BYTES || bytes.toString('base64url') !== sealed) return null;
      for (const each of secrets) {
        const text = decrypted(keyOf(each, purpose, bytes.subarray(0, SALT_BYTES)), bytes);
        if (text !== null) return text;
      }
      return null;
    },
  };
}

type Key = { readonly key: Buffer; readonly iv: Buffer };

function keyOf(secret: string, purpose: string, salt: Buffer): Key {
  const bytes = Buffer.from(hkdfSync('sha256', secret, salt, `sealed ${purpose}`, KEY_BYTES + IV_BYTES));
  return { key: bytes.subarray(0, KEY_BYTES), iv: bytes.subarray(KEY_BYTES) };
}

function decrypted({ key, iv }: Key, bytes: Buffer): string | null {
  const decipher = createDecipheriv(CIPHER, key, iv);
  decipher.setAuthTag(bytes.subarray(SALT_BYTES, SALT_BYTES + TAG_BYTES));
  const body = decipher.update(bytes.subarray(SALT_BYTES + TAG_BYTES));
  try {
    return Buffer.concat([body, decipher.final()]).toString('utf8');
  } catch {
    // The tag does not fit: another secret, another purpose, or changed.
    return null;
  }
}
