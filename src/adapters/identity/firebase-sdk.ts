import type { Clock } from '#platform/kernel/clock.ts';
import { IdentityError } from '#ports/identity.ts';
import type { Auth, UserRecord } from 'firebase-admin/auth';
import { randomUUID } from 'node:crypto';
import type { Agent } from 'node:https';
import { createServiceAccountCredential } from './firebase-credential.ts';
import { FIREBASE_TIMEOUT_MS, unavailable } from './firebase-rest.ts';

export type FirebaseSdkOptions = {
  readonly projectId: string;
  readonly serviceAccount: { readonly clientEmail: string; readonly privateKey: string };
  /** Agent of requests by the service account; the REST interface uses `fetch`. */
  readonly httpAgent?: Agent;
  readonly clock: Clock;
};

export async function openAdminSdk(
  options: FirebaseSdkOptions,
): Promise<{ auth: Auth; close: () => Promise<void> }> {
  // Loaded only here, so that installations with another provider do not pay for it.
  const [{ deleteApp, initializeApp }, { getAuth }] = await Promise.all([
    import('firebase-admin/app'),
    import('firebase-admin/auth'),
  ]);
  const { projectId, serviceAccount, httpAgent, clock } = options;
  const credential = await createServiceAccountCredential({
    serviceAccount,
    httpAgent,
    clock,
    timeoutMs: FIREBASE_TIMEOUT_MS,
  });
  const app = initializeApp(
    { projectId, credential, ...(httpAgent && { httpAgent }) },
    // A unique app name: another adapter may use the same SDK.
    `identity-${randomUUID()}`,
  );
  return { auth: getAuth(app), close: () => deleteApp(app) };
}

/** @returns null when there is no such account, or it is disabled */
export async function findAccount(ask: () => Promise<UserRecord>): Promise<UserRecord | null> {
  try {
    const account = await withTimeout(ask());
    return account.disabled ? null : account;
  } catch (error) {
    if (NO_ACCOUNT.has(sdkCode(error))) return null;
    throw error instanceof IdentityError ? error : unavailable('could not look an account up', error);
  }
}

const NO_ACCOUNT: ReadonlySet<string> = new Set([
  'auth/user-not-found',
  'auth/invalid-email',
  'auth/invalid-uid',
]);

export function sdkCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** The SDK itself waits up to 25 s and retries. */
export async function withTimeout<Result>(work: Promise<Result>): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(unavailable('did not answer in time')), FIREBASE_TIMEOUT_MS);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}
