import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { ErrorCode } from './errors.ts';

/** A request over HTTP, or one message of a socket: what is logged meanwhile has its id. */
export type RequestScope = {
  readonly id: string;
  /** The first refusal, until it is written to the log. */
  refusal: Refusal | null;
  /** Work that the request leaves behind, such as a connection that it opened, is no longer logged under its id. */
  isOver: boolean;
};

export type Refusal = {
  readonly code: ErrorCode;
  readonly endpoint?: string;
  readonly type?: string | undefined;
  /** Name of the operation; null when it has none, or none that can be a name. */
  readonly operation?: string | null;
  /** Null when it was refused before it was known who calls. */
  readonly callerKind?: 'user' | 'admin' | 'anonymous' | null;
};

const requests = new AsyncLocalStorage<RequestScope>();

export const requestScope = (id: string): RequestScope => ({ id, refusal: null, isOver: false });

export const runInRequest = <T>(scope: RequestScope, work: () => T): T => requests.run(scope, work);

/** The request that runs now, unless it is over. */
export function currentRequest(): RequestScope | undefined {
  const scope = requests.getStore();
  return scope?.isOver ? undefined : scope;
}

/** Notes what the line about this request will say; the first refusal stays. */
export function noteRequestRefusal(refusal: Refusal): void {
  const scope = currentRequest();
  if (scope) scope.refusal ??= refusal;
}

export const REQUEST_ID_HEADER = 'x-request-id';

const HARMLESS_ID = /^[A-Za-z0-9._-]{1,64}$/;

/** The id that the caller or a proxy gave, or a new one. */
export const requestIdOf = (given: string | string[] | undefined): string =>
  typeof given === 'string' && HARMLESS_ID.test(given) ? given : randomUUID();
