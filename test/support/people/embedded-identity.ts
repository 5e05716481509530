import { createEmbeddedIdentity } from '#adapters/identity/embedded.ts';
import type { EmbeddedLibrary } from '#adapters/identity/embedded-library.ts';
import { createEmbeddedLibrary } from '#adapters/identity/embedded-library.ts';
import type { IdentityPort } from '#ports/identity.ts';
import type { TestContext } from 'node:test';
import { Pool } from 'pg';
import type { MovableClock } from '#test/support/clock.ts';
import { movableClock } from '#test/support/clock.ts';
import { testDatabase } from '#test/support/database.ts';

export const EMBEDDED_ISSUER = 'plaza-test';
const SECRET = 'a secret of forty characters, for tests.';

type Embedded = {
  readonly identity: IdentityPort;
  readonly clock: MovableClock;
  readonly options: Parameters<typeof createEmbeddedIdentity>[0];
  readonly library: EmbeddedLibrary;
  readonly pool: Pool;
};

/** The identity provider under test, and the library on a connection of the test's own to inspect it. */
export async function embedded(t: TestContext): Promise<Embedded> {
  const { connectionString } = await testDatabase(t);
  const clock = movableClock();
  const options = { connectionString, secret: SECRET, previousSecret: null, issuer: EMBEDDED_ISSUER, clock };
  const identity = createEmbeddedIdentity(options);
  const pool = new Pool({ connectionString, max: 1 });
  pool.on('error', () => {});
  const library = createEmbeddedLibrary({ pool, secret: SECRET, previousSecret: null, clock });
  t.after(async () => {
    await identity.close().catch(() => {});
    await pool.end();
  });
  return { identity, clock, options, library, pool };
}
