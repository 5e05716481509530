/** The reference of live delivery: a process with the bare `ws` that writes one ready frame to every socket. */
import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { WebSocketServer } from 'ws';
import { serverFrame } from './frame-socket.ts';

/** Text to send to all, or null to listen. */
export type BroadcastOrder = { readonly text: string | null };
/** The port, or the number of sockets. */
export type BroadcastAnswer = number;

const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false });
const streams = new Set<Socket>();

server.on('connection', (socket, { socket: stream }) => {
  streams.add(stream);
  socket.on('close', () => streams.delete(stream));
  socket.on('error', () => {});
});
const listening = once(server, 'listening');

process.on('message', ({ text }: BroadcastOrder) => void obey(text));

async function obey(text: string | null): Promise<void> {
  if (text === null) {
    await listening;
    // A server on a port has an address with one.
    process.send?.((server.address() as AddressInfo).port);
    return;
  }
  const frame = serverFrame(text);
  for (const stream of streams) stream.write(frame);
  process.send?.(streams.size);
}
