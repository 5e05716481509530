import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gzip as gzipCallback } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { escapeHtml } from '#platform/kernel/html.ts';
import { inlineHashes } from './inline-hashes.ts';
import { ICON, readPart, wordmark } from './page.ts';

const gzip = promisify(gzipCallback);

export type ExplorerTab = {
  readonly query: string;
  readonly variables?: string;
  /** Variables that are beginnings of days, in UTC, by their distance from the day on which the page is opened. */
  readonly days?: Readonly<Record<string, number>>;
};

export type ExplorerOptions = {
  readonly title: string;
  /** Path of the endpoint, which also names what the page stores. */
  readonly path: string;
  readonly tabs: readonly ExplorerTab[];
  readonly takesFiles: boolean;
  /**
   * Mutations that answer as `signedIn`, with tokens and an account's name, and the one that ends the session. Where `login` selects
   * `needsCode`, its form asks for a code.
   */
  readonly session: {
    readonly login: string;
    readonly refresh: string;
    readonly logout: string;
    /** Further input of `login`. */
    readonly device?: Readonly<Record<string, unknown>>;
  };
};

/** Serves GraphiQL as one self-contained page. It is built at the first request and kept compressed. */
export function createExplorer(
  options: ExplorerOptions,
): (request: FastifyRequest, reply: FastifyReply) => Promise<void> {
  let page: Promise<Page> | null = null;
  return async (request, reply) => {
    page ??= makePage(options);
    const { html, compressed, etag, policy } = await page;
    reply.headers({
      'content-type': 'text/html; charset=utf-8',
      vary: 'accept-encoding',
      // Asked for at each load, and sent once for each release.
      'cache-control': 'no-cache',
      'content-security-policy': policy,
      etag,
    });
    if (request.headers['if-none-match']?.includes(etag)) {
      reply.code(304).send();
    } else if (/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) {
      reply.header('content-encoding', 'gzip').send(compressed);
    } else {
      reply.send(html);
    }
  };
}

type Page = {
  readonly html: Buffer;
  readonly compressed: Buffer;
  readonly etag: string;
  readonly policy: string;
};

async function makePage(options: ExplorerOptions): Promise<Page> {
  const [template, style, graphiql, sockets] = await Promise.all([
    readPart('explorer.html'),
    readPart('pages.css'),
    // Nine megabytes of source, loaded only when the explorer is served.
    import('@graphql-yoga/render-graphiql/graphiql'),
    readFile(new URL('../umd/graphql-ws.min.js', import.meta.resolve('graphql-ws')), 'utf8'),
  ]);
  const { css, js, editorWorkerService, jsonWorker, graphqlWorker } = graphiql;
  const workers = { editorWorkerService, json: jsonWorker, graphql: graphqlWorker };
  const head = `<link rel="icon" href="${ICON}" /><style>${css}</style></head>`;
  const scripts = [workerScript(workers), js, sockets]
    .map((script) => `<script>${script}</script>`)
    .join('\n');
  const html = template
    .replace('{{title}}', () => escapeHtml(options.title))
    .replace('{{pages}}', () => style)
    .replace('{{wordmark}}', () => wordmark('/'))
    .replace('{{options}}', () => escapeHtml(JSON.stringify(options)))
    .replace('</head>', () => head)
    // Before the page's own script.
    .replace('<script>', (own) => `${scripts}\n${own}`);
  const bytes = Buffer.from(html);
  const digest = createHash('sha256').update(bytes).digest('base64url');
  return {
    html: bytes,
    compressed: await gzip(bytes),
    etag: `W/"${digest}"`,
    // Only the page's own scripts run, in workers from blobs too, and they connect to its origin alone.
    policy: [
      "default-src 'none'",
      `script-src ${inlineHashes('script', html)} blob:`,
      'worker-src blob:',
      "style-src 'unsafe-inline'",
      "img-src 'self' data: blob:",
      'font-src data:',
      "connect-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
  };
}

/** Tells the editor where its workers are: in blobs, as the package's own page has them. */
function workerScript(workers: Readonly<Record<string, string>>): string {
  return `
    const workers = Object.fromEntries(
      Object.entries(${JSON.stringify(workers)}).map(([label, source]) => [
        label,
        URL.createObjectURL(new Blob([source], { type: 'application/javascript' })),
      ]),
    );
    self.MonacoEnvironment = { globalAPI: false, getWorkerUrl: (_module, label) => workers[label] };
  `;
}
