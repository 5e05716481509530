import { createEmbeddedIdentity } from '#adapters/identity/embedded.ts';
import { systemClock } from '#platform/clock.ts';
import type { Client } from 'pg';
import { z } from 'zod';
import { refreshTokenOf } from './world.ts';

/** One signed-in user of the seeded world. */
export type Visitor = { readonly userId: string; readonly accessToken: string };

/** What the servers have to agree on to accept each other's tokens. */
export type TokenRules = { readonly connectionString: string; readonly secret: string; readonly issuer: string };

const PARALLEL_REFRESHES = 8;

/**
 * Exchanges the seeded refresh tokens for access tokens through the product's own identity provider. They are the
 * tokens that a client would hold, and they live for 15 minutes: a run must be shorter.
 */
export async function mintTokens(rules: TokenRules, users: number): Promise<Visitor[]> {
  const identity = createEmbeddedIdentity({ ...rules, clock: systemClock });
  const waiting = Array.from({ length: users }, (_, index) => index + 1).filter(isActive);
  const visitors: Visitor[] = [];
  const exchange = async (): Promise<void> => {
    for (let user = waiting.pop(); user !== undefined; user = waiting.pop()) {
      const issued = await identity.refresh(refreshTokenOf(user));
      visitors.push({ userId: issued.identity.subject, accessToken: issued.accessToken });
    }
  };
  try {
    // The first one makes the signing key; several at once would make several.
    visitors.push(await firstVisitor(identity, waiting.pop()));
    await Promise.all(Array.from({ length: PARALLEL_REFRESHES }, exchange));
  } finally {
    await identity.close();
  }
  return visitors.sort((left, right) => (left.userId < right.userId ? -1 : 1));
}

/** The world has deactivated every hundredth user. */
const isActive = (user: number): boolean => user % 100 !== 99;

async function firstVisitor(
  identity: ReturnType<typeof createEmbeddedIdentity>,
  user: number | undefined,
): Promise<Visitor> {
  if (user === undefined) throw new Error('The world has no users.');
  const issued = await identity.refresh(refreshTokenOf(user));
  return { userId: issued.identity.subject, accessToken: issued.accessToken };
}

const keyRows = z.array(z.object({ id: z.string(), publicKey: z.string() }));

/** The public keys of the tokens as a JSON Web Key Set, for servers that do not know the provider's tables. */
export async function readKeySet(client: Client): Promise<string> {
  const { rows } = await client.query('select id, "publicKey" from auth.jwks');
  const keys = keyRows.parse(rows).map(({ id, publicKey }) => ({
    ...z.looseObject({}).parse(JSON.parse(publicKey)),
    kid: id,
    alg: 'EdDSA',
  }));
  return JSON.stringify({ keys });
}
