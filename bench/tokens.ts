import { createEmbeddedIdentity } from '#adapters/identity/embedded.ts';
import { systemClock } from '#platform/clock.ts';
import type { Client } from 'pg';
import { z } from 'zod';
import { refreshTokenOf } from './world.ts';

/** One signed-in user of the seeded world. */
export type Visitor = { readonly userId: string; readonly accessToken: string };

/** What the servers have to agree on to accept each other's tokens. */
export type TokenRules = {
  readonly connectionString: string;
  readonly secret: string;
  readonly issuer: string;
};

const PARALLEL_REFRESHES = 8;

/**
 * Exchanges the refresh tokens of these users, by their numbers in the seeded world, for access tokens through the
 * product's own identity provider. They are what a client would hold, and live for 15 minutes: a run must be shorter.
 */
export async function mintTokens(rules: TokenRules, users: readonly number[]): Promise<Visitor[]> {
  const identity = createEmbeddedIdentity({ ...rules, clock: systemClock });
  const waiting = [...users];
  const visitors: Visitor[] = [];
  const exchangeOne = async (): Promise<void> => {
    const user = waiting.pop();
    if (user === undefined) return;
    const issued = await identity.refresh(refreshTokenOf(user));
    visitors.push({ userId: issued.identity.subject, accessToken: issued.accessToken });
  };
  const exchangeAll = async (): Promise<void> => {
    while (waiting.length > 0) await exchangeOne();
  };
  try {
    // The first one makes the signing key; several at once would make several.
    await exchangeOne();
    await Promise.all(Array.from({ length: PARALLEL_REFRESHES }, exchangeAll));
  } finally {
    await identity.close();
  }
  return visitors.sort((left, right) => (left.userId < right.userId ? -1 : 1));
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
