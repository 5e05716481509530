import { contextOf, type RequestContext, type Services, type UserContext } from './context.ts';

/** A context for what the process does by itself, in nobody's name. */
export function localContext(services: Services): RequestContext {
  return contextOf(services, {
    user: null,
    admin: null,
    tokenProblem: 'MISSING',
    caller: { ip: '127.0.0.1', country: null, userAgent: 'Plaza' },
    signal: new AbortController().signal,
  });
}

/** A context for what the process does in the name of a user, who is not signed in. */
export function localUserContext(services: Services, userId: string): UserContext {
  // Without a session: what is done in a user's name touches none.
  const user = { id: userId, sessionId: '', tokenExpiresAt: services.clock.now() };
  return { ...localContext(services), user, tokenProblem: null };
}
