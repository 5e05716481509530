import type { AccountState } from '#domains/foundation/visibility/visibility.policy.ts';
import { DAY_MS } from '#platform/clock.ts';
import type { RequestContext, UserContext } from '#platform/context.ts';
import type { Tx } from '#platform/db/database.ts';
import { AppError, unauthenticated } from '#platform/errors.ts';
import { sendMail } from '#platform/mail.ts';
import { endSessions, forgetSessions } from '../sessions/sessions.service.ts';
import { lockAccount, type LockedAccount, me, updateAccountState } from '../users/users.service.ts';
import type { User } from '../users/users.types.ts';
import { accountStateChanged } from './accounts.events.ts';
import { deletionRequestedMail } from './accounts.mails.ts';
import { findDeletionDueAt } from './accounts.queries.ts';
import { ACCOUNT_TRANSITIONS, type AccountStep, stateAfter } from './accounts.state.ts';
import { type Proof, provenAccount } from './proof.ts';

/** Hides the caller's account from everybody else until they take it up again. Repeating it is success. */
export async function deactivateAccount(ctx: UserContext): Promise<User> {
  await ctx.transaction((tx) => moveAccount(ctx, tx, { userId: ctx.user.id, step: 'deactivateAccount' }));
  return me(ctx);
}

/** Takes up again what `deactivateAccount` put away. Repeating it is success. */
export async function reactivateAccount(ctx: UserContext): Promise<User> {
  await ctx.transaction((tx) => moveAccount(ctx, tx, { userId: ctx.user.id, step: 'reactivateAccount' }));
  return me(ctx);
}

/**
 * Has the account erased when the grace is over. Until then nobody else sees it, and its owner can cancel. All sessions
 * but that of this request end. Repeating it is success and moves no date.
 * @returns when it will be erased
 */
export async function requestAccountDeletion(ctx: RequestContext, proof: Proof): Promise<Date> {
  const userId = await provenAccount(ctx, proof);
  const graceMs = ctx.limits.accountDeletionGraceDays * DAY_MS;
  const dueAt = new Date(ctx.clock.now().getTime() + graceMs);
  const done = await ctx.transaction(async (tx) => {
    const before = await moveAccount(ctx, tx, { userId, step: 'requestAccountDeletion', dueAt });
    if (before.deletionDueAt) return { dueAt: before.deletionDueAt, ended: [] };
    const except = ctx.user ? { except: ctx.user.sessionId } : {};
    const ended = await endSessions(tx, { userId, ...except, now: ctx.clock.now() });
    if (before.email !== null) {
      const idempotencyKey = `account-deletion:${userId}:${dueAt.getTime()}`;
      sendMail(tx, deletionRequestedMail({ to: before.email, dueAt, idempotencyKey }));
    }
    return { dueAt, ended };
  });
  forgetSessions(ctx, done.ended);
  return done.dueAt;
}

/** Keeps the account after all. Repeating it is success. @returns its state */
export async function cancelAccountDeletion(ctx: RequestContext, proof: Proof): Promise<AccountState> {
  const step = 'cancelAccountDeletion';
  const userId = ctx.user?.id ?? (await provenAccount(ctx, proof));
  await ctx.transaction((tx) => moveAccount(ctx, tx, { userId, step }));
  return ACCOUNT_TRANSITIONS[step].to;
}

/** When the caller's account will be erased; null when that was not asked for. */
export function deletionDueAt(ctx: UserContext): Promise<Date | null> {
  return findDeletionDueAt(ctx.db, ctx.user.id);
}

type OwnStep = Exclude<AccountStep, 'erase'>;

/**
 * Moves an account, under the lock of its row.
 * @returns what it was before
 * @throws AppError INVALID_STATE when the step is not legal
 */
async function moveAccount(
  ctx: RequestContext,
  tx: Tx,
  { userId, step, dueAt }: { userId: string; step: OwnStep; dueAt?: Date },
): Promise<LockedAccount> {
  const before = await lockAccount(tx, userId);
  // It was erased while the request was under way.
  if (before.state === 'DELETED') throw unauthenticated('REVOKED');
  const state = stateAfter(step, before.state);
  if (state === null) throw illegalStep(step, before.state);
  if (state === before.state) return before;
  await updateAccountState(tx, userId, { state, deletionDueAt: dueAt ?? null, updatedAt: ctx.clock.now() });
  tx.emit(accountStateChanged, { userId, state });
  return before;
}

const illegalStep = (step: AccountStep, current: string): AppError =>
  new AppError('INVALID_STATE', 'The account is in a state that does not allow this.', {
    details: { current, allowed: ACCOUNT_TRANSITIONS[step].from },
  });
