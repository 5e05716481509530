import { AppError } from '#platform/kernel/errors.ts';
import type { MediaTasks, TaskName } from './media-tasks.ts';

/*
 * A child process that decodes uploads, one file at a time: a decoder that crashes, or a file made to
 * exhaust it, ends this process and not the server. It leads a process group, so that killing the group also ends
 * its child programs.
 */

export type MediaRequest = {
  [Name in TaskName]: {
    readonly name: Name;
    readonly task: MediaTasks[Name]['task'];
    /** Memory bound of this process. */
    readonly memoryBytesMax: number;
  };
}[TaskName];

export type MediaAnswer =
  | { readonly outcome: 'done'; readonly result: TaskResult; readonly memoryBytes: number }
  /** The file is at fault. */
  | {
      readonly outcome: 'refused';
      readonly message: string;
      readonly constraint: string;
      readonly limit: number | null;
      readonly memoryBytes: number;
    }
  /** The program is at fault. */
  | { readonly outcome: 'failed'; readonly message: string; readonly stack: string }
  /** This process has outgrown its memory bound and exits. */
  | { readonly outcome: 'outgrown' };

type TaskResult = MediaTasks[TaskName]['result'];

/** A decoder allocates some 3 GB a second at most, so the bound is exceeded by less than 100 MB. */
const MEMORY_WATCH_MS = 25;

process.on('message', (request: MediaRequest) => void answer(request));
process.on('disconnect', endGroup);
// Ignored: the parent ends this process when no file is left to decode.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);

async function answer(request: MediaRequest): Promise<void> {
  const watch = setInterval(() => {
    if (process.memoryUsage.rss() <= request.memoryBytesMax) return;
    clearInterval(watch);
    send({ outcome: 'outgrown' }, endGroup);
  }, MEMORY_WATCH_MS);
  try {
    const result = await perform(request);
    send({ outcome: 'done', result, memoryBytes: process.memoryUsage.rss() });
  } catch (error) {
    send(failureOf(error));
  } finally {
    clearInterval(watch);
  }
}

/** Libraries are imported when the first file needs them. */
async function perform(request: MediaRequest): Promise<TaskResult> {
  if (request.name === 'image') return (await import('./image-rendering.ts')).renderImage(request.task);
  if (request.name === 'classify')
    return (await import('./image-classifying.ts')).classifyImage(request.task);
  return (await import('./recording-rendering.ts')).renderRecording(request.task);
}

function failureOf(error: unknown): MediaAnswer {
  if (error instanceof AppError && error.code === 'VALIDATION_FAILED') {
    const { constraint = 'rule', limit = null } = error.details;
    const memoryBytes = process.memoryUsage.rss();
    return { outcome: 'refused', message: error.message, constraint, limit, memoryBytes };
  }
  const { message, stack = '' } = error instanceof Error ? error : new Error(String(error));
  return { outcome: 'failed', message, stack };
}

/** After the channel has closed no message can be sent, and `disconnect` ends this process. */
function send(message: MediaAnswer, then?: () => void): void {
  process.send?.(message, undefined, undefined, () => then?.());
}

function endGroup(): void {
  process.kill(-process.pid, 'SIGKILL');
}
