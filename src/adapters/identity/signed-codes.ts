import type { Clock } from '#platform/kernel/clock.ts';
import { SECOND_MS } from '#platform/kernel/clock.ts';
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { codeInvalid } from './firebase-rest.ts';

const KEY_BYTES = 32;
const SEAL_BYTES = 16;
/** The provider's code or ours, its expiry in seconds, and the signature. */
const SEALED_FORM = /^(?<code>[\w-]{1,512})\.(?<end>[0-9a-z]{1,8})\.(?<seal>[\w-]{22})$/;

export type CodeKind = 'reset-password' | 'verify-email' | 'change-email';

export type CodeSigner = {
  sign(kind: CodeKind, code: string, lifeMs: number): string;
  /** @throws IdentityError CODE_INVALID when its purpose is another one, or it has expired or was changed */
  verify(kind: CodeKind, sealed: string): string;
};

/** Adds an expiry of our own to a provider's codes, signed so that it cannot be changed. */
export function createCodeSigner({ secret, clock }: { secret: string; clock: Clock }): CodeSigner {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'codes in mails', KEY_BYTES));
  const sealOf = (kind: CodeKind, code: string, end: string): Buffer =>
    createHmac('sha256', key).update(`${kind}.${code}.${end}`).digest().subarray(0, SEAL_BYTES);
  return {
    sign(kind, code, lifeMs) {
      const end = Math.floor((clock.now().getTime() + lifeMs) / SECOND_MS).toString(36);
      return `${code}.${end}.${sealOf(kind, code, end).toString('base64url')}`;
    },
    verify(kind, sealed) {
      const { code = '', end = '', seal = '' } = SEALED_FORM.exec(sealed)?.groups ?? {};
      const isGenuine =
        seal !== '' && timingSafeEqual(Buffer.from(seal, 'base64url'), sealOf(kind, code, end));
      if (!isGenuine || Number.parseInt(end, 36) * SECOND_MS <= clock.now().getTime()) throw codeInvalid();
      return code;
    },
  };
}
