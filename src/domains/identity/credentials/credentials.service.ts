import { z } from 'zod';
import type { RequestContext, UserContext } from '#platform/context.ts';
import { emailText } from '#platform/email.ts';
import { AppError, notFound } from '#platform/errors.ts';
import { defineJob } from '#platform/jobs/definition.ts';
import { sendMail } from '#platform/mail.ts';
import { parseInput } from '#platform/parse-input.ts';
import { askProvider } from '../sessions/provider.service.ts';
import { continueSession, endSessions, forgetSessions, type SignedIn } from '../sessions/sessions.service.ts';
import { findUserByIdentity, updateEmailVerified } from '../users/users.service.ts';
import { passwordChanged } from './credentials.events.ts';
import { emailVerificationMail } from './credentials.mails.ts';
import { findCredential } from './credentials.queries.ts';
import type { Credential } from './credentials.types.ts';

/** Looks the address up and mails a code, if there is an account: a job, so that asking takes the same time for all. */
export const sendPasswordReset = defineJob<{ email: string; requestId: string }>(
  'credentials.sendPasswordReset',
);

const RESET_ALLOWANCE = { points: 5, windowSeconds: 3_600 };

/** Mails a code for a new password; whether the address has an account is not told. @returns the address as understood */
export async function requestPasswordReset(ctx: RequestContext, input: { email: string }): Promise<string> {
  const { email } = parseInput(z.object({ email: emailText }), input);
  await ctx.budgets.spend('password-reset:account', RESET_ALLOWANCE, email);
  await ctx.transaction(async (tx) => tx.enqueue(sendPasswordReset, { email, requestId: ctx.ids.next() }));
  return email;
}

/** Sets a new password by a code from a mail and ends every session. @returns how many ended */
export async function resetPassword(
  ctx: RequestContext,
  input: { code: string; newPassword: string },
): Promise<number> {
  const { code, newPassword } = parseInput(z.object({ code: codeText, newPassword: passwordText }), input);
  const { identity } = ctx.ports;
  const { subject } = await askProvider(() => identity.resetPassword({ code, newPassword }), NEW_PASSWORD);
  const user = await findUserByIdentity(ctx.db, { provider: identity.provider, subject });
  return user ? noteNewPassword(ctx, { userId: user.id }) : 0;
}

/**
 * Replaces the password and ends all sessions but that of this request.
 * @returns how many ended, and new tokens for the caller where the provider has ended every sign-in
 */
export async function changePassword(
  ctx: UserContext,
  input: { currentPassword: string; newPassword: string },
): Promise<{ endedSessionCount: number; signedIn: SignedIn | null }> {
  const passwords = parseInput(z.object({ currentPassword: passwordText, newPassword: passwordText }), input);
  const { userId, subject, email } = await ownCredential(ctx);
  if (email === null) throw noAddress();
  const change = { subject, email, ...passwords };
  const tokens = await askProvider(() => ctx.ports.identity.changePassword(change), NEW_PASSWORD);
  const signedIn = tokens && (await continueSession(ctx, tokens));
  const except = signedIn?.session.id ?? ctx.user.sessionId;
  return { endedSessionCount: await noteNewPassword(ctx, { userId, except }), signedIn };
}

async function noteNewPassword(
  ctx: RequestContext,
  sessions: { userId: string; except?: string },
): Promise<number> {
  const ended = await ctx.transaction(async (tx) => {
    tx.emit(passwordChanged, { userId: sessions.userId });
    return endSessions(tx, { ...sessions, now: ctx.clock.now() });
  });
  forgetSessions(ctx, ended);
  return ended.length;
}

/** Mails a code to the caller's address; nothing is sent to one that is verified. @returns the address */
export async function requestEmailVerification(ctx: UserContext): Promise<string> {
  const { subject, email, isEmailVerified } = await ownCredential(ctx);
  if (email === null) throw noAddress();
  if (isEmailVerified) return email;
  const code = await askProvider(() => ctx.ports.identity.createEmailVerificationCode(subject));
  const mail = {
    to: email,
    code,
    webAppUrl: ctx.webAppUrl,
    idempotencyKey: `verify-email:${ctx.ids.next()}`,
  };
  await ctx.transaction(async (tx) => sendMail(tx, emailVerificationMail(mail)));
  return email;
}

/** Notes that an address belongs to the person who has the code. @returns the address */
export async function verifyEmail(ctx: RequestContext, input: { code: string }): Promise<string> {
  const { code } = parseInput(z.object({ code: codeText }), input);
  const { identity } = ctx.ports;
  const { subject, email } = await askProvider(() => identity.verifyEmail(code));
  await ctx.transaction((tx) => updateEmailVerified(tx, { provider: identity.provider, subject, email }));
  return email;
}

/** Whether the caller's own address is verified. */
export async function isEmailVerified(ctx: UserContext): Promise<boolean> {
  return (await ownCredential(ctx)).isEmailVerified;
}

async function ownCredential(ctx: UserContext): Promise<Credential> {
  const credential = await findCredential(ctx.db, ctx.user.id);
  if (!credential) throw notFound('User');
  return credential;
}

const noAddress = (): AppError =>
  new AppError('INVALID_STATE', 'The account has no e-mail address; it signs in by the identity provider.', {
    details: { current: 'NO_EMAIL', allowed: ['EMAIL'] },
  });

/** Where the new password stands in the input. */
const NEW_PASSWORD = { passwordPath: ['newPassword'] } as const;

// The provider has rules of its own; these keep a megabyte from being hashed or looked up.
const TEXT_LENGTH_MAX = 1_000;
const boundedText = z
  .string()
  .min(1, 'Must not be empty.')
  .max(TEXT_LENGTH_MAX, `Must have at most ${TEXT_LENGTH_MAX} characters.`);
const passwordText = boundedText;
const codeText = boundedText.transform((code) => code.trim());
