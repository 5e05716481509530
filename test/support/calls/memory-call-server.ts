import { setTimeout as sleep } from 'node:timers/promises';
import { MINUTE_MS, type Clock } from '#platform/kernel/clock.ts';
import type { CallPeer, CallRights, CallServerPort, SeenPeer } from '#ports/call-server.ts';

const ADMITTED_MS = 10 * MINUTE_MS;
const VIEWERS_MAX = 1_000;

type Peer = { rights: CallRights; isConnected: boolean; isSilent: boolean };

/** A call server that keeps rooms, peers and rights in the memory of the process and carries nothing. */
export type MemoryCallServer = CallServerPort & {
  /** Connects an admitted peer. @throws Error for one that is not admitted */
  join(room: string, identity: string): void;
  /** Loses the connection of a peer, or makes it silent. */
  lose(room: string, identity: string, how?: 'gone' | 'silent'): void;
  rightsOf(room: string, identity: string): CallRights | null;
  rooms(): readonly string[];
  peersIn(room: string): readonly SeenPeer[];
  /** Takes any time up to this one for each change of rights, so that a later one may pass an earlier one. */
  permitWithin(maxMs: number): void;
  /** Closes all rooms, as a call server does that ends. */
  crash(): void;
};

const seenIn = (peers: ReadonlyMap<string, Peer> | undefined): readonly SeenPeer[] | null =>
  peers ? Array.from(peers, ([identity, peer]) => ({ identity, ...peer })) : null;

/** Opens a call server in memory, for processes without another one. */
export function createMemoryCallServer({ clock }: { readonly clock: Clock }): MemoryCallServer {
  const rooms = new Map<string, Map<string, Peer>>();
  let look: (room: string) => void = () => undefined;
  let permitMaxMs = 0;

  function requirePeer(room: string, identity: string): Peer {
    const peer = rooms.get(room)?.get(identity);
    if (!peer) throw new Error(`${identity} is not admitted to ${room}`);
    return peer;
  }

  const put = ({ room, identity, rights }: CallPeer): void => {
    const peers = rooms.get(room);
    const known = peers?.get(identity);
    if (known) known.rights = rights;
    else peers?.set(identity, { rights, isConnected: false, isSilent: false });
  };

  return {
    provider: 'memory',
    viewersMax: VIEWERS_MAX,
    openRoom({ name }) {
      if (!rooms.has(name)) rooms.set(name, new Map());
      return Promise.resolve();
    },
    closeRoom(name) {
      rooms.delete(name);
      return Promise.resolve();
    },
    admit(peer) {
      put(peer);
      const expiresAt = new Date(clock.now().getTime() + ADMITTED_MS);
      return Promise.resolve({ url: null, token: null, expiresAt, iceServers: [] });
    },
    async permit(peer) {
      if (permitMaxMs > 0) await sleep(Math.random() * permitMaxMs);
      if (rooms.get(peer.room)?.has(peer.identity)) put(peer);
      return { isInPlace: true };
    },
    remove({ room, identity }) {
      rooms.get(room)?.delete(identity);
      return Promise.resolve();
    },
    listPeers: (room) => Promise.resolve(seenIn(rooms.get(room))),
    connect({ room, identity }) {
      requirePeer(room, identity).isConnected = true;
      look(room);
      return Promise.resolve({ sdp: 'v=0\r\n' });
    },
    callbacks: null,
    onLook: (listener) => void (look = listener),
    close: () => Promise.resolve(),
    join(room, identity) {
      const peer = requirePeer(room, identity);
      peer.isConnected = true;
      peer.isSilent = false;
      look(room);
    },
    lose(room, identity, how = 'gone') {
      const peer = requirePeer(room, identity);
      if (how === 'silent') peer.isSilent = true;
      else rooms.get(room)?.delete(identity);
      look(room);
    },
    rightsOf: (room, identity) => rooms.get(room)?.get(identity)?.rights ?? null,
    rooms: () => [...rooms.keys()],
    permitWithin: (maxMs) => void (permitMaxMs = maxMs),
    peersIn: (room) => seenIn(rooms.get(room)) ?? [],
    crash() {
      const names = [...rooms.keys()];
      rooms.clear();
      names.forEach((name) => look(name));
    },
  };
}
