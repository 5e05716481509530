import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { DAY_MS } from '#platform/kernel/clock.ts';
import { follow } from '#test/support/people/people.ts';
import { unchanged } from '#test/support/unchanged.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';
import { NOTIFICATION_KINDS, type NotificationType } from './notification.types.ts';
import { kindOf, NOTIFICATION_TYPES, wantedSql } from './notification-settings.policy.ts';

const SETTINGS = `notificationSettings { timeZone digest showsPreviews quietCallAudience snoozeExpiresAt
  quietHours { weekday startMinute endMinute }
  preferences { type category isMandatory isCritical hasAudience inApp push email audience } }
  errors { code path message }`;

const change = async (person: Person, name: string, input: object) => {
  const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`;
  const { data } = await person.ask(
    `mutation ($input: ${type}!) { ${name}(input: $input) { ${SETTINGS} } }`,
    { input },
  );
  return data[name];
};
const settingsOf = async (person: Person) =>
  (
    await person.do(`{ myNotificationSettings { timeZone digest showsPreviews quietCallAudience snoozeExpiresAt
      quietHours { weekday startMinute endMinute } preferences { type inApp push email audience } } }`)
  ).myNotificationSettings;

test('a new user has the defaults of each type, and nothing quiet', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const { preferences, ...general } = await settingsOf(ada);
  assert.deepEqual(general, {
    timeZone: 'UTC',
    digest: 'NONE',
    showsPreviews: true,
    quietCallAudience: 'NOBODY',
    snoozeExpiresAt: null,
    quietHours: [],
  });
  assert.deepEqual(
    preferences,
    NOTIFICATION_TYPES.map((type) => ({ type, ...kindOf(type).defaults, audience: 'EVERYBODY' })),
  );
});

test('settings change where they are given, and an unknown zone and null change nothing', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  await change(ada, 'updateNotificationSettings', { timeZone: 'Asia/Kolkata', digest: 'DAILY' });
  const { notificationSettings } = await change(ada, 'updateNotificationSettings', {
    showsPreviews: false,
    quietCallAudience: 'MUTUAL',
  });
  assert.equal(notificationSettings.timeZone, 'Asia/Kolkata');
  assert.equal(notificationSettings.digest, 'DAILY');
  assert.equal(notificationSettings.showsPreviews, false);
  assert.equal(notificationSettings.quietCallAudience, 'MUTUAL');
  await unchanged(world, async () => {
    const refused = await change(ada, 'updateNotificationSettings', { timeZone: 'Mars/Olympus' });
    assert.deepEqual(refused.errors, [
      {
        code: 'VALIDATION_FAILED',
        path: ['timeZone'],
        message: 'Use a time zone of the IANA database, such as Europe/Berlin.',
      },
    ]);
    const cleared = await change(ada, 'updateNotificationSettings', { digest: null });
    assert.deepEqual(cleared.errors[0].path, ['digest']);
  });
});

test('preferences change by their fields, go back to the default by null, and what a type cannot be is refused', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const set = (...preferences: object[]) => change(ada, 'updateNotificationPreferences', { preferences });
  const of = async (type: NotificationType) =>
    (await settingsOf(ada)).preferences.find((each: { type: string }) => each.type === type);
  await set({ type: 'FOLLOW', push: false }, { type: 'POST_COMMENT', audience: 'FOLLOWED' });
  await set({ type: 'FOLLOW', email: false });
  assert.deepEqual(await of('FOLLOW'), {
    type: 'FOLLOW',
    inApp: true,
    push: false,
    email: false,
    audience: 'EVERYBODY',
  });
  assert.equal((await of('POST_COMMENT')).audience, 'FOLLOWED');
  await set({ type: 'FOLLOW', push: null, email: null }, { type: 'POST_COMMENT', audience: null });
  const { rows } = await sql`select from notification_preferences`.execute(world.app.services.db);
  assert.equal(rows.length, 0);
  await unchanged(world, async () => {
    const refused = await set(
      { type: 'PASSWORD_CHANGED', inApp: false },
      { type: 'MESSAGE', inApp: true },
      { type: 'CALL_INCOMING', email: true },
      { type: 'TIP_RECEIVED', audience: 'MUTUAL' },
      { type: 'MESSAGE', push: false },
      { type: 'FOLLOW', push: false },
    );
    assert.deepEqual(
      refused.errors.map(({ code, path }: { code: string; path: string[] }) => [code, path.join('.')]),
      [
        ['VALIDATION_FAILED', 'preferences.0.inApp'],
        ['VALIDATION_FAILED', 'preferences.1.inApp'],
        ['VALIDATION_FAILED', 'preferences.2.email'],
        ['VALIDATION_FAILED', 'preferences.3.audience'],
        ['VALIDATION_FAILED', 'preferences.4.type'],
      ],
    );
    assert.equal(
      refused.errors[0].message,
      'Leave this type in the list: it tells of safety, security or money.',
    );
  });
});

test('quiet hours are replaced as a whole, and impossible ones change nothing', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const night = { weekday: 'SUNDAY', startMinute: 1_320, endMinute: 420 };
  const noon = { weekday: 'MONDAY', startMinute: 720, endMinute: 780 };
  const { notificationSettings } = await change(ada, 'updateQuietHours', { intervals: [night, noon] });
  assert.deepEqual(notificationSettings.quietHours, [noon, night]);
  const refusals: readonly (readonly [object[], string])[] = [
    [[night, { ...night, endMinute: 60 }], 'intervals.1.startMinute'],
    [[{ ...night, endMinute: 1_320 }], 'intervals.0.endMinute'],
    [[{ ...night, startMinute: 1_440 }], 'intervals.0.startMinute'],
    [[{ ...night, endMinute: 0 }], 'intervals.0.endMinute'],
    [Array.from({ length: 15 }, (_each, index) => ({ ...night, startMinute: index })), 'intervals'],
  ];
  await unchanged(world, async () => {
    for (const [intervals, path] of refusals) {
      const { errors } = await change(ada, 'updateQuietHours', { intervals });
      assert.deepEqual([errors[0].code, errors[0].path.join('.')], ['VALIDATION_FAILED', path]);
    }
  });
  assert.deepEqual(
    (await change(ada, 'updateQuietHours', { intervals: [] })).notificationSettings.quietHours,
    [],
  );
});

test('snoozing ends by itself, at once by null, and begins neither in the past nor for months', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const inMs = (ms: number): string => new Date(world.clock.now().getTime() + ms).toISOString();
  const until = inMs(DAY_MS / 2);
  const { notificationSettings } = await change(ada, 'snoozeNotifications', { expiresAt: until });
  assert.equal(notificationSettings.snoozeExpiresAt, until);
  world.clock.advance('12h');
  const later = await world.signIn(ada);
  assert.equal((await settingsOf(later)).snoozeExpiresAt, null);
  await change(later, 'snoozeNotifications', { expiresAt: inMs(DAY_MS) });
  assert.equal(
    (await change(later, 'snoozeNotifications', { expiresAt: null })).notificationSettings.snoozeExpiresAt,
    null,
  );
  await unchanged(world, async () => {
    for (const ms of [-1, 31 * DAY_MS]) {
      const { errors } = await change(later, 'snoozeNotifications', { expiresAt: inMs(ms) });
      assert.deepEqual(errors[0].path, ['expiresAt']);
    }
  });
});

test('a batch is asked at once for what each recipient wants of each actor', async (t) => {
  const world = await testWorld(t);
  const [ada, ben, cleo] = [await world.user('ada'), await world.user('ben'), await world.user('cleo')];
  await follow(ada, ben);
  await follow(ada, cleo);
  await follow(cleo, ada);
  await change(ada, 'updateNotificationPreferences', {
    preferences: [
      { type: 'FOLLOW', inApp: false },
      { type: 'POST_COMMENT', audience: 'FOLLOWED' },
      { type: 'POST_REACTION', audience: 'MUTUAL' },
      { type: 'POST_MENTION', audience: 'NOBODY' },
      { type: 'COMMENT_PINNED', push: true },
    ],
  });
  const dora = await world.user('dora');
  const wants = async (channel: 'inApp' | 'push', type: NotificationType, actor: Person | null) =>
    wanted(world, channel, { recipient: ada, type, actor });
  const ofAll = (type: NotificationType) =>
    Promise.all([ben, cleo, dora].map((actor) => wants('inApp', type, actor)));
  assert.deepEqual(await ofAll('FOLLOW'), [false, false, false]);
  assert.deepEqual(await ofAll('POST_COMMENT'), [true, true, false]);
  assert.deepEqual(await ofAll('POST_REACTION'), [false, true, false]);
  assert.deepEqual(await ofAll('POST_MENTION'), [false, false, false]);
  assert.deepEqual(await ofAll('POST_QUOTE'), [true, true, true]);
  assert.deepEqual(await ofAll('MESSAGE'), [false, false, false]);
  assert.equal(await wants('push', 'MESSAGE', ben), true);
  assert.equal(await wants('push', 'COMMENT_PINNED', dora), true);
  assert.equal(await wants('push', 'MESSAGE_REACTION', ben), false);
  assert.equal(await wants('inApp', 'PASSWORD_CHANGED', null), true);
  // Nobody else has set anything.
  for (const type of NOTIFICATION_TYPES)
    assert.equal(
      await wanted(world, 'inApp', { recipient: ben, type, actor: ada }),
      NOTIFICATION_KINDS[type].defaults.inApp,
    );
});

async function wanted(
  world: World,
  channel: 'inApp' | 'push',
  { recipient, type, actor }: { recipient: Person; type: NotificationType; actor: Person | null },
): Promise<boolean> {
  const pair = {
    recipient: sql<string>`pair.recipient_id`,
    type: sql<string>`pair.type`,
    actor: sql<string | null>`pair.actor_id`,
  };
  const { rows } = await sql<{ isWanted: boolean }>`
    select ${wantedSql(channel, pair)} as "isWanted"
    from (values (${uuidOf(recipient.id)}::uuid, ${type}::text, ${actor && uuidOf(actor.id)}::uuid))
      as pair (recipient_id, type, actor_id)`.execute(world.app.services.db);
  const [row] = rows;
  assert.ok(row);
  return row.isWanted;
}
