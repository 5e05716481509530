import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';

const ROOT = path.resolve(import.meta.dirname, '../..');
const READY_TIMEOUT_MS = 60_000;
const READY_TEXTS: Readonly<Record<string, string>> = {
  start: 'first-run.json in the data folder',
  serve: '"msg":"serving"',
  worker: '"msg":"working"',
};

export type Exit = { readonly code: number | null; readonly signal: NodeJS.Signals | null };

/** The real command as a process of its own. */
export type PlazaProcess = {
  readonly pid: number;
  readonly exited: Promise<Exit>;
  stdout(): string;
  stderr(): string;
  /** Until it says that it does its work. */
  ready(): Promise<void>;
  /** Until its output holds a text. */
  says(text: string): Promise<void>;
  kill(signal: NodeJS.Signals): void;
};

type ProcessOptions = {
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
};

/** Runs `node src/main.ts` with nothing of our own environment but the path. It is gone when the test has ended. */
export function plaza(t: Pick<TestContext, 'after'>, { args, env = {} }: ProcessOptions): PlazaProcess {
  const child = spawn(process.execPath, ['src/main.ts', ...args], {
    cwd: ROOT,
    env: { PATH: process.env['PATH'], PORT: '0', OPS_PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
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

  async function says(text: string): Promise<void> {
    const deadlineMs = performance.now() + READY_TIMEOUT_MS;
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

/** A command that ends by itself. */
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
  // The database's last files may still be written while its folder goes.
  t.after(() => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }));
  return folder;
}

const firstRunSchema = z.strictObject({
  webUrl: z.url(),
  adminUrl: z.url(),
  admin: z.strictObject({ email: z.string(), password: z.string() }),
  users: z.array(z.strictObject({ username: z.string(), email: z.string(), password: z.string() })),
});

export async function readFirstRun(folder: string): Promise<z.infer<typeof firstRunSchema>> {
  return firstRunSchema.parse(JSON.parse(await readFile(path.join(folder, 'first-run.json'), 'utf8')));
}

/** The process id that the embedded server notes in its folder. */
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
