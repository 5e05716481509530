import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import type { SocketSession } from '#api/sockets/socket-sessions.ts';
import { authenticateAdmin } from '#domains/identity/admins/admins.service.ts';
import type { Authenticator } from '#domains/identity/sessions/authentication.service.ts';
import { type Caller, contextOf, type CurrentUser, type RequestContext } from '#platform/request/context.ts';
import type { Services } from '#platform/outbox/services.ts';
import type { TokenProblem } from '#platform/kernel/errors.ts';
import { networkOf } from '#platform/kernel/network.ts';

/** Identity of an open socket, until the token expires or the session is revoked. */
export type SocketUser = SocketSession & {
  readonly user: CurrentUser;
  /** Languages of the connection parameters; null when they name none, so that those of the upgrade request count. */
  readonly languages: string | null;
};

export type ContextsOptions = {
  readonly services: Services;
  readonly authenticator: Authenticator;
  readonly trustedProxies: number;
  /** Name of the proxy's header with the caller's country; null when there is none. */
  readonly countryHeader: string | null;
};

/** Address and headers of a request, also of an upgrade request. */
export type ReceivedRequest = {
  readonly headers: IncomingHttpHeaders;
  readonly socket: { readonly remoteAddress?: string | undefined };
};

export type Contexts = {
  /** The network that a request without an account is counted for. */
  networkOf(request: ReceivedRequest): string;
  /** The context of one operation over HTTP, on both endpoints. */
  ofRequest(request: ReceivedRequest, signal: AbortSignal): Promise<RequestContext>;
  callerOf(request: ReceivedRequest): Caller;
  /** The user of an opening socket, or null when its token is missing or invalid. */
  ofSocket(
    connectionParams: Readonly<Record<string, unknown>>,
    request: ReceivedRequest,
    caller: Caller,
  ): Promise<SocketUser | null>;
  /** The context of one operation on a socket, or of one event. */
  ofSocketOperation(session: SocketUser, caller: Caller, signal: AbortSignal): RequestContext;
};

export function createContexts(options: ContextsOptions): Contexts {
  const { services, authenticator, trustedProxies, countryHeader } = options;
  const callerOf = (request: ReceivedRequest): Caller => ({
    ip: clientAddress(request, trustedProxies),
    country: countryOf(request, countryHeader),
    userAgent: (request.headers['user-agent'] ?? '').slice(0, USER_AGENT_LENGTH_MAX),
    languages: languagesOf(request.headers['accept-language']) ?? '',
  });

  return {
    networkOf: (request) => networkOf(clientAddress(request, trustedProxies)),

    async ofRequest(request, signal) {
      const caller = callerOf(request);
      const token = bearerOf(request.headers.authorization);
      const identities = await identify(services, authenticator, token, caller);
      return contextOf(services, { ...identities, caller, signal });
    },

    callerOf,

    async ofSocket(connectionParams, request, caller) {
      const token = bearerOf(tokenParam(connectionParams) ?? request.headers.authorization);
      if (token === null) return null;
      const { user } = await authenticator.authenticate(token, caller);
      // A browser sets no header of an upgrade request.
      const languages = languagesOf(connectionParams['acceptLanguage']);
      return user && { user, sessionId: user.sessionId, expiresAt: user.tokenExpiresAt, languages };
    },

    ofSocketOperation: ({ user, languages }, caller, signal) =>
      contextOf(services, {
        user,
        admin: null,
        tokenProblem: null,
        caller: { ...caller, languages: languages ?? caller.languages },
        signal,
      }),
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
  // Rethrown only now: an admin's token does not need the identity provider.
  if (asUser.status === 'rejected') throw asUser.reason;
  const tokenProblem = moreSpecific(asUser.value.problem ?? 'INVALID', asAdmin.problem);
  return { user: null, admin: null, tokenProblem };
}

/** INVALID is also the problem of a token of the other issuer; any other problem is more specific. */
const moreSpecific = (a: TokenProblem, b: TokenProblem): TokenProblem => (a === 'INVALID' ? b : a);

const BEARER = /^Bearer +(\S+)$/i;
const TOKEN_LENGTH_MAX = 8_192;

/** @returns null for an absent or empty header; a text without the scheme is an invalid token */
function bearerOf(header: string | undefined): string | null {
  const text = header?.trim() ?? '';
  if (text === '' || text.toLowerCase() === 'bearer') return null;
  const token = BEARER.exec(text)?.[1] ?? '';
  return token.length > TOKEN_LENGTH_MAX ? '' : token;
}

/** Clients name the parameter differently; the scheme is optional. */
function tokenParam(params: Readonly<Record<string, unknown>>): string | undefined {
  const value = params['authorization'] ?? params['Authorization'] ?? params['token'];
  if (typeof value !== 'string' || value.trim() === '') return undefined;
  return BEARER.test(value.trim()) ? value : `Bearer ${value}`;
}

const USER_AGENT_LENGTH_MAX = 300;
const LANGUAGES_LENGTH_MAX = 300;

const languagesOf = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value.slice(0, LANGUAGES_LENGTH_MAX) : null;

/** Codes for "unknown" and the like, such as `XX`, pass unchanged; anything but a code becomes null. */
function countryOf(request: ReceivedRequest, header: string | null): string | null {
  const code = header === null ? '' : String(request.headers[header] ?? '').toUpperCase();
  return /^[A-Z]{2}$/.test(code) ? code : null;
}

/**
 * Each trusted proxy appends the address that called it, some with its port; the client's is the last one that is not a
 * trusted proxy's. What is no address stands for the proxy that appended it: otherwise every word would be a caller.
 */
function clientAddress(request: ReceivedRequest, trustedProxies: number): string {
  const forwarded = request.headers['x-forwarded-for'] ?? '';
  const appended = String(forwarded)
    .split(',')
    .map((address) => address.trim())
    .filter((address) => address !== '');
  const hops = [request.socket.remoteAddress ?? '', ...appended.toReversed().map(withoutPort)];
  const trusted = hops.slice(0, trustedProxies + 1);
  const firstUnknown = trusted.findIndex((address) => isIP(address) === 0);
  return (firstUnknown === -1 ? trusted : trusted.slice(0, Math.max(1, firstUnknown))).at(-1) ?? '';
}

const WITH_PORT = /^(?:\[(?<bracketed>[^\]]+)\](?::\d+)?|(?<plain>[\d.]+):\d+)$/;

function withoutPort(address: string): string {
  const { bracketed, plain } = WITH_PORT.exec(address)?.groups ?? {};
  return bracketed ?? plain ?? address;
}
