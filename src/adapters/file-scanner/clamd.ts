import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { SECOND_MS } from '#platform/kernel/clock.ts';
import { PortFault } from '#platform/kernel/port-fault.ts';
import { type FileScannerPort, FileTooLarge, type ScanVerdict } from '#ports/file-scanner.ts';

export type ClamdOptions = {
  readonly host: string;
  readonly port: number;
  /** Time for a whole file. */
  readonly scanMs: number;
};

const CONNECT_MS = 5 * SECOND_MS;
const REPLY_BYTES_MAX = 4_096;
const THREAT_LENGTH_MAX = 100;

/**
 * Streams files to clamd, each over a connection of its own (`INSTREAM`). While the scanner is away one scan at a time tries whether
 * it is back, and the others fail at once.
 */
export function createClamdScanner(options: ClamdOptions): FileScannerPort {
  const sockets = new Set<Socket>();
  let isAway = false;
  let isTried = false;

  async function scan(open: () => Promise<Readable>): Promise<ScanVerdict> {
    const socket = connect({ host: options.host, port: options.port });
    sockets.add(socket);
    // Errors go to whoever waits for the socket; without a listener one that comes later would end the process.
    socket.on('error', () => undefined);
    const tooLong = new Error('The scanner takes too long.');
    const limit = setTimeout(() => socket.destroy(tooLong), options.scanMs);
    try {
      await connected(socket);
      return verdictOf(await exchange(socket, open));
    } finally {
      clearTimeout(limit);
      sockets.delete(socket);
      socket.destroy();
    }
  }

  return {
    async scan(open) {
      if (isAway && isTried) throw away();
      isTried = true;
      try {
        const verdict = await scan(open);
        isAway = false;
        return verdict;
      } catch (error) {
        isAway = error instanceof PortFault && error.port === 'file scanner';
        throw error;
      } finally {
        isTried = false;
      }
    },
    async close() {
      for (const socket of sockets) socket.destroy();
    },
  };
}

const away = (cause?: unknown): PortFault => new PortFault('file scanner', 'away', { cause });

async function connected(socket: Socket): Promise<void> {
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(CONNECT_MS) });
  } catch (error) {
    throw away(error);
  }
}

/** Sends a file and reads the reply, which comes before the end of the file when clamd does not take it. */
async function exchange(socket: Socket, open: () => Promise<Readable>): Promise<string> {
  const reply = replyOf(socket);
  // Awaited below: a scanner that breaks off while the file is opened is no error that nobody handles.
  reply.catch(() => undefined);
  const body = await open();
  const stop = (): void => void body.destroy();
  socket.once('close', stop);
  try {
    await send(socket, body);
  } catch (error) {
    // The body ends with the connection, whose end the reply explains.
    if (!socket.destroyed) throw error;
  } finally {
    socket.off('close', stop);
    stop();
  }
  return reply.catch((error: unknown) => {
    throw away(error);
  });
}

/** The text that clamd sends before it closes the connection. */
async function replyOf(socket: Socket): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let reply = '';
  socket.on('data', (chunk: Buffer) => {
    reply += chunk.toString('latin1');
    if (reply.includes('\0')) resolve(reply);
    else if (reply.length > REPLY_BYTES_MAX) reject(new Error('The reply of the scanner is too long.'));
  });
  socket.on('close', () => reject(new Error('The scanner closed the connection.')));
  socket.on('error', reject);
  return promise;
}

/** Each chunk comes behind its length, the last one has none. Ends early when the connection does, which the reply explains. */
async function send(socket: Socket, body: Readable): Promise<void> {
  socket.write('zINSTREAM\0');
  const chunks: AsyncIterable<Buffer> = body;
  for await (const chunk of chunks) {
    if (chunk.length === 0) continue;
    if (!socket.writable) return;
    socket.write(lengthOf(chunk.length));
    if (!socket.write(chunk)) await drained(socket);
  }
  if (socket.writable) socket.write(lengthOf(0));
}

function lengthOf(bytes: number): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes);
  return length;
}

/** Waits until the socket takes more, or is closed. */
async function drained(socket: Socket): Promise<void> {
  if (socket.destroyed) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const done = (): void => resolve();
  socket.once('drain', done).once('close', done);
  await promise;
  socket.off('drain', done).off('close', done);
}

/** @throws FileTooLarge past `StreamMaxLength` of clamd, or PortFault for another reply that is no verdict */
function verdictOf(reply: string): ScanVerdict {
  const [text = ''] = reply.split('\0');
  if (text === 'stream: OK') return { threat: null };
  if (text.startsWith('INSTREAM size limit exceeded')) throw new FileTooLarge();
  const [, name] = /^stream: (.+) FOUND$/.exec(text) ?? [];
  if (name === undefined) throw away(new Error(`The scanner answered: ${printable(text)}`));
  return { threat: printable(name) };
}

const printable = (text: string): string => text.replaceAll(/[^\x20-\x7e]/g, '?').slice(0, THREAT_LENGTH_MAX);
