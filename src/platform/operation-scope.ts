import { AsyncLocalStorage } from 'node:async_hooks';

/** What runs on behalf of one operation: its statements are counted, and end with its signal. */
export type OperationScope = {
  readonly signal: AbortSignal;
  /** How many statements the operation has sent to the database so far. */
  statements: number;
  /** What to call, once, when the signal aborts: one entry for each statement that is under way. */
  readonly underWay: Set<() => void>;
};

const scopes = new AsyncLocalStorage<OperationScope>();

/** Everything that `work` starts, however deep, finds this scope by `currentScope`. */
export async function runInScope<T>(
  options: { signal: AbortSignal },
  work: (scope: OperationScope) => Promise<T> | T,
): Promise<T> {
  const scope: OperationScope = { signal: options.signal, statements: 0, underWay: new Set() };
  // One listener for the whole operation: one per statement would cost more than some statements do.
  const abort = (): void => {
    for (const cancel of [...scope.underWay]) cancel();
  };
  options.signal.addEventListener('abort', abort, { once: true });
  try {
    return await scopes.run(scope, () => work(scope));
  } finally {
    options.signal.removeEventListener('abort', abort);
  }
}

export function currentScope(): OperationScope | undefined {
  return scopes.getStore();
}

/** Counts a statement that is about to start. @throws the signal's reason when the operation is already over */
export function admitStatement(scope: OperationScope | undefined): void {
  if (!scope) return;
  scope.signal.throwIfAborted();
  scope.statements += 1;
}
