import { LRUCache } from 'lru-cache';
import { MINUTE_MS } from '#platform/clock.ts';
import type { Caller, CurrentUser, Services } from '#platform/context.ts';
import { AppError, type TokenProblem } from '#platform/errors.ts';
import type { SessionMemory } from '#platform/session-memory.ts';
import { IdentityError, type VerifiedIdentity } from '#ports/identity.ts';
import { findUserByIdentity } from '../users/users.service.ts';
import { sessionRevoked } from './sessions.events.ts';
import { findStanding, updateLastSeen } from './sessions.queries.ts';
import { recordSession } from './sessions.service.ts';
import type { SessionStanding } from './sessions.types.ts';

/** What a token says of its bearer: who it is, or why it is nobody. */
export type Authentication =
  | { readonly user: CurrentUser; readonly problem: null }
  | { readonly user: null; readonly problem: TokenProblem };

export type Authenticator = {
  /** @throws AppError SERVICE_UNAVAILABLE when the identity provider cannot be asked */
  authenticate(accessToken: string, caller: Caller): Promise<Authentication>;
};

const SESSIONS_MAX = 50_000;
const LAST_SEEN_STEP_MS = 5 * MINUTE_MS;

/**
 * Remembers standings of sessions for seconds, so that most requests are authenticated without a statement; verified
 * tokens the identity adapters remember, who know what can end them.
 */
export function createAuthenticator(
  services: Services,
  standings: SessionMemory<SessionStanding>,
  hub: { listen(name: string, listener: (payload: object) => void): void },
): Authenticator {
  const seenAt = new LRUCache<string, Date>({ max: SESSIONS_MAX });

  hub.listen(sessionRevoked.name, (payload) => {
    if ('sessionKey' in payload && typeof payload.sessionKey === 'string') standings.end(payload.sessionKey);
  });

  async function standingOf(identity: VerifiedIdentity, caller: Caller): Promise<SessionStanding | null> {
    const known = standings.get(identity.sessionKey);
    if (known) return known;
    const now = services.clock.now();
    const standing =
      (await findStanding(services.db, identity.sessionKey, now)) ??
      (await adoptSession(services, identity, caller));
    // Otherwise a socket that opens at this moment would live on until its token expires.
    if (standing && standings.hasEnded(identity.sessionKey)) return { ...standing, isRevoked: true };
    if (standing) standings.set(identity.sessionKey, standing);
    return standing;
  }

  function noteSeen(sessionId: string): void {
    const now = services.clock.now();
    const last = seenAt.get(sessionId);
    if (last && now.getTime() - last.getTime() < LAST_SEEN_STEP_MS) return;
    seenAt.set(sessionId, now);
    // Nobody waits for it, and nothing but a date in a list depends on it.
    updateLastSeen(services.db, sessionId, now).catch((error: unknown) =>
      services.log.warn({ err: error }, 'the time of a session could not be noted'),
    );
  }

  return {
    async authenticate(accessToken, caller) {
      try {
        const identity = await services.ports.identity.verify(accessToken);
        const standing = await standingOf(identity, caller);
        if (!standing) return { user: null, problem: 'INVALID' };
        if (!isGood(standing)) return { user: null, problem: 'REVOKED' };
        noteSeen(standing.sessionId);
        const { userId: id, sessionId } = standing;
        return { user: { id, sessionId, tokenExpiresAt: identity.expiresAt }, problem: null };
      } catch (error) {
        return { user: null, problem: problemOf(error) };
      }
    },
  };
}

const isGood = (standing: SessionStanding): boolean =>
  !standing.isRevoked && !standing.isSuspended && standing.userState !== 'DELETED';

/** A client can sign in at the provider by itself: the first request with its token makes the session. */
async function adoptSession(
  services: Services,
  identity: VerifiedIdentity,
  caller: Caller,
): Promise<SessionStanding | null> {
  const user = await findUserByIdentity(services.db, identity);
  if (!user || user.state === 'DELETED') return null;
  await recordSession(services, {
    userId: user.id,
    sessionKey: identity.sessionKey,
    deviceName: null,
    platform: 'OTHER',
    appVersion: null,
    caller,
  });
  return findStanding(services.db, identity.sessionKey, services.clock.now());
}

function problemOf(error: unknown): TokenProblem {
  if (!(error instanceof IdentityError)) throw error;
  if (error.code === 'TOKEN_EXPIRED') return 'EXPIRED';
  if (error.code === 'TOKEN_REVOKED') return 'REVOKED';
  if (error.code === 'TOKEN_INVALID') return 'INVALID';
  throw new AppError('SERVICE_UNAVAILABLE', 'The identity provider cannot be reached: try again shortly.');
}
