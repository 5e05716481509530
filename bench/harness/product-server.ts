import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { freePort } from '#test/support/transport/free-port.ts';
import type { LiveHeap } from './heap-meter.ts';
import { BASE_ENVIRONMENT, pidOf, stopChild, untilListening } from './processes.ts';
import type { Visitor } from './tokens.ts';

export type Secrets = {
  readonly identity: string;
  readonly mediaLink: string;
  readonly adminToken: string;
  readonly adminTotp: string;
};

export type ProductOptions = {
  readonly databaseUrl: string;
  readonly dataDir: string;
  readonly secrets: Secrets;
  /** Work tree of the product; defaults to this one. */
  readonly root?: string;
  /** Whether each user has the budget of points that users have in production. */
  readonly hasDefaultBudget?: boolean;
};

/** The product in a process of its own. */
export type ProductServer = { readonly port: number; readonly pid: number; stop(): Promise<void> };

export const ROOT = path.resolve(import.meta.dirname, '../..');
export const PRODUCT_PATH = '/web/graphql';
/** Number of lanes. */
export const LANES = 6;
/** Costs are counted as in production, but few visitors send the requests of many. */
const USER_COST_BUDGET = '2000000000';

/** Loaded before the product. */
const METER = path.join(import.meta.dirname, 'heap-meter.ts');

const newSecret = (): string => randomBytes(32).toString('base64url');

export const newSecrets = (): Secrets => ({
  identity: newSecret(),
  mediaLink: newSecret(),
  adminToken: newSecret(),
  adminTotp: newSecret(),
});

/**
 * Starts `npm run serve` as in production behind one proxy, which reports each visitor's address: searches
 * are limited by address, and this machine has only one.
 */
export async function startProductServer(options: ProductOptions): Promise<ProductServer> {
  const port = await freePort();
  const child = await startProcess('serve', options, port);
  await untilListening(child, port, 'The product');
  return { port, pid: pidOf(child), stop: () => stopChild(child) };
}

/** A server that can be asked for its live heap. */
export type MeteredServer = ProductServer & {
  /** Bytes on the heap after a collection. */
  liveHeapBytes(): Promise<LiveHeap>;
};

/** As `startProductServer`. */
export async function startMeteredServer(options: ProductOptions): Promise<MeteredServer> {
  const port = await freePort();
  const child = await startProcess('serve', options, port, METER);
  await untilListening(child, port, 'The product');
  return {
    port,
    pid: pidOf(child),
    async liveHeapBytes() {
      const answered = once(child, 'message');
      child.send('collect');
      // The meter sends nothing else.
      const [bytes] = (await answered) as [LiveHeap];
      return bytes;
    },
    stop: () => stopChild(child),
  };
}

/** Starts `npm run worker`, for jobs. */
export async function startProductWorker(
  options: ProductOptions,
): Promise<{ readonly pid: number; stop(): Promise<void> }> {
  const child = await startProcess('worker', options, await freePort());
  return { pid: pidOf(child), stop: () => stopChild(child) };
}

/** Runs `npm run migrate`. */
export async function migrateByProduct(options: ProductOptions): Promise<void> {
  const child = await startProcess('migrate', options, await freePort());
  await once(child, 'exit');
  if (child.exitCode !== 0) throw new Error('The database could not be brought to the newest schema.');
}

/** Starts `npm run ledger:verify`, which ends with code 1 when the books differ. */
export const startVerification = async (options: ProductOptions): Promise<ChildProcess> =>
  startProcess('ledger:verify', options, await freePort());

async function startProcess(
  script: 'serve' | 'worker' | 'migrate' | 'ledger:verify',
  { root = ROOT, databaseUrl, dataDir, secrets, hasDefaultBudget = false }: ProductOptions,
  port: number,
  meter: string | null = null,
): Promise<ChildProcess> {
  const given = await scriptArguments(script, root);
  return spawn(process.execPath, meter ? ['--import', meter, ...given] : given, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit', ...(meter ? (['ipc'] as const) : [])],
    env: {
      ...BASE_ENVIRONMENT,
      PORT: String(port),
      OPS_PORT: String(await freePort()),
      PUBLIC_URL: 'http://127.0.0.1',
      DATABASE_URL: databaseUrl,
      DATABASE_LANES: String(LANES),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      // Production requires a mail server; no benchmark sends mails.
      MAILER: 'smtp',
      SMTP_URL: 'smtp://127.0.0.1:9',
      MAIL_FROM: 'bench@example.com',
      // Cards of nobody.
      PAYMENTS: 'embedded',
      CALL_SERVER: 'none',
      TRUSTED_PROXIES: '1',
      ...(hasDefaultBudget ? {} : { LIMIT_USER_COST_BUDGET: USER_COST_BUDGET }),
      IDENTITY_SECRET: secrets.identity,
      MEDIA_LINK_SECRET: secrets.mediaLink,
      ADMIN_TOKEN_SECRET: secrets.adminToken,
      ADMIN_TOTP_SECRET: secrets.adminTotp,
      ADMIN_TOTP: 'optional',
    },
  });
}

const packageSchema = z.object({ scripts: z.record(z.string(), z.string()) });

/** Arguments of node in the npm script of this name, flags included. */
export async function scriptArguments(name: string, root: string): Promise<string[]> {
  const { scripts } = packageSchema.parse(
    JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')),
  );
  // The scripts replace the shell by `exec`, so that signals reach node.
  const [program, ...given] = scripts[name]?.replace(/^exec /, '').split(' ') ?? [];
  if (program !== 'node') throw new Error(`The script "${name}" does not run node.`);
  return given;
}

/** One request of a user. */
export type VisitorRequest = {
  readonly visitor: Visitor;
  readonly asked: { readonly query: string; readonly variables: Readonly<Record<string, unknown>> };
};

/** Serializes a request. */
export function requestText({ visitor, asked }: VisitorRequest): string {
  const body = JSON.stringify(asked);
  const headers = { host: '127.0.0.1', ...headersOf(visitor), 'content-length': Buffer.byteLength(body) };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [`POST ${PRODUCT_PATH} HTTP/1.1`, ...lines, '', body].join('\r\n');
}

/** @returns the data of the answer @throws Error when it contains errors */
export async function ask(
  server: Pick<ProductServer, 'port'>,
  { visitor, asked }: VisitorRequest,
): Promise<unknown> {
  const response = await fetch(`http://127.0.0.1:${server.port}${PRODUCT_PATH}`, {
    method: 'POST',
    headers: headersOf(visitor),
    body: JSON.stringify(asked),
  });
  const text = await response.text();
  // The API answers every request with an object.
  const answer = JSON.parse(text) as { data?: unknown; errors?: unknown };
  if (!response.ok || answer.errors !== undefined) throw new Error(`${asked.query} failed: ${text}`);
  return answer.data;
}

/** Headers of a request, or of a socket, of a user. */
export const headersOf = (visitor: Visitor): Record<string, string> => ({
  'content-type': 'application/json',
  accept: 'application/json',
  authorization: `Bearer ${visitor.accessToken}`,
  'x-forwarded-for': addressOf(visitor),
});

const ADDRESS_HEX_DIGITS = 6;

/** An IP address for each visitor, from the end of their id, which is random. */
const addressOf = ({ userId }: Visitor): string =>
  ['10', ...Buffer.from(userId.slice(-ADDRESS_HEX_DIGITS), 'hex')].join('.');
