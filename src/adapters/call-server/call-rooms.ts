import {
  type CallPeer,
  type CallRights,
  type CallRoom,
  CallServerError,
  type ConnectionOffer,
  type SeenPeer,
} from '#ports/call-server.ts';
import type { CallAddresses } from './call-messages.ts';
import { connect, type Connection } from './connection.ts';
import { lineAt, type Place, readOffer } from './offer.ts';
import type { RtpPacket } from './rtp.ts';

/** Rooms and their peers in the process that carries calls, and the paths of what they send. */
export type CallRooms = {
  open(room: CallRoom): void;
  close(name: string): void;
  set(peer: CallPeer): void;
  remove(peer: Pick<CallPeer, 'room' | 'identity'>): void;
  list(name: string): readonly SeenPeer[];
  /** @throws CallServerError REFUSED, UNAVAILABLE */
  connect(offer: ConnectionOffer): Promise<{ readonly sdp: string }>;
};

type Room = CallRoom & {
  readonly peers: Map<string, Peer>;
  /** The peer whose pictures the line of the shared screen shows, and until when nobody else's. */
  screen: { peer: Peer; untilMs: number } | null;
};

type Peer = {
  readonly identity: string;
  rights: CallRights;
  connection: Connection | null;
  isSilent: boolean;
  /** Of each line on which the client sends; another one begins whenever its gate opens. */
  sources: object[];
  /** Bytes that it may send now. */
  readonly budget: { bytes: number; atMs: number };
};

const SENT = { audio: 0, video: 1, screen: 2 } as const;
/** A screen is that of its last sender for this long without a packet. */
const SCREEN_KEPT_MS = 2_000;
/** Some three times what a client is told to send. */
const BYTES_PER_SECOND_MAX = 1_250_000;
const REPEAT_MS = 20;
const TELL_MS = 1_000;

export function createCallRooms(addresses: CallAddresses, onLook: (room: string) => void): CallRooms {
  const rooms = new Map<string, Room>();
  setInterval(() => repeatAll(rooms), REPEAT_MS);
  setInterval(() => tellAll(rooms, onLook), TELL_MS);

  function peerOf({ room, identity }: { room: string; identity: string }): { room: Room; peer: Peer } {
    const found = rooms.get(room);
    const peer = found?.peers.get(identity);
    if (!found || !peer) throw new CallServerError('REFUSED', 'The peer is not admitted.');
    return { room: found, peer };
  }

  return {
    open(room) {
      const old = rooms.get(room.name);
      if (old) Object.assign(old, room);
      else rooms.set(room.name, { ...room, peers: new Map(), screen: null });
    },
    close(name) {
      for (const peer of rooms.get(name)?.peers.values() ?? []) disconnect(peer);
      rooms.delete(name);
    },
    set({ room, identity, rights }) {
      const found = rooms.get(room);
      if (!found) return;
      const peer = found.peers.get(identity);
      if (peer) setRights(peer, rights);
      else found.peers.set(identity, newPeer(identity, rights));
    },
    remove({ room, identity }) {
      const found = rooms.get(room);
      const peer = found?.peers.get(identity);
      if (!found || !peer) return;
      disconnect(peer);
      if (found.screen?.peer === peer) found.screen = null;
      found.peers.delete(identity);
    },
    list: (name) =>
      [...(rooms.get(name)?.peers.values() ?? [])].flatMap(({ identity, connection, rights, isSilent }) =>
        connection ? [{ identity, rights, isSilent, isConnected: connection.isConnected() }] : [],
      ),
    async connect(offer) {
      const { room, peer } = peerOf(offer);
      const isAdmitted = (): boolean => rooms.get(room.name)?.peers.get(peer.identity) === peer;
      return connectPeer({ room, peer, isAdmitted, addresses, onLook, sdp: offer.sdp });
    },
  };
}

type Joining = {
  readonly room: Room;
  readonly peer: Peer;
  readonly isAdmitted: () => boolean;
  readonly addresses: CallAddresses;
  readonly onLook: (room: string) => void;
  readonly sdp: string;
};

async function connectPeer(joining: Joining): Promise<{ readonly sdp: string }> {
  const { room, peer, isAdmitted, addresses, onLook } = joining;
  const read = readOffer(joining.sdp, room.slots);
  const others = [...room.peers.values()].filter((other) => other !== peer && other.connection);
  if (others.length >= room.peersMax) throw new CallServerError('REFUSED', 'The room is full.');
  let connection: Connection | null = null;
  // A connection that was replaced, or whose peer was removed, may have packets under way.
  const isCurrent = (): boolean => connection !== null && peer.connection === connection;
  const made = await connect(read, addresses, {
    onPacket(line, packet) {
      if (isCurrent()) forward(room, peer, line, packet);
    },
    onReport(line, sent) {
      if (isCurrent()) report(room, peer, line, sent);
    },
    onKeyFrameWanted(line) {
      if (connection && isCurrent()) askSender(room, connection, line);
    },
    onConnected() {
      if (isCurrent()) onLook(room.name);
    },
    onEnd() {
      if (!isCurrent()) return;
      disconnect(peer);
      onLook(room.name);
    },
  });
  ({ connection } = made);
  if (!isAdmitted()) {
    connection.close();
    throw new CallServerError('REFUSED', 'The peer is not admitted.');
  }
  disconnect(peer);
  Object.assign(peer, { connection, isSilent: false, sources: newSources() });
  onLook(room.name);
  return { sdp: made.sdp };
}

