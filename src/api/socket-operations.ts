import type { ExecutionArgs, ExecutionResult, GraphQLError } from 'graphql';
import type { SubscribePayload } from 'graphql-ws';
import type { RequestContext } from '#platform/request/context.ts';
import type { Limits } from '#platform/kernel/limits.ts';
import type { Logger } from '#platform/kernel/logger.ts';
import { codedError, codeOf, toClientError } from './error-format.ts';
import type { Execution, Prepared, RefusedOperation } from './execution.ts';
import type { Live, LiveSubscription } from './live/live.ts';
import type { LiveSocket } from './live/subscriber.ts';
import { type OperationSignal, startOperation } from './operation-signal.ts';
import { isRefusal } from './prepare.ts';

/** The operations of one socket, by the ids that its client gave them. */
export type SocketOperations = {
  /**
   * Executes a query or mutation, or starts a subscription.
   * @returns arguments whose `contextValue` is the outcome, or the errors of a refusal
   */
  start(
    id: string,
    payload: SubscribePayload,
    contextOf: (signal: AbortSignal) => RequestContext,
  ): Promise<ExecutionArgs | readonly GraphQLError[]>;
  /** Removes an ended operation, which can no longer be aborted. */
  finish(id: string): void;
  /** Aborts an operation immediately when `message` completes it; the protocol would wait for its next event. */
  onClientComplete(message: string): void;
  /** The socket is closed. */
  abandonAll(): void;
  count(): number;
};

export type SocketOperationsOptions = {
  readonly execution: Execution;
  readonly live: Live;
  readonly limits: Limits;
  readonly log: Logger;
  /** How events are written to the socket. */
  readonly socket: Pick<LiveSocket, 'write' | 'hasRoom' | 'tooSlow'>;
};

/** The result of a query or mutation; of a subscription the iterator of its last result, since events are written past it. */
export type Outcome = ExecutionResult | AsyncIterableIterator<ExecutionResult>;

/** Ends an operation before its result, or clears up after it. */
type Running = { abandon(): void; finish(): void };

/** A client's completion contains only an id and a type; longer messages are not parsed. */
const COMPLETION_LENGTH_MAX = 512;

export function createSocketOperations(options: SocketOperationsOptions): SocketOperations {
  const { execution, live, limits, log, socket } = options;
  const running = new Map<string, Running>();

  function finish(id: string): void {
    running.get(id)?.finish();
    running.delete(id);
  }

  function refuse(error: GraphQLError, type: RefusedOperation['type'] = 'unknown'): readonly GraphQLError[] {
    execution.refused({ type, code: codeOf(error) });
    return [error];
  }

  async function subscribe(
    { prepared, id, variables }: { prepared: Prepared; id: string; variables: Record<string, unknown> },
    operation: OperationSignal,
    contextOf: (signal: AbortSignal) => RequestContext,
  ): Promise<Outcome> {
    const ctx = contextOf(operation.signal);
    const idJson = JSON.stringify(id);
    const subscription = await live.subscribe({ prepared, variables }, ctx, { ...socket, idJson, contextOf });
    if ('errors' in subscription) return subscription;
    operation.finish();
    if (operation.signal.aborted) subscription.end();
    else running.set(id, runningOf(subscription));
    return endOf(subscription);
  }

  return {
    async start(id, payload, contextOf) {
      if (running.has(id))
        return refuse(codedError('BAD_REQUEST', 'An operation with this id is still running.'));
      if (running.size >= limits.socketSubscriptions) return refuse(tooMany(limits));
      const prepared = execution.prepare(payload.query, payload.operationName ?? null);
      if (isRefusal(prepared)) return prepared;
      const { operation: type } = prepared.operation;
      const operation = startOperation(type === 'subscription' ? null : limits.operationTimeoutMs);
      running.set(id, operation);
      const starting =
        type === 'subscription'
          ? subscribe({ prepared, id, variables: payload.variables ?? {} }, operation, contextOf)
          : execution.execute(prepared, payload.variables ?? {}, contextOf(operation.signal));
      const outcome: Outcome = await starting.catch((error: unknown) => ({
        errors: refuse(toClientError(error, log), type),
      }));
      if ('errors' in outcome && outcome.errors && !('data' in outcome)) {
        finish(id);
        return outcome.errors;
      }
      return { schema: execution.schema, document: prepared.document, contextValue: outcome };
    },
    finish,
    onClientComplete(message) {
      const id = completedId(message);
      if (id !== null) running.get(id)?.abandon();
    },
    abandonAll() {
      for (const operation of running.values()) operation.abandon();
    },
    count: () => running.size,
  };
}

/** Made here, because a closure of the start would keep all of it in memory. */
const runningOf = ({ end }: LiveSubscription): Running => ({ abandon: end, finish: () => undefined });

/** Never yields an event; a last result says why the subscription ended. */
function endOf({ ended, end }: LiveSubscription): AsyncIterableIterator<ExecutionResult> {
  let isOver = false;
  return {
    async next() {
      const last = isOver ? null : await ended;
      isOver = true;
      return last ? { done: false, value: last } : { done: true, value: undefined };
    },
    async return() {
      end();
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

function completedId(message: string): string | null {
  if (message.length > COMPLETION_LENGTH_MAX || !message.includes('"complete"')) return null;
  try {
    // The protocol parses and validates the message again; this parse must only not throw.
    const parsed: unknown = JSON.parse(message);
    if (typeof parsed !== 'object' || parsed === null || !('type' in parsed) || !('id' in parsed))
      return null;
    return parsed.type === 'complete' && typeof parsed.id === 'string' ? parsed.id : null;
  } catch {
    // Not JSON: the protocol refuses it.
    return null;
  }
}

function tooMany(limits: Limits): GraphQLError {
  const message = `Run at most ${limits.socketSubscriptions} operations at once on a socket.`;
  return codedError('LIMIT_REACHED', message, { limit: limits.socketSubscriptions });
}
