import type { Clock } from '#platform/clock.ts';
import { IdentityError } from '#ports/identity.ts';
import type { Auth, UserRecord } from 'firebase-admin/auth';
import { randomUUID } from 'node:crypto';
import type { Agent } from 'node:https';
import { createServiceAccountCredential } from './firebase-credential.ts';
import { FIREBASE_TIMEOUT_MS, unavailable } from './firebase-rest.ts';

export type FirebaseSdkOptions = {
  readonly projectId: string;
  readonly serviceAccount: { readonly clientEmail: string; readonly privateKey: string };
  /** Carries all that is asked with the service account's rights; the REST interface is asked by `fetch`. */
  readonly httpAgent?: Agent;
  readonly clock: Clock;
};

export async function openAdminSdk(
  options: FirebaseSdkOptions,
): Promise<{ auth: Auth; close: () => Promise<void> }> {
  // Loaded only here: an installation with another provider does not pay for it.
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
    // A name of its own: another adapter may have an app of the same SDK.
    `identity-${randomUUID()}`,
  );
  return { auth: getAuth(app), close: () => deleteApp(app) };
}

/** @returns null when there is no such account, or nobody can sign in with it */
export async function findAccount(ask: () => Promise<UserRecord>): Promise<UserRecord | null> {
  try {
    const account = await withinTime(ask());
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

/** The SDK itself waits up to 25 s and repeats. */
export async function withinTime<Result>(work: Promise<Result>): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(unavailable('did not answer in time')), FIREBASE_TIMEOUT_MS);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}
