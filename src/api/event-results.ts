import type { ExecutionResult } from 'graphql';
import { SlowConsumer } from '#platform/outbox/events/stream.ts';
import type { Logger } from '#platform/kernel/logger.ts';
import { toClientError } from './error-format.ts';

/**
 * Not a generator: its `return` would wait for the next event before it ended the source.
 * A failing source ends the subscription with the error as its last result; `SlowConsumer` is handled by the transport.
 */
export function mapEvents(
  source: AsyncIterable<unknown>,
  executeEvent: (event: unknown) => Promise<ExecutionResult>,
  log: Logger,
): AsyncIterableIterator<ExecutionResult> {
  const events = source[Symbol.asyncIterator]();
  let hasFailed = false;
  return {
    async next() {
      if (hasFailed) return { done: true, value: undefined };
      try {
        const event = await events.next();
        if (event.done) return { done: true, value: undefined };
        return { done: false, value: await executeEvent(event.value) };
      } catch (error) {
        if (error instanceof SlowConsumer) throw error;
        hasFailed = true;
        return { done: false, value: { errors: [toClientError(error, log)] } };
      }
    },
    async return() {
      await events.return?.();
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
