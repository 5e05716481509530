import {
  AdminAcceptInvitationDocument,
  type AdminAcceptInvitationInput,
  AdminLoginDocument,
  type AdminLoginInput,
  AdminRefreshSessionDocument,
  type SignedInAdminFragment,
} from '../generated/admin.ts';
import type { SignedOutReason } from '../access-token.ts';
import type { SessionStorage } from '../session-storage.ts';
import { AdminError, requireDone } from './errors.ts';
import type { Send } from './requests.ts';

export type SignedInAdmin = SignedInAdminFragment;

/** Tokens of one admin. The access token is in memory alone. */
export type KeptAdminSession = {
  admin(): SignedInAdmin | null | undefined;
  onChange(listener: () => void): () => void;
  signIn(input: AdminLoginInput): Promise<{ readonly needsCode: boolean }>;
  acceptInvitation(input: AdminAcceptInvitationInput): Promise<void>;
  resume(): Promise<SignedInAdmin | null>;
  accessToken(): string | null;
  getToken(): Promise<string | null>;
  refreshToken(): Promise<string | null>;
  /** Why the server has refused the last refresh token. */
  endReason(): SignedOutReason;
  show(admin: SignedInAdmin): void;
  forget(): Promise<void>;
};

type SessionParts = {
  readonly send: Send;
  readonly storage: SessionStorage;
  readonly deviceStorage: SessionStorage;
};

const REFRESH_KEY = 'plaza.admin.refresh';
/** Survives signing out: the device stays known. */
const DEVICE_KEY = 'plaza.admin.device';

type SignedInPayload = {
  readonly accessToken?: string | null;
  readonly refreshToken?: string | null;
  readonly admin?: SignedInAdmin | null;
};

export function createAdminSession({ send, storage, deviceStorage }: SessionParts): KeptAdminSession {
  let accessToken: string | null = null;
  let resuming: Promise<void> | null = null;
  let endReason: SignedOutReason = 'REVOKED';
  const { admin, onChange, show } = createShownAdmin();
  const keep = async (payload: SignedInPayload): Promise<void> => {
    // A mutation that was not refused gives all three.
    if (!payload.accessToken || !payload.refreshToken || !payload.admin)
      throw new AdminError({ code: 'INTERNAL', message: 'The API gave no session.' });
    accessToken = payload.accessToken;
    show(payload.admin);
    await storage.setItem(REFRESH_KEY, payload.refreshToken);
  };
  const forget = async (): Promise<void> => {
    accessToken = null;
    show(null);
    await storage.removeItem(REFRESH_KEY);
  };
  const exchange = async (): Promise<string | null> => {
    const used = await storage.getItem(REFRESH_KEY);
    if (used === null) return null;
    const fresh = await send(AdminRefreshSessionDocument, { input: { refreshToken: used } }, null)
      .then(({ adminRefreshSession }) => requireDone(adminRefreshSession))
      .catch((error: unknown) => {
        endReason = reasonIfOver(error);
        return null;
      });
    // The admin has signed out or in again meanwhile.
    if ((await storage.getItem(REFRESH_KEY)) !== used) return accessToken;
    if (!fresh) return null;
    await keep(fresh);
    return accessToken;
  };
  const begin = async (): Promise<void> => {
    if ((await exchange()) === null && accessToken === null) await forget();
  };
  const resume = async (): Promise<SignedInAdmin | null> => {
    if (admin() === undefined) await (resuming ??= begin().finally(() => (resuming = null)));
    return admin() ?? null;
  };

  return {
    admin,
    onChange,
    resume,
    async signIn(given) {
      const deviceToken = given.deviceToken ?? (await deviceStorage.getItem(DEVICE_KEY));
      const { adminLogin } = await send(AdminLoginDocument, { input: { ...given, deviceToken } }, null);
      const payload = requireDone(adminLogin);
      if (payload.needsCode) return { needsCode: true };
      if (payload.deviceToken) await deviceStorage.setItem(DEVICE_KEY, payload.deviceToken);
      await keep(payload);
      return { needsCode: false };
    },
    async acceptInvitation(input) {
      const { adminAcceptInvitation } = await send(AdminAcceptInvitationDocument, { input }, null);
      await keep(requireDone(adminAcceptInvitation));
    },
    accessToken: () => accessToken,
    async getToken() {
      await resume();
      return accessToken;
    },
    refreshToken: exchange,
    endReason: () => endReason,
    show,
    forget,
  };
}

/** The admin as the screen shows them; undefined at first. */
function createShownAdmin() {
  let admin: SignedInAdmin | null | undefined;
  const listeners = new Set<() => void>();
  return {
    admin: () => admin,
    onChange(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    show(next: SignedInAdmin | null) {
      admin = next;
      for (const listener of listeners) listener();
    },
  };
}

/** Why the session cannot be continued. @throws AdminError when the exchange may succeed later */
function reasonIfOver(error: unknown): SignedOutReason {
  if (!(error instanceof AdminError) || error.code !== 'UNAUTHENTICATED') throw error;
  return error.reason === 'EXPIRED' ? 'EXPIRED' : 'REVOKED';
}
