import type { ExecutionArgs, ExecutionResult, GraphQLError } from 'graphql';
import type { SubscribePayload } from 'graphql-ws';
import type { RequestContext } from '#platform/request/context.ts';
import { SlowConsumer } from '#platform/outbox/events/stream.ts';
import type { Limits } from '#platform/kernel/limits.ts';
import type { Logger } from '#platform/kernel/logger.ts';
import { codedError, codeOf, toClientError } from './error-format.ts';
import type { Execution, Prepared, RefusedOperation } from './execution.ts';
import { startOperation } from './operation-signal.ts';
import type { OperationSignal } from './operation-signal.ts';
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
    contextOf: (signal: AbortSignal) => Promise<RequestContext>,
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
  readonly limits: Limits;
  readonly log: Logger;
  /** The stream of events ended with `SlowConsumer`. */
  readonly onSlowConsumer: () => void;
};

/** The result of a query or mutation, or the results of a subscription's events. */
export type Outcome = ExecutionResult | AsyncIterableIterator<ExecutionResult>;

/** A client's completion contains only an id and a type; longer messages are not parsed. */
const COMPLETION_LENGTH_MAX = 512;

export function createSocketOperations(options: SocketOperationsOptions): SocketOperations {
  const { execution, limits, log } = options;
  const running = new Map<string, OperationSignal>();

  function finish(id: string): void {
    running.get(id)?.finish();
    running.delete(id);
  }

  function refuse(error: GraphQLError, type: RefusedOperation['type'] = 'unknown'): readonly GraphQLError[] {
    execution.refused({ type, code: codeOf(error) });
    return [error];
  }

  return {
    async start(id, payload, contextOf) {
      if (running.has(id))
        return refuse(codedError('BAD_REQUEST', 'An operation with this id is still running.'));
      if (running.size >= limits.socketSubscriptions) return refuse(tooMany(limits));
      const prepared = execution.prepare(payload.query, payload.operationName ?? null);
      if (isRefusal(prepared)) return prepared;
      const isSubscription = prepared.operation.operation === 'subscription';
      const operation = startOperation(isSubscription ? null : limits.operationTimeoutMs);
      running.set(id, operation);
      const outcome = await run(
        prepared,
        payload.variables ?? {},
        operation.signal,
        contextOf,
        options,
      ).catch((error: unknown) => ({
        errors: refuse(toClientError(error, log), prepared.operation.operation),
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

async function run(
  prepared: Prepared,
  variables: Record<string, unknown>,
  signal: AbortSignal,
  contextOf: (signal: AbortSignal) => Promise<RequestContext>,
  { execution, limits, onSlowConsumer }: SocketOperationsOptions,
): Promise<Outcome> {
  const ctx = await contextOf(signal);
  if (prepared.operation.operation !== 'subscription') return execution.execute(prepared, variables, ctx);
  const events = await execution.subscribe(prepared, variables, ctx, async () => {
    const event = startOperation(limits.operationTimeoutMs, signal);
    return { ctx: await contextOf(event.signal), finish: () => event.finish() };
  });
  return 'next' in events ? closeWhenSlow(events, onSlowConsumer) : events;
}

/** A slow consumer's stream ends without a result: the socket is closed and its client resumes from its last cursor. */
function closeWhenSlow(
  events: AsyncIterableIterator<ExecutionResult>,
  onSlowConsumer: () => void,
): AsyncIterableIterator<ExecutionResult> {
  return {
    async next() {
      try {
        return await events.next();
      } catch (error) {
        if (!(error instanceof SlowConsumer)) throw error;
        onSlowConsumer();
        return { done: true, value: undefined };
      }
    },
    return: async () => (await events.return?.()) ?? { done: true, value: undefined },
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
