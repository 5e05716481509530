import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { decodeJwt } from 'jose';
import { systemClock } from '#platform/kernel/clock.ts';
import { type CallPeer, CallServerError, type CallServerPort } from '#ports/call-server.ts';
import { LIVEKIT_KEY, livekitServer } from '#test/support/calls/livekit-server.ts';
import { freePort } from '#test/support/transport/free-port.ts';
import { callServerContract } from './call-server.contract.ts';
import { createLiveKitCallServer } from './livekit.ts';

const URL = 'wss://calls.example.com';
const ROOM = { name: 'call-1', slots: 8, peersMax: 108 };
const ada: CallPeer = {
  room: ROOM.name,
  identity: 'ada:1',
  rights: { audio: true, video: false, screen: true, slot: 3 },
};
const viewer: CallPeer = {
  ...ada,
  rights: { audio: false, video: false, screen: false, slot: null },
};

callServerContract('livekit', async (t) => {
  const { callServer, server } = await opened(t);
  const looked: string[] = [];
  callServer.onLook((room) => void looked.push(room));
  server.onEvent(async (event) => callServer.callbacks?.read(event));
  return {
    callServer,
    connect: async (_peer, { token }) => server.join(token ?? ''),
    hangUp: (identity) => server.leave(identity),
    looks: () => looked.splice(0),
  };
});

test('a room has its bounds before anybody gets a token', async (t) => {
  const { callServer, server } = await opened(t);
  await callServer.openRoom(ROOM);
  assert.deepEqual(server.room(ROOM.name), {
    name: ROOM.name,
    emptyTimeout: 60,
    departureTimeout: 30,
    maxParticipants: 108,
  });
});

test('a token opens one room for one peer, for ten minutes, with its rights and nothing else', async (t) => {
  const { callServer } = await opened(t);
  const admission = await callServer.admit(ada);
  assert.equal(admission.url, URL);
  assert.deepEqual(admission.iceServers, []);
  const { iss, sub, exp = 0, nbf = 0, video, attributes } = decodeJwt(admission.token ?? '');
  assert.deepEqual([iss, sub, exp - nbf, attributes], ['plaza', 'ada:1', 600, { slot: '3' }]);
  assert.deepEqual(video, {
    roomJoin: true,
    room: ROOM.name,
    canSubscribe: true,
    canPublish: true,
    canPublishSources: ['microphone', 'screen_share'],
    canPublishData: false,
    canUpdateOwnMetadata: false,
  });
  const { token } = await callServer.admit(viewer);
  assert.deepEqual(decodeJwt(token ?? '')['video'], {
    roomJoin: true,
    room: ROOM.name,
    canSubscribe: true,
    canPublish: false,
    canPublishData: false,
    canUpdateOwnMetadata: false,
  });
});

test('a permission is sent as a whole, and a peer that is not there needs another token', async (t) => {
  const { callServer, server } = await opened(t);
  assert.deepEqual(await callServer.permit(ada), { isInPlace: false });
  await callServer.openRoom(ROOM);
  assert.deepEqual(await callServer.permit(ada), { isInPlace: false });
  const { token } = await callServer.admit(viewer);
  await server.join(token ?? '');
  assert.deepEqual(await callServer.permit(ada), { isInPlace: true });
  assert.deepEqual(server.received.at(-1), {
    method: 'UpdateParticipant',
    body: {
      room: ROOM.name,
      identity: 'ada:1',
      attributes: { slot: '3' },
      permission: {
        canSubscribe: true,
        canPublish: true,
        canPublishSources: ['MICROPHONE', 'SCREEN_SHARE'],
      },
    },
  });
});

test('a removal refuses tokens from before it', async (t) => {
  const { callServer, server } = await opened(t);
  await callServer.openRoom(ROOM);
  await callServer.remove(ada);
  const { method, body } = server.received.at(-1) ?? {};
  assert.equal(method, 'RemoveParticipant');
  assert.ok(Math.abs(Number(body?.['revokeTokenTs']) - Date.now() / 1_000) < 60);
});

test('a call-back is read only if the key has signed this very body', async (t) => {
  const { callServer, server } = await opened(t);
  const { callbacks } = callServer;
  assert.ok(callbacks);
  const event = await server.event('participant_left', ROOM.name);
  assert.deepEqual(await callbacks.read(event), { room: ROOM.name });
  assert.deepEqual(await callbacks.read(event), { room: ROOM.name });
  assert.equal(await callbacks.read(await server.event('track_published', ROOM.name)), null);
  const changed = Buffer.from(event.rawBody.toString().replace(ROOM.name, 'call-2'));
  for (const given of [
    { ...event, rawBody: changed },
    { ...event, authorization: undefined },
    { ...event, authorization: 'Bearer nonsense' },
    { ...event, authorization: `${event.authorization}x` },
  ]) {
    await assert.rejects(callbacks.read(given), { name: 'CallServerError', code: 'CALLBACK_INVALID' });
  }
});

test('a server that is away, slow or out of order is unavailable, and one that takes no request of ours refuses it', async (t) => {
  const { callServer, server } = await opened(t);
  await callServer.openRoom(ROOM);
  for (const [status, code] of [
    [500, 'UNAVAILABLE'],
    [503, 'UNAVAILABLE'],
    [429, 'UNAVAILABLE'],
    [400, 'REFUSED'],
    [401, 'REFUSED'],
  ] as const) {
    server.answer({ status });
    for (const use of usesOf(callServer)) assert.equal(await codeOf(use), code, String(status));
  }
  server.answer({ afterMs: 20_000 });
  assert.equal(await codeOf(() => callServer.listPeers(ROOM.name)), 'UNAVAILABLE');
  const nowhere = liveKitAt(`http://127.0.0.1:${await freePort()}`);
  assert.equal(await codeOf(() => nowhere.closeRoom(ROOM.name)), 'UNAVAILABLE');
});

async function opened(t: TestContext) {
  const server = await livekitServer(t);
  return { server, callServer: liveKitAt(server.url) };
}

const liveKitAt = (apiUrl: string): CallServerPort =>
  createLiveKitCallServer({ ...LIVEKIT_KEY, url: URL, apiUrl, clock: systemClock });

const usesOf = (callServer: CallServerPort): (() => Promise<unknown>)[] => [
  () => callServer.openRoom(ROOM),
  () => callServer.closeRoom(ROOM.name),
  () => callServer.permit(ada),
  () => callServer.remove(ada),
  () => callServer.listPeers(ROOM.name),
];

async function codeOf(use: () => Promise<unknown>): Promise<string | null> {
  try {
    await use();
    return null;
  } catch (error) {
    assert.ok(error instanceof CallServerError, String(error));
    return error.code;
  }
}
