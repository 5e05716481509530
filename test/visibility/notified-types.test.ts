import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { NOTIFICATION_KINDS } from '#domains/insight/notification-settings/notification.types.ts';
import { told } from '#domains/insight/notifications/catalogue.ts';
import { addNotifications, collect } from '#domains/insight/notifications/collecting.service.ts';
import { block } from '#test/support/messaging/messaging.ts';
import { advanceTo, digestsTo, sendDigests, wantDigest } from '#test/support/notifications/digests.ts';
import { ACTS, eraseNow, muting, wantAll, wantFollowed } from '#test/support/notifications/fates.ts';
import { counted, notificationsOf, publish } from '#test/support/notifications/notifications.ts';
import { DEACTIVATE } from '#test/support/people/accounts.ts';
import { callMutation } from '#test/support/promises/call-mutation.ts';
import { runPushes, withPhone } from '#test/support/push/pushed.ts';
import { runSql } from '#test/support/test-server.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';

type Type = keyof typeof NOTIFICATION_KINDS;

const typesWhere = (has: (type: Type) => boolean): Type[] =>
  // The keys of an object are of its type.
  (Object.keys(NOTIFICATION_KINDS) as Type[]).filter((type) => has(type)).toSorted();

const WITH_ACTOR = typesWhere((type) => NOTIFICATION_KINDS[type].hasActor);
const WITHOUT_ACTOR = typesWhere((type) => !NOTIFICATION_KINDS[type].hasActor);

/** Types with an actor that are no acts of the tables, with where they are held to be hidden. */
const ELSEWHERE: Readonly<Partial<Record<Type, string>>> = {
  CALL_INCOMING: 'rung in notified.test.ts, in no list and no mail',
  MESSAGE: 'pushed in message-pushes.test.ts, in no list of notifications and no mail',
};

/** Types without an actor of which a mail of their own tells. */
const HAS_OWN_MAIL: readonly Type[] = [
  'COIN_PURCHASE_SUCCEEDED',
  'DATA_EXPORT_READY',
  'MODERATION_DECISION',
  'NEW_SIGN_IN',
  'PASSWORD_CHANGED',
  'VERIFICATION_DECIDED',
];

test('every type that comes from people is hidden with them in a table, or it is said where', () => {
  assert.deepEqual([...new Set([...ACTS, ...Object.keys(ELSEWHERE)])].toSorted(), WITH_ACTOR);
});

test('nobody is told by whom they blocked, muted or left out before, or who blocked them, of any type', async (t) => {
  const world = await testWorld(t);
  const { services } = world.app;
  const ben = await world.user('ben');
  const people: Record<string, Person> = {};
  for (const name of ['anybody', 'blocks', 'blocked', 'mutes', 'follows', 'erased'])
    people[name] = await world.user(name);
  // Each name has its person.
  const { blocks, blocked, mutes, follows, erased } = people as Record<string, Person> &
    Record<'blocks' | 'blocked' | 'mutes' | 'follows' | 'erased', Person>;
  await block(world, blocks, ben);
  await block(world, ben, blocked);
  await mutes.do(muting('NOTIFICATIONS'), { id: ben.id });
  await wantFollowed(follows);
  await eraseNow(world, erased);
  const listed = WITH_ACTOR.filter((type) => NOTIFICATION_KINDS[type].defaults.inApp);
  const actor = uuidOf(ben.id);
  await services.transaction((tx) =>
    collect(
      services,
      tx,
      tx,
      Object.values(people).flatMap(({ id }) =>
        listed.map((type) =>
          told(
            { at: services.clock.now(), eventId: services.ids.next() },
            { type, to: uuidOf(id), actor, target: ['user', actor] },
          ),
        ),
      ),
    ),
  );
  const { rows } = await sql<{ username: string; types: string[] }>`
    select u.username, array_agg(n.type order by n.type) as types
    from notifications n join users u on u.id = n.recipient_id group by 1`.execute(services.db);
  assert.deepEqual(rows, [{ username: 'anybody', types: listed }]);
});

type Own = {
  /** Types that the list has then; null where nobody can read it. */
  readonly listed: readonly Type[] | null;
  readonly pushed: readonly Type[];
  readonly mailed: readonly Type[];
  readonly comes: (world: World, person: Person, postId: string) => Promise<unknown>;
};

const MAILED = WITHOUT_ACTOR.filter((type) => !HAS_OWN_MAIL.includes(type));
const NOWHERE = { pushed: [], mailed: [] };
const LISTED_ALONE = { listed: WITHOUT_ACTOR, ...NOWHERE };
const withoutPoll = (types: readonly Type[]): readonly Type[] =>
  types.filter((type) => type !== 'POLL_CLOSED');

