import type { ExecutionArgs, ExecutionResult, GraphQLError } from 'graphql';
import type { SubscribePayload } from 'graphql-ws';
import type { RequestContext } from '#platform/context.ts';
import { SlowConsumer } from '#platform/events/stream.ts';
import type { Limits } from '#platform/limits.ts';
import type { Logger } from '#platform/logger.ts';
import { codedError, presentError } from './error-format.ts';
import type { Execution, Prepared } from './execution.ts';
import { startOperation } from './operation-signal.ts';
import type { OperationSignal } from './operation-signal.ts';
import { isRefusal } from './prepare.ts';

/** The operations of one socket, by the ids that its client gave them. */
export type SocketOperations = {
  /**
   * Executes a query or mutation, or starts a subscription.
   * @returns arguments whose `contextValue` is the outcome, or why there is none
   */
  start(
    id: string,
    payload: SubscribePayload,
    contextOf: (signal: AbortSignal) => Promise<RequestContext>,
  ): Promise<ExecutionArgs | readonly GraphQLError[]>;
  /** The operation has ended: nothing of it is to be aborted any more. */
  finish(id: string): void;
  /** Aborts an operation at once when `message` says that its client no longer wants it; the protocol would wait for its next event. */
  noticeCompletion(message: string): void;
  /** The socket is gone. */
  abandonAll(): void;
  count(): number;
};

export type SocketOperationsOptions = {
  readonly execution: Execution;
  readonly limits: Limits;
  readonly log: Logger;
  /** The stream of events gave up on this socket. */
  readonly onSlowConsumer: () => void;
};

type Outcome = ExecutionResult | AsyncIterableIterator<ExecutionResult>;

/** A client's completion is an id and a type; longer messages are something else. */
const COMPLETION_LENGTH_MAX = 512;

export function createSocketOperations(options: SocketOperationsOptions): SocketOperations {
  const { execution, limits, log } = options;
  const running = new Map<string, OperationSignal>();

  function finish(id: string): void {
    running.get(id)?.finish();
    running.delete(id);
  }

  return {
    async start(id, payload, contextOf) {
      if (running.has(id))
        return [codedError('BAD_REQUEST', 'The last operation of this id has not ended yet.')];
      if (running.size >= limits.socketSubscriptions) return [tooMany(limits)];
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
      ).catch((error: unknown) => ({ errors: [presentError(error, log)] }));
      if ('errors' in outcome && outcome.errors && !('data' in outcome)) {
        finish(id);
        return outcome.errors;
      }
      return { schema: execution.schema, document: prepared.document, contextValue: outcome };
    },
    finish,
    noticeCompletion(message) {
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
  return 'next' in events ? endedWhenSlow(events, onSlowConsumer) : events;
}

/** A stream that gave up ends without a word: the socket is closed and its client resumes from its last cursor. */
function endedWhenSlow(
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
    // The protocol parses the message again and checks it; this reading only has to be careful.
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
  const message = `A socket carries at most ${limits.socketSubscriptions} operations at once.`;
  return codedError('LIMIT_REACHED', message, { limit: limits.socketSubscriptions });
}
