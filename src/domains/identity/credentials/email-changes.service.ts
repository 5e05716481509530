import { z } from 'zod';
import { sendMail } from '#domains/foundation/mails/mails.service.ts';
import { emailSchema } from '#platform/kernel/email.ts';
import { invalid, parseInput } from '#platform/kernel/parse-input.ts';
import { defineJob } from '#platform/outbox/jobs/definition.ts';
import type { Services } from '#platform/outbox/services.ts';
import type { RequestContext, UserContext } from '#platform/request/context.ts';
import { callProvider, credentialsRefused } from '../sessions/provider.service.ts';
import { tryPassword } from '../sign-ins/sign-ins.service.ts';
import { confirmEmail, findUserByIdentity } from '../users/users.service.ts';
import { emailChangedMail, emailChangeMail } from './credentials.mails.ts';
import { boundedText, codeInput } from './credentials.policy.ts';
import { findProviderAccount } from './credentials.queries.ts';

/** Mails a code to a new address. A job, so that the response time does not reveal whether an account has it. */
export const sendEmailChangeJob = defineJob<{ userId: string; email: string }>('credentials.sendEmailChange');

/** Mails that one address gets, whoever names it. */
const ADDRESS_ALLOWANCE = { points: 5, windowSeconds: 3_600 };

const requestInput = z.object({ email: emailSchema, password: boundedText });

/**
 * Mails a code to the address that the caller's account is to have, without revealing whether another account has it.
 * @returns the normalized address
 * @throws ValidationFailed | AppError INVALID_CREDENTIALS | RATE_LIMITED
 */
export async function requestEmailChange(
  ctx: UserContext,
  input: { email: string; password: string },
): Promise<string> {
  const { email, password } = parseInput(requestInput, input);
  const userId = ctx.user.id;
  const account = await findProviderAccount(ctx.db, userId);
  // An account without an address has no password: refused like a wrong one.
  if (!account?.email) throw credentialsRefused();
  const own = { email: account.email, password };
  const ownerKey = `session:${ctx.user.sessionId}`;
  const { subject } = await tryPassword(ctx, { accountKind: 'user', email: own.email, ownerKey }, () =>
    callProvider(() => ctx.ports.identity.checkPassword(own)),
  );
  if (subject !== account.subject) throw credentialsRefused();
  if (account.email === email) throw invalid(['email'], 'Give another address than the present one.', 'new');
  await ctx.budgets.spend({ name: 'email-change:address', allowance: ADDRESS_ALLOWANCE, key: email });
  await ctx.transaction(async (tx) => tx.enqueue(sendEmailChangeJob, { userId, email }));
  return email;
}

export async function mailChangeCode(
  services: Services,
  { userId, email }: { userId: string; email: string },
): Promise<void> {
  const { db, ids, ports, transaction, webAppUrl } = services;
  const account = await findProviderAccount(db, userId);
  if (!account) return;
  const code = await ports.identity.createEmailChangeCode({ subject: account.subject, email });
  if (code === null) return;
  // A retry of the job makes another code: its mail needs a key of its own.
  const mail = { to: email, code, webAppUrl, idempotencyKey: `change-email:${ids.next()}` };
  await transaction(async (tx) => sendMail(services, tx, emailChangeMail(mail)));
}

/** Replaces the address of the account that the code is for, and tells the former one. @returns the new address */
export async function changeEmail(ctx: RequestContext, input: { code: string }): Promise<string> {
  const { code } = parseInput(codeInput, input);
  const { identity } = ctx.ports;
  const { subject, email } = await callProvider(() => identity.changeEmail(code));
  const holder = { provider: identity.provider, subject };
  const user = await findUserByIdentity(ctx.db, holder);
  const former = user && (await findProviderAccount(ctx.db, user.id))?.email;
  const idempotencyKey = `email-changed:${ctx.ids.next()}`;
  await ctx.transaction(async (tx) => {
    if (former) sendMail(ctx, tx, emailChangedMail({ to: former, idempotencyKey }));
    await confirmEmail(tx, { ...holder, email });
  });
  return email;
}
