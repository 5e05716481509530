import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { login } from '#domains/identity/sessions/sessions.service.ts';
import type { RequestContext } from '#platform/request/context.ts';
import { AppError } from '#platform/kernel/errors.ts';
import { escapeHtml } from '#platform/kernel/html.ts';
import { inlineHashes } from './inline-hashes.ts';

export type FirstUser = { readonly username: string; readonly email: string; readonly password: string };

export type StartPageOptions = {
  readonly hasExplorer: boolean;
  /** What only people who develop are shown; null in production. */
  readonly development: {
    readonly version: string;
    /** URLs of the pages of the private listener, when it is on a loopback address. */
    readonly privatePages: readonly string[];
    /** The user whom the page opens the explorer as; null without the demo world, and before it is there. */
    readonly firstUser: () => Promise<FirstUser | null>;
  } | null;
  readonly contextOf: (request: FastifyRequest, signal: AbortSignal) => Promise<RequestContext>;
  readonly clientPath: string;
  /** Null when the admin endpoint is on another listener. */
  readonly adminPath: string | null;
};

/** `/` in a browser, and outside production `/open-as/user`, which opens the explorer as the first user of the demo world. */
export function registerStartPage(app: FastifyInstance, options: StartPageOptions): void {
  const { development, hasExplorer, contextOf, clientPath } = options;
  // No other origin reads these answers, whatever it may ask of the endpoints.
  const config = { cors: false };
  app.get('/', { config }, async (request, reply) => {
    if (!request.headers.accept?.includes('text/html')) return reply.callNotFound();
    return sendPage(reply, options, isFromThisMachine(app, request));
  });
  if (!development || !hasExplorer) return;
  app.post('/open-as/user', { config }, async (request, reply) => {
    const user = isAskedByOwnPage(app, request) ? await development.firstUser() : null;
    const ctx = await contextOf(request, new AbortController().signal);
    const session = user && (await sessionOf(ctx, user));
    if (!session) return reply.callNotFound();
    reply.header('cache-control', 'no-store');
    return { path: clientPath, session };
  });
}

/** As the explorer stores it. */
type Session = {
  readonly accessToken: string;
  readonly refreshToken: string | null;
  readonly expiresAt: Date;
  readonly account: { readonly name: string };
};

/** Null when the account has another password than at the first start, or is gone. */
async function sessionOf(ctx: RequestContext, { email, password }: FirstUser): Promise<Session | null> {
  const device = { deviceName: 'Explorer', platform: 'WEB' } as const;
  try {
    const { accessToken, refreshToken, expiresAt, user } = await login(ctx, { email, password, device });
    return { accessToken, refreshToken, expiresAt, account: { name: user.displayName } };
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

const LOOPBACK_ADDRESS = /^(127(\.\d{1,3}){3}|::1)$/;
/** Names that no DNS server of somebody else answers: a page of another site cannot be at one of them. */
const LOOPBACK_HOST = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i;
const OF_PROXIES = /^(forwarded|via|x-real-ip|x-forwarded-.+)$/;

export const isLoopback = (address: string): boolean =>
  address === 'localhost' || LOOPBACK_ADDRESS.test(address);

/** Whether a program of this machine asks, by a name that only this machine has, and no proxy that others can reach. */
function isFromThisMachine(app: FastifyInstance, { headers, raw }: FastifyRequest): boolean {
  // A server that listens on a port has an address with a name.
  const { address } = app.server.address() as AddressInfo;
  return (
    isLoopback(address) &&
    LOOPBACK_HOST.test(headers.host ?? '') &&
    // Browsers speak it on loopback addresses; some proxies do not, and send none of the headers below.
    raw.httpVersion === '1.1' &&
    !Object.keys(headers).some((name) => OF_PROXIES.test(name))
  );
}

/** Whether the page at `/` asks: browsers name the origin of every POST, and no page can name another one. */
function isAskedByOwnPage(app: FastifyInstance, request: FastifyRequest): boolean {
  const { host, origin, 'sec-fetch-site': site = 'same-origin' } = request.headers;
  return isFromThisMachine(app, request) && origin === `http://${host ?? ''}` && site === 'same-origin';
}

async function sendPage(
  reply: FastifyReply,
  options: StartPageOptions,
  isLocal: boolean,
): Promise<FastifyReply> {
  const template = await readFile(new URL('start.html', import.meta.url), 'utf8');
  const content = await contentOf(options, isLocal);
  const policy = [
    "default-src 'none'",
    `script-src ${inlineHashes('script', template)}`,
    `style-src ${inlineHashes('style', template)}`,
    'img-src data:',
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ];
  return reply
    .headers({ 'content-security-policy': policy.join('; '), 'cache-control': 'no-store' })
    .type('text/html; charset=utf-8')
    .send(template.replace('{{content}}', () => content));
}

async function contentOf(options: StartPageOptions, isLocal: boolean): Promise<string> {
  const { development, hasExplorer, clientPath, adminPath } = options;
  const explorers = [
    linkTo(clientPath, 'for the web front end and the iOS app'),
    ...(adminPath === null ? [] : [linkTo(adminPath, 'for the admin panel')]),
  ];
  const user = hasExplorer && isLocal ? await development?.firstUser() : null;
  return [
    ...(hasExplorer ? ['<h2>Explorers</h2>', listOf(explorers)] : []),
    ...(user ? [`<p>${buttonFor(user)}</p><p id="problem" role="alert"></p>`] : []),
    ...(development && isLocal && development.privatePages.length > 0
      ? ['<h2>Private pages</h2>', listOf(development.privatePages.map((url) => linkTo(url)))]
      : []),
    ...(development ? [`<p>Version ${escapeHtml(development.version)}.</p>`, BUILT] : []),
  ].join('\n');
}

const buttonFor = ({ username }: FirstUser): string =>
  `<button>Open as ${escapeHtml(username.charAt(0).toUpperCase() + username.slice(1))}</button>`;

const linkTo = (url: string, purpose = ''): string =>
  `<a href="${escapeHtml(url)}">${escapeHtml(url)}</a> ${escapeHtml(purpose)}`;

const listOf = (items: readonly string[]): string =>
  `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`;

const BUILT = `<h2>What is built</h2>
<ul>
<li>Accounts, sign-in and sessions, profiles, privacy, follows, blocks and mutes</li>
<li>Posts with media, polls and hashtags; drafts, quotes, reposts, reactions, comments, search</li>
<li>The home feed, explore, views</li>
<li>Messages in conversations, delivered live</li>
<li>Admins with roles, restrictions, removal of content</li>
</ul>
<p>README.md in the source says what comes, <code>docs/guides/</code> has guides, and <code>schema/</code> every field.</p>`;
