import type { WebSocket } from 'ws';
import type { Limits } from '#platform/limits.ts';

/** What the token of a connection has proved. */
export type SocketSession = {
  readonly sessionId: string;
  /** When the token expires; the socket is closed then, whatever it does. */
  readonly expiresAt: Date;
};

/** Which sockets belong to which session, so that they end with it. */
export type SocketSessions = {
  /** @returns false when the session has as many sockets as it may */
  add(session: SocketSession, socket: WebSocket): boolean;
  close(sessionId: string, code: number, reason: string): void;
};

/** `setTimeout` takes no longer delay; a later expiry is looked at again then. */
const TIMER_MS_MAX = 2 ** 31 - 1;

export function createSocketSessions(limits: Limits): SocketSessions {
  const sessions = new Map<string, Set<WebSocket>>();

  function remove(sessionId: string, socket: WebSocket): void {
    const sockets = sessions.get(sessionId);
    sockets?.delete(socket);
    if (sockets?.size === 0) sessions.delete(sessionId);
  }

  return {
    add(session, socket) {
      const sockets = sessions.get(session.sessionId) ?? new Set();
      if (sockets.size >= limits.sessionSockets) return false;
      sessions.set(session.sessionId, sockets.add(socket));
      const cancelExpiry = closeAt(session.expiresAt, socket);
      socket.once('close', () => {
        cancelExpiry();
        remove(session.sessionId, socket);
      });
      return true;
    },
    close(sessionId, code, reason) {
      for (const socket of sessions.get(sessionId) ?? []) socket.close(code, reason);
    },
  };
}

/** Real time, because tokens are checked against it too. @returns what cancels it */
function closeAt(expiresAt: Date, socket: WebSocket): () => void {
  let timer: NodeJS.Timeout;
  function wait(): void {
    const remainingMs = expiresAt.getTime() - Date.now();
    if (remainingMs <= 0) return socket.close(4403, 'Token expired');
    timer = setTimeout(wait, Math.min(remainingMs, TIMER_MS_MAX)).unref();
  }
  wait();
  return () => clearTimeout(timer);
}
