import { execFile, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { CHILD_ENVIRONMENT, commandAs } from './cluster.ts';
import type { Installation } from './cluster.ts';
import type { Log } from './log.ts';

export type PostgresProcess = {
  /** Resolves when the server process has ended, for any reason. */
  readonly exited: Promise<void>;
  /** Ends all sessions, writes a checkpoint and resolves when the process has ended. */
  stop(): Promise<void>;
};

const READY_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 15_000;
const START_ATTEMPTS_MAX = 50;
const START_RETRY_MS = 100;
const OUTPUT_LINES_KEPT = 20;

/** Resolves when the server accepts connections. After a crash that includes WAL recovery. */
export async function spawnPostgres(
  installation: Installation,
  options: { port: number; settings: Readonly<Record<string, string>>; log: Log },
): Promise<PostgresProcess> {
  for (let attempt = 1; ; attempt += 1) {
    const server = launch(installation, options);
    const outcome = await server.ready;
    if (outcome === null) return server;
    // Processes of a killed server hold its shared memory until they notice, which takes milliseconds.
    if (!/still in use|lock file/.test(outcome) || attempt === START_ATTEMPTS_MAX) {
      throw new Error(`The embedded PostgreSQL did not start: ${outcome}`);
    }
    await sleep(START_RETRY_MS);
    await stopOrphan(installation.clusterDir);
  }
}

/**
 * Executes the server, after starting a small watcher that interrupts it when this process has died: the watcher
 * reads the pipe on our end of standard input. A line means that the server has ended and no action is needed.
 * On Linux the server gets the scheduling policy SCHED_BATCH, so that a session that a statement wakes does not preempt the process
 * that sent it. Without `chrt` it keeps the usual one.
 */
const START_SCRIPT = `chrt -b -p 0 $$ >/dev/null 2>&1
exec 3<&0
( ( read -r _ <&3 || kill -INT $$ ) >/dev/null 2>&1 & )
exec "$0" "$@" 3<&- </dev/null`;

function launch(
  installation: Installation,
  options: { settings: Readonly<Record<string, string>>; log: Log },
): PostgresProcess & { ready: Promise<string | null> } {
  const settings = Object.entries(options.settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const server = commandAs(installation.user, 'sh', [
    '-c',
    START_SCRIPT,
    installation.binaries.postgres,
    '-D',
    installation.clusterDir,
    ...settings,
  ]);
  const child = spawn(server.command, server.args, {
    ...server.ids,
    cwd: '/',
    env: CHILD_ENVIRONMENT,
    stdio: ['pipe', 'ignore', 'pipe'],
    // Ctrl-C in the terminal is for this process, which stops the server when its own work is done.
    detached: true,
  });
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  void exited.then(() => dismissWatcher(child));
  child.stdin.on('error', () => undefined); // The watcher may have ended already.
  return { exited, ready: readiness(child, options.log), stop: () => stopChild(child, exited) };
}

function dismissWatcher(child: ChildProcess): void {
  child.stdin?.end('\n');
}

/** @returns null when connections are accepted, otherwise the last log lines of the server that exited */
function readiness(child: ChildProcess, log: Log): Promise<string | null> {
  const lastLines: string[] = [];
  return new Promise((resolve) => {
    const timer = setTimeout(() => child.kill('SIGQUIT'), READY_TIMEOUT_MS);
    const settle = (outcome: string | null): void => {
      clearTimeout(timer);
      resolve(outcome);
    };
    child.once('error', (error) => settle(error.message));
    child.once('close', (code, signal) => settle(lastLines.join('\n') || `ended with ${code ?? signal}`));
    if (!child.stderr) return;
    createInterface({ input: child.stderr }).on('line', (line) => {
      lastLines.push(line);
      if (lastLines.length > OUTPUT_LINES_KEPT) lastLines.shift();
      forward(line, log);
      if (line.includes('database system is ready to accept connections')) settle(null);
    });
  });
}

function forward(line: string, log: Log): void {
  if (/\b(PANIC|FATAL)\b/.test(line)) log.warn({ postgres: line }, 'PostgreSQL');
  else log.debug({ postgres: line }, 'PostgreSQL');
}

async function stopChild(child: ChildProcess, exited: Promise<void>): Promise<void> {
  child.kill('SIGINT');
  const timer = setTimeout(() => child.kill('SIGQUIT'), STOP_TIMEOUT_MS);
  await exited;
  clearTimeout(timer);
}

/**
 * Stops a server that outlived its parent, and removes a stale pid file whose process id belongs to another program
 * now. Only for a folder whose lock this process holds: then no server in it has a living owner.
 */
export async function stopOrphan(clusterDir: string): Promise<void> {
  const pidFile = path.join(clusterDir, 'postmaster.pid');
  const pid = Number((await readFile(pidFile, 'utf8').catch(() => '')).split('\n', 1)[0]);
  if (!(pid > 1) || !isAlive(pid)) return;
  const command = await commandLine(pid);
  if (!command.includes(clusterDir)) {
    // Another PostgreSQL is left to PostgreSQL's own check, which compares more than the process id.
    if (!/^\S*postgres\b/.test(command)) await rm(pidFile, { force: true });
    return;
  }
  const deadline = Date.now() + STOP_TIMEOUT_MS;
  signal(pid, 'SIGINT');
  while (isAlive(pid)) {
    if (Date.now() > deadline) signal(pid, 'SIGQUIT');
    await sleep(20);
  }
}

function isAlive(pid: number): boolean {
  return signal(pid, 0);
}

/** @returns false when the process does not exist */
function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

async function commandLine(pid: number): Promise<string> {
  if (process.platform === 'linux') {
    return (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).replaceAll('\0', ' ');
  }
  const listed = await promisify(execFile)('ps', ['-o', 'command=', '-p', String(pid)]).catch(() => null);
  return listed?.stdout ?? '';
}
