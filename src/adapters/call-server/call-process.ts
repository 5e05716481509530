import { initLogger } from 'node-datachannel';
import { CallServerError, type CallServerErrorCode } from '#ports/call-server.ts';
import type { CallAddresses, CallTaskName, CallTasks } from './call-messages.ts';
import { createCallRooms, type CallRooms } from './call-rooms.ts';

/*
 * A child process that carries the calls of the server that started it: native code that crashes ends connections, and not the
 * server. It keeps nothing that the server does not know.
 */

export type CallRequest = {
  [Name in CallTaskName]: {
    readonly id: number;
    readonly name: Name;
    readonly task: CallTasks[Name]['task'];
  };
}[CallTaskName];

export type CallAnswer =
  | { readonly id: number; readonly result: CallTasks[CallTaskName]['result'] }
  | {
      readonly id: number;
      readonly refusal: { readonly code: CallServerErrorCode; readonly message: string };
    }
  /** Peers of a room may have changed. */
  | { readonly look: string };

let rooms: CallRooms | null = null;

// Native code would write descriptions, which contain addresses of people.
initLogger('Fatal', () => undefined);
process.on('message', (request: CallRequest) => void answer(request));
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
// Ignored: the server ends this process.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);

async function answer(request: CallRequest): Promise<void> {
  const { id } = request;
  try {
    send({ id, result: await perform(request) });
  } catch (error) {
    const { code, message } =
      error instanceof CallServerError
        ? error
        : { code: 'UNAVAILABLE' as const, message: 'The call process failed.' };
    send({ id, refusal: { code, message } });
  }
}

async function perform(request: CallRequest): Promise<CallTasks[CallTaskName]['result']> {
  if (request.name === 'begin') return begin(request.task);
  if (!rooms) throw new Error('The process has not begun.');
  switch (request.name) {
    case 'openRoom':
      rooms.open(request.task);
      return null;
    case 'closeRoom':
      rooms.close(request.task.name);
      return null;
    case 'setPeer':
      rooms.set(request.task);
      return null;
    case 'removePeer':
      rooms.remove(request.task);
      return null;
    case 'listPeers':
      return rooms.list(request.task.room);
    case 'connect':
      return rooms.connect(request.task);
  }
}

function begin(addresses: CallAddresses): null {
  rooms = createCallRooms(addresses, (room) => send({ look: room }));
  return null;
}

/** After the channel has closed no message can be sent, and `disconnect` ends this process. */
function send(message: CallAnswer): void {
  process.send?.(message, undefined, undefined, () => undefined);
}
