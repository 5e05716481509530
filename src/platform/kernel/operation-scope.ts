import { AsyncLocalStorage } from 'node:async_hooks';
import type { ErrorCode } from './errors.ts';
import type { ResultMeter } from './result-meter.ts';

/** A statement that is sent as a part of another one, or by itself. */
export type CommitStatement = {
  /**
   * SQL whose parameters are numbered from `first` on.
   * @param condition in SQL, on which it does anything
   */
  text(first: number, condition?: string): string;
  readonly parameters: readonly unknown[];
};

/** Scope of one operation: counts its statements and changes, and cancels statements when its signal aborts. */
export type OperationScope = {
  readonly signal: AbortSignal;
  /** Counts the result; null when the scope has none. */
  readonly meter: ResultMeter | null;
  /** Number of statements that the operation has sent to the database. */
  statements: number;
  /** Code of the first refusal that a mutation answered in its payload; null without one. */
  refusal: ErrorCode | null;
  /** Number of rows that the committed transactions of the operation have changed; a write of one statement counts as one. */
  changes: number;
  /** Whether the mutation that runs now is one of admins, whose transactions need an entry in the audit log. */
  needsAuditEntry: boolean;
  /** A statement that commits with the next transaction that changes rows, at its end: if it fails, so does the transaction. */
  withCommit: CommitStatement | null;
  /** Callbacks for the abort of the signal, one for each statement in flight. */
  readonly underWay: Set<() => void>;
};

const scopes = new AsyncLocalStorage<OperationScope>();

/** Runs `work` in the scope (AsyncLocalStorage), where `currentScope` returns it. */
export async function runInScope<T>(
  { signal, meter = null }: { signal: AbortSignal; meter?: ResultMeter | null },
  work: (scope: OperationScope) => Promise<T> | T,
): Promise<T> {
  const scope: OperationScope = {
    signal,
    meter,
    statements: 0,
    refusal: null,
    changes: 0,
    needsAuditEntry: false,
    withCommit: null,
    underWay: new Set(),
  };
  // One listener for the whole operation: one per statement would cost more than some statements do.
  const abort = (): void => {
    for (const cancel of [...scope.underWay]) cancel();
  };
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await scopes.run(scope, () => work(scope));
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

export function currentScope(): OperationScope | undefined {
  return scopes.getStore();
}

/** Runs work that the end of the operation must not cancel, and that is not counted as its own. */
export const outsideOfScope = <T>(work: () => T): T => scopes.exit(work);

/** Counts a statement that is about to start. @throws the signal's reason when the operation has ended */
export function countStatement(scope: OperationScope | undefined): void {
  if (!scope) return;
  scope.signal.throwIfAborted();
  scope.statements += 1;
}

/** Notes a refusal that the result shows only where the client asks for it. */
export function noteRefusal(code: ErrorCode): void {
  const scope = currentScope();
  if (scope) scope.refusal ??= code;
}
