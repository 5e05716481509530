import { createTokens, type SignedOutReason } from '../access-token.ts';
import {
  type AdminAcceptInvitationInput,
  type AdminLoginInput,
  AdminLogoutDocument,
  AdminMeDocument,
  AdminProveIdentityDocument,
  type AdminProveIdentityInput,
  type AdminRevokeAdminSessionInput,
  AdminRevokeSessionDocument,
  AdminSessionsDocument,
  type AdminSessionsQuery,
} from '../generated/admin.ts';
import { createServerClock } from '../server-clock.ts';
import { memoryStorage, type SessionStorage } from '../session-storage.ts';
import type { AdminDocument, PrintDocument } from './documents.ts';
import { AdminError, requireDone } from './errors.ts';
import { type AdminUrl, type Ask, createSend } from './requests.ts';
import { createAdminSession, type KeptAdminSession, type SignedInAdmin } from './session.ts';

export type { AdminDocument } from './documents.ts';
export { AdminError, requireDone, type AdminErrorDetails } from './errors.ts';
export {
  createAdminList,
  lastUpdatedFirst,
  newestFirst,
  type AdminList,
  type AdminListOptions,
} from './lists.ts';
export type { Ask } from './requests.ts';
export type { SignedInAdmin } from './session.ts';
export type { AdminPermission } from '../generated/admin.ts';
export type { SignedOutReason } from '../access-token.ts';
export type { SessionStorage } from '../session-storage.ts';

export type AdminClientOptions = {
  /** The admin endpoint, for example `https://admin-api.example.com/admin/graphql`; a function is asked before each request. */
  readonly url: AdminUrl;
  /** Keeps the refresh token: `sessionStorage`, so that each tab has its own; without it the session ends with the page or the process. */
  readonly storage?: SessionStorage | undefined;
  /** Keeps the token that makes the device known and signs nobody in, for example `localStorage`; by default `storage`. */
  readonly deviceStorage?: SessionStorage | undefined;
  /** `print` of the package `graphql`, for documents that are nodes; texts (`documentMode: 'string'`) need none. */
  readonly print?: PrintDocument | undefined;
  /** In place of the platform's `fetch`. */
  readonly fetch?: typeof fetch | undefined;
  /** The device's time in milliseconds since 1970; the system's clock when absent. */
  readonly nowMs?: (() => number) | undefined;
  /** Is called once when a session ends, however it does: drop what the screen holds and show the sign-in. */
  readonly onSignedOut?: ((reason: SignedOutReason) => void) | undefined;
};

export type AdminSessionRow = NonNullable<AdminSessionsQuery['adminGetAdminSessions']>['nodes'][number];

export type AdminSession = {
  /** Null without a signed-in admin, undefined until `resume` has been answered. */
  admin(): SignedInAdmin | null | undefined;
  /** Calls the listener when `admin` changes. @returns what ends that */
  onChange(listener: () => void): () => void;
  /** Goes on with the session of the storage, if it has one; every operation does so first. @throws AdminError */
  resume(): Promise<SignedInAdmin | null>;
  /** Signs in, or asks for a `code` or `recoveryCode` beside the password. @throws AdminError */
  signIn(input: AdminLoginInput): Promise<{ readonly needsCode: boolean }>;
  /** Signs in an invited admin for the first time. @throws AdminError */
  acceptInvitation(input: AdminAcceptInvitationInput): Promise<void>;
  /** Proves the identity for the acts of the next minutes, after PROOF_REQUIRED. @throws AdminError */
  prove(input: AdminProveIdentityInput): Promise<void>;
  /** Reads the admin anew, after their second factor has changed. @throws AdminError */
  reload(): Promise<void>;
  /** Sessions of an admin, by default one's own, newest first. @throws AdminError */
  list(adminId?: string): Promise<readonly AdminSessionRow[]>;
  /** Ends a session, of whichever device. @throws AdminError */
  revoke(input: AdminRevokeAdminSessionInput): Promise<void>;
  /** Ends the session on the server, when that can be reached, and here. */
  signOut(): Promise<void>;
};

