import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip as gzipCallback } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

const gzip = promisify(gzipCallback);

export type ExplorerOptions = {
  readonly title: string;
  /** WebSocket URL of subscriptions; null for an endpoint without any. */
  readonly subscriptionsPath: string | null;
  readonly defaultQuery: string;
};

/** Serves GraphiQL as one self-contained page. It is built at the first request and kept compressed. */
export function createExplorer(
  options: ExplorerOptions,
): (request: FastifyRequest, reply: FastifyReply) => Promise<void> {
  let page: Promise<Page> | null = null;
  return async (request, reply) => {
    page ??= makePage(options);
    const { html, compressed, etag } = await page;
    reply.headers({
      'content-type': 'text/html; charset=utf-8',
      vary: 'accept-encoding',
      // Asked for at each load, and sent once for each release.
      'cache-control': 'no-cache',
      etag,
    });
    // Content security policy: the page connects only to its own origin.
    reply.header('content-security-policy', CONTENT_POLICY);
    if (request.headers['if-none-match']?.includes(etag)) {
      reply.code(304).send();
    } else if (/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) {
      reply.header('content-encoding', 'gzip').send(compressed);
    } else {
      reply.send(html);
    }
  };
}

type Page = { readonly html: Buffer; readonly compressed: Buffer; readonly etag: string };

/** The page's code is inline; its workers and images are data URLs. */
const CONTENT_POLICY = [
  "default-src 'self' data: blob:",
  "script-src 'self' 'unsafe-inline' 'unsafe-eval' data: blob:",
  "style-src 'self' 'unsafe-inline' data:",
  "connect-src 'self' ws: wss: data:",
  "frame-ancestors 'none'",
].join('; ');

async function makePage({ title, subscriptionsPath, defaultQuery }: ExplorerOptions): Promise<Page> {
  // Nine megabytes of source, loaded only when the explorer is served.
  const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql');
  const html = renderGraphiQL({
    title,
    defaultQuery,
    headers: JSON.stringify({ Authorization: 'Bearer ' }),
    isHeadersEditorEnabled: true,
    // Headers persist in the browser's storage, where the script below finds the token.
    shouldPersistHeaders: true,
    ...(subscriptionsPath === null
      ? {}
      : { subscriptionsProtocol: 'WS', subscriptionsEndpoint: subscriptionsPath }),
  });
  const scripts = `<script>${OWN_STORAGE_SCRIPT}${SOCKET_TOKEN_SCRIPT}</script>`;
  const bytes = Buffer.from(html.replace('<head>', () => `<head>${scripts}`));
  const digest = createHash('sha256').update(bytes).digest('base64url');
  return { html: bytes, compressed: await gzip(bytes), etag: `W/"${digest}"` };
}

/**
 * The explorers of both endpoints share an origin, and so its storage: what one keeps, such as an admin's token, must not show
 * in the other one.
 */
const OWN_STORAGE_SCRIPT = `
  for (const name of ['getItem', 'setItem', 'removeItem']) {
    const original = Storage.prototype[name];
    Storage.prototype[name] = function (key, ...rest) {
      return original.call(this, location.pathname + ' ' + key, ...rest);
    };
  }
`;

/**
 * GraphiQL opens its socket without the headers of the editor. This copies their Authorization into the
 * connection parameters, where the token of a subscription belongs.
 */
const SOCKET_TOKEN_SCRIPT = `
  const send = WebSocket.prototype.send;
  WebSocket.prototype.send = function (text) {
    const message = JSON.parse(text);
    if (message.type !== 'connection_init') return send.call(this, text);
    let headers = {};
    try {
      const { tabs, activeTabIndex } = JSON.parse(localStorage.getItem('graphiql:tabState'));
      headers = JSON.parse(tabs[activeTabIndex].headers);
    } catch {
      console.warn('There are no headers in the editor: the socket opens without a token.');
    }
    const authorization = headers.Authorization || headers.authorization;
    send.call(this, JSON.stringify({ ...message, payload: { ...message.payload, authorization } }));
  };
`;
