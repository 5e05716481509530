import type { RequestContext } from '#platform/context.ts';
import { invalid } from '#platform/parse-input.ts';
import { askProvider, credentialsRefused } from '../sessions/provider.service.ts';
import { type Credentials, parseCredentials, type ParsedCredentials } from '../sessions/sessions.service.ts';
import { findUserByIdentity } from '../users/users.service.ts';
import { isFreshSignIn } from './accounts.policy.ts';
import { findAccountIdentity, findSignedInAt } from './accounts.queries.ts';

/** How people show anew who they are: a password, or a token of the provider that they have just signed in for. */
export type Proof = Credentials;

/**
 * The account of whoever proves to own it: the caller's, or that of a person who is not signed in, for a suspension
 * closes every session and yet must keep nobody from their data or from leaving.
 * @returns the user's id
 * @throws AppError INVALID_CREDENTIALS | VALIDATION_FAILED
 */
export async function provenAccount(ctx: RequestContext, proof: Proof): Promise<string> {
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
  // Without an address there is no password: the refusal is the one of a wrong password.
  if (proof.providerToken == null && own.email === null) throw credentialsRefused();
  const { provider, subject } = await identityOf(ctx, parseCredentials({ ...proof, email: own.email }));
  if (provider !== own.provider || subject !== own.subject) throw credentialsRefused();
  return own.userId;
}

const ACCOUNT_ALLOWANCE = { points: 10, windowSeconds: 300 };

async function identityOf(
  ctx: RequestContext,
  given: ParsedCredentials,
): Promise<{ provider: string; subject: string }> {
  const { identity } = ctx.ports;
  if (given.kind === 'password') {
    // The field's own budget counts by address; this one by account, so that many addresses cannot try one password list.
    await ctx.budgets.spend('proof:account', ACCOUNT_ALLOWANCE, given.email);
    const { subject } = await askProvider(() => identity.checkPassword(given));
    return { provider: identity.provider, subject };
  }
  const verified = await askProvider(() => identity.verify(given.token));
  const signedInAt = await findSignedInAt(ctx.db, verified.sessionKey);
  if (!isFreshSignIn({ issuedAt: verified.issuedAt, signedInAt }, ctx.clock.now()))
    throw credentialsRefused();
  return verified;
}
