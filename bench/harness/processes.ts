import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

const START_TIMEOUT_MS = 30_000;
const STOP_TIMEOUT_MS = 15_000;

/** The part of this process's environment that every server inherits. */
export const BASE_ENVIRONMENT = {
  PATH: process.env['PATH'],
  HOME: process.env['HOME'],
  NODE_ENV: 'production',
  // No balancer is in front that would have to notice.
  DRAIN_SECONDS: '0',
};

/** @throws Error when the process exits instead, or takes too long; it is then stopped */
export async function untilListening(child: ChildProcess, port: number, name: string): Promise<void> {
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
