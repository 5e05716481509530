import type { RequestContext, Services, UserContext } from './context.ts';

/** A context for what the process does by itself, in nobody's name. */
export function localContext(services: Services): RequestContext {
  const own: Pick<RequestContext, 'user' | 'admin' | 'tokenProblem' | 'caller' | 'signal'> = {
    user: null,
    admin: null,
    tokenProblem: 'MISSING',
    caller: { ip: '127.0.0.1', userAgent: 'Plaza' },
    signal: new AbortController().signal,
  };
  // `Object.create` makes what inherits from its argument.
  return Object.assign(Object.create(services) as Services, own);
}

/** A context for what the process does in the name of a user, who is not signed in. */
export function localUserContext(services: Services, userId: string): UserContext {
  // Without a session: what is done in a user's name touches none.
  const user = { id: userId, sessionId: '', tokenExpiresAt: services.clock.now() };
  return Object.assign(localContext(services), { user, tokenProblem: null });
}
