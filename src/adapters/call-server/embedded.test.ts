import assert from 'node:assert/strict';
import { after, test, type TestContext } from 'node:test';
import { type CallPeer, type CallRights, CallServerError, type CallServerPort } from '#ports/call-server.ts';
import { systemClock } from '#platform/kernel/clock.ts';
import { silent, until } from '#test/support/processes.ts';
import { endNativeClients, type NativeClient, nativeClient } from '#test/support/calls/native-client.ts';
import { callServerContract } from './call-server.contract.ts';
import { createEmbeddedCallServer } from './embedded.ts';

const ADDRESSES = { listen: '127.0.0.1', announce: null, portFirst: 42_000, portLast: 42_999 };
const ROOM = { name: 'call-1', slots: 2, peersMax: 3 };
const SPEAKER: CallRights = { audio: true, video: true, screen: false, slot: 0 };
const VIEWER: CallRights = { audio: false, video: false, screen: false, slot: null };
/** Lines of the offer: what slots and the shared screen show. */
const CAMERA = 1;
const SCREEN = 2;
const SHOWN = { sound: [3, 5], picture: [4, 6], screen: 7 } as const;

after(endNativeClients);

callServerContract('embedded', async (t) => {
  const callServer = embedded(t);
  const looked: string[] = [];
  callServer.onLook((room) => void looked.push(room));
  const clients = new Map<string, NativeClient>();
  return {
    callServer,
    connect: async (peer) => void clients.set(peer.identity, await connected(t, callServer, peer)),
    hangUp: async (identity) => clients.get(identity)?.close(),
    looks: () => looked.splice(0),
  };
});

test('a speaker is shown in the slot, with the number and type of that line, and to nobody else', async (t) => {
  const { ada, ben, callServer } = await twoIn(t);
  await sendUntil(ada, CAMERA, () => ben.received(SHOWN.picture[0]).length >= 5);
  const packets = ben.received(SHOWN.picture[0]);
  const [first] = packets;
  assert.ok(first);
  assert.deepEqual(
    packets.slice(0, 5).map(({ ssrc, payloadType, sequence }) => [ssrc, payloadType, sequence]),
    Array.from({ length: 5 }, (_, index) => [first.ssrc, 96, (first.sequence + index) % 0x1_00_00]),
  );
  assert.notEqual(first.ssrc, 1_001);
  assert.deepEqual(await shownCounts(ada), [0, 0, 0]);
  // A slot follows its holder without a break in numbers or source.
  const before = packets.length;
  const last = packets.at(-1);
  await callServer.permit({ room: ROOM.name, identity: 'ada:1', rights: { ...SPEAKER, slot: null } });
  await callServer.permit({ room: ROOM.name, identity: 'ben:1', rights: { ...SPEAKER, slot: 0 } });
  await callServer.permit({ room: ROOM.name, identity: 'ben:1', rights: VIEWER });
  await callServer.permit({ room: ROOM.name, identity: 'ada:1', rights: SPEAKER });
  await sendUntil(ada, CAMERA, () => ben.received(SHOWN.picture[0]).length > before);
  const next = ben.received(SHOWN.picture[0])[before];
  assert.deepEqual([next?.ssrc, next?.sequence], [last?.ssrc, ((last?.sequence ?? 0) + 1) % 0x1_00_00]);
});

test('what a peer has no right to send reaches nobody, and a right opens and closes at once', async (t) => {
  const { ada, ben, callServer } = await twoIn(t);
  for (const line of [0, CAMERA, SCREEN]) for (let count = 0; count < 20; count += 1) ben.send(line);
  // Packets of one connection stay in their order, so those of Ben have been looked at by then.
  await sendUntil(ada, CAMERA, () => ben.received(SHOWN.picture[0]).length >= 20);
  assert.deepEqual(await shownCounts(ada), [0, 0, 0]);
  const granted: CallPeer = {
    room: ROOM.name,
    identity: 'ben:1',
    rights: { ...SPEAKER, screen: true, slot: 1 },
  };
  await callServer.permit(granted);
  await sendUntil(ben, CAMERA, () => ada.received(SHOWN.picture[1]).length > 0);
  await sendUntil(ben, 0, () => ada.received(SHOWN.sound[1]).length > 0);
  await sendUntil(ben, SCREEN, () => ada.received(SHOWN.screen).length > 0);
  await callServer.permit({ ...granted, rights: VIEWER });
  const before = ada.received(SHOWN.picture[1]).length;
  for (let count = 0; count < 20; count += 1) ben.send(CAMERA);
  await sendUntil(ada, CAMERA, () => ben.received(SHOWN.picture[0]).length >= 40);
  assert.equal(ada.received(SHOWN.picture[1]).length, before);
});

test('pictures begin with one that stands by itself, for which the sender is asked', async (t) => {
  const { ada, ben } = await twoIn(t);
  const isAsked = (): boolean => asked(ada, 206, 1).length > 0;
  await sendUntil(ada, CAMERA, isAsked, { isPart: true });
  assert.equal(ben.received(SHOWN.picture[0]).length, 0);
  await sendUntil(ada, CAMERA, () => ben.received(SHOWN.picture[0]).length > 0);
});

