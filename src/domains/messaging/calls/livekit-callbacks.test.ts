import assert from 'node:assert/strict';
import { test } from 'node:test';
import { livekitEnv, livekitServer } from '#test/support/calls/livekit-server.ts';
import { befriend, must, see, start } from '#test/support/messaging/calls.ts';
import { startWith } from '#test/support/messaging/messaging.ts';
import { until } from '#test/support/processes.ts';
import { storedEvents } from '#test/support/stored-events.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { testWorld } from '#test/support/world.ts';

type Event = { readonly rawBody: Buffer; readonly authorization: string };

/** Call-backs by their places in the order in which they happened: in every order, twice, and only some of them. */
const OF_THREE = ['012', '021', '102', '120', '201', '210', '001122', '221100', '2', '1', '10'];
const OF_TWO = ['01', '10', '0011', '1100', '0'];

test('report 4: counts and states are exact in whatever order call-backs come, twice or never', async (t) => {
  const server = await livekitServer(t);
  const world = await testWorld(t, { env: livekitEnv(server) });
  const [ada, ben, cat] = [await world.user('ada'), await world.user('ben'), await world.user('cat')];
  await befriend(ada, ben, cat);
  const callId = await start(ada, await startWith(ada, ben, cat), { speaking: 'ON_REQUEST' });
  await must(ben, 'joinCall', { callId, as: 'VIEWER' });
  const token = async (who: typeof ada): Promise<string> =>
    (await see(who, callId, 'viewer { connection { token } }')).viewer.connection.token;
  let happened: Event[] = [];
  server.onEvent(async (event) => happened.push(event));
  const post = async ({ rawBody, authorization }: Event): Promise<void> => {
    const { status } = await fetch(new URL('/callbacks/livekit', world.opsUrl), {
      method: 'POST',
      headers: { 'content-type': 'application/webhook+json', authorization },
      body: new Uint8Array(rawBody),
    });
    assert.equal(status, 204);
  };
  const [adas, bens] = [await token(ada), await token(ben)];
  const identity = `${uuidOf(ben.id)}:${uuidOf(ben.sessionId)}`;
  const stateOf = async (): Promise<string> => (await see(ben, callId)).viewer.state;
  const told = async (order: string, state: string): Promise<void> => {
    const events = happened;
    happened = [];
    await Promise.all(Array.from(order, (place) => post(events[Number(place)]!))); // of its length
    await until(async () => (await stateOf()) === state, `${order}: ${state}`);
    const { memberCount, watchingCount } = await see(ada, callId);
    assert.deepEqual([memberCount, watchingCount], [2, 1], order);
  };

  await server.join(adas);
  await server.join(bens);
  await told('01', 'CONNECTED');
  for (const order of OF_THREE) {
    await server.leave(identity);
    await server.join(bens);
    await server.leave(identity);
    await told(order, 'RECONNECTING');
    await server.join(bens);
    await told('0', 'CONNECTED');
  }
  for (const order of OF_TWO) {
    await server.leave(identity);
    await server.join(bens);
    await told(order, 'CONNECTED');
  }
  const joined = await storedEvents(world, 'call.joined');
  assert.equal(joined.length, 2);
});
