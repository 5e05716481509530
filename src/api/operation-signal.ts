import { AppError } from '#platform/errors.ts';

/** The life of one operation: its signal aborts when time is up or when its client goes away. */
export type OperationSignal = {
  readonly signal: AbortSignal;
  /** The client no longer waits for an answer. */
  abandon(): void;
  /** The answer is complete: nothing aborts any more. */
  finish(): void;
};

/**
 * @param timeoutMs null for what lasts as long as its client wants it, such as a subscription
 * @param parent when this aborts, so does the operation, with the same reason
 */
export function startOperation(timeoutMs: number | null, parent?: AbortSignal): OperationSignal {
  const controller = new AbortController();
  const follow = (): void => controller.abort(parent?.reason);
  if (parent?.aborted) follow();
  parent?.addEventListener('abort', follow, { once: true });
  const timer =
    timeoutMs === null ? null : setTimeout(() => controller.abort(timedOut(timeoutMs)), timeoutMs);
  const finish = (): void => {
    if (timer) clearTimeout(timer);
    parent?.removeEventListener('abort', follow);
  };
  return {
    signal: controller.signal,
    finish,
    abandon() {
      finish();
      controller.abort(new AppError('TIMEOUT', 'The client went away.'));
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
