import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { createLogger } from '#platform/kernel/logger.ts';
import { runCron } from '#test/support/jobs/cron.ts';
import {
  deliveriesOf,
  deviceIdsOf,
  pushWorld,
  registerDevice,
  sendTest,
} from '#test/support/push/push-world.ts';
import { testWorld, type World } from '#test/support/world.ts';

test('a test notification reaches a phone, an iPhone and a browser, and each tells so', async (t) => {
  const { world, servers } = await pushWorld(t);
  const ada = await world.user('ada');
  assert.equal(await sendTest(ada), 0);
  assert.deepEqual(await deliveriesOf(ada), [
    { deviceId: null, platform: null, state: 'SKIPPED', reason: 'NO_DEVICE', detail: null },
  ]);
  const { pushSetup } = await ada.do('{ pushSetup { platforms webPushPublicKey } }');
  assert.deepEqual(pushSetup, {
    platforms: ['FCM', 'APNS', 'APNS_VOIP', 'WEB_PUSH'],
    webPushPublicKey: servers.WEB_PUSH.publicKey,
  });
  const [phone, tablet, browser] = [
    await world.signIn(ada),
    await world.signIn(ada),
    await world.signIn(ada),
  ];
  await tellSignIns(world);
  await registerDevice(phone, servers.FCM.tokenThat('accepted'));
  await registerDevice(tablet, servers.APNS.tokenThat('accepted'), { platform: 'APNS' });
  // Rings calls, and gets no alerts.
  await registerDevice(tablet, servers.APNS.tokenThat('accepted'), { platform: 'APNS_VOIP' });
  await registerDevice(browser, servers.WEB_PUSH.tokenThat('accepted'), {
    platform: 'WEB_PUSH',
    appId: 'app.example.com',
  });
  assert.equal(await sendTest(ada), 3);
  await world.runJobs();
  for (const { received } of Object.values(servers)) {
    assert.deepEqual(
      received.map(({ title, body, data }) => ({ title, body, data })),
      [{ title: 'Test', body: 'Notifications reach this device.', data: { type: 'TEST' } }],
    );
  }
  const sent = (await deliveriesOf(ada)).slice(0, 3);
  assert.deepEqual(sent.map(({ platform }) => platform).toSorted(), ['APNS', 'FCM', 'WEB_PUSH']);
  assert.ok(sent.every(({ state, reason }) => state === 'SENT' && reason === null));
  const { myPushDevices } = await ada.do('{ myPushDevices { nodes { platform lastSuccessAt } } }');
  assert.deepEqual(
    myPushDevices.nodes.map((device: { platform: string; lastSuccessAt: string | null }) => [
      device.platform,
      device.lastSuccessAt !== null,
    ]),
    [
      ['WEB_PUSH', true],
      ['APNS_VOIP', false],
      ['APNS', true],
      ['FCM', true],
    ],
  );
  assert.equal(await waitingIn(world), 0);
});

for (const platform of ['FCM', 'APNS', 'WEB_PUSH'] as const) {
  test(`${platform}: a token that is gone ends the device, and one that is refused does not`, async (t) => {
    const { world, servers } = await pushWorld(t);
    const server = servers[platform];
    const ada = await world.user('ada');
    const [one, other] = [await world.signIn(ada), await world.signIn(ada)];
    const refused = await registerDevice(one, server.tokenThat('refused'), { platform });
    const gone = await registerDevice(other, server.tokenThat('gone'), { platform });
    assert.equal(await sendTest(ada), 2);
    await world.runJobs();
    assert.deepEqual(await deviceIdsOf(ada), [refused]);
    const told = await deliveriesOf(ada);
    assert.deepEqual(
      new Map(told.map(({ deviceId, state, reason }) => [deviceId, [state, reason]])),
      new Map([
        [gone, ['FAILED', 'GONE']],
        [refused, ['FAILED', 'REFUSED']],
      ]),
    );
    assert.match(told.find(({ reason }) => reason === 'REFUSED')?.detail ?? '', /^[\w.-]+$/);
    assert.equal(await waitingIn(world), 0);
  });

  test(`${platform}: a throttled device waits as long as it is told to, and an unanswered one is tried again`, async (t) => {
    const { world, servers } = await pushWorld(t);
    const server = servers[platform];
    const ada = await world.user('ada');
    const [one, other] = [await world.signIn(ada), await world.signIn(ada)];
    await tellSignIns(world);
    const [throttled, broken] = [server.tokenThat('throttled'), server.tokenThat('broken')];
    await registerDevice(one, throttled, { platform });
    await registerDevice(other, broken, { platform });
    await sendTest(ada);
    await world.runJobs();
    assert.deepEqual([await deliveriesOf(ada), await waitingIn(world)], [[], 2]);
    server.behave(throttled, 'accepted');
    server.behave(broken, 'accepted');
    world.clock.advance('60s');
    await world.runJobs();
    assert.deepEqual(
      server.received.map(({ token }) => token),
      [broken],
    );
    world.clock.advance('61s');
    await world.runJobs();
    assert.deepEqual(
      server.received.map(({ token }) => token),
      [broken, throttled],
    );
    assert.equal(new Set(server.received.map(({ id }) => id)).size, 2);
    assert.ok((await deliveriesOf(ada)).every(({ state }) => state === 'SENT'));
  });
}

