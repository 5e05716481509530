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
  /** Called when a process has ended. */
  onEnd(): void;
  /** Decides whether another process follows by itself. */
  isNeeded(): boolean;
  onProcess?: ((pid: number | undefined) => void) | undefined;
};

/** A process that ends before has not started well, as without its native code: the next one follows after a pause, twice as long each time. */
const STARTED_MS = 5 * SECOND_MS;
const PAUSE_MS = SECOND_MS;
const PAUSES_MAX = 5;

export function keepCallProcess(options: KeptProcessOptions): KeptProcess {
  let current: CallProcess | null = null;
  let [isClosed, isPausing, pauses] = [false, false, 0];

  function start(): CallProcess {
    const startedMs = performance.now();
    const started = startCallProcess({
      onLook: options.onLook,
      onEnd() {
        if (current !== started) return;
        current = null;
        if (isClosed) return;
        options.log.error('the process that carries calls has ended');
        pauses = performance.now() - startedMs < STARTED_MS ? Math.min(pauses + 1, PAUSES_MAX) : 0;
        void follow();
      },
    });
    current = started;
    options.onProcess?.(started.pid);
    // Messages arrive in this order, so nobody has to wait for the answers; failures show by the end of the process.
    options.begin((name, task) => void started.ask(name, task).catch(() => undefined));
    return started;
  }

  async function follow(): Promise<void> {
    isPausing = pauses > 0;
    options.onEnd();
    if (isPausing) {
      await sleep(PAUSE_MS * 2 ** (pauses - 1), undefined, { ref: false });
      isPausing = false;
    }
    if (!isClosed && !current && options.isNeeded()) start();
  }

  return {
    async ask(name, task) {
      if (isClosed) throw new CallServerError('UNAVAILABLE', 'The call server is closed.');
      if (isPausing)
        throw new CallServerError('UNAVAILABLE', 'The process that carries calls does not start.');
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
