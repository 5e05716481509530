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
  remove(session: SocketSession, socket: WebSocket): void;
  close(sessionId: string, code: number, reason: string): void;
};

export function createSocketSessions(limits: Limits): SocketSessions {
  const sessions = new Map<string, Set<WebSocket>>();

  return {
    add({ sessionId }, socket) {
      const sockets = sessions.get(sessionId) ?? new Set();
      if (sockets.size >= limits.sessionSockets) return false;
      sessions.set(sessionId, sockets.add(socket));
      return true;
    },
    remove({ sessionId }, socket) {
      const sockets = sessions.get(sessionId);
      sockets?.delete(socket);
      if (sockets?.size === 0) sessions.delete(sessionId);
    },
    close(sessionId, code, reason) {
      for (const socket of sessions.get(sessionId) ?? []) socket.close(code, reason);
    },
  };
}
