import { setTimeout as sleep } from 'node:timers/promises';
import type { RequestContext } from '#platform/request/context.ts';
import { AppError } from '#platform/kernel/errors.ts';
import { networkOf } from '#platform/kernel/network.ts';
import type { Allowance, Charge, Point } from '#platform/kernel/rate-limit.ts';
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
 * @param isCounted whether a right password is counted as a wrong one, since the answer tells that it is right and no more
 * @throws AppError RATE_LIMITED
 */
export async function tryPassword<Result>(
  ctx: RequestContext,
  tried: PasswordTry,
  check: () => Promise<Result>,
  isCounted: (result: Result) => boolean = () => false,
): Promise<Result> {
  const network = networkOf(ctx.caller.ip);
  // Counted before the check, so that concurrent tries cannot pass together.
  const { charge, waitMs } = await spendTry(ctx, tried, network);
  try {
    if (waitMs > 0) await wait(waitMs, ctx.signal);
    // Strangers of one network cannot occupy all processors with passwords that they guess for many accounts.
    const result = await (tried.ownerKey === null
      ? ctx.passwordSemaphore(network, ctx.signal, check)
      : check());
    if (!isCounted(result)) await charge.giveBack();
    return result;
  } catch (error) {
    if (!isWrongPassword(error)) await charge.giveBack();
    throw error;
  }
}

async function spendTry(
  { budgets }: RequestContext,
  { accountKind, email, ownerKey }: PasswordTry,
  network: string,
): Promise<{ charge: Charge; waitMs: number }> {
  const rules = PASSWORD_RULES[accountKind];
  const point = (name: string, allowance: Allowance, key: string): Point => ({
    name: `password:${accountKind}:${name}`,
    allowance,
    key,
  });
  if (ownerKey !== null) {
    return { charge: await budgets.spend(point('owner', rules.failures, ownerKey)), waitMs: 0 };
  }
  const pair = `${email}\n${network}`;
  const charge = await budgets.spendShared(
    point('account-hour', COUNT_OF_AN_HOUR, email),
    point('pair-hour', COUNT_OF_AN_HOUR, pair),
    point('pair', rules.failures, pair),
  );
  // Without this try.
  const [ofAccount = 0, ofAccountAndNetwork = 0] = charge.spent.map((spent) => spent - 1);
  return { charge, waitMs: waitOf(rules, { ofAccount, ofAccountAndNetwork }) };
}

async function wait(waitMs: number, signal: AbortSignal): Promise<void> {
  await sleep(waitMs, undefined, { signal }).catch((error: unknown) => {
    // The reason of the abort says more than the error of the timer.
    signal.throwIfAborted();
    throw error;
  });
}

const isWrongPassword = (error: unknown): boolean =>
  error instanceof AppError && (error.code === 'INVALID_CREDENTIALS' || error.code === 'CONFLICT');
