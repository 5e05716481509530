import { DAY_MS, MINUTE_MS, SECOND_MS } from '#platform/kernel/clock.ts';
import { AppError } from '#platform/kernel/errors.ts';
import type { Allowance, Budgets } from '#platform/kernel/rate-limit.ts';
import type { Services } from '#platform/outbox/services.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import {
  deleteFactor,
  findConfirmed,
  lockFactor,
  replaceRecoveryCodes,
  updateConfirmed,
  updateRecoveryCodeUsed,
  updateStepTaken,
  upsertPending,
} from './admin-factors.queries.ts';
import { newRecoveryCode, recoveryCodeHashOf } from './recovery-codes.ts';
import { matchingStep, newTotpSecret, totpCodeOf, totpStepOf, totpUri } from './totp.ts';

type FactorServices = Pick<Services, 'clock' | 'limits' | 'adminTotpSealer' | 'log'>;

/** Time in which an enrolment is confirmed, or begun anew. */
const PENDING_MS = 15 * MINUTE_MS;

/**
 * Wrong codes for one admin, or on one known device of theirs. Only somebody with the password can try a code, of which there
 * are a million: from many networks the allowance of passwords alone would let one in within months.
 */
export const CODE_FAILURES: Allowance = { points: 10, windowSeconds: DAY_MS / SECOND_MS };

/** Whether the admin has a confirmed second factor. */
export const hasFactor = ({ db }: Pick<Services, 'db'>, adminId: string): Promise<boolean> =>
  findConfirmed(db, adminId);

/** Takes a code, once. @returns false for a wrong or a taken one */
export async function takeCode(
  services: FactorServices,
  tx: Tx,
  { adminId, code }: { adminId: string; code: string },
): Promise<boolean> {
  const stored = await lockFactor(tx, adminId);
  const secret = openedSecret(services, stored?.sealedSecret ?? null);
  if (!stored || secret === null) return false;
  const step = matchingStep({ secret, lastStep: stored.lastStep }, code, services.clock.now());
  if (step === null) return false;
  // Sealed anew: once each admin has signed in, the previous key is needed no more.
  return updateStepTaken(tx, { adminId, step, sealedSecret: sealedSecret(services, secret) });
}

/** Takes a recovery code, once. @returns false for a wrong or a used one */
export async function takeRecoveryCode(
  { clock }: Pick<Services, 'clock'>,
  tx: Tx,
  { adminId, recoveryCode }: { adminId: string; recoveryCode: string },
): Promise<boolean> {
  const codeHash = recoveryCodeHashOf(recoveryCode);
  return updateRecoveryCodeUsed(tx, { adminId, codeHash, usedAt: clock.now() });
}

/** Begins an enrolment: a factor that is confirmed stays in force until the new one is. */
export async function beginEnrolment(
  services: FactorServices,
  tx: Tx,
  { adminId, account, secret = newTotpSecret() }: { adminId: string; account: string; secret?: string },
): Promise<{ secret: string; uri: string }> {
  const pendingSecret = sealedSecret(services, secret);
  await upsertPending(tx, { adminId, pendingSecret, pendingAt: services.clock.now() });
  return { secret, uri: totpUri({ secret, account }) };
}

/** Puts the factor in force by its first code. @returns recovery codes; null for a wrong code or without a pending enrolment */
export async function confirmEnrolment(
  services: FactorServices,
  tx: Tx,
  { adminId, code }: { adminId: string; code: string },
): Promise<readonly string[] | null> {
  const now = services.clock.now();
  const stored = await lockFactor(tx, adminId);
  const isDue = stored?.pendingAt && now.getTime() - stored.pendingAt.getTime() <= PENDING_MS;
  const secret = isDue ? openedSecret(services, stored.pendingSecret) : null;
  if (secret === null) return null;
  const step = matchingStep({ secret, lastStep: 0 }, code, now);
  if (step === null) return null;
  await updateConfirmed(tx, {
    adminId,
    sealedSecret: sealedSecret(services, secret),
    step,
    confirmedAt: now,
  });
  return makeRecoveryCodes(services, tx, adminId);
}

/** Puts a given secret in force at once, for accounts of the demo world. */
export async function enrolSecret(
  services: FactorServices,
  tx: Tx,
  { adminId, secret }: { adminId: string; secret: string },
): Promise<void> {
  await beginEnrolment(services, tx, { adminId, account: '', secret });
  const code = totpCodeOf(secret, totpStepOf(services.clock.now()) - 1);
  await confirmEnrolment(services, tx, { adminId, code });
}

/** Replaces all recovery codes of an admin. */
export async function makeRecoveryCodes(
  { limits }: Pick<Services, 'limits'>,
  tx: Tx,
  adminId: string,
): Promise<readonly string[]> {
  const codes = Array.from({ length: limits.adminRecoveryCodes }, newRecoveryCode);
  await replaceRecoveryCodes(tx, adminId, codes.map(recoveryCodeHashOf));
  return codes;
}

/** Takes the second factor from an admin. @returns whether there was one in force */
export function removeFactor(tx: Tx, adminId: string): Promise<boolean> {
  return deleteFactor(tx, adminId);
}

/**
 * Counts a wrong code; a right one is not counted.
 * @param key the admin, or what only the admin has, such as a known device
 * @throws AppError RATE_LIMITED
 */
export async function tryCode<Result>(
  { budgets }: { readonly budgets: Budgets },
  key: string,
  check: () => Promise<Result>,
): Promise<Result> {
  // Counted before the check, so that concurrent tries cannot pass together.
  const charge = await budgets.spend({ name: 'adminCode', allowance: CODE_FAILURES, key });
  try {
    const result = await check();
    await charge.giveBack();
    return result;
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'INVALID_CREDENTIALS') await charge.giveBack();
    throw error;
  }
}

const PURPOSE = 'second factor of an admin';

const sealedSecret = ({ adminTotpSealer }: FactorServices, secret: string): string =>
  adminTotpSealer.seal(PURPOSE, secret);

function openedSecret({ adminTotpSealer, log }: FactorServices, sealed: string | null): string | null {
  if (sealed === null) return null;
  const secret = adminTotpSealer.open(PURPOSE, sealed);
  if (secret === null)
    log.error(
      'the second factor of an admin was sealed with another ADMIN_TOTP_SECRET: no code of it counts',
    );
  return secret;
}
