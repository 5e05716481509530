import { createAdminClient, type SignedInAdmin } from '@plaza/client/admin';

export type Me = SignedInAdmin;
export type SessionState =
  | { readonly kind: 'starting' }
  /** Whether somebody is signed in, the API has not been able to say. */
  | { readonly kind: 'unreachable'; readonly error: Error }
  | { readonly kind: 'signedOut' }
  | { readonly kind: 'signedIn'; readonly me: Me };

let apiUrl: string | null = null;

/** Where the files are served, `config.json` names the address of the API; read until it has been. */
async function readApiUrl(): Promise<string> {
  if (apiUrl === null) {
    const response = await fetch('/config.json', { credentials: 'omit' });
    // The operator writes this file beside the built ones.
    ({ apiUrl } = (await response.json()) as { apiUrl: string });
  }
  return apiUrl;
}

/** The refresh token ends with the tab; the token of the device, which signs nobody in, stays. */
const { ask, session } = createAdminClient({
  url: readApiUrl,
  storage: sessionStorage,
  deviceStorage: localStorage,
});
export { ask };
export const { acceptInvitation, signIn, signOut } = session;
/** Reads the admin again, after their second factor or role has changed. */
export const reloadMe = session.reload;

let state: SessionState = { kind: 'starting' };
const listeners = new Set<() => void>();

export const sessionState = (): SessionState => state;

export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function become(next: SessionState): void {
  state = next;
  for (const listener of listeners) listener();
}

session.onChange(() => {
  const me = session.admin();
  become(me ? { kind: 'signedIn', me } : { kind: 'signedOut' });
});

/** Goes on with the session of this tab, when it has one. */
export async function resume(): Promise<void> {
  try {
    await session.resume();
  } catch (error) {
    // The client throws errors alone.
    become({ kind: 'unreachable', error: error as Error });
  }
}
