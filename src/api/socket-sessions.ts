import type { WebSocket } from 'ws';
import type { Limits } from '#platform/kernel/limits.ts';

/** Identity of a connection by its token. */
export type SocketSession = {
  readonly sessionId: string;
  /** Expiry of the token; the socket is closed then, whatever it does. */
  readonly expiresAt: Date;
};

/** Sockets by session, so that they close with it. */
export type SocketSessions = {
  /** @returns false when the session has its maximum number of sockets */
  add(session: SocketSession, socket: WebSocket): boolean;
  close(sessionId: string, code: number, reason: string): void;
};

/** Maximum delay of `setTimeout`; a later expiry is checked again then. */
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
      socket.on('close', () => {
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

/** System time, because tokens are checked against it too. @returns a function that cancels the timer */
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
