import type { Client as Socket, FormattedExecutionResult, Sink, SubscribePayload } from 'graphql-ws';

/**
 * Resumes a subscription where it stopped after a reconnection. It works for documents that declare `$after` and
 * select `cursor` of the event; others continue with new events only.
 */
export function resuming(socket: Socket): Socket {
  return {
    ...socket,
    subscribe<Data, Extensions>(payload: SubscribePayload, sink: ResultSink<Data, Extensions>) {
      if (!declaresAfter(payload.query)) return socket.subscribe(payload, sink);
      let lastCursor: string | null = null;
      return socket.subscribe<Data, Extensions>(
        payloadFrom(payload, () => lastCursor),
        {
          next: (result) => {
            lastCursor = cursorOf(result.data) ?? lastCursor;
            sink.next(result);
          },
          error: (error) => sink.error(error),
          complete: () => sink.complete(),
        },
      );
    },
  };
}

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
  return typeof event.cursor === 'string' ? event.cursor : null;
}
