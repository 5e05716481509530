import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { createLogger } from '#platform/kernel/logger.ts';
import { livekitEnv, type LiveKitServer, livekitServer } from '#test/support/calls/livekit-server.ts';
import { testWorld, type World } from '#test/support/world.ts';

type Line = { readonly level: number; readonly msg: string; readonly port?: string; readonly fault?: string };

const ROOM = { name: 'call-1', slots: 8, peersMax: 10 };

async function worldWith(server: LiveKitServer, t: TestContext) {
  const lines: Line[] = [];
  // A line of the log, whose fields are as they are.
  const log = createLogger({ level: 'info' }, { write: (line) => lines.push(JSON.parse(line) as Line) });
  const world = await testWorld(t, { env: livekitEnv(server), log });
  const told = (): string[] =>
    lines.flatMap(({ msg, port, fault }) => (port === undefined ? [] : [`${msg}: ${port} ${fault}`]));
  return { world, told };
}

async function opsOf(world: World, path: string): Promise<string> {
  return (await fetch(new URL(path, world.opsUrl))).text();
}

test('a call server that is away is named by /ready and in one line until a use succeeds, and uses are counted', async (t) => {
  const server = await livekitServer(t);
  const { world, told } = await worldWith(server, t);
  const { callServer } = world.app.services.ports;
  await callServer.openRoom(ROOM);
  server.answer({ status: 503 });
  for (let times = 0; times < 3; times += 1) {
    await assert.rejects(callServer.listPeers(ROOM.name), { name: 'CallServerError', code: 'UNAVAILABLE' });
  }
  assert.deepEqual(told(), ['a port fails: call server away']);
  // The answer of the product.
  assert.deepEqual((JSON.parse(await opsOf(world, '/ready')) as { degraded: string[] }).degraded, [
    'call server',
  ]);
  server.answer({ status: 400 });
  await assert.rejects(callServer.openRoom(ROOM), { name: 'CallServerError', code: 'REFUSED' });
  server.answer('well');
  assert.deepEqual(await callServer.listPeers(ROOM.name), []);
  assert.deepEqual(told(), ['a port fails: call server away', 'a port works again: call server away']);
  const counts = (await opsOf(world, '/metrics'))
    .split('\n')
    .filter((line) => line.startsWith('call_server'));
  assert.deepEqual(counts.toSorted(), [
    'call_server_calls_total{operation="listPeers",result="done"} 1',
    'call_server_calls_total{operation="listPeers",result="failed"} 3',
    'call_server_calls_total{operation="openRoom",result="done"} 1',
    'call_server_calls_total{operation="openRoom",result="refused"} 1',
  ]);
});

test('an event of LiveKit on the private listener has its room looked at, if it is signed', async (t) => {
  const server = await livekitServer(t);
  const { world } = await worldWith(server, t);
  const looked: string[] = [];
  world.app.services.ports.callServer.onLook((room) => void looked.push(room));
  const post = async (given: { rawBody: Buffer; authorization: string }): Promise<number> => {
    const { status } = await fetch(new URL('/callbacks/livekit', world.opsUrl), {
      method: 'POST',
      headers: { 'content-type': 'application/webhook+json', authorization: given.authorization },
      body: new Uint8Array(given.rawBody),
    });
    return status;
  };
  const event = await server.event('participant_joined', ROOM.name);
  assert.equal(await post(event), 204);
  assert.equal(await post(await server.event('track_published', 'call-2')), 204);
  assert.equal(await post({ ...event, authorization: 'nonsense' }), 400);
  assert.equal(await post({ ...event, rawBody: Buffer.from('{}') }), 400);
  assert.deepEqual(looked, [ROOM.name]);
});

test('without a call server nobody calls, and nothing is there to be ended', async (t) => {
  const world = await testWorld(t, { env: { CALL_SERVER: 'none' } });
  const { callServer } = world.app.services.ports;
  const refusal = { name: 'CallServerError', code: 'REFUSED', message: 'This server carries no calls.' };
  await assert.rejects(callServer.openRoom(ROOM), refusal);
  assert.equal(await callServer.listPeers(ROOM.name), null);
  await callServer.closeRoom(ROOM.name);
  assert.equal((await fetch(new URL('/callbacks/livekit', world.opsUrl), { method: 'POST' })).status, 404);
});
