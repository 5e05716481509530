import { createHash, randomBytes } from 'node:crypto';
import { base32Of } from './base32.ts';

const CODE_BYTES = 10;
const GROUP = /.{4}(?!$)/g;

/** A code of 80 random bits, in groups of four letters and digits. */
export const newRecoveryCode = (): string => base32Of(randomBytes(CODE_BYTES)).replaceAll(GROUP, '$&-');

/** A plain digest suffices: the code is random, so it cannot be guessed. In any case, with or without its hyphens. */
export function recoveryCodeHashOf(code: string): Buffer {
  const text = code.replaceAll(/[\s-]/g, '').toUpperCase();
  return createHash('sha256').update(text).digest();
}
