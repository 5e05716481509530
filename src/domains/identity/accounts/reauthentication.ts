import type { RequestContext } from '#platform/request/context.ts';
import { invalid } from '#platform/kernel/parse-input.ts';
import { tryPassword } from '../sign-ins/sign-ins.service.ts';
import { callProvider, credentialsRefused } from '../sessions/provider.service.ts';
import {
  type Credentials,
  parseCredentials,
  type ParsedCredentials,
} from '../sessions/sign-in-credentials.policy.ts';
import { findUserByIdentity } from '../users/users.service.ts';
import { isFreshSignIn } from './accounts.policy.ts';
import { findAccountIdentity, findSignedInAt } from './accounts.queries.ts';

/** Credentials for re-authentication: a password, or a provider token of a recent sign-in. */
export type ReauthenticationInput = Credentials;

/**
 * Re-authenticates the caller, or a user who is not signed in: a suspension ends all sessions, but suspended users must
 * still be able to export their data and delete the account.
 * @returns the user's id
 * @throws AppError INVALID_CREDENTIALS | VALIDATION_FAILED
 */
export async function reauthenticate(ctx: RequestContext, proof: ReauthenticationInput): Promise<string> {
  if (!ctx.user) {
    const given = parseCredentials(proof);
    const user = await findUserByIdentity(ctx.db, await identityOf(ctx, given));
    if (!user || user.state === 'DELETED') throw credentialsRefused();
    return user.id;
  }
  const own = await findAccountIdentity(ctx.db, ctx.user.id);
  if (!own) throw credentialsRefused();
  if (proof.providerToken == null && proof.password == null) {
    throw invalid(['password'], 'Give the password or a provider token.', 'required');
  }
  // An account without an e-mail address has no password: refused like a wrong password.
  if (proof.providerToken == null && own.email === null) throw credentialsRefused();
  const { provider, subject } = await identityOf(ctx, parseCredentials({ ...proof, email: own.email }));
  if (provider !== own.provider || subject !== own.subject) throw credentialsRefused();
  return own.userId;
}

async function identityOf(
  ctx: RequestContext,
  given: ParsedCredentials,
): Promise<{ provider: string; subject: string }> {
  const { identity } = ctx.ports;
  if (given.kind === 'password') {
    // A signed-in caller has given no address of their own: it is that of their account.
    const ownerKey = ctx.user && `session:${ctx.user.sessionId}`;
    const { subject } = await tryPassword(ctx, { accountKind: 'user', email: given.email, ownerKey }, () =>
      callProvider(() => identity.checkPassword(given)),
    );
    return { provider: identity.provider, subject };
  }
  const verified = await callProvider(() => identity.verify(given.token));
  const signedInAt = await findSignedInAt(ctx.db, verified.sessionKey);
  if (!isFreshSignIn({ issuedAt: verified.issuedAt, signedInAt }, ctx.clock.now()))
    throw credentialsRefused();
  return verified;
}