test('the sender is asked for packets that are missing', async (t) => {
  const { ada } = await twoIn(t);
  ada.send(CAMERA, { sequence: 500 });
  ada.send(CAMERA, { sequence: 504 });
  const isAsked = (): boolean =>
    asked(ada, 205, 1).some((part) => part.readUInt16BE(12) === 501 && part.readUInt16BE(14) === 0b11);
  await until(isAsked, 'the three numbers in between are asked for');
});

test('offers are refused in whole: too long, with other lines, and of who was not admitted or was removed', async (t) => {
  const callServer = embedded(t);
  await callServer.openRoom(ROOM);
  const peer = { room: ROOM.name, identity: 'ada:1' };
  const client = await nativeClient(2, 1_000);
  t.after(() => client.close());
  const tried = (sdp: string, given: object = peer): Promise<string> =>
    refusalOf(callServer, { ...peer, ...given, sdp });
  assert.equal(await tried(client.offer), 'The peer is not admitted.');
  await callServer.admit({ ...peer, rights: VIEWER });
  assert.equal(await tried(client.offer, { room: 'call-2' }), 'There is no such room.');
  assert.equal(await tried(''), 'Offer 8 lines for a call with 2 slots.');
  assert.equal(await tried(`${client.offer}${'a=x\r\n'.repeat(24_000)}`), 'Send an offer of at most 96 KiB.');
  await callServer.remove(peer);
  assert.equal(await tried(client.offer), 'The peer is not admitted.');
});

test('a full room refuses one more, and takes one again in place of its own connection', async (t) => {
  const callServer = embedded(t);
  await callServer.openRoom({ ...ROOM, peersMax: 1 });
  const ada = { room: ROOM.name, identity: 'ada:1', rights: SPEAKER };
  const ben = { room: ROOM.name, identity: 'ben:1', rights: VIEWER };
  for (const peer of [ada, ben]) await callServer.admit(peer);
  await connected(t, callServer, ada);
  const client = await nativeClient(2, 2_000);
  t.after(() => client.close());
  assert.equal(await refusalOf(callServer, { ...ben, sdp: client.offer }), 'The room is full.');
  await connected(t, callServer, ada);
  assert.equal((await callServer.listPeers(ROOM.name))?.length, 1);
});

test('when its process is killed, rooms are looked at, rights are kept, and clients connect anew', async (t) => {
  const pids: (number | undefined)[] = [];
  const callServer = embedded(t, (pid) => void pids.push(pid));
  const looked: string[] = [];
  callServer.onLook((room) => void looked.push(room));
  await callServer.openRoom(ROOM);
  const ada = { room: ROOM.name, identity: 'ada:1', rights: SPEAKER };
  await callServer.admit(ada);
  await connected(t, callServer, ada);
  looked.length = 0;
  process.kill(pids[0] ?? 0, 'SIGKILL');
  await until(() => looked.includes(ROOM.name), 'the room is looked at');
  await until(() => pids.length === 2, 'another process has started');
  assert.deepEqual(await callServer.listPeers(ROOM.name), []);
  await connected(t, callServer, ada);
  const [seen] = (await callServer.listPeers(ROOM.name)) ?? [];
  assert.deepEqual([seen?.identity, seen?.rights], ['ada:1', SPEAKER]);
});

test('a room gets more slots while people are in it, who see those of their own offer until they connect anew', async (t) => {
  const { ada, ben, callServer } = await twoIn(t);
  await callServer.openRoom({ ...ROOM, slots: 3, peersMax: 5 });
  await sendUntil(ada, CAMERA, () => ben.received(SHOWN.picture[0]).length > 0);
  const cem = { room: ROOM.name, identity: 'cem:1', rights: { ...SPEAKER, slot: 2 } };
  await callServer.admit(cem);
  const client = await connected(t, callServer, cem, 3);
  await sendUntil(ada, CAMERA, () => client.received(SHOWN.picture[0]).length > 0);
  const again = await connected(t, callServer, { ...cem, identity: 'ben:1' }, 3);
  await sendUntil(client, CAMERA, () => again.received(8).length > 0);
});

test('offers that nobody would make end no process', async (t) => {
  const pids: (number | undefined)[] = [];
  const callServer = embedded(t, (pid) => void pids.push(pid));
  await callServer.openRoom(ROOM);
  const peer = { room: ROOM.name, identity: 'ada:1', rights: SPEAKER };
  await callServer.admit(peer);
  const client = await nativeClient(2, 50_000);
  t.after(() => client.close());
  const { offer } = client;
  const offers = [
    offer.replaceAll(' 96', ' 111').replaceAll(':96 ', ':111 '),
    offer.replace(/a=fingerprint:sha-256 .*/, `a=fingerprint:sha-256 ${'00:'.repeat(31)}00`),
    offer.replace(/a=ice-ufrag:.*/, `a=ice-ufrag:${'+'.repeat(256)}`),
    offer.replace(/a=ice-pwd:.*/, `a=ice-pwd:${'/'.repeat(256)}`),
    offer.replaceAll(/a=mid:(\d)/g, 'a=mid:-$1-_-_-_-_-_-_-_'),
    offer.replaceAll(/a=ssrc:5000\d /g, (line) => line.replace('5000', '429496729')),
    offer.replace('a=setup:actpass', 'a=setup:holdconn'),
  ];
  for (const sdp of offers) {
    const answer = await callServer.connect?.({ ...peer, sdp }).catch((error: unknown) => error);
    assert.ok(answer instanceof CallServerError || typeof answer === 'object', String(answer));
  }
  await connected(t, callServer, peer);
  assert.equal(pids.length, 1);
});

