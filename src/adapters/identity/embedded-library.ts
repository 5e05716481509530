import type { Clock } from '#platform/kernel/clock.ts';
import { DAY_MS, HOUR_MS, SECOND_MS } from '#platform/kernel/clock.ts';
import { hashPassword, type PasswordCost, verifyPassword } from '#platform/secrets/passwords.ts';
import { betterAuth } from 'better-auth';
import { jwt } from 'better-auth/plugins/jwt';
import { Kysely, PostgresDialect } from 'kysely';
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Pool } from 'pg';
import { createSigningKeys, versionOf } from './signing-keys.ts';

export const PASSWORD_LENGTH_MIN = 8;
export const PASSWORD_LENGTH_MAX = 128;
/** Life of a sign-in after its last refresh. */
export const SESSION_LIFE_MS = 30 * DAY_MS;
/** Life of a reset code. */
const RESET_CODE_LIFE_MS = HOUR_MS;

export type EmbeddedLibrary = ReturnType<typeof createEmbeddedLibrary>;

/** Dependencies of every operation of the embedded provider. */
export type EmbeddedDeps = {
  readonly library: EmbeddedLibrary;
  readonly issuer: string;
  readonly clock: Clock;
  /** Undefined: the default cost. */
  readonly passwordCost: PasswordCost | undefined;
};

/**
 * better-auth, used as a library: no route is mounted, nothing is sent over the network, and
 * its log (which contains addresses) is off because every failure reaches us as a thrown error.
 */
export function createEmbeddedLibrary(options: {
  pool: Pool;
  secret: string;
  previousSecret: string | null;
  clock: Clock;
  passwordCost?: PasswordCost | undefined;
}) {
  const { passwordCost } = options;
  const keys = createSigningKeys(options.pool, options);
  const db = new Kysely<unknown>({
    dialect: new PostgresDialect({ pool: options.pool }),
    log: (event) => {
      if (event.level === 'error') noteFailedStatement(event.error);
    },
  });
  return betterAuth({
    // Used only for cookies and links, and neither leaves the process.
    baseURL: 'http://localhost',
    // The plural form: the library would let an environment variable take precedence over the singular one.
    secrets: [options.secret, ...(options.previousSecret === null ? [] : [options.previousSecret])].map(
      (value) => ({ version: versionOf(value), value }),
    ),
    database: { db, type: 'postgres', schemaName: 'auth', transaction: true },
    emailAndPassword: {
      enabled: true,
      minPasswordLength: PASSWORD_LENGTH_MIN,
      maxPasswordLength: PASSWORD_LENGTH_MAX,
      password: {
        hash: (password) => hashPassword(password, passwordCost),
        verify: ({ hash, password }) => verifyPassword(hash, password, passwordCost),
      },
      sendResetPassword: async ({ token }) => resetCodeReceivers.getStore()?.(token),
      resetPasswordTokenExpiresIn: RESET_CODE_LIFE_MS / SECOND_MS,
      revokeSessionsOnPasswordReset: true,
    },
    // Stored hashed, so that reading the table does not reveal codes.
    verification: { storeIdentifier: 'hashed' },
    session: { expiresIn: SESSION_LIFE_MS / SECOND_MS },
    databaseHooks: {
      session: {
        create: {
          // The library uses the system's time; the product's clock decides when a sign-in expires.
          before: async (session) => ({
            data: { ...session, expiresAt: new Date(options.clock.now().getTime() + SESSION_LIFE_MS) },
          }),
        },
      },
      verification: {
        create: {
          // As above. Codes not made by the library come with their time.
          before: async (code, context) => {
            if (context?.path !== '/request-password-reset') return;
            const expiresAt = new Date(options.clock.now().getTime() + RESET_CODE_LIFE_MS);
            return { data: { ...code, expiresAt } };
          },
        },
      },
    },
    // A test compares the tables with the library's expectation, so startup skips the check.
    advanced: { database: { validateSchema: false } },
    // Attempts are limited by the API, which knows the caller's address.
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { disabled: true },
    plugins: [
      jwt({
        jwks: { keyPairConfig: { alg: 'EdDSA', crv: 'Ed25519' } },
        adapter: { getJwks: keys.listCurrent, createJwk: keys.add },
      }),
    ],
  });
}

const failedStatements = new AsyncLocalStorage<(error: unknown) => void>();

const noteFailedStatement = (error: unknown): void => failedStatements.getStore()?.(error);

/** The library keeps some errors of the database to itself. @returns what `work` throws, after the last one */
export async function withFailedStatement<Result>(
  work: () => Promise<Result>,
  translate: (error: unknown, statement: unknown) => unknown,
): Promise<Result> {
  let failed: unknown = null;
  try {
    return await failedStatements.run((error) => (failed = error), work);
  } catch (error) {
    throw translate(error, failed);
  }
}

const resetCodeReceivers = new AsyncLocalStorage<(code: string) => void>();

/** The library passes codes only to a mailing function. @returns null when `work` made none */
export async function captureResetCode(work: () => Promise<unknown>): Promise<string | null> {
  let taken: string | null = null;
  await resetCodeReceivers.run((code) => (taken = code), work);
  return taken;
}
