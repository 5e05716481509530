import { type Clock, HOUR_MS } from '#platform/kernel/clock.ts';
import type { Logger } from '#platform/kernel/logger.ts';
import {
  type CallPeer,
  type CallRights,
  type CallRoom,
  CallServerError,
  type CallServerPort,
} from '#ports/call-server.ts';
import type { CallAddresses } from './call-messages.ts';
import { iceServersFor, type TurnServers } from './ice-servers.ts';
import { keepCallProcess } from './kept-process.ts';

export type EmbeddedCallServerOptions = {
  readonly addresses: CallAddresses;
  /** Null gives clients no relays. */
  readonly turn: TurnServers | null;
  readonly clock: Clock;
  readonly log: Logger;
  /** Called with the id of each process that is started. */
  readonly onProcess?: (pid: number | undefined) => void;
};

type Room = CallRoom & { readonly peers: Map<string, CallRights> };

const VIEWERS_MAX = 50;
/** An admission lasts until the peer is removed; the credentials of relays end sooner. */
const RELAY_MS = 12 * HOUR_MS;

/**
 * Carries calls in a child process of the server, which is started for the first room. Rooms and rights are kept here: a process
 * that follows a crashed one gets them again, and clients connect anew.
 */
export function createEmbeddedCallServer(options: EmbeddedCallServerOptions): CallServerPort {
  const { addresses, turn, clock, log } = options;
  const rooms = new Map<string, Room>();
  let listener: (room: string) => void = () => undefined;
  const kept = keepCallProcess({
    log,
    onLook: (room) => listener(room),
    begin(tell) {
      tell('begin', addresses);
      for (const { peers, ...room } of rooms.values()) {
        tell('openRoom', room);
        for (const [identity, rights] of peers) tell('setPeer', { room: room.name, identity, rights });
      }
    },
    onEnd() {
      for (const name of rooms.keys()) listener(name);
    },
    isNeeded: () => rooms.size > 0,
    onProcess: options.onProcess,
  });

  function requireRoom(name: string): Room {
    const room = rooms.get(name);
    if (!room) throw new CallServerError('REFUSED', 'There is no such room.');
    return room;
  }

  async function setPeer({ room, identity, rights }: CallPeer): Promise<void> {
    requireRoom(room).peers.set(identity, rights);
    await kept.ask('setPeer', { room, identity, rights });
  }

  return {
    provider: 'embedded',
    viewersMax: VIEWERS_MAX,
    async openRoom({ name, slots, peersMax }) {
      const peers = rooms.get(name)?.peers ?? new Map<string, CallRights>();
      rooms.set(name, { name, slots, peersMax, peers });
      await kept.ask('openRoom', { name, slots, peersMax });
    },
    async closeRoom(name) {
      if (rooms.delete(name) && kept.isRunning()) await kept.ask('closeRoom', { name });
    },
    async admit(peer) {
      await setPeer(peer);
      const expiresAt = new Date(clock.now().getTime() + RELAY_MS);
      const iceServers = iceServersFor(turn, { identity: peer.identity, expiresAt });
      return { url: null, token: null, expiresAt, iceServers };
    },
    async permit(peer) {
      const isAdmitted = rooms.get(peer.room)?.peers.has(peer.identity) ?? false;
      if (isAdmitted) await setPeer(peer);
      return { isInPlace: true };
    },
    async remove({ room, identity }) {
      const wasThere = rooms.get(room)?.peers.delete(identity) ?? false;
      if (wasThere && kept.isRunning()) await kept.ask('removePeer', { room, identity });
    },
    async listPeers(room) {
      return rooms.has(room) ? kept.ask('listPeers', { room }) : null;
    },
    async connect(offer) {
      if (!requireRoom(offer.room).peers.has(offer.identity)) {
        throw new CallServerError('REFUSED', 'The peer is not admitted.');
      }
      return kept.ask('connect', offer);
    },
    callbacks: null,
    onLook: (next) => void (listener = next),
    close: async () => kept.close(),
  };
}
