import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort, NO_MAIL, pidOf, scriptArguments, stopChild } from './contenders.ts';
import type { Visitor } from './tokens.ts';

export type ProductServerOptions = {
  readonly databaseUrl: string;
  readonly dataDir: string;
  readonly secrets: { readonly identity: string; readonly mediaLink: string; readonly adminToken: string };
};

/** The product in a process of its own. */
export type ProductServer = { readonly port: number; readonly pid: number; stop(): Promise<void> };

const ROOT = path.resolve(import.meta.dirname, '..');
const PATH = '/web/graphql';
/** Connections that read. */
const LANES = 6;
/** Costs are counted as ever, but few visitors ask here what many would. */
const USER_COST_BUDGET = '2000000000';
const START_TIMEOUT_MS = 30_000;

/**
 * Starts `npm run serve` as it runs in production behind one proxy, which says where each visitor comes from: searches
 * are counted by address, and this machine has but one.
 */
export async function startProductServer(options: ProductServerOptions): Promise<ProductServer> {
  const port = await freePort();
  const child = await startProcess('serve', port, options);
  const deadlineMs = performance.now() + START_TIMEOUT_MS;
  while (!(await isListening(port))) {
    if (child.exitCode !== null)
      throw new Error(`The product ended with code ${child.exitCode} while starting.`);
    if (performance.now() > deadlineMs) {
      await stopChild(child);
      throw new Error(`The product does not answer ${START_TIMEOUT_MS / 1_000} s after its start.`);
    }
    await sleep(20);
  }
  return { port, pid: pidOf(child), stop: () => stopChild(child) };
}

/** Starts `npm run worker`, for what is done by jobs. */
export async function startProductWorker(
  options: ProductServerOptions,
): Promise<{ readonly pid: number; stop(): Promise<void> }> {
  const child = await startProcess('worker', await freePort(), options);
  return { pid: pidOf(child), stop: () => stopChild(child) };
}

async function startProcess(
  script: 'serve' | 'worker',
  port: number,
  options: ProductServerOptions,
): Promise<ChildProcess> {
  return spawn(process.execPath, await scriptArguments(script), {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      NODE_ENV: 'production',
      PORT: String(port),
      OPS_PORT: String(await freePort()),
      PUBLIC_URL: 'http://127.0.0.1',
      DATABASE_URL: options.databaseUrl,
      DATABASE_LANES: String(LANES),
      DATA_DIR: options.dataDir,
      LOG_LEVEL: 'warn',
      ...NO_MAIL,
      TRUSTED_PROXIES: '1',
      LIMIT_USER_COST_BUDGET: USER_COST_BUDGET,
      IDENTITY_SECRET: options.secrets.identity,
      MEDIA_LINK_SECRET: options.secrets.mediaLink,
      ADMIN_TOKEN_SECRET: options.secrets.adminToken,
    },
  });
}

async function isListening(port: number): Promise<boolean> {
  try {
    await fetch(`http://127.0.0.1:${port}/`);
    return true;
  } catch {
    return false;
  }
}

/** What somebody asks. */
export type VisitorRequest = {
  readonly visitor: Visitor;
  readonly asked: { readonly query: string; readonly variables: Readonly<Record<string, unknown>> };
};

/** The bytes of a request. */
export function requestText({ visitor, asked }: VisitorRequest): string {
  const body = JSON.stringify(asked);
  const headers = { host: '127.0.0.1', ...headersOf(visitor), 'content-length': Buffer.byteLength(body) };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [`POST ${PATH} HTTP/1.1`, ...lines, '', body].join('\r\n');
}

/** @returns the data of the answer @throws Error when there are errors in it */
export async function ask(
  server: Pick<ProductServer, 'port'>,
  { visitor, asked }: VisitorRequest,
): Promise<unknown> {
  const response = await fetch(`http://127.0.0.1:${server.port}${PATH}`, {
    method: 'POST',
    headers: headersOf(visitor),
    body: JSON.stringify(asked),
  });
  const text = await response.text();
  // The API answers with an object, whatever it is asked.
  const answer = JSON.parse(text) as { data?: unknown; errors?: unknown };
  if (!response.ok || answer.errors !== undefined) throw new Error(`${asked.query} failed: ${text}`);
  return answer.data;
}

const headersOf = (visitor: Visitor): Record<string, string> => ({
  'content-type': 'application/json',
  accept: 'application/json',
  authorization: `Bearer ${visitor.accessToken}`,
  'x-forwarded-for': addressOf(visitor),
});

const ADDRESS_HEX_DIGITS = 6;

/** An address for each visitor, from the end of their id, which is random. */
const addressOf = ({ userId }: Visitor): string =>
  ['10', ...Buffer.from(userId.slice(-ADDRESS_HEX_DIGITS), 'hex')].join('.');
