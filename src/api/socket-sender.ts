import type { WebSocket } from 'ws';
import type { Limits } from '#platform/kernel/limits.ts';

/** Time after which a socket with a half-full queue that accepts nothing counts as disconnected. */
const STALL_MS = 5_000;

/**
 * Writes messages to a socket. Past half of its queue the returned promise waits until the message has left (backpressure);
 * a queue that overflows or stalls calls `onSlow`.
 */
export function createSocketSender(
  socket: WebSocket,
  limits: Limits,
  onSlow: () => void,
): (data: string) => Promise<void> {
  return async (data) => {
    if (socket.readyState !== socket.OPEN) return;
    const { promise: hasLeft, resolve } = Promise.withResolvers<void>();
    // An error means that the socket is closing, which ends all its writers.
    socket.send(data, () => resolve());
    if (socket.bufferedAmount <= limits.socketQueueBytes / 2) return;
    if (socket.bufferedAmount > limits.socketQueueBytes) return onSlow();
    const stall = setTimeout(onSlow, STALL_MS);
    await hasLeft;
    clearTimeout(stall);
  };
}
