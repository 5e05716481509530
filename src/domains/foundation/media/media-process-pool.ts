import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Logger } from '#platform/logger.ts';
import { invalid } from '#platform/parse-input.ts';
import type { MediaAnswer, MediaRequest } from './media-process.ts';
import type { MediaTasks, TaskName } from './media-tasks.ts';
import { createWorkQueue } from './work-queue.ts';

/** Processes that decode files: a few at most, started when they are needed and ended when they are not. */
export type MediaProcessPool = {
  /**
   * Has a file processed. When this settles nobody reads or writes the files of the task any more.
   *
   * @throws AppError VALIDATION_FAILED when the file is at fault (it is refused, needs too much memory or time, or makes its
   * decoder crash), SERVICE_UNAVAILABLE when too many wait, or the signal's reason
   */
  perform<Name extends TaskName>(
    name: Name,
    task: MediaTasks[Name]['task'],
    bounds: TaskBounds,
  ): Promise<MediaTasks[Name]['result']>;
};

export type TaskBounds = {
  readonly timeoutMs: number;
  readonly memoryBytesMax: number;
  readonly signal: AbortSignal;
  readonly log: Logger;
};

type PoolOptions = {
  readonly processesMax: number;
  /** Files that wait for a process; who comes then is told to come back later. */
  readonly waitingMax: number;
  /** How long a process stays without work. */
  readonly idleMs: number;
};

/** A process that keeps more of its bound after a file would take it away from the next one. */
const KEPT_MEMORY_SHARE = 1 / 3;

export function createMediaProcessPool({ processesMax, waitingMax, idleMs }: PoolOptions): MediaProcessPool {
  const queue = createWorkQueue({ runningMax: processesMax, waitingMax });
  const idle = new Map<ChildProcess, NodeJS.Timeout>();

  function take(): ChildProcess {
    for (const [child, timer] of idle) {
      clearTimeout(timer);
      idle.delete(child);
      // One that somebody else has ended meanwhile is passed over.
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
    // While it has nothing to do it holds up the end of nobody.
    child.unref();
    child.channel?.unref();
  }

  return {
    perform: (name, task, bounds) =>
      queue.run(bounds.signal, async () => {
        bounds.signal.throwIfAborted();
        const child = take();
        // Both come from one member of `MediaTasks`, which the generic hides here.
        const request = { name, task, memoryBytesMax: bounds.memoryBytesMax } as MediaRequest;
        const outcome = await perform(child, request, bounds);
        if (isReusable(outcome, bounds)) keep(child);
        else await endProcess(child);
        // A process answers with what the name stands for.
        return resultOf(outcome, bounds) as MediaTasks[typeof name]['result'];
      }),
  };
}

const PROCESS = fileURLToPath(new URL('./media-process.ts', import.meta.url));
/** Of JavaScript alone, in MiB; pixels and samples lie outside of it. */
const HEAP_MIB_MAX = 256;

function startProcess(): ChildProcess {
  const child = fork(PROCESS, [], {
    execArgv: [`--max-old-space-size=${HEAP_MIB_MAX}`],
    // Secrets of the product are none of its business.
    env: {},
    // The decoders' complaints about strangers' files would only fill the log.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    detached: true,
  });
  // One that does not start has no channel either, which is what tells.
  child.on('error', () => undefined);
  return child;
}

type Outcome = MediaAnswer | { readonly outcome: 'crashed' | 'late' | 'abandoned' };

function perform(child: ChildProcess, request: MediaRequest, bounds: TaskBounds): Promise<Outcome> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => settle({ outcome: 'late' }), bounds.timeoutMs);
    const onAbort = (): void => settle({ outcome: 'abandoned' });
    // What it wrote before its end is read before its end is noticed.
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

/** Kills it and all that it has started. */
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
    // There is nobody left in the group.
  }
}

function resultOf(outcome: Outcome, { timeoutMs, memoryBytesMax, signal, log }: TaskBounds): object {
  switch (outcome.outcome) {
    case 'done':
      return outcome.result;
    case 'refused':
      throw invalid([], outcome.message, outcome.constraint, outcome.limit ?? undefined);
    case 'outgrown':
      throw invalid([], 'Processing the file takes too much memory.', 'mediaProcessBytes', memoryBytesMax);
    case 'late':
      throw invalid([], 'Processing the file takes too long.', 'processingMs', timeoutMs);
    case 'crashed':
      log.error('a media process ended in the middle of a file');
      throw invalid([], 'The file makes its decoder fail.', 'decoder');
    case 'abandoned':
      throw signal.reason;
    case 'failed':
      throw Object.assign(new Error(outcome.message), { stack: outcome.stack });
  }
}
