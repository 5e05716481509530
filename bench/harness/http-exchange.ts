import { connect } from 'node:net';
import type { Socket } from 'node:net';

/** The body is valid until the next request is sent. */
export type HttpAnswer = { readonly status: number; readonly body: Buffer };

/** One keep-alive connection with one request at a time. */
export type Exchange = {
  /** @throws Error when the connection ends before the answer is complete */
  send(request: Buffer): Promise<HttpAnswer>;
  close(): void;
};

/** Of one read; a longer answer is joined from several. */
const READ_BYTES = 64 * 1_024;

export async function openExchange(port: number): Promise<Exchange> {
  let pieces: Buffer[] = [];
  let pieceBytes = 0;
  let neededBytes = 0;
  let settle: PromiseWithResolvers<HttpAnswer> | null = null;
  const socket = await connected(port, receive);

  /** Joins and parses an answer once as many bytes have arrived as its header announced, not at each piece. */
  function receive(piece: Buffer): void {
    pieceBytes += piece.length;
    if (pieceBytes >= neededBytes) {
      const answer = parseAnswer(pieces.length === 0 ? piece : Buffer.concat([...pieces, piece]));
      if (typeof answer !== 'number') {
        pieces = [];
        pieceBytes = 0;
        neededBytes = 0;
        settle?.resolve(answer);
        return;
      }
      neededBytes = answer;
    }
    // Copied, because the next read overwrites it.
    pieces.push(Buffer.from(piece));
  }

  const fail = (): void => settle?.reject(new Error('The server closed the connection.'));
  socket.on('error', fail);
  socket.on('close', fail);

  return {
    send(request) {
      settle = Promise.withResolvers<HttpAnswer>();
      socket.write(request);
      return settle.promise;
    },
    close: () => socket.destroy(),
  };
}

function connected(port: number, receive: (piece: Buffer) => void): Promise<Socket> {
  // One for all reads: a new one for each costs more than to parse an answer.
  const buffer = Buffer.allocUnsafeSlow(READ_BYTES);
  const callback = (length: number): boolean => {
    receive(buffer.subarray(0, length));
    return true;
  };
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true, onread: { buffer, callback } });
    socket.once('error', reject);
    socket.once('connect', () => {
      socket.off('error', reject);
      resolve(socket);
    });
  });
}

const HEADER_END = '\r\n\r\n';

/** @returns the number of bytes needed before the next attempt, while the answer is incomplete */
function parseAnswer(bytes: Buffer): HttpAnswer | number {
  const headerEnd = bytes.indexOf(HEADER_END);
  if (headerEnd < 0) return bytes.length + 1;
  const header = bytes.toString('latin1', 0, headerEnd).toLowerCase();
  const status = Number(header.slice('http/1.1 '.length, 'http/1.1 '.length + 3));
  const bodyStart = headerEnd + HEADER_END.length;
  const length = /\r\ncontent-length: *(\d+)/.exec(header)?.[1];
  if (length !== undefined) {
    const end = bodyStart + Number(length);
    return bytes.length < end ? end : { status, body: bytes.subarray(bodyStart, end) };
  }
  if (!header.includes('\r\ntransfer-encoding: chunked')) return { status, body: Buffer.alloc(0) };
  const body = joinChunks(bytes, bodyStart);
  return body ? { status, body } : bytes.length + 1;
}

/** @returns null before the last chunk has arrived */
function joinChunks(bytes: Buffer, start: number): Buffer | null {
  const chunks: Buffer[] = [];
  for (let at = start; ;) {
    const lineEnd = bytes.indexOf('\r\n', at);
    if (lineEnd < 0) return null;
    const size = Number.parseInt(bytes.toString('latin1', at, lineEnd), 16);
    const from = lineEnd + 2;
    if (bytes.length < from + size + 2) return null;
    if (size === 0) return Buffer.concat(chunks);
    chunks.push(bytes.subarray(from, from + size));
    at = from + size + 2;
  }
}
