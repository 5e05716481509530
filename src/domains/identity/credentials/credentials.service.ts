import { z } from 'zod';
import type { RequestContext, UserContext } from '#platform/request/context.ts';
import { emailSchema } from '#platform/kernel/email.ts';
import { AppError, notFound } from '#platform/kernel/errors.ts';
import { defineJob } from '#platform/outbox/jobs/definition.ts';
import { sendMail } from '#domains/foundation/mails/mails.service.ts';
import { parseInput } from '#platform/kernel/parse-input.ts';
import { tryPassword } from '../sign-ins/sign-ins.service.ts';
import { callProvider } from '../sessions/provider.service.ts';
import { replaceSession, endSessions, evictSessions, type SignedIn } from '../sessions/sessions.service.ts';
import { confirmEmail, findUserByIdentity } from '../users/users.service.ts';
import { passwordChanged } from './credentials.events.ts';
import { emailVerificationMail } from './credentials.mails.ts';
import { boundedText, code, codeInput } from './credentials.policy.ts';
import { findProviderAccount } from './credentials.queries.ts';
import type { ProviderAccount } from './credentials.types.ts';

/** Mails a code if the address has an account. A job, so that the response time does not reveal whether it has. */
export const sendPasswordResetJob = defineJob<{ email: string }>('credentials.sendPasswordReset');

const RESET_ALLOWANCE = { points: 5, windowSeconds: 3_600 };

/** Mails a code for a new password, without revealing whether the address has an account. @returns the normalized address */
export async function requestPasswordReset(ctx: RequestContext, input: { email: string }): Promise<string> {
  const { email } = parseInput(emailInput, input);
  await ctx.budgets.spend({ name: 'password-reset:account', allowance: RESET_ALLOWANCE, key: email });
  await ctx.transaction(async (tx) => tx.enqueue(sendPasswordResetJob, { email }));
  return email;
}

/** Sets a new password by a code from a mail and ends every session. @returns the number of ended sessions */
export async function resetPassword(
  ctx: RequestContext,
  input: { code: string; newPassword: string },
): Promise<number> {
  const { code, newPassword } = parseInput(resetInput, input);
  const { identity } = ctx.ports;
  const { subject } = await callProvider(() => identity.resetPassword({ code, newPassword }), NEW_PASSWORD);
  const user = await findUserByIdentity(ctx.db, { provider: identity.provider, subject });
  return user ? endSessionsAfterPasswordChange(ctx, { userId: user.id }) : 0;
}

/**
 * Replaces the password and ends all sessions but that of this request.
 * @returns the number of ended sessions, and new tokens for the caller when the provider ended every sign-in
 */
export async function changePassword(
  ctx: UserContext,
  input: { currentPassword: string; newPassword: string },
): Promise<{ endedSessionCount: number; signedIn: SignedIn | null }> {
  const passwords = parseInput(changeInput, input);
  const { userId, subject, email } = await requireProviderAccount(ctx);
  if (email === null) throw noEmailAddress();
  const change = { subject, email, ...passwords };
  const ownerKey = `session:${ctx.user.sessionId}`;
  const tokens = await tryPassword(ctx, { accountKind: 'user', email, ownerKey }, () =>
    callProvider(() => ctx.ports.identity.changePassword(change), NEW_PASSWORD),
  );
  const signedIn = tokens && (await replaceSession(ctx, tokens));
  const except = signedIn?.session.id ?? ctx.user.sessionId;
  return { endedSessionCount: await endSessionsAfterPasswordChange(ctx, { userId, except }), signedIn };
}

async function endSessionsAfterPasswordChange(
  ctx: RequestContext,
  sessions: { userId: string; except?: string },
): Promise<number> {
  const ended = await ctx.transaction(async (tx) => {
    tx.emit(passwordChanged, { userId: sessions.userId });
    return endSessions(tx, { ...sessions, now: ctx.clock.now() });
  });
  evictSessions(ctx, ended);
  return ended.length;
}

/** Mails a code to the caller's address, unless it is already verified. @returns the address */
export async function requestEmailVerification(ctx: UserContext): Promise<string> {
  const { subject, email, isEmailVerified } = await requireProviderAccount(ctx);
  if (email === null) throw noEmailAddress();
  if (isEmailVerified) return email;
  const code = await callProvider(() => ctx.ports.identity.createEmailVerificationCode(subject));
  const mail = {
    to: email,
    code,
    webAppUrl: ctx.webAppUrl,
    idempotencyKey: `verify-email:${ctx.ids.next()}`,
  };
  await ctx.transaction(async (tx) => sendMail(ctx, tx, emailVerificationMail(mail)));
  return email;
}

/** Marks an address as verified for the owner of the code. @returns the address */
export async function verifyEmail(ctx: RequestContext, input: { code: string }): Promise<string> {
  const { code } = parseInput(codeInput, input);
  const { identity } = ctx.ports;
  const { subject, email } = await callProvider(() => identity.verifyEmail(code));
  await ctx.transaction((tx) => confirmEmail(tx, { provider: identity.provider, subject, email }));
  return email;
}

/** Whether the caller's own address is verified. */
export async function isEmailVerified(ctx: UserContext): Promise<boolean> {
  return (await requireProviderAccount(ctx)).isEmailVerified;
}

async function requireProviderAccount(ctx: UserContext): Promise<ProviderAccount> {
  const credential = await findProviderAccount(ctx.db, ctx.user.id);
  if (!credential) throw notFound('User');
  return credential;
}

const noEmailAddress = (): AppError =>
  new AppError('INVALID_STATE', 'The account has no e-mail address; it signs in by the identity provider.', {
    details: { current: 'NO_EMAIL', allowed: ['EMAIL'] },
  });

/** Path of the new password in the input. */
const NEW_PASSWORD = { passwordPath: ['newPassword'] } as const;

const emailInput = z.object({ email: emailSchema });
const resetInput = z.object({ code, newPassword: boundedText });
const changeInput = z.object({ currentPassword: boundedText, newPassword: boundedText });
