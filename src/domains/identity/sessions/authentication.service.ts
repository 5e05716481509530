import { DAY_MS, MINUTE_MS } from '#platform/kernel/clock.ts';
import type { Caller, CurrentUser } from '#platform/request/context.ts';
import { startBackgroundLoop } from '#platform/outbox/event-log/background-loop.ts';
import type { Services } from '#platform/outbox/services.ts';
import { AppError, type TokenProblem } from '#platform/kernel/errors.ts';
import { growingCache } from '#platform/caches/growing-cache.ts';
import type { SessionCache } from '#platform/caches/session-cache.ts';
import { IdentityError, type VerifiedIdentity } from '#ports/identity.ts';
import { findUserByIdentity } from '../users/users.service.ts';
import { sessionRevoked } from './sessions.events.ts';
import {
  findSessionState,
  listSessionStates,
  updateLastSeen,
  updateLastSeenAgain,
} from './sessions.queries.ts';
import { recordSession } from './sessions.service.ts';
import type { SessionState } from './sessions.types.ts';

/** Result of authenticating a token: the user, or the token problem. */
export type Authentication =
  | { readonly user: CurrentUser; readonly problem: null }
  | { readonly user: null; readonly problem: TokenProblem };

export type Authenticator = {
  /** @throws AppError SERVICE_UNAVAILABLE when the identity provider is unavailable */
  authenticate(accessToken: string, caller: Caller): Promise<Authentication>;
};

/** A stored use of a session, or one that is being stored. */
type Use = { readonly at: Date; isDayNoted: boolean };

const SESSIONS_MAX = 50_000;
const LAST_SEEN_STEP_MS = 5 * MINUTE_MS;
/** Less than the life of a cached state. */
const RENEWAL_MS = 2_000;
const RENEWED_AT_ONCE = 1_000;

/**
 * Caches session states for seconds, and renews those in use together, so that most requests are authenticated without a
 * statement. The identity adapters cache verified tokens, since they know what invalidates them.
 */
export function createAuthenticator(
  services: Services,
  sessionStates: SessionCache<SessionState>,
  hub: { listen(name: string, listener: (payload: object) => void): void },
): Authenticator & { close(): Promise<void> } {
  const uses = growingCache<Use>(SESSIONS_MAX);

  hub.listen(sessionRevoked.name, (payload) => {
    if ('sessionKey' in payload && typeof payload.sessionKey === 'string')
      sessionStates.end(payload.sessionKey);
  });

  async function sessionStateOf(identity: VerifiedIdentity, caller: Caller): Promise<SessionState | null> {
    const known = sessionStates.get(identity.sessionKey);
    if (known) return known;
    const now = services.clock.now();
    const state =
      (await findSessionState(services.db, identity.sessionKey, now)) ??
      (await createSessionFromToken(services, identity, caller));
    // Otherwise a socket that opens at this moment would stay open until its token expires.
    if (state && sessionStates.hasEnded(identity.sessionKey)) return { ...state, isRevoked: true };
    if (state) sessionStates.set(identity.sessionKey, state);
    return state;
  }

  async function renewStates(): Promise<void> {
    const keys = sessionStates.inUse();
    for (let start = 0; start < keys.length; start += RENEWED_AT_ONCE) {
      const batch = keys.slice(start, start + RENEWED_AT_ONCE);
      const readAtMs = performance.now();
      sessionStates.renew(batch, await listSessionStates(services.db, batch, services.clock.now()), readAtMs);
    }
  }

  const renewal = startBackgroundLoop({
    name: 'renewal of session states',
    work: renewStates,
    pollMs: RENEWAL_MS,
    log: services.log,
  });

  function recordLastSeen(sessionId: string): void {
    const now = services.clock.now();
    const last = uses.get(sessionId);
    // The first use of a day is stored whenever it comes.
    const isOfToday = last !== undefined && last.at.getTime() >= now.getTime() - (now.getTime() % DAY_MS);
    if (isOfToday && now.getTime() - last.at.getTime() < LAST_SEEN_STEP_MS) return;
    const use: Use = { at: now, isDayNoted: isOfToday && last.isDayNoted };
    uses.set(sessionId, use);
    const update = use.isDayNoted ? updateLastSeenAgain : updateLastSeen;
    // Not awaited by the request: only `lastSeenAt` and numbers of active users depend on it.
    update(services.db, { id: sessionId, seenAt: now }).then(
      () => {
        use.isDayNoted = true;
      },
      (error: unknown) => services.log.warn({ err: error }, 'last use of a session could not be stored'),
    );
  }

  return {
    async authenticate(accessToken, caller) {
      try {
        const identity = await services.ports.identity.verify(accessToken);
        const state = await sessionStateOf(identity, caller);
        if (!state) return { user: null, problem: 'INVALID' };
        if (!isSessionValid(state)) return { user: null, problem: 'REVOKED' };
        recordLastSeen(state.sessionId);
        const { userId: id, sessionId } = state;
        return { user: { id, sessionId, tokenExpiresAt: identity.expiresAt }, problem: null };
      } catch (error) {
        return { user: null, problem: tokenProblemOf(error) };
      }
    },
    close: renewal.close,
  };
}

const isSessionValid = (state: SessionState): boolean =>
  !state.isRevoked && !state.isSuspended && state.userState !== 'DELETED';

/** A client can sign in at the provider directly: the first request with its token creates the session. */
async function createSessionFromToken(
  services: Services,
  identity: VerifiedIdentity,
  caller: Caller,
): Promise<SessionState | null> {
  const user = await findUserByIdentity(services.db, identity);
  if (!user || user.state === 'DELETED') return null;
  await recordSession(services, {
    userId: user.id,
    sessionKey: identity.sessionKey,
    deviceName: null,
    platform: 'OTHER',
    appVersion: null,
    caller,
    refresh: null,
  });
  return findSessionState(services.db, identity.sessionKey, services.clock.now());
}

function tokenProblemOf(error: unknown): TokenProblem {
  if (!(error instanceof IdentityError)) throw error;
  if (error.code === 'TOKEN_EXPIRED') return 'EXPIRED';
  if (error.code === 'TOKEN_REVOKED') return 'REVOKED';
  if (error.code === 'TOKEN_INVALID') return 'INVALID';
  throw new AppError('SERVICE_UNAVAILABLE', 'The identity provider cannot be reached: try again shortly.');
}