const newSources = (): object[] => [{}, {}, {}];

const newPeer = (identity: string, rights: CallRights): Peer => ({
  identity,
  rights,
  connection: null,
  isSilent: false,
  sources: newSources(),
  budget: { bytes: BYTES_PER_SECOND_MAX, atMs: performance.now() },
});

function disconnect(peer: Peer): void {
  const { connection } = peer;
  peer.connection = null;
  connection?.close();
}

function setRights(peer: Peer, rights: CallRights): void {
  for (const name of ['audio', 'video', 'screen'] as const) {
    const isOpened = rights[name] && !peer.rights[name];
    if (isOpened || rights.slot !== peer.rights.slot) peer.sources[SENT[name]] = {};
  }
  peer.rights = rights;
}

/** The place at which others see or hear a line; null when the peer may not send it. */
function placeOf({ rights }: Peer, line: number): Place | null {
  const { audio, video, screen, slot } = rights;
  if (line === SENT.screen) return screen ? { name: 'screen' } : null;
  if (slot === null) return null;
  if (line === SENT.audio) return audio ? { name: 'audio', slot } : null;
  return video ? { name: 'video', slot } : null;
}

function forward(room: Room, peer: Peer, line: number, packet: RtpPacket): void {
  const nowMs = performance.now();
  const place = placeOf(peer, line);
  const source = peer.sources[line];
  if (!place || !source || !isWithinBudget(peer, packet, nowMs)) return;
  if (place.name === 'screen' && !holdsScreen(room, peer, nowMs)) return;
  for (const { connection } of room.peers.values()) {
    if (!connection?.isConnected() || connection === peer.connection) continue;
    const to = lineAt(place, connection.slots);
    if (to === null) continue;
    connection.forward(to, source, packet, nowMs);
    if (connection.streams[to]?.needsKeyFrame(source)) peer.connection?.askForKeyFrame(line, nowMs);
  }
}

/** Packets beyond it are lost: each of them is sent to everybody in the room. */
function isWithinBudget({ budget }: Peer, { payload }: RtpPacket, nowMs: number): boolean {
  const refilled = ((nowMs - budget.atMs) / 1_000) * BYTES_PER_SECOND_MAX;
  budget.bytes = Math.min(BYTES_PER_SECOND_MAX, budget.bytes + refilled) - payload.length;
  budget.atMs = nowMs;
  if (budget.bytes >= 0) return true;
  budget.bytes += payload.length;
  return false;
}

function holdsScreen(room: Room, peer: Peer, nowMs: number): boolean {
  const { screen } = room;
  const isTaken = screen && screen.peer !== peer && screen.untilMs > nowMs && screen.peer.rights.screen;
  if (isTaken) return false;
  room.screen = { peer, untilMs: nowMs + SCREEN_KEPT_MS };
  return true;
}

function report(room: Room, peer: Peer, line: number, sent: { time: bigint; timestamp: number }): void {
  const place = placeOf(peer, line);
  const source = peer.sources[line];
  if (!place || !source) return;
  for (const { connection } of room.peers.values()) {
    if (!connection || connection === peer.connection) continue;
    const to = lineAt(place, connection.slots);
    if (to !== null) connection.report(to, source, sent);
  }
}

/** Asks whoever is shown on a line of a receiver. */
function askSender(room: Room, receiver: Connection, to: number): void {
  const nowMs = performance.now();
  for (const peer of room.peers.values()) {
    for (const line of [SENT.video, SENT.screen]) {
      const place = placeOf(peer, line);
      if (place && lineAt(place, receiver.slots) === to) peer.connection?.askForKeyFrame(line, nowMs);
    }
  }
}

function repeatAll(rooms: ReadonlyMap<string, Room>): void {
  const nowMs = performance.now();
  for (const room of rooms.values()) {
    for (const { connection } of room.peers.values()) connection?.repeat(nowMs);
  }
}

function tellAll(rooms: ReadonlyMap<string, Room>, onLook: (room: string) => void): void {
  const nowMs = performance.now();
  for (const room of rooms.values()) {
    const speakers = [...room.peers.values()].filter(({ rights }) => rights.slot !== null).length;
    for (const peer of room.peers.values()) {
      const { connection, rights } = peer;
      if (!connection) continue;
      connection.tell(bitrateOf(speakers, rights), nowMs);
      const isSilent = connection.isSilent(nowMs);
      if (isSilent === peer.isSilent) continue;
      peer.isSilent = isSilent;
      onLook(room.name);
    }
  }
}

/** Bits a second that a peer may send: everybody receives those of all speakers. */
function bitrateOf(speakers: number, { screen }: CallRights): number {
  const camera = speakers <= 2 ? 2_000_000 : speakers <= 4 ? 1_000_000 : 500_000;
  return camera + (screen ? 1_500_000 : 0);
}
