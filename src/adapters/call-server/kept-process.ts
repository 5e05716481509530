import { setTimeout as sleep } from 'node:timers/promises';
import { SECOND_MS } from '#platform/kernel/clock.ts';
import type { Logger } from '#platform/kernel/logger.ts';
import { CallServerError } from '#ports/call-server.ts';
import type { CallTaskName, CallTasks } from './call-messages.ts';
import { type CallProcess, startCallProcess } from './child-process.ts';

export type Ask = <Name extends CallTaskName>(
  name: Name,
  task: CallTasks[Name]['task'],
) => Promise<CallTasks[Name]['result']>;

/** A process that carries calls, followed by another one when it ends. */
export type KeptProcess = {
  /** Starts the process if there is none. @throws CallServerError */
  readonly ask: Ask;
  isRunning(): boolean;
  close(): void;
};

export type KeptProcessOptions = {
  readonly log: Logger;
  onLook(room: string): void;
  /** Tells a process that has just started what the ones before it knew. */
  begin(tell: (...given: Parameters<Ask>) => void): void;
  /** Decides whether another process is needed after one that has ended. */
  onEnd(): boolean;
  onProcess?: ((pid: number | undefined) => void) | undefined;
};

/** Pause before the process that follows one which ended soon after its own start. */
const RESTART_MS = SECOND_MS;

export function keepCallProcess(options: KeptProcessOptions): KeptProcess {
  let current: CallProcess | null = null;
  let isClosed = false;

  function start(): CallProcess {
    const startedMs = performance.now();
    const started = startCallProcess({
      onLook: options.onLook,
      onEnd() {
        if (current !== started) return;
        current = null;
        if (isClosed) return;
        options.log.error('the process that carries calls has ended');
        if (options.onEnd()) void follow(startedMs);
      },
    });
    current = started;
    options.onProcess?.(started.pid);
    // Messages arrive in this order, so nobody has to wait for the answers; failures show by the end of the process.
    options.begin((name, task) => void started.ask(name, task).catch(() => undefined));
    return started;
  }

  async function follow(startedMs: number): Promise<void> {
    if (performance.now() - startedMs < RESTART_MS) await sleep(RESTART_MS, undefined, { ref: false });
    if (!isClosed && !current) start();
  }

  return {
    async ask(name, task) {
      if (isClosed) throw new CallServerError('UNAVAILABLE', 'The call server is closed.');
      return (current ?? start()).ask(name, task);
    },
    isRunning: () => current !== null,
    close() {
      isClosed = true;
      current?.kill();
      current = null;
    },
  };
}
