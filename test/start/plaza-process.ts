import assert from 'node:assert/strict';
import {
  type ChildProcessByStdio,
  spawn,
  type SpawnOptionsWithStdioTuple,
  type StdioNull,
  type StdioPipe,
} from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';

const ROOT = path.resolve(import.meta.dirname, '../..');
/** A busy machine takes over a minute for a start with the demo world. */
const READY_TIMEOUT_MS = 150_000;
const READY_TEXTS: Readonly<Record<string, string>> = {
  start: 'first-run.json in the data folder',
  serve: '"msg":"serving"',
  worker: '"msg":"working"',
};

export type Exit = { readonly code: number | null; readonly signal: NodeJS.Signals | null };

/** The real command in a process of its own. */
export type PlazaProcess = {
  readonly pid: number;
  readonly exited: Promise<Exit>;
  stdout(): string;
  stderr(): string;
  /** Waits until it reports that it is ready. */
  ready(): Promise<void>;
  /** Waits until its output contains a text. */
  says(text: string, withinMs?: number): Promise<void>;
  kill(signal: NodeJS.Signals): void;
};

type ProcessOptions = {
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
};

/** Runs `node plaza.js` with no environment variable of our own but PATH. It is killed when the test ends. */
export function plaza(t: Pick<TestContext, 'after'>, options: ProcessOptions): PlazaProcess {
  const child = spawn(process.execPath, ['plaza.js', ...options.args], settingsOf(options));
  return watched(t, child, options.args);
}

/** As `plaza`, but by `npm run`, in a process group of its own as a terminal would make it. */
export function npmRun(t: Pick<TestContext, 'after'>, options: ProcessOptions): PlazaProcess {
  const args = ['run', '--no-update-notifier', ...options.args];
  const child = spawn('npm', args, { ...settingsOf(options), detached: true });
  t.after(() => {
    try {
      process.kill(-(child.pid ?? assert.fail('npm did not start')), 'SIGKILL');
    } catch {
      // No process of the group is left.
    }
  });
  return watched(t, child, options.args);
}

/** No pause for balancers, and a minute to finish: on a busy machine it takes seconds to close connections that are just being opened. */
const STOPPING = { DRAIN_SECONDS: '0', STOP_GRACE_SECONDS: '60' };

const settingsOf = ({
  env = {},
}: ProcessOptions): SpawnOptionsWithStdioTuple<StdioNull, StdioPipe, StdioPipe> => ({
  cwd: ROOT,
  env: { PATH: process.env['PATH'], PORT: '0', OPS_PORT: '0', ...STOPPING, ...env },
  stdio: ['ignore', 'pipe', 'pipe'],
});

function watched(
  t: Pick<TestContext, 'after'>,
  child: ChildProcessByStdio<null, Readable, Readable>,
  args: readonly string[],
): PlazaProcess {
  const output = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output.stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output.stderr += text));
  const exited = new Promise<Exit>((resolve) => {
    child.once('close', (code, signal) => resolve({ code, signal }));
  });
  t.after(async () => {
    child.kill('SIGKILL');
    await exited;
  });

  async function says(text: string, withinMs = READY_TIMEOUT_MS): Promise<void> {
    const deadlineMs = performance.now() + withinMs;
    while (!output.stdout.includes(text)) {
      const isOver = child.exitCode !== null || performance.now() > deadlineMs;
      if (isOver) throw new Error(`"${text}" was not said:\n${output.stdout}\n${output.stderr}`);
      await sleep(10);
    }
  }

  return {
    pid: child.pid ?? 0,
    exited,
    stdout: () => output.stdout,
    stderr: () => output.stderr,
    ready: () => says(READY_TEXTS[args[0] ?? ''] ?? ''),
    says,
    kill: (signal) => void child.kill(signal),
  };
}

/** Runs a command that exits by itself. */
export async function runPlaza(
  t: Pick<TestContext, 'after'>,
  options: ProcessOptions,
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const process = plaza(t, options);
  const { code } = await process.exited;
  return { code, stdout: process.stdout(), stderr: process.stderr() };
}

export async function dataFolder(t: Pick<TestContext, 'after'>): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'plaza-start-'));
  // The database may still write its last files while its folder is removed.
  t.after(() => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }));
  return folder;
}

const firstRunSchema = z.strictObject({
  url: z.url(),
  webUrl: z.url(),
  adminUrl: z.url(),
  readyUrl: z.url(),
  mailsUrl: z.url(),
  appUrl: z.url().nullable(),
  panelUrl: z.url().nullable(),
  admin: z.strictObject({ email: z.string(), password: z.string() }),
  demoAdmins: z.array(
    z.strictObject({
      role: z.string(),
      email: z.string(),
      password: z.string(),
      totpSecret: z.string().nullable(),
    }),
  ),
  users: z.array(z.strictObject({ username: z.string(), email: z.string(), password: z.string() })),
  authorization: z.string(),
});

export type FirstRun = z.infer<typeof firstRunSchema>;

export async function readFirstRun(folder: string): Promise<FirstRun> {
  return firstRunSchema.parse(JSON.parse(await readFile(path.join(folder, 'first-run.json'), 'utf8')));
}

/** The process id in the embedded server's pid file. */
export async function postgresPid(folder: string): Promise<number> {
  const noted = await readFile(path.join(folder, 'postgres', 'postmaster.pid'), 'utf8');
  return Number(noted.split('\n', 1)[0]);
}

export async function untilGone(pid: number): Promise<void> {
  const deadlineMs = performance.now() + 10_000;
  while (isAlive(pid)) {
    assert.ok(performance.now() < deadlineMs, `process ${pid} is still there`);
    await sleep(20);
  }
}

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
