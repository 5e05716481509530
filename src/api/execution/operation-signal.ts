import { AppError } from '#platform/kernel/errors.ts';

/** Lifetime of one operation: its signal aborts at its time limit or when its client disconnects. */
export type OperationSignal = {
  readonly signal: AbortSignal;
  /** Starts the time limit of an operation that began without one. */
  limitTo(timeoutMs: number): void;
  /** The client no longer waits for an answer. */
  abandon(): void;
  /** The answer is complete: the signal no longer aborts. */
  finish(): void;
};

/**
 * @param timeoutMs null without a limit, such as for a subscription, or until `limitTo`
 * @param parent its abort aborts the operation, with the same reason
 */
export function startOperation(timeoutMs: number | null, parent?: AbortSignal): OperationSignal {
  const controller = new AbortController();
  const follow = (): void => controller.abort(parent?.reason);
  if (parent?.aborted) follow();
  parent?.addEventListener('abort', follow, { once: true });
  let timer: NodeJS.Timeout | undefined;
  const limitTo = (limitMs: number): void => {
    timer = setTimeout(() => controller.abort(timedOut(limitMs)), limitMs);
  };
  if (timeoutMs !== null) limitTo(timeoutMs);
  const finish = (): void => {
    clearTimeout(timer);
    parent?.removeEventListener('abort', follow);
  };
  return {
    signal: controller.signal,
    limitTo,
    finish,
    abandon() {
      finish();
      controller.abort(new AppError('TIMEOUT', 'The client disconnected.'));
    },
  };
}

/** Settles like `work`, or rejects with the signal's reason as soon as that aborts. */
export async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = (): void => reject(signal.reason);
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

function timedOut(timeoutMs: number): AppError {
  return new AppError('TIMEOUT', `The operation took longer than ${timeoutMs / 1_000} s and was cancelled.`);
}
