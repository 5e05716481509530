import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { SECOND_MS } from '#platform/kernel/clock.ts';
import { CallServerError } from '#ports/call-server.ts';
import type { CallTaskName, CallTasks } from './call-messages.ts';
import type { CallAnswer, CallRequest } from './call-process.ts';

/** The process that carries calls, for as long as it lives. */
export type CallProcess = {
  readonly pid: number | undefined;
  /** @throws CallServerError; UNAVAILABLE also when the process ends, and when it is silent, which ends it */
  ask<Name extends CallTaskName>(
    name: Name,
    task: CallTasks[Name]['task'],
  ): Promise<CallTasks[Name]['result']>;
  kill(): void;
};

const PROCESS = fileURLToPath(new URL('./call-process.ts', import.meta.url));
/** JavaScript heap in MiB; packets lie outside of it. */
const HEAP_MIB_MAX = 256;
/** A process that starts on a busy machine takes a second or two. */
const ANSWER_MS = 8 * SECOND_MS;

type Waiting = { resolve(result: unknown): void; reject(error: Error): void; readonly timer: NodeJS.Timeout };

export function startCallProcess(events: { onLook(room: string): void; onEnd(): void }): CallProcess {
  const child = fork(PROCESS, [], {
    execArgv: [`--max-old-space-size=${HEAP_MIB_MAX}`],
    // Keeps the server's secrets from native code.
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const waiting = new Map<number, Waiting>();
  let lastId = 0;
  let hasEnded = false;

  function settle(id: number, settleIt: (one: Waiting) => void): void {
    const one = waiting.get(id);
    if (!one) return;
    waiting.delete(id);
    clearTimeout(one.timer);
    if (waiting.size === 0) release(child);
    settleIt(one);
  }

  function end(): void {
    if (hasEnded) return;
    hasEnded = true;
    child.kill('SIGKILL');
    for (const id of [...waiting.keys()]) settle(id, (one) => one.reject(away()));
    events.onEnd();
  }

  // A process that fails to start has no channel either.
  child.on('error', end);
  child.on('exit', end);
  child.on('disconnect', end);
  child.on('message', (answer: CallAnswer) => {
    if ('look' in answer) events.onLook(answer.look);
    else if ('result' in answer) settle(answer.id, (one) => one.resolve(answer.result));
    else {
      const { code, message } = answer.refusal;
      settle(answer.id, (one) => one.reject(new CallServerError(code, message)));
    }
  });
  release(child);

  return {
    pid: child.pid,
    ask(name, task) {
      if (hasEnded) return Promise.reject(away());
      const id = (lastId += 1);
      // Both belong to one member of `CallTasks`, which the generic hides here.
      const request = { id, name, task } as CallRequest;
      const { promise, resolve, reject } = Promise.withResolvers<unknown>();
      const timer = setTimeout(end, ANSWER_MS);
      waiting.set(id, { resolve, reject, timer });
      hold(child);
      child.send(request, () => undefined);
      // The process answers with the result of the task of this name.
      return promise as Promise<CallTasks[typeof name]['result']>;
    },
    kill: end,
  };
}

const away = (): CallServerError =>
  new CallServerError('UNAVAILABLE', 'The process that carries calls has ended.');

/** A process that nobody waits for does not keep the server running. */
function release(child: ChildProcess): void {
  child.unref();
  child.channel?.unref();
}

function hold(child: ChildProcess): void {
  child.ref();
  child.channel?.ref();
}
