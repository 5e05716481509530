import { once } from 'node:events';
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import type { Limits } from '#platform/kernel/limits.ts';

/** Time after which a socket with a half-full queue that accepts nothing counts as disconnected. */
const STALL_MS = 5_000;

export type SocketWriter = {
  /** Sends a message. Past half of the queue it resolves when there is room again. */
  send(text: string): Promise<void>;
  /** Writes a ready frame, which many sockets share. */
  write(frame: Buffer): void;
  /** Resolves when the queue is not more than half full. */
  hasRoom(): Promise<void>;
};

/**
 * Writes to a socket; a queue that overflows or stalls calls `onSlow`.
 *
 * @param stream the connection of the socket. Without compression a socket never holds messages back, so frames may be written
 * past it
 */
export function createSocketWriter(
  socket: WebSocket,
  stream: Duplex,
  limits: Limits,
  onSlow: () => void,
): SocketWriter {
  const { socketQueueBytes } = limits;

  let draining: Promise<void> | null = null;

  /** One wait for all who write to the socket. */
  async function drain(): Promise<void> {
    const stall = new AbortController();
    const timer = setTimeout(() => stall.abort(), STALL_MS);
    const options = { signal: stall.signal };
    try {
      await Promise.race([once(stream, 'drain', options), once(stream, 'close', options)]);
    } catch {
      // It accepted nothing, or broke: then it is closed already.
      onSlow();
    } finally {
      clearTimeout(timer);
      stall.abort();
      draining = null;
    }
  }

  function hasRoom(): Promise<void> {
    if (stream.writableLength <= socketQueueBytes / 2 || stream.destroyed) return Promise.resolve();
    if (stream.writableLength <= socketQueueBytes) return (draining ??= drain());
    onSlow();
    return Promise.resolve();
  }

  return {
    send(text) {
      if (socket.readyState !== socket.OPEN) return Promise.resolve();
      socket.send(text);
      return hasRoom();
    },
    write(frame) {
      if (socket.readyState !== socket.OPEN) return;
      stream.write(frame);
      if (stream.writableLength > socketQueueBytes) onSlow();
    },
    hasRoom,
  };
}
