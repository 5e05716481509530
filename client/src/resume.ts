import type { Client as Socket, FormattedExecutionResult, Sink, SubscribePayload } from 'graphql-ws';

const EVENT_CURSOR = 'query EventCursor { eventCursor }';

/**
 * Resumes a subscription where it stopped after a reconnection, also one that has had no event yet. It works for documents
 * that declare `$after` and select `cursor` of the event; others continue with new events only.
 * @param onExpired called before a subscription ends with CURSOR_EXPIRED
 */
export function resuming(socket: Socket, onExpired: () => void): Socket {
  return {
    ...socket,
    subscribe<Data, Extensions>(payload: SubscribePayload, sink: ResultSink<Data, Extensions>) {
      if (!declaresAfter(payload.query)) return socket.subscribe(payload, sink);
      let cursor = stringOf(payload.variables?.['after']);
      let isStopped = false;
      const start = (): (() => void) =>
        socket.subscribe<Data, Extensions>(
          payloadFrom(payload, () => cursor),
          {
            next: (result) => {
              cursor = cursorOf(result.data) ?? cursor;
              sink.next(result);
            },
            error(error) {
              if (isExpired(error)) onExpired();
              sink.error(error);
            },
            complete: () => sink.complete(),
          },
        );
      if (cursor !== null) return start();
      let isStarted = false;
      // Started before the query is complete, or the socket would close in between for want of operations.
      const startOnce = (): void => {
        if (isStarted || isStopped) return;
        isStarted = true;
        stop = start();
      };
      let stop = socket.subscribe<{ eventCursor?: unknown }>(
        { query: EVENT_CURSOR },
        {
          next({ data }) {
            cursor = stringOf(data?.eventCursor);
            startOnce();
          },
          // An error here is left to the subscription, which meets the same one.
          error: startOnce,
          complete: () => (isStopped && !isStarted ? sink.complete() : startOnce()),
        },
      );
      return () => {
        isStopped = true;
        stop();
      };
    },
  };
}

/** Whether events are gone: the connection was lost for too long, or the database was set back. */
const isExpired = (errors: unknown): boolean =>
  Array.isArray(errors) &&
  errors.some((error: { extensions?: { code?: unknown } }) => error.extensions?.code === 'CURSOR_EXPIRED');

type ResultSink<Data, Extensions> = Sink<FormattedExecutionResult<Data, Extensions>>;

/** The payload is serialized at every connection, so a getter sends the current cursor. */
function payloadFrom(payload: SubscribePayload, lastCursor: () => string | null): SubscribePayload {
  return {
    ...payload,
    get variables() {
      const after = lastCursor();
      return after === null ? payload.variables : { ...payload.variables, after };
    },
  };
}

function declaresAfter(query: string): boolean {
  return /\$after\s*:/.test(query);
}

/** Null for an event without a log position, such as a typing indicator. */
function cursorOf(data: unknown): string | null {
  if (typeof data !== 'object' || data === null) return null;
  // A subscription has exactly one root field.
  const event: unknown = Object.values(data)[0];
  if (typeof event !== 'object' || event === null || !('cursor' in event)) return null;
  return stringOf(event.cursor);
}

const stringOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);
