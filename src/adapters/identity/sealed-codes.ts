import type { Clock } from '#platform/clock.ts';
import { SECOND_MS } from '#platform/clock.ts';
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { codeInvalid } from './firebase-rest.ts';

const KEY_BYTES = 32;
const SEAL_BYTES = 16;
/** The provider's code, when it ends in seconds, and the seal. */
const SEALED_FORM = /^(?<code>[\w-]{1,512})\.(?<end>[0-9a-z]{1,8})\.(?<seal>[\w-]{22})$/;

export type CodeKind = 'reset-password' | 'verify-email';

export type CodeSealer = {
  seal(kind: CodeKind, code: string, lifeMs: number): string;
  /** @throws IdentityError CODE_INVALID when it was made for something else, has ended or was changed */
  open(kind: CodeKind, sealed: string): string;
};

/** Gives the codes of a provider an end of our own, which whoever finds an old mail cannot move. */
export function createCodeSealer({ secret, clock }: { secret: string; clock: Clock }): CodeSealer {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'codes in mails', KEY_BYTES));
  const sealOf = (kind: CodeKind, code: string, end: string): Buffer =>
    createHmac('sha256', key).update(`${kind}.${code}.${end}`).digest().subarray(0, SEAL_BYTES);
  return {
    seal(kind, code, lifeMs) {
      const end = Math.floor((clock.now().getTime() + lifeMs) / SECOND_MS).toString(36);
      return `${code}.${end}.${sealOf(kind, code, end).toString('base64url')}`;
    },
    open(kind, sealed) {
      const { code = '', end = '', seal = '' } = SEALED_FORM.exec(sealed)?.groups ?? {};
      const isGenuine =
        seal !== '' && timingSafeEqual(Buffer.from(seal, 'base64url'), sealOf(kind, code, end));
      if (!isGenuine || Number.parseInt(end, 36) * SECOND_MS <= clock.now().getTime()) throw codeInvalid();
      return code;
    },
  };
}
