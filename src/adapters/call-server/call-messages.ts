import type { CallPeer, CallRoom, ConnectionOffer, SeenPeer } from '#ports/call-server.ts';

/** Addresses of the call process, fixed when it starts. */
export type CallAddresses = {
  /** Address on which media are received. */
  readonly listen: string;
  /** Address that is told to clients; null is `listen`. */
  readonly announce: string | null;
  readonly portFirst: number;
  readonly portLast: number;
};

/** Tasks that the process which carries calls does for its server. */
export type CallTasks = {
  readonly begin: { readonly task: CallAddresses; readonly result: null };
  readonly openRoom: { readonly task: CallRoom; readonly result: null };
  readonly closeRoom: { readonly task: { readonly name: string }; readonly result: null };
  readonly setPeer: { readonly task: CallPeer; readonly result: null };
  readonly removePeer: { readonly task: Pick<CallPeer, 'room' | 'identity'>; readonly result: null };
  readonly listPeers: { readonly task: { readonly room: string }; readonly result: readonly SeenPeer[] };
  readonly connect: { readonly task: ConnectionOffer; readonly result: { readonly sdp: string } };
};

export type CallTaskName = keyof CallTasks;
