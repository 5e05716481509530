import {
  type Caller,
  contextOf,
  type SharedView,
  type CurrentUser,
  type RequestContext,
  type UserContext,
} from './context.ts';
import type { Services } from '#platform/outbox/services.ts';

const CALLER: Caller = { ip: '127.0.0.1', country: null, userAgent: 'Plaza', languages: '' };

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

/** Thrown in an operation that is executed for many users when it asks which user it is executed for. */
class UserRead extends Error {
  override readonly name = 'UserRead';
}

/** Context of an operation that is executed once for many users. `hasReadUser` says that its result is not the same for all. */
export function sharedContext(
  services: Services,
  shared: SharedView,
  signal: AbortSignal,
): { readonly ctx: RequestContext; readonly hasReadUser: () => boolean } {
  let hasReadUser = false;
  const ctx = contextOf(services, {
    user: null,
    admin: null,
    tokenProblem: null,
    caller: CALLER,
    shared,
    signal,
  });
  Object.defineProperty(ctx, 'user', {
    get() {
      hasReadUser = true;
      throw new UserRead('The operation is executed for many users.');
    },
  });
  return { ctx, hasReadUser: () => hasReadUser };
}
