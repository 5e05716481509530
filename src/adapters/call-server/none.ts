import { CallServerError, type CallServerPort } from '#ports/call-server.ts';

/** Stands where no call server is configured: nothing begins, and nothing is there to be ended. */
export function createNoCallServer(): CallServerPort {
  const refuse = (): Promise<never> =>
    Promise.reject(new CallServerError('REFUSED', 'This server carries no calls.'));
  return {
    provider: 'none',
    viewersMax: 0,
    openRoom: refuse,
    closeRoom: async () => undefined,
    admit: refuse,
    permit: async () => ({ isInPlace: true }),
    remove: async () => undefined,
    listPeers: async () => null,
    connect: null,
    callbacks: null,
    onLook: () => undefined,
    close: async () => undefined,
  };
}
