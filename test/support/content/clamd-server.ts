import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import type { TestContext } from 'node:test';

/** Behaviour towards the next files; `slow` never answers, `closes` ends the connection in the middle of a file. */
export type ClamdBehaviour = 'judges' | 'fails' | 'babbles' | 'refuses' | 'closes' | 'slow';

export type ClamdServer = {
  readonly port: number;
  readonly url: string;
  behaviour: ClamdBehaviour;
  /** The files that arrived whole. */
  readonly files: readonly Buffer[];
  /** Number of connections so far. */
  connections(): number;
};

/** The text in a file that makes it infected. */
export const MALWARE = 'X5O!P%@AP[4 this is what the server of these tests finds';
export const THREAT = 'Test.Malware-1';

/** A server on loopback that speaks the protocol of clamd, for `INSTREAM` alone. */
export async function clamdServer(t: Pick<TestContext, 'after'>): Promise<ClamdServer> {
  const files: Buffer[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    let received = Buffer.alloc(0);
    socket.on('data', (chunk: Buffer) => {
      received = Buffer.concat([received, chunk]);
      answer(socket, received);
    });
  });

  function answer(socket: Socket, received: Buffer): void {
    const { behaviour } = clamd;
    if (behaviour === 'slow') return;
    if (behaviour === 'closes') return void socket.destroy();
    if (behaviour === 'refuses') return void socket.end('INSTREAM size limit exceeded. ERROR\0');
    const file = fileIn(received);
    if (!file) return;
    if (behaviour === 'babbles') return void socket.write('x'.repeat(10_000));
    if (behaviour === 'fails') return void socket.end("stream: Can't allocate memory ERROR\0");
    files.push(file);
    socket.end(file.includes(MALWARE) ? `stream: ${THREAT} FOUND\0` : 'stream: OK\0');
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  assert.ok(typeof address === 'object' && address !== null);
  const clamd: ClamdServer = {
    port: address.port,
    url: `tcp://127.0.0.1:${address.port}`,
    behaviour: 'judges',
    files,
    connections: () => connections,
  };
  return clamd;
}

const COMMAND = Buffer.from('zINSTREAM\0');

/** The file of a command, once all of it has arrived. */
function fileIn(received: Buffer): Buffer | null {
  if (received.length < COMMAND.length) return null;
  assert.ok(received.subarray(0, COMMAND.length).equals(COMMAND), 'another command');
  const chunks: Buffer[] = [];
  for (let at = COMMAND.length; at + 4 <= received.length;) {
    const bytes = received.readUInt32BE(at);
    at += 4;
    if (bytes === 0) return Buffer.concat(chunks);
    if (at + bytes > received.length) return null;
    chunks.push(received.subarray(at, at + bytes));
    at += bytes;
  }
  return null;
}
