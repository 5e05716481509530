import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { App } from './app.ts';
import { readBuiltFiles } from './built-files.ts';

export type { App } from './app.ts';

export type ServeOptions = {
  readonly app: App;
  readonly host: string;
  /** Zero takes a free one. */
  readonly port: number;
  /** Content of `/config.json`, made for each request. */
  readonly config: () => Promise<object>;
  /** Directives of the content security policy beside those of every app, such as `connect-src`. */
  readonly policy: readonly string[];
  /** Directives of the permissions policy, such as `camera=()`. */
  readonly permissions: readonly string[];
  readonly onFailure: (error: unknown) => void;
};

export type ServedApp = { readonly url: string; close(): Promise<void> };

/**
 * Serves the built files of an app on a listener of its own, for `npm start` and tests; in production any web server does the same by
 * the lines of docs/operations.md. The first request builds the files where they are missing or older than their sources.
 * @throws Error of the system for a port in use
 */
export async function serveApp(options: ServeOptions): Promise<ServedApp> {
  const { app, host, port, onFailure } = options;
  let reading: Promise<Files> | null = null;
  const files = async (): Promise<Files> => {
    reading ??= compressedFiles(app);
    try {
      return await reading;
    } catch (error) {
      // The next request tries again.
      reading = null;
      throw error;
    }
  };
  const headers = headersOf(options);
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { allow: 'GET, HEAD' }).end();
      return;
    }
    const { pathname } = new URL(request.url ?? '/', 'http://app');
    const name = FILE.test(pathname) ? pathname : '/index.html';
    const content = name === '/config.json' ? withoutGzip(await options.config()) : (await files()).get(name);
    const takesGzip = content?.gzipped && /\bgzip\b/.test(String(request.headers['accept-encoding']));
    response.writeHead(content ? 200 : 404, {
      ...headers,
      'content-type': TYPES[path.extname(name)] ?? 'text/plain',
      'cache-control': name.startsWith('/assets/') && content ? IMMUTABLE : 'no-cache',
      vary: 'accept-encoding',
      ...(takesGzip && { 'content-encoding': 'gzip' }),
    });
    const body = takesGzip ? content.gzipped : content?.plain;
    response.end(request.method === 'HEAD' ? undefined : (body ?? 'There is nothing here.\n'));
  };
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      onFailure(error);
      response.writeHead(503, { 'content-type': 'text/plain' }).end(NOT_BUILT);
    });
  }).listen(port, host);
  await once(server, 'listening');
  // A server that listens on a port has an address with a number.
  const { port: taken } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${taken}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Addresses of files: all others are screens, also those with a username that has a dot. */
const FILE = /^\/(?:assets\/|[^/]+\.[^/]+$)/;

const NOT_BUILT =
  'The app could not be built; the log says why. Run "npm ci", which installs what builds it.\n';

/** Names of built files contain their hash. */
const IMMUTABLE = 'public, max-age=31536000, immutable';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
};

type Content = { readonly plain: Buffer; readonly gzipped: Buffer | null };
type Files = ReadonlyMap<string, Content>;

const withoutGzip = (value: object): Content => ({
  plain: Buffer.from(JSON.stringify(value)),
  gzipped: null,
});

async function compressedFiles(app: App): Promise<Files> {
  const files = await readBuiltFiles(app);
  const entries = [...files].map(async ([name, plain]): Promise<[string, Content]> => {
    return [name, { plain, gzipped: await promisify(gzip)(plain) }];
  });
  return new Map(await Promise.all(entries));
}

/** Nothing inline, nothing of others, no HTML made of texts. */
function headersOf({
  policy,
  permissions,
}: Pick<ServeOptions, 'policy' | 'permissions'>): Record<string, string> {
  return {
    'content-security-policy': [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
      ...policy,
    ].join('; '),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': permissions.join(', '),
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  };
}
