import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { GraphQLObjectType, GraphQLScalarType, GraphQLSchema, GraphQLString, GraphQLList } from 'graphql';
import { createHandler } from 'graphql-http/lib/use/http';
import { useServer } from 'graphql-ws/use/ws';
import { WebSocketServer } from 'ws';

/** One received operation over HTTP. */
export type SeenRequest = {
  readonly authorization: string | undefined;
  readonly contentType: string;
  readonly form: FormData | null;
};

export type ToyServer = {
  readonly httpUrl: string;
  readonly wsUrl: string;
  readonly requests: SeenRequest[];
  readonly connections: { readonly authorization: unknown }[];
  /** The `$after` of every subscription, in the order of their start. */
  readonly subscriptions: { readonly after: string | null }[];
  emit(event: { cursor: string | null; text: string }): void;
  /** Closes all sockets as on an expired token. */
  expireSockets(): void;
  close(): Promise<void>;
};

type Event = { cursor: string | null; text: string };
type Emit = (event: Event) => void;

/** A server that records how operations arrive; lists and sessions are tested against the product. */
export async function startToyServer(): Promise<ToyServer> {
  const requests: SeenRequest[] = [];
  const connections: { authorization: unknown }[] = [];
  const subscriptions: { after: string | null }[] = [];
  const listeners = new Set<Emit>();
  const schema = createSchema((after) => {
    subscriptions.push({ after });
    return listen(listeners);
  });

  const graphql = createHandler({ schema });
  const http = createServer((request, response) => void answer(request, response, requests, graphql));
  const sockets = new WebSocketServer({ server: http, path: '/web/graphql' });
  const transport = useServer(
    {
      schema,
      onConnect: ({ connectionParams }) => {
        connections.push({ authorization: connectionParams?.['authorization'] });
        return true;
      },
    },
    sockets,
  );
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  const { port } = http.address() as AddressInfo;

  return {
    httpUrl: `http://127.0.0.1:${port}/web/graphql`,
    wsUrl: `ws://127.0.0.1:${port}/web/graphql`,
    requests,
    connections,
    subscriptions,
    emit: (event) => {
      for (const listener of listeners) listener(event);
    },
    expireSockets: () => {
      listeners.clear();
      for (const socket of sockets.clients) socket.close(4403, 'Forbidden');
    },
    close: async () => {
      await transport.dispose();
      http.closeAllConnections();
      http.close();
    },
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  requests: SeenRequest[],
  graphql: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
): Promise<void> {
  const contentType = request.headers['content-type'] ?? '';
  const seen = { authorization: request.headers.authorization, contentType: contentType.split(';')[0]! };
  if (!contentType.startsWith('multipart/')) {
    requests.push({ ...seen, form: null });
    return graphql(request, response);
  }
  // A request without an encoding emits its body as buffers.
  const chunks = (await request.toArray()) as Buffer[];
  const body = new Response(Buffer.concat(chunks), { headers: { 'content-type': contentType } });
  const form = await body.formData();
  requests.push({ ...seen, form });
  response.setHeader('content-type', 'application/json').end('{"data":{"upload":"stored"}}');
}

function createSchema(subscribe: (after: string | null) => AsyncIterable<unknown>): GraphQLSchema {
  return new GraphQLSchema({
    query: new GraphQLObjectType({
      name: 'Query',
      fields: {
        feed: { type: connectionType, resolve: () => ({ nodes: [{ id: 'a1' }] }) },
      },
    }),
    mutation: new GraphQLObjectType({
      name: 'Mutation',
      fields: {
        upload: {
          type: GraphQLString,
          args: { file: { type: uploadType } },
          resolve: () => 'nothing to store',
        },
      },
    }),
    subscription: new GraphQLObjectType({
      name: 'Subscription',
      fields: {
        messageAdded: {
          type: eventType,
          args: { after: { type: GraphQLString } },
          subscribe: (_: unknown, { after }: { after?: string }) => subscribe(after ?? null),
          resolve: (event: unknown) => event,
        },
      },
    }),
  });
}

const uploadType = new GraphQLScalarType({ name: 'Upload' });
const eventType = new GraphQLObjectType({
  name: 'MessageAddedEvent',
  fields: { cursor: { type: GraphQLString }, text: { type: GraphQLString } },
});
const itemType = new GraphQLObjectType({ name: 'Item', fields: { id: { type: GraphQLString } } });
const connectionType = new GraphQLObjectType({
  name: 'FeedConnection',
  fields: { nodes: { type: new GraphQLList(itemType) } },
});

/** Yields events until the consumer returns. */
async function* listen(listeners: Set<Emit>): AsyncGenerator<Event> {
  const queue: Event[] = [];
  let wake: () => void = () => undefined;
  const listener: Emit = (event) => {
    queue.push(event);
    wake();
  };
  listeners.add(listener);
  try {
    for (;;) {
      for (let event = queue.shift(); event; event = queue.shift()) yield event;
      await new Promise<void>((resolve) => (wake = resolve));
    }
  } finally {
    listeners.delete(listener);
  }
}
