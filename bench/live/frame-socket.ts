import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import type { Socket } from 'node:net';

/**
 * A WebSocket client for thousands of sockets in one process: `ws` would cost more than the servers whose deliveries it counts.
 * It reads into one buffer for all sockets, answers pings and knows whole messages alone, as the measured servers send them.
 */
export type FrameSocket = {
  send(text: string): void;
  cut(): void;
};

type FrameSocketOptions = {
  readonly port: number;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Called for every message; the bytes are valid until it returns. */
  readonly onText: (bytes: Buffer) => void;
  /** Called when the server closes the open socket, with the code of its close frame, or null without one. */
  readonly onClosed: (code: number | null) => void;
};

const SHARED = Buffer.allocUnsafeSlow(256 * 1_024);
const HEADER_END = '\r\n\r\n';
const TEXT = 1;
const CLOSE = 8;
const PING = 9;
const PONG = 10;

/** @throws Error when the server refuses the upgrade */
export async function openFrameSocket(options: FrameSocketOptions): Promise<FrameSocket> {
  const upgraded = Promise.withResolvers<void>();
  let isUpgraded = false;
  let isCut = false;
  let closeCode: number | null = null;
  let rest: Buffer | null = null;

  function take(count: number): boolean {
    const bytes: Buffer = rest ? Buffer.concat([rest, SHARED.subarray(0, count)]) : SHARED.subarray(0, count);
    const used = isUpgraded ? readFrames(bytes, onFrame) : takeUpgrade(bytes);
    rest = used < bytes.length ? Buffer.from(bytes.subarray(used)) : null;
    return true;
  }

  function takeUpgrade(bytes: Buffer): number {
    const end = bytes.indexOf(HEADER_END);
    if (end < 0) return 0;
    const status = bytes.toString('latin1', 0, bytes.indexOf('\r\n'));
    if (!status.startsWith('HTTP/1.1 101')) {
      upgraded.reject(new Error(`The upgrade was answered by ${status}.`));
      return bytes.length;
    }
    isUpgraded = true;
    upgraded.resolve();
    const start = end + HEADER_END.length;
    return start + readFrames(bytes.subarray(start), onFrame);
  }

  function onFrame(opcode: number, payload: Buffer): void {
    if (opcode === TEXT) options.onText(payload);
    else if (opcode === PING) socket.write(clientFrame(PONG, ''));
    else if (opcode === CLOSE) closeCode = payload.length < 2 ? null : payload.readUInt16BE();
  }

  const socket: Socket = connect({
    port: options.port,
    host: '127.0.0.1',
    noDelay: true,
    onread: { buffer: SHARED, callback: take },
  });
  socket.on('error', () => {}); // `close` follows.
  socket.once('close', () => {
    upgraded.reject(new Error('The server closed the connection.'));
    if (isUpgraded && !isCut) options.onClosed(closeCode);
  });
  socket.write(upgradeRequest(options));
  await upgraded.promise;
  return {
    send: (text) => void socket.write(clientFrame(TEXT, text)),
    cut() {
      isCut = true;
      socket.destroy();
    },
  };
}

function upgradeRequest({ path, headers }: FrameSocketOptions): string {
  const all = {
    host: '127.0.0.1',
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': randomBytes(16).toString('base64'),
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return [`GET ${path} HTTP/1.1`, ...lines, '', ''].join('\r\n');
}

/** @returns the number of bytes of complete frames */
function readFrames(bytes: Buffer, onFrame: (opcode: number, payload: Buffer) => void): number {
  let at = 0;
  while (bytes.length - at >= 2) {
    const short = bytes[at + 1]!; // Within the bytes by the line above.
    const headerBytes = short < 126 ? 2 : short === 126 ? 4 : 10;
    if (bytes.length - at < headerBytes) break;
    const length =
      short < 126
        ? short
        : short === 126
          ? bytes.readUInt16BE(at + 2)
          : Number(bytes.readBigUInt64BE(at + 2));
    const end = at + headerBytes + length;
    if (end > bytes.length) break;
    onFrame(bytes[at]! & 15, bytes.subarray(at + headerBytes, end)); // Likewise.
    at = end;
  }
  return at;
}

/** Clients must mask; a mask of zeros changes nothing. */
function clientFrame(opcode: number, text: string): Buffer {
  const payload = Buffer.from(text);
  const header = frameHeader(opcode, payload.length);
  header[1]! |= 0x80; // Every header has two bytes.
  return Buffer.concat([header, Buffer.alloc(4), payload]);
}

/** The frame of a message of a server. */
export function serverFrame(text: string): Buffer {
  const payload = Buffer.from(text);
  return Buffer.concat([frameHeader(TEXT, payload.length), payload]);
}

function frameHeader(opcode: number, length: number): Buffer {
  if (length < 126) return Buffer.from([0x80 | opcode, length]);
  const header = Buffer.alloc(length < 65_536 ? 4 : 10);
  header[0] = 0x80 | opcode;
  header[1] = length < 65_536 ? 126 : 127;
  if (length < 65_536) header.writeUInt16BE(length, 2);
  else header.writeBigUInt64BE(BigInt(length), 2);
  return header;
}
