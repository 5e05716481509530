import { connect as connectTcp } from 'node:net';
import type { Socket } from 'node:net';

/** What PostgreSQL needs to know to stop what one of its sessions is doing. */
export type CancelTarget = {
  readonly host: string;
  readonly port: number;
  readonly processId: number;
  readonly secretKey: number;
};

/** The server ignores a request that comes a moment before the statement, so it is repeated until an answer is there. */
export const CANCEL_AGAIN_MS = 100;

const CANCEL_TIMEOUT_MS = 2_000;
const CANCEL_CODE = 80_877_102;
const MESSAGE_BYTES = 16;

/**
 * Asks the server to cancel what the session runs, over a connection of its own. `stillWanted` is asked when that
 * connection stands, a moment before the request leaves. Failure is silent: the statement's own time limit remains.
 */
export function requestCancel(target: CancelTarget, stillWanted: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const socket = openSocket(target);
    socket.setNoDelay(true);
    socket.setTimeout(CANCEL_TIMEOUT_MS, () => socket.destroy());
    socket.once('connect', () => {
      if (stillWanted()) socket.end(cancelMessage(target));
      else socket.destroy();
    });
    socket.on('error', () => undefined);
    socket.once('close', () => resolve());
    // The server answers nothing and closes; reading is what lets the end be noticed.
    socket.resume();
  });
}

function openSocket(target: CancelTarget): Socket {
  return target.host.startsWith('/')
    ? connectTcp(`${target.host}/.s.PGSQL.${target.port}`)
    : connectTcp(target.port, target.host);
}

/** The CancelRequest message of PostgreSQL's protocol: length, code, process id, secret key. */
function cancelMessage(target: CancelTarget): Buffer {
  const message = Buffer.alloc(MESSAGE_BYTES);
  message.writeInt32BE(MESSAGE_BYTES, 0);
  message.writeInt32BE(CANCEL_CODE, 4);
  message.writeInt32BE(target.processId, 8);
  message.writeInt32BE(target.secretKey, 12);
  return message;
}
