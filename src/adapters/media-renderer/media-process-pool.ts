import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Logger } from '#platform/kernel/logger.ts';
import { invalid } from '#platform/kernel/parse-input.ts';
import type { MediaAnswer, MediaRequest } from './media-process.ts';
import type { MediaTasks, TaskName } from './media-tasks.ts';
import { createWorkQueue } from './work-queue.ts';

/** Processes that decode files: a bounded number, started on demand and ended when idle. */
export type MediaProcessPool = {
  /**
   * Processes a file. When this settles, no process reads or writes the files of the task.
   *
   * @throws AppError VALIDATION_FAILED when the file is at fault (it is refused, needs too much memory or time, or makes its
   * decoder crash), SERVICE_UNAVAILABLE when too many wait, RATE_LIMITED when too many of the owner do, or the signal's
   * reason
   */
  perform<Name extends TaskName>(
    name: Name,
    task: MediaTasks[Name]['task'],
    bounds: TaskBounds,
  ): Promise<MediaTasks[Name]['result']>;
};

export type TaskBounds = {
  /** Owner of the file: owners take turns. */
  readonly ownerId: string;
  readonly timeoutMs: number;
  readonly memoryBytesMax: number;
  readonly signal: AbortSignal;
  readonly log: Logger;
};

type PoolOptions = {
  readonly processesMax: number;
  /** Files that wait for a process; further ones are refused with SERVICE_UNAVAILABLE. */
  readonly waitingMax: number;
  /** Files of one owner that wait; further ones are refused with RATE_LIMITED. */
  readonly ownWaitingMax: number;
  /** Time after which an idle process ends. */
  readonly idleMs: number;
};

/** A process that holds more of its memory bound than this after a file leaves too little for the next one. */
const KEPT_MEMORY_SHARE = 1 / 3;

export function createMediaProcessPool(options: PoolOptions): MediaProcessPool {
  const { processesMax, waitingMax, ownWaitingMax, idleMs } = options;
  const queue = createWorkQueue({ runningMax: processesMax, waitingMax, ownWaitingMax });
  const idle = new Map<ChildProcess, NodeJS.Timeout>();

  function take(): ChildProcess {
    for (const [child, timer] of idle) {
      clearTimeout(timer);
      idle.delete(child);
      // Skips a process that was ended from outside meanwhile.
      if (!child.connected || child.signalCode !== null || child.exitCode !== null) continue;
      child.ref();
      child.channel?.ref();
      return child;
    }
    return startProcess();
  }

  function keep(child: ChildProcess): void {
    const timer = setTimeout(() => {
      idle.delete(child);
      killGroup(child);
    }, idleMs);
    idle.set(child, timer.unref());
    // An idle process does not keep the server running.
    child.unref();
    child.channel?.unref();
  }

  return {
    perform: (name, task, bounds) =>
      queue.run(bounds, async () => {
        bounds.signal.throwIfAborted();
        const child = take();
        // Both belong to one member of `MediaTasks`, which the generic hides here.
        const request = { name, task, memoryBytesMax: bounds.memoryBytesMax } as MediaRequest;
        const outcome = await perform(child, request, bounds);
        if (isReusable(outcome, bounds)) keep(child);
        else await endProcess(child);
        // A process answers with the result of the task of this name.
        return resultOf(outcome, bounds) as MediaTasks[typeof name]['result'];
      }),
  };
}

const PROCESS = fileURLToPath(new URL('./media-process.ts', import.meta.url));
/** JavaScript heap in MiB; pixels and samples lie outside of it. */
const HEAP_MIB_MAX = 256;

function startProcess(): ChildProcess {
  const child = fork(PROCESS, [], {
    execArgv: [`--max-old-space-size=${HEAP_MIB_MAX}`],
    // Keeps the server's secrets from the decoders.
    env: {},
    // Decoders' warnings about uploaded files would only fill the log.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    detached: true,
  });
  // A process that fails to start has no channel either, which `perform` detects.
  child.on('error', () => undefined);
  return child;
}

type Outcome = MediaAnswer | { readonly outcome: 'crashed' | 'late' | 'abandoned' };

function perform(child: ChildProcess, request: MediaRequest, bounds: TaskBounds): Promise<Outcome> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => settle({ outcome: 'late' }), bounds.timeoutMs);
    const onAbort = (): void => settle({ outcome: 'abandoned' });
    // Messages sent before the exit arrive before `disconnect`.
    const onDisconnect = (): void => settle({ outcome: 'crashed' });
    function settle(outcome: Outcome): void {
      clearTimeout(timer);
      bounds.signal.removeEventListener('abort', onAbort);
      child.off('message', settle);
      child.off('disconnect', onDisconnect);
      resolve(outcome);
    }
    bounds.signal.addEventListener('abort', onAbort);
    child.on('message', settle);
    child.on('disconnect', onDisconnect);
    child.send(request, () => undefined);
  });
}

function isReusable(outcome: Outcome, { memoryBytesMax }: TaskBounds): boolean {
  return 'memoryBytes' in outcome && outcome.memoryBytes <= memoryBytesMax * KEPT_MEMORY_SHARE;
}

/** Kills a process and its child programs. */
async function endProcess(child: ChildProcess): Promise<void> {
  const exited = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : null;
  killGroup(child);
  await exited;
}

function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // The process group is already empty.
  }
}

function resultOf(outcome: Outcome, { timeoutMs, memoryBytesMax, signal, log }: TaskBounds): object {
  switch (outcome.outcome) {
    case 'done':
      return outcome.result;
    case 'refused':
      throw invalid([], outcome.message, outcome.constraint, outcome.limit ?? undefined);
    case 'outgrown':
      throw invalid(
        [],
        'The file needs too much memory to process. Upload a smaller one.',
        'mediaProcessBytes',
        memoryBytesMax,
      );
    case 'late':
      throw invalid(
        [],
        'The file takes too long to process. Upload a smaller one.',
        'processingMs',
        timeoutMs,
      );
    case 'crashed':
      log.error('a media process ended in the middle of a file');
      throw invalid([], 'The file cannot be decoded.', 'decoder');
    case 'abandoned':
      throw signal.reason;
    case 'failed':
      throw Object.assign(new Error(outcome.message), { stack: outcome.stack });
  }
}
