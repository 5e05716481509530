import { createEmbeddedIdentity } from '#adapters/identity/embedded.ts';
import { systemClock } from '#platform/kernel/clock.ts';
import type { Client } from 'pg';
import { z } from 'zod';
import type { ProductOptions } from './product-server.ts';
import { refreshTokenOf } from './world.ts';

/** A signed-in user of the seeded database. */
export type Visitor = { readonly userId: string; readonly accessToken: string };

/** Verified by every server, so that all accept the same tokens. */
export const TOKEN_ISSUER = 'plaza';

const PARALLEL_REFRESHES = 8;

/**
 * Exchanges the refresh tokens of these users, by their numbers in the seeded database, for access tokens through the
 * product's own identity provider. They live for 15 minutes, so a run must be shorter.
 */
export async function mintTokens(
  { databaseUrl, secrets }: Pick<ProductOptions, 'databaseUrl' | 'secrets'>,
  users: readonly number[],
): Promise<Visitor[]> {
  const identity = createEmbeddedIdentity({
    connectionString: databaseUrl,
    secret: secrets.identity,
    previousSecret: null,
    issuer: TOKEN_ISSUER,
    clock: systemClock,
  });
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
    // Sequential first, because the first call creates the signing key.
    await exchangeOne();
    await Promise.all(Array.from({ length: PARALLEL_REFRESHES }, exchangeAll));
  } finally {
    await identity.close();
  }
  return visitors.sort((left, right) => (left.userId < right.userId ? -1 : 1));
}

const keyRows = z.array(z.object({ id: z.string(), publicKey: z.string() }));

/** The public keys of the tokens as a JSON Web Key Set, for servers that do not read the provider's tables. */
export async function readKeySet(client: Client): Promise<string> {
  const { rows } = await client.query('select id, "publicKey" from auth.jwks');
  const keys = keyRows.parse(rows).map(({ id, publicKey }) => ({
    ...z.looseObject({}).parse(JSON.parse(publicKey)),
    kid: id,
    alg: 'EdDSA',
  }));
  return JSON.stringify({ keys });
}