export type AdminClient = {
  readonly session: AdminSession;
  /** Sends an operation as the signed-in admin; a token that has expired is exchanged once. @throws AdminError */
  readonly ask: Ask;
  /** The server's time in milliseconds since 1970, such as for the end of a lease. */
  nowMs(): number;
};

/** Creates the client of the admin endpoint: the session of one admin, and requests with typed errors. */
export function createAdminClient(options: AdminClientOptions): AdminClient {
  const { storage = memoryStorage(), deviceStorage = storage } = options;
  const clock = createServerClock(options.nowMs ?? Date.now);
  const send = createSend({
    url: options.url,
    print: options.print,
    fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
    clock,
  });
  const session = createAdminSession({ send, storage, deviceStorage });
  const end = async (reason: SignedOutReason, token: string | null): Promise<void> => {
    // Many operations may be refused at once, and an answer may come after the next sign-in.
    if (session.admin() === null || session.accessToken() !== token) return;
    await session.forget();
    options.onSignedOut?.(reason);
  };
  const tokens = createTokens(session, clock, (_reason, token) => void end(session.endReason(), token));

  const attempt = async <Data, Variables>(
    document: AdminDocument<Data, Variables>,
    variables: NoInfer<Variables>,
    { token, isRepeated }: { token: string | null; isRepeated: boolean },
  ): Promise<Data> => {
    try {
      return await send(document, variables, token);
    } catch (error) {
      const reason = error instanceof AdminError ? error.reason : undefined;
      if (reason === 'REVOKED' || reason === 'INVALID') await end(reason, token);
      if (reason !== 'EXPIRED' || token === null || isRepeated) throw error;
      const fresh = await tokens.replace(token);
      if (fresh === null) throw error;
      return attempt(document, variables, { token: fresh, isRepeated: true });
    }
  };
  const ask: Ask = async (document, variables) =>
    attempt(document, variables, { token: await tokens.current(), isRepeated: false });

  return { ask, nowMs: clock.nowMs, session: { ...publicPart(session), ...actsOf(session, ask, end) } };
}

const publicPart = ({ admin, onChange, resume, signIn, acceptInvitation }: KeptAdminSession) => ({
  admin,
  onChange,
  resume,
  signIn,
  acceptInvitation,
});

/** Acts of a signed-in admin on their session and others. */
function actsOf(
  session: KeptAdminSession,
  ask: Ask,
  end: (reason: SignedOutReason, token: string | null) => Promise<void>,
): Pick<AdminSession, 'prove' | 'reload' | 'list' | 'revoke' | 'signOut'> {
  return {
    async prove(input) {
      requireDone((await ask(AdminProveIdentityDocument, { input })).adminProveIdentity);
    },
    async reload() {
      const { adminMe } = await ask(AdminMeDocument, {});
      if (adminMe) session.show(adminMe);
    },
    async list(adminId) {
      const rows: AdminSessionRow[] = [];
      for (let after: string | null | undefined = null; after !== undefined;) {
        const asked: AdminSessionsQuery = await ask(AdminSessionsDocument, {
          adminId: adminId ?? null,
          after,
        });
        const page = asked.adminGetAdminSessions;
        rows.push(...(page?.nodes ?? []));
        after = page?.pageInfo.hasNextPage ? (page.pageInfo.endCursor ?? undefined) : undefined;
      }
      return rows;
    },
    async revoke(input) {
      requireDone((await ask(AdminRevokeSessionDocument, { input })).adminRevokeAdminSession);
    },
    async signOut() {
      // Nobody stays signed in here because the server cannot be reached.
      await ask(AdminLogoutDocument, {}).catch(() => undefined);
      await end('SIGNED_OUT', session.accessToken());
    },
  };
}
