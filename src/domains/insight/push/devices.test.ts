import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { sql } from 'kysely';
import { erase } from '#test/support/people/accounts.ts';
import {
  deviceIdsOf,
  REGISTER_DEVICE,
  registerDevice,
  sendTest,
  deliveriesOf,
} from '#test/support/push/push-world.ts';
import { randomHex } from '#test/support/push/push-behaviour.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';

const newToken = (): string => `phone-${randomHex(20)}`;

suite('devices that get notifications', () => {
  let world: World;
  const ends: (() => unknown)[] = [];
  before(async () => {
    world = await testWorld({ after: (end) => void ends.push(end as () => unknown) });
  });
  after(async () => {
    for (const end of ends.toReversed()) await end();
  });

  test('a phone registers at each start of its app, and stays one device', async () => {
    const ada = await world.user('ada');
    const token = newToken();
    const input = { platform: 'FCM', token, appId: 'com.example.plaza', locale: 'en' };
    const { registerPushDevice: first } = await ada.do(REGISTER_DEVICE, { input });
    assert.deepEqual(
      { ...first.device, id: '', registeredAt: '' },
      {
        id: '',
        platform: 'FCM',
        appId: 'com.example.plaza',
        locale: 'en',
        environment: 'PRODUCTION',
        registeredAt: '',
        lastSuccessAt: null,
        isCurrent: true,
      },
    );
    const { registerPushDevice: second } = await ada.do(REGISTER_DEVICE, {
      input: { ...input, locale: 'el-GR', environment: 'SANDBOX' },
    });
    assert.equal(second.device.id, first.device.id);
    assert.deepEqual([second.device.locale, second.device.environment], ['el-GR', 'SANDBOX']);
    const { node } = await ada.do('query ($id: ID!) { node(id: $id) { id ... on PushDevice { locale } } }', {
      id: first.device.id,
    });
    assert.deepEqual(node, { id: first.device.id, locale: 'el-GR' });
    const renewed = await registerDevice(ada, newToken());
    assert.deepEqual(await deviceIdsOf(ada), [renewed]);
  });

  test('the same phone signs in as another person and gets nothing of the first', async () => {
    const [ben, cem] = [await world.user('ben'), await world.user('cem')];
    const token = newToken();
    const ofBen = await registerDevice(ben, token);
    assert.equal(await sendTest(ben), 1);
    const ofCem = await registerDevice(cem, token);
    assert.notEqual(ofCem, ofBen);
    assert.deepEqual([await deviceIdsOf(ben), await deviceIdsOf(cem)], [[], [ofCem]]);
    await world.runJobs();
    assert.deepEqual(await recordedEnds(world, token), 0);
    assert.deepEqual([await deliveriesOf(ben), await deliveriesOf(cem)], [[], []]);
    assert.equal(await sendTest(ben), 0);
    assert.equal(await sendTest(cem), 1);
    await world.runJobs();
    assert.deepEqual(await recordedEnds(world, token), 1);
  });

  test('devices end with their session, in the same transaction, in each of the ways in which it ends', async () => {
    const dan = await world.user('dan');
    const [phone, tablet] = [await world.signIn(dan), await world.signIn(dan)];
    const own = await registerDevice(dan, newToken());
    const [ofPhone, ofTablet] = [
      await registerDevice(phone, newToken()),
      await registerDevice(tablet, newToken()),
    ];
    assert.deepEqual(await deviceIdsOf(dan), [ofTablet, ofPhone, own]);
    await phone.do('mutation { logout(input: {}) { errors { code } } }');
    assert.deepEqual(await deviceIdsOf(dan), [ofTablet, own]);
    await dan.do('mutation ($id: ID!) { revokeSession(input: { sessionId: $id }) { errors { code } } }', {
      id: tablet.sessionId,
    });
    assert.deepEqual(await deviceIdsOf(dan), [own]);
    const other = await world.signIn(dan);
    await registerDevice(other, newToken());
    await dan.do('mutation { revokeOtherSessions { errors { code } } }');
    assert.deepEqual(await deviceIdsOf(dan), [own]);
    await dan.do('mutation { logout(input: { everywhere: true }) { errors { code } } }');
    assert.deepEqual(await deviceIdsOf(await world.signIn(dan)), []);
  });

  test('a session that has ended registers nothing', async () => {
    const eve = await world.user('eve');
    const token = newToken();
    const [answer] = await Promise.all([
      eve.ask(REGISTER_DEVICE, {
        input: { platform: 'FCM', token, appId: 'com.example.plaza', locale: 'en' },
      }),
      eve.do('mutation { logout(input: {}) { errors { code } } }'),
    ]);
    assert.ok(answer.status === 200 || answer.status === 401);
    assert.deepEqual(await deviceIdsOf(await world.signIn(eve)), []);
  });

  test('of too many devices those make room that were registered longest ago', async () => {
    const fay = await world.user('fay');
    const sessions: Person[] = [];
    for (let count = 0; count < 21; count += 1) sessions.push(await world.signIn(fay));
    const ids: string[] = [];
    for (const session of sessions) {
      ids.push(await registerDevice(session, newToken()));
      world.clock.advance('1s');
    }
    assert.deepEqual(await deviceIdsOf(fay), ids.slice(1).toReversed());
  });

  test('a device is unregistered by its owner alone, and twice without harm', async () => {
    const [gil, hal] = [await world.user('gil'), await world.user('hal')];
    const deviceId = await registerDevice(gil, newToken());
    const unregister = (person: Person) =>
      person.do(
        'mutation ($id: ID!) { unregisterPushDevice(input: { deviceId: $id }) { deviceId errors { code } } }',
        { id: deviceId },
      );
    await unregister(hal);
    assert.deepEqual(await deviceIdsOf(gil), [deviceId]);
    await unregister(gil);
    await unregister(gil);
    assert.deepEqual(await deviceIdsOf(gil), []);
  });

  test('what no device can have is refused with an instruction', async () => {
    const ivy = await world.user('ivy');
    const given = { platform: 'FCM', token: newToken(), appId: 'com.example.plaza', locale: 'en' };
    const refusals: [object, string, string][] = [
      [{ appId: 'not an app' }, 'appId', 'Use the identifier of the app, such as com.example.app.'],
      [{ appId: '../x' }, 'appId', 'Use the identifier of the app, such as com.example.app.'],
      [{ locale: 'english please' }, 'locale', 'Use a language tag, such as en-GB.'],
      [{ token: '  ' }, 'token', 'Must not be empty.'],
    ];
    for (const [change, path, message] of refusals) {
      const { data } = await ivy.ask(REGISTER_DEVICE, { input: { ...given, ...change } });
      const { errors } = data.registerPushDevice;
      assert.deepEqual(errors, [{ code: 'VALIDATION_FAILED', message, path: [path] }]);
    }
  });

  test('tokens lie in the database sealed, and an erasure leaves nothing', async () => {
    const jon = await world.user('jon');
    const token = newToken();
    await registerDevice(jon, token);
    await sendTest(jon);
    const stored = await sql<{ line: string }>`
      select to_jsonb(d)::text as line from push_devices d
      union all select to_jsonb(w)::text from waiting_pushes w`.execute(world.app.services.db);
    assert.ok(stored.rows.length > 1);
    assert.ok(stored.rows.every(({ line }) => !line.includes(token) && !line.includes('Notifications')));
    await world.runJobs();
    await erase(world, jon);
    const left = await sql<{ count: number }>`
      select (select count(*) from push_deliveries where recipient_id = users.id)::int
        + (select count(*) from push_devices where user_id = users.id)::int as count
      from users where state = 'DELETED'`.execute(world.app.services.db);
    assert.deepEqual(left.rows, [{ count: 0 }]);
  });

  test('without an account there are no devices', async () => {
    const { errors } = await world.anonymous().ask('{ myPushDevices { nodes { id } } }');
    assert.equal(errors?.[0]?.extensions.code, 'UNAUTHENTICATED');
  });
});

/** Number of messages that were kept for a token. */
async function recordedEnds(world: World, token: string): Promise<number> {
  const { rows } = await sql`
    select from recorded_pushes where token_end = ${token.slice(-8)}`.execute(world.app.services.db);
  return rows.length;
}
