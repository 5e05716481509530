import type { AccountState } from '#domains/foundation/visibility/visibility.policy.ts';
import { DAY_MS } from '#platform/kernel/clock.ts';
import type { InTransaction, RequestContext, UserContext } from '#platform/request/context.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { AppError, unauthenticated } from '#platform/kernel/errors.ts';
import type { ObjectState } from '#platform/kernel/object-states.ts';
import { sendMail } from '#domains/foundation/mails/mails.service.ts';
import { endSessions, evictSessions } from '../sessions/sessions.service.ts';
import type { EndedSession } from '../sessions/sessions.types.ts';
import { lockAccount, setAccountState } from '../users/account-state.service.ts';
import { me } from '../users/users.service.ts';
import type { LockedAccount, User } from '../users/users.types.ts';
import { accountStateChanged } from './accounts.events.ts';
import { deletionRequestedMail } from './accounts.mails.ts';
import { findDeletionDueAt } from './accounts.queries.ts';
import { ACCOUNT_TRANSITIONS, type AccountStep, stateAfter } from './accounts.state.ts';
import { assertTerms } from './deletion-terms.policy.ts';
import { listMoneyLeft } from './deletion-terms.queries.ts';
import { type ReauthenticationInput, reauthenticate } from './reauthentication.ts';

/** Deactivates the caller's account. Idempotent. */
export async function deactivateAccount(ctx: UserContext): Promise<User> {
  await ctx.transaction((tx) =>
    transitionAccount(ctx, tx, { userId: ctx.user.id, step: 'deactivateAccount' }),
  );
  return me(ctx);
}

/** Reactivates the caller's deactivated account. Idempotent. */
export async function reactivateAccount(ctx: UserContext): Promise<User> {
  await ctx.transaction((tx) =>
    transitionAccount(ctx, tx, { userId: ctx.user.id, step: 'reactivateAccount' }),
  );
  return me(ctx);
}

/**
 * Schedules the caller's account for erasure, if no money is open and the caller agrees to what is lost.
 * @returns the time at which it will be erased
 * @throws AppError INVALID_STATE | CONSENT_REQUIRED
 */
export async function requestAccountDeletion(
  ctx: RequestContext,
  { lostCoins, ...proof }: ReauthenticationInput & { readonly lostCoins?: number | null | undefined },
): Promise<Date> {
  const userId = await reauthenticate(ctx, proof);
  const scheduled = await ctx.transaction((tx) =>
    scheduleDeletion(ctx, tx, { userId, agreedCoins: lostCoins ?? 0 }),
  );
  evictSessions(ctx, scheduled.ended);
  return scheduled.dueAt;
}

/**
 * Schedules an account for erasure after the grace period. Until then it is invisible to other users, and its owner can
 * cancel. Sessions other than the caller's end. Repeating it succeeds and does not move the date.
 * @param agreedCoins coins that the owner agrees to lose; null schedules it whatever money is left
 * @returns the time at which it will be erased, and the sessions to evict after the commit
 * @throws AppError INVALID_STATE | CONSENT_REQUIRED
 */
export async function scheduleDeletion(
  ctx: InTransaction<RequestContext>,
  tx: Tx,
  { userId, agreedCoins }: { userId: string; agreedCoins: number | null },
): Promise<{ dueAt: Date; ended: readonly EndedSession[] }> {
  const graceMs = ctx.limits.accountDeletionGraceDays * DAY_MS;
  const dueAt = new Date(ctx.clock.now().getTime() + graceMs);
  const before = await transitionAccount(ctx, tx, { userId, step: 'requestAccountDeletion', dueAt });
  if (before.deletionDueAt) return { dueAt: before.deletionDueAt, ended: [] };
  const [left] = await listMoneyLeft(tx, [userId]);
  if (!left) throw new Error('an account that is locked is gone');
  if (agreedCoins !== null) assertTerms(left, agreedCoins);
  const except = ctx.user ? { except: ctx.user.sessionId } : {};
  const ended = await endSessions(tx, { userId, ...except, now: ctx.clock.now() });
  if (before.email !== null) {
    const idempotencyKey = `account-deletion:${userId}:${dueAt.getTime()}`;
    const { lostCoins } = left;
    sendMail(ctx, tx, deletionRequestedMail({ to: before.email, dueAt, lostCoins, idempotencyKey }));
  }
  return { dueAt, ended };
}

/** Cancels the deletion of an account. Idempotent. @returns the new state */
export async function cancelAccountDeletion(
  ctx: RequestContext,
  proof: ReauthenticationInput,
): Promise<AccountState> {
  const userId = ctx.user?.id ?? (await reauthenticate(ctx, proof));
  await ctx.transaction((tx) => cancelDeletion(ctx, tx, { userId }));
  return ACCOUNT_TRANSITIONS.cancelAccountDeletion.to;
}

/** Cancels the deletion of any account. Idempotent. @returns the state before @throws AppError INVALID_STATE */
export async function cancelDeletion(
  ctx: InTransaction<RequestContext>,
  tx: Tx,
  { userId }: { userId: string },
): Promise<AccountState> {
  const { state } = await transitionAccount(ctx, tx, { userId, step: 'cancelAccountDeletion' });
  return state;
}

/** Time at which the caller's account will be erased. Null unless requested. */
export function deletionDueAt(ctx: UserContext): Promise<Date | null> {
  return findDeletionDueAt(ctx.db, ctx.user.id);
}

type OwnStep = Exclude<AccountStep, 'erase'>;

/**
 * Makes a transition of an account, under the lock of its row.
 * @returns the account before the transition
 * @throws AppError INVALID_STATE when the transition is not legal
 */
async function transitionAccount(
  ctx: InTransaction<RequestContext>,
  tx: Tx,
  { userId, step, dueAt }: { userId: string; step: OwnStep; dueAt?: Date },
): Promise<LockedAccount> {
  const before = await lockAccount(tx, userId);
  // The account was erased while the request was in flight.
  if (before.state === 'DELETED') throw unauthenticated('REVOKED');
  const state = stateAfter(step, before.state);
  if (state === null) throw illegalTransition(step, before.state);
  if (state === before.state) return before;
  await setAccountState(tx, userId, { state, deletionDueAt: dueAt ?? null, updatedAt: ctx.clock.now() });
  tx.emit(accountStateChanged, { userId, state });
  return before;
}

const illegalTransition = (step: AccountStep, current: ObjectState): AppError =>
  new AppError('INVALID_STATE', 'The account state does not allow this.', {
    details: { current, allowed: ACCOUNT_TRANSITIONS[step].from },
  });
