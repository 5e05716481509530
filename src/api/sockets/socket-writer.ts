import { once } from 'node:events';
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';

/** Time after which a socket with a half-full queue that accepts nothing counts as disconnected. */
const STALL_MS = 5_000;

/** Writes to a socket; a queue that overflows or stalls is too slow. */
export abstract class SocketWriter {
  readonly socket: WebSocket;
  /** The connection of the socket. Without compression a socket never holds messages back, so frames may be written past it. */
  private readonly stream: Duplex;
  private readonly queueBytes: number;
  private draining: Promise<void> | null = null;

  constructor(socket: WebSocket, stream: Duplex, queueBytes: number) {
    this.socket = socket;
    this.stream = stream;
    this.queueBytes = queueBytes;
  }

  /** The client does not keep up: closes the socket, and the client resumes with its cursor. */
  abstract tooSlow(): void;

  /** Sends a message, or the text of one. Past half of the queue it resolves when there is room again. */
  send(message: object | string): Promise<void> {
    if (this.socket.readyState !== this.socket.OPEN) return Promise.resolve();
    this.socket.send(typeof message === 'string' ? message : JSON.stringify(message));
    return this.hasRoom();
  }

  /** Writes a ready frame, which many sockets share. */
  write(frame: Buffer): void {
    if (this.socket.readyState !== this.socket.OPEN) return;
    this.stream.write(frame);
    if (this.stream.writableLength > this.queueBytes) this.tooSlow();
  }

  /** Resolves when the queue is not more than half full. */
  hasRoom(): Promise<void> {
    const { writableLength, destroyed } = this.stream;
    if (writableLength <= this.queueBytes / 2 || destroyed) return Promise.resolve();
    if (writableLength <= this.queueBytes) return (this.draining ??= this.drain());
    this.tooSlow();
    return Promise.resolve();
  }

  /** One wait for all who write to the socket. */
  private async drain(): Promise<void> {
    const stall = new AbortController();
    const timer = setTimeout(() => stall.abort(), STALL_MS);
    const options = { signal: stall.signal };
    try {
      await Promise.race([once(this.stream, 'drain', options), once(this.stream, 'close', options)]);
    } catch {
      // The socket accepted nothing, or broke: then it is closed already.
      this.tooSlow();
    } finally {
      clearTimeout(timer);
      stall.abort();
      this.draining = null;
    }
  }
}
