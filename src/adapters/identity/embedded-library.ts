import type { Clock } from '#platform/clock.ts';
import { DAY_MS, HOUR_MS, SECOND_MS } from '#platform/clock.ts';
import { hashPassword, verifyPassword } from '#platform/passwords.ts';
import { betterAuth } from 'better-auth';
import { jwt } from 'better-auth/plugins/jwt';
import { Kysely, PostgresDialect } from 'kysely';
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Pool } from 'pg';

export const PASSWORD_LENGTH_MIN = 8;
export const PASSWORD_LENGTH_MAX = 128;
/** How long a sign-in lives after its last refresh. */
export const SESSION_LIFE_MS = 30 * DAY_MS;
/** How long a code for a new password is good. */
const RESET_CODE_LIFE_MS = HOUR_MS;

export type EmbeddedLibrary = ReturnType<typeof createEmbeddedLibrary>;

/** What every operation of the embedded provider works with. */
export type Desk = {
  readonly library: EmbeddedLibrary;
  readonly issuer: string;
  readonly clock: Clock;
};

/**
 * better-auth, set up to be called as a library: no route is mounted, nothing is sent over the network, and
 * what it would log (addresses among it) stays silent because every failure reaches us as a thrown error.
 */
export function createEmbeddedLibrary(options: { pool: Pool; secret: string; clock: Clock }) {
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: options.pool }) });
  return betterAuth({
    // Only cookies and links are made from it, and neither leaves the process.
    baseURL: 'http://localhost',
    // The plural form: the library would let an environment variable take precedence over the singular one.
    secrets: [{ version: 1, value: options.secret }],
    database: { db, type: 'postgres', schemaName: 'auth', transaction: true },
    emailAndPassword: {
      enabled: true,
      minPasswordLength: PASSWORD_LENGTH_MIN,
      maxPasswordLength: PASSWORD_LENGTH_MAX,
      password: { hash: hashPassword, verify: ({ hash, password }) => verifyPassword(hash, password) },
      sendResetPassword: async ({ token }) => takers.getStore()?.(token),
      resetPasswordTokenExpiresIn: RESET_CODE_LIFE_MS / SECOND_MS,
      revokeSessionsOnPasswordReset: true,
    },
    // Who reads the table cannot use the codes.
    verification: { storeIdentifier: 'hashed' },
    session: { expiresIn: SESSION_LIFE_MS / SECOND_MS },
    databaseHooks: {
      session: {
        create: {
          // The library reads the system's time; the product's clock decides when a sign-in ends.
          before: async (session) => ({
            data: { ...session, expiresAt: new Date(options.clock.now().getTime() + SESSION_LIFE_MS) },
          }),
        },
      },
      verification: {
        create: {
          // As above. Codes that the library did not make itself come with their time.
          before: async (code, context) => {
            if (context?.path !== '/request-password-reset') return;
            const expiresAt = new Date(options.clock.now().getTime() + RESET_CODE_LIFE_MS);
            return { data: { ...code, expiresAt } };
          },
        },
      },
    },
    // A test compares the tables with what the library expects, so a start need not.
    advanced: { database: { validateSchema: false } },
    // Attempts are counted at the edge of the API, where the caller's address is known.
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { disabled: true },
    plugins: [jwt({ jwks: { keyPairConfig: { alg: 'EdDSA', crv: 'Ed25519' } } })],
  });
}

const takers = new AsyncLocalStorage<(code: string) => void>();

/** The library gives its codes only to a function that would mail them. @returns null when `work` made none */
export async function takeResetCode(work: () => Promise<unknown>): Promise<string | null> {
  let taken: string | null = null;
  await takers.run((code) => (taken = code), work);
  return taken;
}
