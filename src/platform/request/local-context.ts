import {
  type Caller,
  contextOf,
  type CurrentUser,
  type RequestContext,
  type UserContext,
} from './context.ts';
import type { Services } from '#platform/outbox/services.ts';

const CALLER: Caller = { ip: '127.0.0.1', country: null, userAgent: 'Plaza' };

/** Context of work that the process does itself, without a caller. */
export function localContext(services: Services): RequestContext {
  const { signal } = new AbortController();
  return contextOf(services, { user: null, admin: null, tokenProblem: 'MISSING', caller: CALLER, signal });
}

/** Context of work that the process does for a user who is not signed in. */
export function localUserContext(services: Services, userId: string): UserContext {
  // Without a session: such work touches none.
  const user: CurrentUser = { id: userId, sessionId: '', tokenExpiresAt: services.clock.now() };
  const { signal } = new AbortController();
  return contextOf(services, { user, admin: null, tokenProblem: null, caller: CALLER, signal });
}