test('a provider that is away holds up neither the others nor the end, and what is too late is told', async (t) => {
  const lines: { msg: string; port?: string; fault?: string }[] = [];
  const log = createLogger({ level: 'info' }, { write: (line) => lines.push(JSON.parse(line)) });
  const { world, servers } = await pushWorld(t, { patience: { messageMs: 3_000, batchMs: 6_000 }, log });
  const ada = await world.user('ada');
  const [phone, tablet] = [await world.signIn(ada), await world.signIn(ada)];
  await tellSignIns(world);
  await registerDevice(phone, servers.FCM.tokenThat('slow'));
  await registerDevice(tablet, servers.APNS.tokenThat('accepted'), { platform: 'APNS' });
  await sendTest(ada);
  await sendTest(ada);
  await world.runJobs();
  assert.equal(servers.APNS.received.length, 2);
  assert.deepEqual(
    (await deliveriesOf(ada)).map(({ platform }) => platform),
    ['APNS', 'APNS'],
  );
  const told = () =>
    lines.filter(({ port }) => port !== undefined).map(({ msg, port, fault }) => [msg, port, fault]);
  assert.deepEqual(told(), [['a port fails', 'push by FCM', 'away']]);
  const ready = await fetch(new URL('/ready', world.opsUrl));
  // The answer of the product.
  assert.deepEqual(((await ready.json()) as { degraded: unknown }).degraded, ['push by FCM']);
  world.clock.advance('2h');
  await world.runJobs();
  assert.deepEqual(
    (await deliveriesOf(await world.signIn(ada)))
      .filter(({ platform }) => platform === 'FCM')
      .map(({ reason }) => reason),
    ['EXPIRED', 'EXPIRED'],
  );
  assert.equal(await waitingIn(world), 0);
});

test('a thousand waiting messages go in batches, and a killed worker’s are taken up after its lease', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  await registerDevice(ada, 'a phone of many messages');
  await sendTest(ada);
  const { db } = world.app.services;
  await sql`
    insert into waiting_pushes (id, provider, is_bulk, device_id, user_id, sealed_content, attempts, due_at, expires_at)
    select gen_random_uuid(), provider, is_bulk, device_id, user_id, sealed_content, 1,
      ${world.clock.now()}::timestamptz + interval '1 minute', expires_at
    from waiting_pushes, generate_series(1, 1100)`.execute(db);
  await world.runJobs();
  assert.deepEqual([await recordedIn(world), await waitingIn(world)], [1, 1_100]);
  world.clock.advance('61s');
  await runCron(world, 'push.resume');
  await world.runJobs();
  assert.deepEqual([await recordedIn(world), await waitingIn(world)], [1_101, 0]);
});

test('deliveries are kept for 30 days, and kept messages for a week', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  await registerDevice(ada, 'a phone with a history');
  await sendTest(ada);
  await world.runJobs();
  world.clock.advance('6d');
  await runCron(world, 'push.sweep');
  assert.equal(await recordedIn(world), 1);
  world.clock.advance('2d');
  await runCron(world, 'push.sweep');
  assert.equal(await recordedIn(world), 0);
  world.clock.advance('21d');
  await runCron(world, 'push.sweep');
  const isKept = async (): Promise<boolean> => {
    const { rows } = await sql`select from push_deliveries where type = 'TEST'`.execute(
      world.app.services.db,
    );
    return rows.length > 0;
  };
  assert.equal(await isKept(), true);
  world.clock.advance('2d');
  await runCron(world, 'push.sweep');
  assert.equal(await isKept(), false);
});

test('the page of pushes shows what was kept, without a way for its text into it', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const page = async () => (await fetch(new URL('/pushes', world.opsUrl))).text();
  assert.match(await page(), /Nothing has been pushed yet\./);
  await registerDevice(ada, 'a phone <script>', { appId: 'com.example.plaza' });
  await sendTest(ada);
  await world.runJobs();
  const html = await page();
  assert.match(html, /<h2>Test<\/h2>[\s\S]+com\.example\.plaza, …&lt;script&gt;/);
  assert.match(html, /Notifications reach this device\./);
  assert.equal((await fetch(new URL('/pushes', world.url))).status, 404);
});

/** Tells of new devices that signed in, before one is there to which it would be pushed. */
const tellSignIns = (world: World): Promise<void> => world.runJobs();

const waitingIn = (world: World): Promise<number> => countOf(world, 'waiting_pushes');
const recordedIn = (world: World): Promise<number> => countOf(world, 'recorded_pushes');

async function countOf(world: World, table: string): Promise<number> {
  const { rows } = await sql`select from ${sql.table(table)}`.execute(world.app.services.db);
  return rows.length;
}
