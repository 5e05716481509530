import type { AddressInfo } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { login } from '#domains/identity/sessions/sessions.service.ts';
import type { RequestContext } from '#platform/request/context.ts';
import { AppError } from '#platform/kernel/errors.ts';
import { callContent } from './call-page.ts';
import { type PageContent, readPart, renderPage } from './page.ts';
import {
  CALL_PATH,
  callersOf,
  DOCUMENTS_PATH,
  type FirstUser,
  linksOf,
  slotsOf,
  type StartContent,
  startText,
} from './start-content.ts';

export type StartPageOptions = StartContent & {
  readonly contextOf: (request: FastifyRequest, signal: AbortSignal) => Promise<RequestContext>;
};

/**
 * `/` for browsers and as text, and outside production the documents of the source, a page for unknown paths, `/call` with a call between
 * two tabs, and `/open-as/user`, by which pages sign in as a user of the demo world: the first, or the one whom the path names.
 */
export function registerStartPage(app: FastifyInstance, options: StartPageOptions): void {
  const { development, hasExplorer, contextOf, clientPath } = options;
  // No other origin reads these answers, whatever it may ask of the endpoints.
  const config = { cors: false };
  app.get('/', { config }, async (request, reply) => {
    if (acceptsHtml(request)) return sendStart(reply, options, isFromThisMachine(app, request));
    if (!acceptsText(request)) return reply.callNotFound();
    reply.header('cache-control', 'no-store').type('text/plain; charset=utf-8');
    return startText(options, `${request.protocol}://${request.host}`);
  });
  if (!development) return;
  app.get<{ Params: { '*': string } }>(`${DOCUMENTS_PATH}*`, { config }, async (request, reply) => {
    // Loaded only now, since production has no documents.
    const { readDocument } = await import('./documents.ts');
    const document = await readDocument(request.params['*']);
    if (!document) return reply.callNotFound();
    const { title, html: content } = document;
    return sendPage(reply, options, { title, content: `<article class="prose">${content}</article>` });
  });
  if (!hasExplorer) return;
  app.get(CALL_PATH, { config }, async (request, reply) => {
    const callers = isFromThisMachine(app, request) ? callersOf(await development.firstUsers()) : null;
    if (!callers) return reply.callNotFound();
    const content = await callContent(callers, clientPath);
    return sendPage(reply, options, { title: 'A call', content, hasScript: true });
  });
  app.post<{ Params: { username?: string } }>(
    '/open-as/user/:username?',
    { config },
    async (request, reply) => {
      const users = isAskedByOwnPage(app, request) ? await development.firstUsers() : [];
      const { username } = request.params;
      const user = username ? users.find((one) => one.username === username) : users[0];
      const ctx = await contextOf(request, new AbortController().signal);
      const session = user ? await sessionOf(ctx, user) : null;
      if (!session) return reply.callNotFound();
      reply.header('cache-control', 'no-store');
      return { path: clientPath, session };
    },
  );
}

/** Whether a browser opens the path as a page. */
export const acceptsHtml = ({ method, headers }: FastifyRequest): boolean =>
  method === 'GET' && (headers.accept ?? '').includes('text/html');

const acceptsText = ({ headers: { accept = '*/*' } }: FastifyRequest): boolean =>
  /\*\/\*|text\/(plain|\*)/.test(accept);

/** Answers a browser that asks for a path that does not exist; programs get the error of the API. */
export function sendMissingPage(reply: FastifyReply, options: StartContent): Promise<FastifyReply> {
  const content = '<h1>There is nothing here</h1><p class="lead">The path does not exist.</p>';
  return sendPage(reply.code(404), options, { title: 'Not found', content });
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

async function sendStart(
  reply: FastifyReply,
  options: StartPageOptions,
  isLocal: boolean,
): Promise<FastifyReply> {
  const [template, slots] = await Promise.all([readPart('start.html'), slotsOf(options, isLocal)]);
  const content = template.replaceAll(/\{\{(\w+)\}\}/g, (_slot, name: string) => slots[name] ?? '');
  return sendPage(reply, options, { title: 'Plaza', content, hasScript: true });
}

async function sendPage(
  reply: FastifyReply,
  options: StartContent,
  page: Pick<PageContent, 'title' | 'content'> & { hasScript?: boolean },
): Promise<FastifyReply> {
  const { html, policy } = await renderPage({
    hasScript: false,
    ...page,
    home: '/',
    links: linksOf(options),
  });
  return reply
    .headers({ 'content-security-policy': policy, 'cache-control': 'no-store' })
    .type('text/html; charset=utf-8')
    .send(html);
}