test('a process that does not answer is ended, and another one follows', async (t) => {
  const pids: (number | undefined)[] = [];
  const callServer = embedded(t, (pid) => void pids.push(pid));
  await callServer.openRoom(ROOM);
  process.kill(pids[0] ?? 0, 'SIGSTOP');
  await assert.rejects(callServer.listPeers(ROOM.name), { name: 'CallServerError', code: 'UNAVAILABLE' });
  await until(async () => pids.length === 2, 'another process has started');
  assert.deepEqual(await callServer.listPeers(ROOM.name), []);
});

test('credentials of relays end with the admission, and name the person', async (t) => {
  const turn = { urls: ['turn:turn.example.com:3478?transport=udp'], secret: 'a secret of the relay' };
  const clock = { now: () => new Date('2026-01-01T00:00:00Z') };
  const callServer = createEmbeddedCallServer({ addresses: ADDRESSES, turn, clock, log: silent });
  t.after(() => callServer.close());
  await callServer.openRoom(ROOM);
  const admission = await callServer.admit({ room: ROOM.name, identity: 'ada:1', rights: VIEWER });
  const expiresAt = new Date('2026-01-01T12:00:00Z');
  assert.deepEqual(admission, {
    url: null,
    token: null,
    expiresAt,
    iceServers: [{ urls: turn.urls, username: '1767268800:ada', credential: 'Gkdfq288NDpiNpzJSnsKGFm5GsU=' }],
  });
});

function embedded(t: TestContext, onProcess?: (pid: number | undefined) => void): CallServerPort {
  const callServer = createEmbeddedCallServer({
    addresses: ADDRESSES,
    turn: null,
    clock: systemClock,
    log: silent,
    ...(onProcess && { onProcess }),
  });
  t.after(() => callServer.close());
  return callServer;
}

let ssrcs = 1_000;

async function connected(
  t: TestContext,
  callServer: CallServerPort,
  peer: CallPeer,
  slots = ROOM.slots,
): Promise<NativeClient> {
  const client = await nativeClient(slots, ssrcs);
  ssrcs += 1_000;
  t.after(() => client.close());
  const answer = await callServer.connect?.({ ...peer, sdp: client.offer });
  client.accept(answer?.sdp ?? '');
  await until(() => client.isConnected(), `${peer.identity} is connected`);
  return client;
}

/** Ada, who speaks in the first slot, and Ben in viewer mode. */
async function twoIn(t: TestContext) {
  const callServer = embedded(t);
  await callServer.openRoom(ROOM);
  const ada = { room: ROOM.name, identity: 'ada:1', rights: SPEAKER };
  const ben = { room: ROOM.name, identity: 'ben:1', rights: VIEWER };
  for (const peer of [ada, ben]) await callServer.admit(peer);
  const [first, second] = [await connected(t, callServer, ada), await connected(t, callServer, ben)];
  await until(async () => {
    const peers = (await callServer.listPeers(ROOM.name)) ?? [];
    return peers.filter((peer) => peer.isConnected).length === 2;
  }, 'both are connected');
  return { callServer, ada: first, ben: second };
}

async function sendUntil(
  client: NativeClient,
  line: number,
  isDone: () => boolean,
  packet: { isPart?: boolean } = {},
): Promise<void> {
  await until(() => {
    client.send(line, packet);
    return isDone();
  }, `packets of line ${line}`);
}

async function shownCounts(client: NativeClient): Promise<number[]> {
  return [SHOWN.sound[1], SHOWN.picture[1], SHOWN.screen].map((line) => client.received(line).length);
}

/** Parts of RTCP of a type and a format that a client got. */
function asked(client: NativeClient, type: number, format: number): Buffer[] {
  const parts: Buffer[] = [];
  for (let line = 0; line < 8; line += 1) {
    for (const message of client.control(line)) {
      for (let at = 0; at + 4 <= message.length; at += 4 + message.readUInt16BE(at + 2) * 4) {
        const part = message.subarray(at);
        if (part.readUInt8(1) === type && (part.readUInt8(0) & 0x1f) === format) parts.push(part);
      }
    }
  }
  return parts;
}

async function refusalOf(
  callServer: CallServerPort,
  offer: { room: string; identity: string; sdp: string },
): Promise<string> {
  const error = await callServer.connect?.(offer).then(
    () => null,
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof CallServerError && error.code === 'REFUSED', String(error));
  return error.message;
}
