import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { rowsOf } from '../money/ledger.ts';
import { makeJobsDue } from '../push/devices.ts';
import { whenBusy } from '../when-busy.ts';
import type { World } from '../world.ts';

const PROCESS = path.resolve(import.meta.dirname, 'working-process.ts');

type Killed = {
  readonly kills: number;
  /** A worker is killed at any moment within this time from its first job, after `meanwhile`. */
  readonly withinMs: number;
  /** Port of a mail server on this machine; without it mails are kept in a table. */
  readonly mailPort?: number;
  /** Runs while the worker works, before it is killed. */
  readonly meanwhile?: (kill: number) => Promise<void>;
  /** Runs after each kill. */
  readonly after?: (kill: number) => Promise<void>;
  /** Whether the worker that nobody kills has nothing left to do. */
  readonly isDone: () => Promise<boolean>;
};

/** Lets one worker after the other work at what people are notified of, and kills each; the last one works until all is done. */
export async function killWorkers(t: TestContext, world: World, killed: Killed): Promise<void> {
  const { kills, withinMs, mailPort, meanwhile, after, isDone } = killed;
  const start = () => startProcess(t, world, mailPort);
  let next = start();
  for (let kill = 0; kill < kills; kill += 1) {
    const worker = await next;
    await makeJobsDue(world);
    await worker.begin();
    // Loads while the other one works.
    next = start();
    await meanwhile?.(kill);
    await untilWorking(world);
    await sleep(Math.random() * whenBusy(withinMs, 1));
    await worker.kill();
    await after?.(kill);
  }
  const last = await next;
  await last.begin();
  const deadlineMs = Date.now() + whenBusy(DEADLINE_MS, 1);
  while (!(await isDone())) {
    assert.ok(Date.now() < deadlineMs, 'the last worker has not done all');
    // The clock of the worker is ahead of that of the queue.
    await makeJobsDue(world);
    await sleep(LOOK_MS);
  }
  await last.kill();
}

/** Waits for a job that is worked at; a worker that finds none is killed all the same. */
async function untilWorking(world: World): Promise<void> {
  const deadlineMs = Date.now() + whenBusy(FIRST_JOB_MS, 1);
  while (Date.now() < deadlineMs) {
    const locked = await rowsOf(
      world,
      'select id from graphile_worker.jobs where locked_at is not null limit 1',
    );
    if (locked.length > 0) return;
    await sleep(LOOK_FOR_JOB_MS);
  }
}

const FIRST_JOB_MS = 1_000;
const LOOK_FOR_JOB_MS = 10;
const LOOK_MS = 200;
const DEADLINE_MS = 120_000;

type WorkerProcess = { begin(): Promise<void>; kill(): Promise<void> };

async function startProcess(
  t: TestContext,
  { app, connectionString, clock, dataDir }: World,
  mailPort: number | undefined,
): Promise<WorkerProcess> {
  // The file of secrets that the world has stored.
  const { identity } = JSON.parse(await readFile(path.join(dataDir, 'secrets.json'), 'utf8')) as {
    identity: string;
  };
  const given = [connectionString, identity, JSON.stringify(app.services.limits), String(mailPort ?? '')];
  const child = spawn(process.execPath, [PROCESS, ...given], { stdio: ['pipe', 'pipe', 'inherit'] });
  // A worker may be killed before it has read.
  child.stdin.on('error', () => undefined);
  t.after(() => child.kill('SIGKILL'));
  const exited = once(child, 'exit');
  await once(child.stdout, 'data');
  return {
    async begin() {
      const begun = once(child.stdout, 'data');
      child.stdin.write(`${clock.now().toISOString()}\n`);
      await begun;
    },
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}