/** Fates of the recipient between a notification from nobody and its push and mail. */
const OWN: Readonly<Record<string, Own>> = {
  nothing: { listed: WITHOUT_ACTOR, pushed: WITHOUT_ACTOR, mailed: MAILED, comes: async () => undefined },
  reads: {
    ...LISTED_ALONE,
    comes: (world, person) =>
      person.do(
        'mutation ($upTo: DateTime!) { markNotificationsRead(input: { upTo: $upTo }) { errors { code } } }',
        { upTo: world.clock.now().toISOString() },
      ),
  },
  wants: {
    ...LISTED_ALONE,
    comes: (_world, person) =>
      person.do(
        'mutation ($all: [NotificationPreferenceInput!]!) { updateNotificationPreferences(input: { preferences: $all }) { errors { code } } }',
        { all: WITHOUT_ACTOR.map((type) => ({ type, push: false, email: false })) },
      ),
  },
  deletes: {
    listed: withoutPoll(WITHOUT_ACTOR),
    pushed: withoutPoll(WITHOUT_ACTOR),
    mailed: withoutPoll(MAILED),
    comes: (_world, person, id) =>
      person.do('mutation ($id: ID!) { deletePost(input: { postId: $id }) { errors { code } } }', { id }),
  },
  unproven: {
    listed: WITHOUT_ACTOR,
    pushed: WITHOUT_ACTOR,
    mailed: [],
    comes: (world, { id }) =>
      runSql(world.connectionString, `update users set is_email_verified = false where id = '${uuidOf(id)}'`),
  },
  'signs-out': {
    listed: null,
    pushed: [],
    mailed: MAILED,
    comes: (_world, person) => person.do('mutation { logout(input: {}) { errors { code } } }'),
  },
  // Sessions end, and devices with them.
  suspended: {
    listed: null,
    ...NOWHERE,
    comes: async (world, { id }) =>
      callMutation(await world.admin(), {
        name: 'adminSuspendUser',
        payload: 'errors { code message }',
        input: { userId: id, reason: 'A test.' },
      }),
  },
  // A person whose account is out of sight stays signed in, and hears of their own matters.
  deactivated: {
    listed: WITHOUT_ACTOR,
    pushed: WITHOUT_ACTOR,
    mailed: [],
    comes: (_world, person) => person.do(DEACTIVATE),
  },
  erased: { listed: null, ...NOWHERE, comes: (world, person) => eraseNow(world, person) },
};

test('what comes from nobody is pushed and mailed as its recipient wants it and can get it then, of every type', async (t) => {
  const world = await testWorld(t);
  advanceTo(world, 6);
  const { services } = world.app;
  const people: { person: Person; own: Own; postId: string }[] = [];
  for (const [label, own] of Object.entries(OWN)) {
    const person = await world.user(`u.${label.replace('-', '')}`);
    await wantDigest(world, person);
    await wantAll(person);
    people.push({ person, own, postId: await publish(person, 'A poll') });
    await withPhone(person);
  }
  await runPushes(world);
  world.clock.freeze();
  const at = services.clock.now();
  await services.transaction(async (tx) => {
    for (const type of withoutPoll(WITHOUT_ACTOR))
      await addNotifications(services, tx, {
        type,
        targetType: null,
        targetId: null,
        key: type,
        facts: { title: 'News', text: 'Tonight', tipCount: 1, coins: 5 },
        at,
        recipientIds: people.map(({ person }) => uuidOf(person.id)),
      });
    for (const { person, postId } of people)
      await addNotifications(services, tx, {
        type: 'POLL_CLOSED',
        targetType: 'post',
        targetId: uuidOf(postId),
        key: postId,
        facts: {},
        at,
        recipientIds: [uuidOf(person.id)],
      });
  });
  for (const { person, own, postId } of people) await own.comes(world, person, postId);
  await runPushes(world);
  const found: Record<string, unknown> = {};
  const expected: Record<string, unknown> = {};
  for (const { person, own } of people) {
    const list = own.listed && (await notificationsOf(person)).map(({ type }) => type).toSorted();
    found[person.username] = { list, pushed: await pushedTo(world, person) };
    expected[person.username] = { list: own.listed, pushed: own.pushed };
    if (own.listed && own.pushed.length > 0)
      assert.equal((await counted(person)).unread, own.listed.length, person.username);
  }
  assert.deepEqual(found, expected);
  advanceTo(world, 8);
  await sendDigests(world);
  for (const { person, own } of people) {
    const mails = await digestsTo(world, person);
    const subjects = own.mailed.length === 0 ? [] : [`${own.mailed.length} new notifications`];
    assert.deepEqual(
      mails.map(({ subject }) => subject),
      subjects,
      person.username,
    );
  }
});

/** Types of what a phone has shown; those that wait go with their device. */
async function pushedTo(world: World, { username }: Person): Promise<string[]> {
  const { rows } = await sql<{ type: string }>`
    select data->>'type' as type from recorded_pushes
    where token_end = right(${`phone of ${username}`}, length(token_end)) and title is not null`.execute(
    world.app.services.db,
  );
  return rows.map(({ type }) => type).toSorted();
}
