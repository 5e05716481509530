import { once } from 'node:events';
import { GRAPHQL_TRANSPORT_WS_PROTOCOL } from 'graphql-ws';
import { WebSocket } from 'ws';
import type { GraphqlError, Untyped, Variables } from '#test/support/actor.ts';

export type SocketAnswer = { readonly data?: Untyped; readonly errors?: readonly GraphqlError[] };

/** A socket without a client library, so that a test sees its close code. */
export type RawSocket = {
  /** Null when the server acknowledged the connection, else the close code. */
  readonly refusal: number | null;
  /** The first answer to an operation; for a subscription its first event or its refusal. */
  ask(document: string, variables?: Variables, operationName?: string | null): Promise<SocketAnswer>;
  /** Resolves with the code when the socket has closed. */
  readonly closed: Promise<number>;
  close(): void;
};

type Message = { readonly id?: string; readonly type: string; readonly payload?: unknown };

/** Connects and waits until the server has acknowledged or refused. */
export async function openRawSocket(
  url: string,
  options: {
    connectionParams?: Readonly<Record<string, unknown>>;
    headers?: Readonly<Record<string, string>>;
  } = {},
): Promise<RawSocket> {
  const socket = new WebSocket(url.replace('http', 'ws'), GRAPHQL_TRANSPORT_WS_PROTOCOL, {
    headers: { ...options.headers },
  });
  const closed = once(socket, 'close').then(([code]) => Number(code));
  await once(socket, 'open');
  const waiting = new Map<string, (answer: SocketAnswer) => void>();
  const acknowledged = new Promise<null>((resolve) => {
    socket.on('message', (data: Buffer) => {
      const message = JSON.parse(data.toString()) as Message;
      if (message.type === 'connection_ack') resolve(null);
      if (message.type === 'next') waiting.get(message.id ?? '')?.(message.payload as SocketAnswer);
      if (message.type === 'error')
        waiting.get(message.id ?? '')?.({ errors: message.payload as GraphqlError[] });
    });
  });
  socket.send(JSON.stringify({ type: 'connection_init', payload: options.connectionParams ?? {} }));
  let asked = 0;
  return {
    refusal: await Promise.race([acknowledged, closed]),
    ask(query, variables = {}, operationName) {
      asked += 1;
      const id = String(asked);
      const answer = new Promise<SocketAnswer>((resolve) => waiting.set(id, resolve));
      socket.send(JSON.stringify({ id, type: 'subscribe', payload: { query, variables, operationName } }));
      return answer;
    },
    closed,
    close: () => socket.terminate(),
  };
}
