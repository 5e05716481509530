import { once } from 'node:events';
import { WebSocket } from 'ws';
import { GRAPHQL_TRANSPORT_WS_PROTOCOL } from 'graphql-ws';
import type { Person, World } from '#test/support/world.ts';

/** A device that collects the results of one subscription as they were sent. */
export type LiveDevice = {
  /** The payloads of `next` in JSON, in the order of their arrival. */
  readonly results: readonly string[];
  close(): void;
};

/** @param id the id of the operation, which clients choose as they like */
export async function openLiveDevice(
  world: World,
  person: Person,
  { id, query, variables = {} }: { id: string; query: string; variables?: object },
): Promise<LiveDevice> {
  const socket = new WebSocket(world.url.replace('http', 'ws'), GRAPHQL_TRANSPORT_WS_PROTOCOL);
  await once(socket, 'open');
  const results: string[] = [];
  const prefix = `{"id":${JSON.stringify(id)},"type":"next","payload":`;
  socket.on('message', (data: Buffer) => {
    const text = data.toString();
    if (text.startsWith(prefix)) results.push(text.slice(prefix.length, -1));
  });
  socket.send(JSON.stringify({ type: 'connection_init', payload: { token: person.token } }));
  await once(socket, 'message');
  socket.send(JSON.stringify({ id, type: 'subscribe', payload: { query, variables } }));
  // A query that begins after the subscription and reads as much is answered after it is open.
  for (const round of ['a', 'b', 'c']) {
    socket.send(JSON.stringify({ id: round, type: 'subscribe', payload: { query: '{ me { id } }' } }));
    await new Promise<void>((resolve) => {
      socket.on('message', (data: Buffer) => {
        if (data.toString().includes(`"id":"${round}","type":"complete"`)) resolve();
      });
    });
  }
  return { results, close: () => socket.terminate() };
}
