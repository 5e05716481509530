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
import { lineCount, readOffer } from './offer.ts';
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
};

const SENT = { audio: 0, video: 1, screen: 2 } as const;
const SENT_LINES = 3;
/** A screen is that of its last sender for this long without a packet. */
const SCREEN_KEPT_MS = 2_000;
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
      if (old?.slots === room.slots) Object.assign(old, room);
      else rooms.set(room.name, { ...room, peers: old?.peers ?? new Map<string, Peer>(), screen: null });
    },
    close(name) {
      for (const { connection } of rooms.get(name)?.peers.values() ?? []) connection?.close();
      rooms.delete(name);
    },
    set({ room, identity, rights }) {
      const found = rooms.get(room);
      if (!found) return;
      const peer = found.peers.get(identity);
      if (peer) setRights(peer, rights);
      else
        found.peers.set(identity, {
          identity,
          rights,
          connection: null,
          isSilent: false,
          sources: newSources(),
        });
    },
    remove({ room, identity }) {
      const found = rooms.get(room);
      found?.peers.get(identity)?.connection?.close();
      if (found?.screen?.peer.identity === identity) found.screen = null;
      found?.peers.delete(identity);
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
  const made = await connect(read, addresses, {
    onPacket: (line, packet) => forward(room, peer, line, packet),
    onReport: (line, sent) => report(room, peer, line, sent),
    onKeyFrameWanted: (line) => askSender(room, line),
    onConnected: () => onLook(room.name),
    onEnd() {
      if (!connection || peer.connection !== connection) return;
      peer.connection = null;
      connection.close();
      onLook(room.name);
    },
  });
  ({ connection } = made);
  if (!isAdmitted()) {
    connection.close();
    throw new CallServerError('REFUSED', 'The peer is not admitted.');
  }
  peer.connection?.close();
  Object.assign(peer, { connection, isSilent: false, sources: newSources() });
  onLook(room.name);
  return { sdp: made.sdp };
}

const newSources = (): object[] => [{}, {}, {}];

function setRights(peer: Peer, rights: CallRights): void {
  for (const name of ['audio', 'video', 'screen'] as const) {
    const isOpened = rights[name] && !peer.rights[name];
    if (isOpened || rights.slot !== peer.rights.slot) peer.sources[SENT[name]] = {};
  }
  peer.rights = rights;
}

/** The line of the others that shows what comes on a line of this peer; null when the peer may not send it. */
function shownLine(room: Room, peer: Peer, line: number): number | null {
  const { rights } = peer;
  if (line === SENT.screen) return rights.screen ? lineCount(room.slots) - 1 : null;
  if (rights.slot === null || rights.slot >= room.slots) return null;
  if (line === SENT.audio) return rights.audio ? SENT_LINES + 2 * rights.slot : null;
  return rights.video ? SENT_LINES + 2 * rights.slot + 1 : null;
}

function forward(room: Room, peer: Peer, line: number, packet: RtpPacket): void {
  const nowMs = performance.now();
  const to = shownLine(room, peer, line);
  const source = peer.sources[line];
  if (to === null || !source || (line === SENT.screen && !holdsScreen(room, peer, nowMs))) return;
  for (const other of room.peers.values()) {
    if (other === peer || !other.connection?.isConnected()) continue;
    other.connection.forward(to, source, packet, nowMs);
    if (other.connection.streams[to]?.needsKeyFrame(source)) peer.connection?.askForKeyFrame(line, nowMs);
  }
}

function holdsScreen(room: Room, peer: Peer, nowMs: number): boolean {
  const { screen } = room;
  const isTaken = screen && screen.peer !== peer && screen.untilMs > nowMs && screen.peer.rights.screen;
  if (isTaken) return false;
  room.screen = { peer, untilMs: nowMs + SCREEN_KEPT_MS };
  return true;
}

function report(room: Room, peer: Peer, line: number, sent: { time: bigint; timestamp: number }): void {
  const to = shownLine(room, peer, line);
  const source = peer.sources[line];
  if (to === null || !source) return;
  for (const other of room.peers.values()) {
    if (other !== peer) other.connection?.report(to, source, sent);
  }
}

/** Asks whoever is shown on a line. */
function askSender(room: Room, to: number): void {
  const nowMs = performance.now();
  for (const peer of room.peers.values()) {
    for (const line of [SENT.video, SENT.screen]) {
      if (shownLine(room, peer, line) === to) peer.connection?.askForKeyFrame(line, nowMs);
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
