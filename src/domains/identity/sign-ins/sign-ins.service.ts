import { setTimeout as sleep } from 'node:timers/promises';
import type { RequestContext } from '#platform/request/context.ts';
import { AppError } from '#platform/kernel/errors.ts';
import { networkOf } from '#platform/kernel/network.ts';
import type { Charge } from '#platform/kernel/rate-limit.ts';
import { type AccountKind, COUNT_OF_AN_HOUR, PASSWORD_RULES, waitOf } from './sign-ins.policy.ts';

/** One try of a password. */
export type PasswordTry = {
  readonly accountKind: AccountKind;
  /** The normalized address that names the account. */
  readonly email: string;
  /** A name for what only the owner of the account has: a known device, or the session of the request. Null without. */
  readonly ownerKey: string | null;
};

/**
 * Checks a password. Only wrong ones are counted: on a known device or in a session for it alone, elsewhere for the pair of
 * account and network. So nobody is kept from signing in by the wrong passwords of others.
 * @param check throws INVALID_CREDENTIALS or CONFLICT for a wrong password
 * @throws AppError RATE_LIMITED
 */
export async function tryPassword<Result>(
  ctx: RequestContext,
  tried: PasswordTry,
  check: () => Promise<Result>,
): Promise<Result> {
  const network = networkOf(ctx.caller.ip);
  // Counted before the check, so that concurrent tries cannot pass together.
  const { charges, waitMs } = await charge(ctx, tried, network);
  try {
    if (waitMs > 0) await wait(waitMs, ctx.signal);
    // Strangers of one network cannot occupy all processors with passwords that they guess for many accounts.
    const result = await (tried.ownerKey === null ? ctx.passwordTurns(network, ctx.signal, check) : check());
    giveBack(charges);
    return result;
  } catch (error) {
    if (!isWrongPassword(error)) giveBack(charges);
    throw error;
  }
}

async function charge(
  ctx: RequestContext,
  { accountKind, email, ownerKey }: PasswordTry,
  network: string,
): Promise<{ charges: readonly Charge[]; waitMs: number }> {
  const { budgets } = ctx;
  const rules = PASSWORD_RULES[accountKind];
  const name = `password:${accountKind}`;
  if (ownerKey !== null) {
    return { charges: [await budgets.spend(`${name}:owner`, rules.failures, ownerKey)], waitMs: 0 };
  }
  const pair = `${email}\n${network}`;
  const first = await budgets.spend(`${name}:pair`, rules.failures, pair);
  const failures = {
    ofAccount: await budgets.spent(`${name}:account-hour`, email),
    ofAccountAndNetwork: await budgets.spent(`${name}:pair-hour`, pair),
  };
  const charges = [
    first,
    await budgets.spend(`${name}:account-hour`, COUNT_OF_AN_HOUR, email),
    await budgets.spend(`${name}:pair-hour`, COUNT_OF_AN_HOUR, pair),
  ];
  return { charges, waitMs: waitOf(rules, failures) };
}

async function wait(waitMs: number, signal: AbortSignal): Promise<void> {
  await sleep(waitMs, undefined, { signal }).catch((error: unknown) => {
    // The reason of the abort says more than the error of the timer.
    signal.throwIfAborted();
    throw error;
  });
}

function giveBack(charges: readonly Charge[]): void {
  for (const each of charges) each.giveBack();
}

const isWrongPassword = (error: unknown): boolean =>
  error instanceof AppError && (error.code === 'INVALID_CREDENTIALS' || error.code === 'CONFLICT');
