import type { IncomingHttpHeaders } from 'node:http';
import { authenticateAdmin } from '#domains/identity/admins/admins.service.ts';
import type { Authenticator } from '#domains/identity/sessions/authentication.service.ts';
import {
  type Caller,
  contextOf,
  type CurrentUser,
  type RequestContext,
  type Services,
} from '#platform/context.ts';
import type { TokenProblem } from '#platform/errors.ts';
import type { SocketSession } from './socket-sessions.ts';

/** What an opened socket has proved; it lasts until the token expires or the session is revoked. */
export type SocketUser = SocketSession & { readonly user: CurrentUser };

export type ContextsOptions = {
  readonly services: Services;
  readonly authenticator: Authenticator;
  readonly trustedProxies: number;
  /** The header in which the proxy in front tells the caller's country; null when there is none. */
  readonly countryHeader: string | null;
};

/** What a request, that of an upgrade too, tells of its caller. */
export type ReceivedRequest = {
  readonly headers: IncomingHttpHeaders;
  readonly socket: { readonly remoteAddress?: string | undefined };
};

export type Contexts = {
  /** The context of one operation over HTTP; both endpoints make it by this same procedure. */
  ofRequest(request: ReceivedRequest, signal: AbortSignal): Promise<RequestContext>;
  /** The user of a socket that opens, or null when its token is missing or not good. */
  ofSocket(
    connectionParams: Readonly<Record<string, unknown>>,
    request: ReceivedRequest,
  ): Promise<SocketUser | null>;
  /** The context of one operation on a socket, or of one event. */
  ofSocketOperation(session: SocketUser, request: ReceivedRequest, signal: AbortSignal): RequestContext;
};

export function createContexts(options: ContextsOptions): Contexts {
  const { services, authenticator, trustedProxies, countryHeader } = options;
  const callerOf = (request: ReceivedRequest): Caller => ({
    ip: clientAddress(request, trustedProxies),
    country: countryOf(request, countryHeader),
    userAgent: (request.headers['user-agent'] ?? '').slice(0, USER_AGENT_LENGTH_MAX),
  });

  return {
    async ofRequest(request, signal) {
      const caller = callerOf(request);
      const token = bearerOf(request.headers.authorization);
      const identities = await identify(services, authenticator, token, caller);
      return contextOf(services, { ...identities, caller, signal });
    },

    async ofSocket(connectionParams, request) {
      const token = bearerOf(tokenParam(connectionParams) ?? request.headers.authorization);
      if (token === null) return null;
      const { user } = await authenticator.authenticate(token, callerOf(request));
      return user && { user, sessionId: user.sessionId, expiresAt: user.tokenExpiresAt };
    },

    ofSocketOperation({ user }, request, signal) {
      const identities = { user, admin: null, tokenProblem: null };
      return contextOf(services, { ...identities, caller: callerOf(request), signal });
    },
  };
}

/** Resolves user and admin independently; a token fills only the one that it is for. */
async function identify(
  services: Services,
  authenticator: Authenticator,
  token: string | null,
  caller: Caller,
): Promise<Pick<RequestContext, 'user' | 'admin' | 'tokenProblem'>> {
  if (token === null) return { user: null, admin: null, tokenProblem: 'MISSING' };
  const [asUser] = await Promise.allSettled([authenticator.authenticate(token, caller)]);
  if (asUser.status === 'fulfilled' && asUser.value.user)
    return { user: asUser.value.user, admin: null, tokenProblem: null };
  const asAdmin = await authenticateAdmin(services, token);
  if (asAdmin.admin) return { user: null, admin: asAdmin.admin, tokenProblem: null };
  // Only now does it matter that the identity provider could not be asked: it knows no admins.
  if (asUser.status === 'rejected') throw asUser.reason;
  const tokenProblem = moreTelling(asUser.value.problem ?? 'INVALID', asAdmin.problem);
  return { user: null, admin: null, tokenProblem };
}

/** To the mechanism that it was not made for a token is INVALID; what the other one says of it tells more. */
const moreTelling = (a: TokenProblem, b: TokenProblem): TokenProblem => (a === 'INVALID' ? b : a);

const BEARER = /^Bearer +(\S+)$/i;
const TOKEN_LENGTH_MAX = 8_192;

/** @returns null for an absent or empty header; a text without the scheme is a token that nobody issued */
function bearerOf(header: string | undefined): string | null {
  const text = header?.trim() ?? '';
  if (text === '' || text.toLowerCase() === 'bearer') return null;
  const token = BEARER.exec(text)?.[1] ?? '';
  return token.length > TOKEN_LENGTH_MAX ? '' : token;
}

/** Clients name the parameter differently; with or without the scheme it is the same token. */
function tokenParam(params: Readonly<Record<string, unknown>>): string | undefined {
  const value = params['authorization'] ?? params['Authorization'] ?? params['token'];
  if (typeof value !== 'string' || value.trim() === '') return undefined;
  return BEARER.test(value.trim()) ? value : `Bearer ${value}`;
}

const USER_AGENT_LENGTH_MAX = 300;

/** Codes for "unknown" and the like, such as `XX`, pass as they are; what is no code is none. */
function countryOf(request: ReceivedRequest, header: string | null): string | null {
  const code = header === null ? '' : String(request.headers[header] ?? '').toUpperCase();
  return /^[A-Z]{2}$/.test(code) ? code : null;
}

/** Each trusted proxy has appended the address that it was called from; the client's is the first that none of them is. */
function clientAddress(request: ReceivedRequest, trustedProxies: number): string {
  const forwarded = request.headers['x-forwarded-for'] ?? '';
  const appended = String(forwarded)
    .split(',')
    .map((address) => address.trim())
    .filter((address) => address !== '');
  const hops = [request.socket.remoteAddress ?? '', ...appended.toReversed()];
  return hops[Math.min(trustedProxies, hops.length - 1)] ?? '';
}
