import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';

export const CONTENDERS = ['plaza', 'postgraphile', 'apollo-prisma', 'limit'] as const;
export type ContenderName = (typeof CONTENDERS)[number];

export type ContenderOptions = {
  readonly databaseUrl: string;
  readonly dataDir: string;
  /** Connections that read. */
  readonly poolSize: number;
  readonly keySet: string;
  readonly secrets: { readonly identity: string; readonly mediaLink: string; readonly adminToken: string };
};

/** A server under test, in a process of its own. */
export type Running = {
  readonly name: ContenderName;
  readonly port: number;
  readonly path: string;
  readonly pid: number;
  stop(): Promise<void>;
};

export const TOKEN_ISSUER = 'plaza';
/** Costs are counted as ever, but few visitors ask here what many would. */
const USER_COST_BUDGET = '2000000000';
const TOKEN_AUDIENCE = 'user';
const START_TIMEOUT_MS = 30_000;
const STOP_TIMEOUT_MS = 15_000;
const ROOT = path.resolve(import.meta.dirname, '..');

const SCRIPTS: Record<ContenderName, { readonly arguments: readonly string[]; readonly path: string }> = {
  plaza: { arguments: await scriptArguments('serve'), path: '/web/graphql' },
  postgraphile: { arguments: ['bench/peers/postgraphile.ts'], path: '/graphql' },
  'apollo-prisma': { arguments: ['bench/peers/apollo.ts'], path: '/' },
  limit: { arguments: ['bench/limit-server.ts'], path: '/' },
};

/** Starts a server as its users run it in production, and waits until it takes connections. */
export async function startContender(name: ContenderName, options: ContenderOptions): Promise<Running> {
  const port = await freePort();
  const script = SCRIPTS[name];
  const child = spawn(process.execPath, [...script.arguments], {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...BASE_ENVIRONMENT, ...(await environmentOf(name, port, options)) },
  });
  await untilListening(child, port, name);
  return { name, port, path: script.path, pid: pidOf(child), stop: () => stopChild(child) };
}

/** What `npm run` with this name gives to node, flags included. */
export async function scriptArguments(name: string): Promise<string[]> {
  const schema = z.object({ scripts: z.record(z.string(), z.string()) });
  const { scripts } = schema.parse(JSON.parse(await readFile(path.join(ROOT, 'package.json'), 'utf8')));
  const [program, ...given] = scripts[name]?.split(' ') ?? [];
  if (program !== 'node') throw new Error(`The script "${name}" does not run node.`);
  return given;
}

/** Production must name a server for mails; no benchmark sends any. */
export const NO_MAIL = { MAIL: 'smtp', SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'bench@example.com' };

const BASE_ENVIRONMENT = { PATH: process.env['PATH'], HOME: process.env['HOME'], NODE_ENV: 'production' };

async function environmentOf(
  name: ContenderName,
  port: number,
  { databaseUrl, dataDir, poolSize, keySet, secrets }: ContenderOptions,
): Promise<Record<string, string>> {
  const common = { PORT: String(port), DATABASE_URL: databaseUrl, MEDIA_LINK_SECRET: secrets.mediaLink };
  if (name !== 'plaza') {
    return { ...common, POOL_SIZE: String(poolSize), KEY_SET: keySet, TOKEN_ISSUER, TOKEN_AUDIENCE };
  }
  return {
    ...common,
    OPS_PORT: String(await freePort()),
    PUBLIC_URL: 'http://127.0.0.1',
    DATA_DIR: dataDir,
    DATABASE_LANES: String(poolSize),
    LOG_LEVEL: 'warn',
    ...NO_MAIL,
    LIMIT_USER_COST_BUDGET: USER_COST_BUDGET,
    IDENTITY_SECRET: secrets.identity,
    ADMIN_TOKEN_SECRET: secrets.adminToken,
  };
}

async function untilListening(child: ChildProcess, port: number, name: string): Promise<void> {
  const deadlineMs = performance.now() + START_TIMEOUT_MS;
  while (performance.now() < deadlineMs) {
    if (child.exitCode !== null) throw new Error(`${name} ended with code ${child.exitCode} while starting.`);
    try {
      await fetch(`http://127.0.0.1:${port}/`);
      return;
    } catch {
      await sleep(20);
    }
  }
  await stopChild(child);
  throw new Error(`${name} does not answer ${START_TIMEOUT_MS / 1_000} s after its start.`);
}

export async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const killer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
  await ended;
  clearTimeout(killer);
}

export function pidOf(child: ChildProcess): number {
  if (child.pid === undefined) throw new Error('The process could not be started.');
  return child.pid;
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen({ port: 0, host: '127.0.0.1' }, () => {
      const address = probe.address();
      probe.close(() =>
        typeof address === 'object' && address
          ? resolve(address.port)
          : reject(new Error('No port is free.')),
      );
    });
  });
}
