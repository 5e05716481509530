import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { SECOND_MS } from '#platform/kernel/clock.ts';
import { base32Of, bytesOfBase32 } from './base32.ts';

/** One-time codes of RFC 6238 with the parameters that every authenticator app takes: SHA-1, six digits, 30 seconds. */
const DIGITS = 6;
const STEP_MS = 30 * SECOND_MS;
/** RFC 4226 recommends 160 bits. */
const SECRET_BYTES = 20;
/** Steps before and after the present one, for clocks that differ. */
const WINDOW_STEPS = 1;
const ISSUER = 'Plaza admin';

export const newTotpSecret = (): string => base32Of(randomBytes(SECRET_BYTES));

/** The link that authenticator apps read from a QR code. */
export function totpUri({ secret, account }: { secret: string; account: string }): string {
  const label = `${encodeURIComponent(ISSUER)}:${encodeURIComponent(account)}`;
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(ISSUER)}`;
}

export const totpStepOf = (now: Date): number => Math.floor(now.getTime() / STEP_MS);

/** The code of a time step. */
export function totpCodeOf(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const hash = createHmac('sha1', bytesOfBase32(secret)).update(counter).digest();
  // RFC 4226, 5.3: the last four bits say where the four bytes begin, whose first bit is left out.
  const offset = (hash.at(-1) ?? 0) & 0xf;
  const number = hash.readUInt32BE(offset) & 0x7f_ff_ff_ff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0');
}

/** The step after `lastStep`, in the window around now, whose code this is; null for a wrong or a taken code. */
export function matchingStep(
  { secret, lastStep }: { secret: string; lastStep: number },
  code: string,
  now: Date,
): number | null {
  const given = Buffer.from(code.replaceAll(/\s/g, ''));
  let found: number | null = null;
  // All of them, so that the time says nothing about the step.
  for (let distance = -WINDOW_STEPS; distance <= WINDOW_STEPS; distance += 1) {
    const step = totpStepOf(now) + distance;
    const due = Buffer.from(totpCodeOf(secret, step));
    const isRight = given.length === due.length && timingSafeEqual(given, due);
    if (isRight && step > lastStep) found ??= step;
  }
  return found;
}
