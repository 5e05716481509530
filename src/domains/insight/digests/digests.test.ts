import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { advanceTo, digestsTo, sendDigests, wantDigest } from '#test/support/notifications/digests.ts';
import { comment, notificationsOf, publish, react } from '#test/support/notifications/notifications.ts';
import { FIRST_ID } from '#platform/db/keyset.ts';
import { follow } from '#test/support/people/people.ts';
import { runSql } from '#test/support/test-server.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';
import { digestJobs } from './digests.jobs.ts';

const ENV = { WEB_APP_URL: 'https://app.example.com' };
const MONDAY = 1;
const TUESDAY = 2;

async function people<const Names extends readonly string[]>(
  world: World,
  names: Names,
): Promise<{ [Index in keyof Names]: Person }> {
  const found: Person[] = [];
  for (const name of names) found.push(await world.user(name));
  // Each name has its person.
  return found as { [Index in keyof Names]: Person };
}

test('a digest tells in the morning what is new and unread, once, and says nothing of what people wrote', async (t) => {
  const world = await testWorld(t, { env: ENV });
  advanceTo(world, 6, TUESDAY);
  const [ada, ben, cleo] = await people(world, ['ada', 'ben', 'cleo']);
  await wantDigest(world, ada);
  const postId = await publish(ada, 'Good morning');
  await react(ben, postId);
  await react(cleo, postId);
  await comment(cleo, postId, 'What a <b>secret</b>');
  await follow(ben, ada);
  await sendDigests(world);
  assert.deepEqual(await digestsTo(world, ada), []);
  advanceTo(world, 8);
  await sendDigests(world);
  const [mail, ...others] = await digestsTo(world, ada);
  assert.deepEqual(others, []);
  assert.equal(mail?.subject, '3 new notifications');
  assert.deepEqual(
    mail.text.split('\n\n').slice(0, 4).toSorted(),
    [
      'Open all: https://app.example.com/notifications',
      'ben followed you',
      'cleo and ben reacted to your post',
      'cleo commented on your post',
    ].toSorted(),
  );
  assert.doesNotMatch(mail.text + mail.html, /secret|Good morning/);
  await sendDigests(world);
  advanceTo(world, 8);
  await sendDigests(world);
  assert.equal((await digestsTo(world, ada)).length, 1);
  await react(await world.signIn(ben), await publish(await world.signIn(ada), 'Another'));
  advanceTo(world, 8);
  await sendDigests(world);
  assert.deepEqual(
    (await digestsTo(world, ada)).map(({ subject }) => subject),
    ['3 new notifications', 'One new notification'],
  );
});

test('a weekly digest comes on Mondays, each in the morning of its zone', async (t) => {
  const world = await testWorld(t, { env: ENV });
  advanceTo(world, 6, MONDAY);
  const [ada, ben, cleo] = await people(world, ['ada', 'ben', 'cleo']);
  await wantDigest(world, ada, { digest: 'WEEKLY', timeZone: 'Asia/Kolkata' });
  await wantDigest(world, ben, { digest: 'WEEKLY', timeZone: 'America/New_York' });
  await follow(cleo, ada);
  await follow(cleo, ben);
  const reached = async (): Promise<number[]> => [
    (await digestsTo(world, ada)).length,
    (await digestsTo(world, ben)).length,
  ];
  await sendDigests(world);
  // Past eleven in Kolkata, past one at night in New York.
  assert.deepEqual(await reached(), [1, 0]);
  advanceTo(world, 15);
  await sendDigests(world);
  assert.deepEqual(await reached(), [1, 1]);
  await react(await world.signIn(cleo), await publish(await world.signIn(ada), 'News'));
  advanceTo(world, 7, TUESDAY);
  await sendDigests(world);
  assert.deepEqual(await reached(), [1, 1]);
  advanceTo(world, 7, MONDAY);
  await sendDigests(world);
  assert.deepEqual(await reached(), [2, 1]);
});

/** Makes people, in the order of their ids, of whom each wants a digest and got a tip. */
const insertMany = (world: World, count: number): Promise<unknown> =>
  runSql(
    world.connectionString,
    `with made as (
       insert into users (id, provider, subject, email, username, display_name, is_email_verified, created_at, updated_at)
       select ('01900000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'embedded', 'many-' || n, 'many' || n || '@example.com', 'many' || n,
         'Many', true, now(), now()
       from generate_series(1, ${count}) n returning id
     ), settled as (
       insert into notification_settings (user_id, time_zone, digest, shows_previews, quiet_call_audience)
       select id, 'UTC', 'DAILY', true, 'NOBODY' from made
     )
     insert into notifications (id, recipient_id, type, group_key, is_grouped, has_actor, is_listed, created_at, latest_at)
     select gen_random_uuid(), id, 'TIP_RECEIVED', 'TIP_RECEIVED:' || id, false, false, true, at, at
     from made, (select '${world.clock.now().toISOString()}'::timestamptz as at) now`,
  );

/** Sends a batch of digests; the job that goes on with the next one waits for `sendDigests`. */
function sendBatch({ app: { services } }: World): Promise<void> {
  const job = digestJobs.find(({ name }) => name === 'digests.sendZone');
  assert.ok(job);
  // The payload of this very job.
  return job.run(services, { timeZone: 'UTC', afterId: FIRST_ID } as never);
}

/** How many mails there are, and to how many people. */
async function mailed({ app }: World): Promise<unknown> {
  const { rows } = await sql`
    select count(*)::integer as mails, count(distinct recipient)::integer as people from recorded_mails`.execute(
    app.services.db,
  );
  return rows[0];
}

test('workers that send at once, and one that begins again, mail each of 230 people once', async (t) => {
  const world = await testWorld(t, { env: ENV });
  advanceTo(world, 8, TUESDAY);
  await insertMany(world, 230);
  await Promise.all([sendBatch(world), sendBatch(world)]);
  for (let round = 0; round < 3; round += 1) await sendDigests(world);
  assert.deepEqual(await mailed(world), { mails: 230, people: 230 });
});

test('a digest of the third batch tells what is so when it is made, not when the first was', async (t) => {
  const world = await testWorld(t, { env: ENV });
  advanceTo(world, 8, TUESDAY);
  await insertMany(world, 230);
  await sendBatch(world);
  const ofMany = (number: number): string => `'01900000-0000-7000-8000-${String(number).padStart(12, '0')}'`;
  await runSql(
    world.connectionString,
    `update notifications set read_at = now() where recipient_id = ${ofMany(150)};
     update notification_settings set digest = 'NONE' where user_id = ${ofMany(210)};
     update notification_settings set time_zone = 'Asia/Tokyo' where user_id = ${ofMany(220)};
     update users set suspended_until = 'infinity' where id = ${ofMany(230)};
     -- Those of the first batch have theirs.
     update notification_settings set digest = 'NONE' where user_id = ${ofMany(5)};`,
  );
  await sendDigests(world);
  await sendDigests(world);
  // Digests still go out in Tokyo, where the time is five in the afternoon.
  assert.deepEqual(await mailed(world), { mails: 227, people: 227 });
  const { rows } = await sql<{
    recipient: string;
  }>`select 'many' || n as recipient from generate_series(1, 230) n
    where not exists (select from recorded_mails where recipient = 'many' || n || '@example.com') order by n`.execute(
    world.app.services.db,
  );
  assert.deepEqual(
    rows.map(({ recipient }) => recipient),
    ['many150', 'many210', 'many230'],
  );
});

test('who turned a type off, has read it or ended digests is mailed nothing of it', async (t) => {
  const world = await testWorld(t, { env: ENV });
  advanceTo(world, 6, TUESDAY);
  const [ada, ben, cleo, dan, eve] = await people(world, ['ada', 'ben', 'cleo', 'dan', 'eve']);
  for (const person of [ada, ben, cleo, dan]) await wantDigest(world, person);
  for (const person of [ada, ben, cleo, dan]) await follow(eve, person);
  await world.runJobs();
  await ada.do(
    'mutation { updateNotificationPreferences(input: { preferences: [{ type: FOLLOW, email: false }] }) { errors { code } } }',
  );
  const [{ id }] = await notificationsOf(ben);
  await ben.do('mutation ($ids: [ID!]) { markNotificationsRead(input: { ids: $ids }) { errors { code } } }', {
    ids: [id],
  });
  await cleo.do('mutation { updateNotificationSettings(input: { digest: NONE }) { errors { code } } }');
  advanceTo(world, 8);
  await sendDigests(world);
  const mails = [];
  for (const person of [ada, ben, cleo, dan]) mails.push((await digestsTo(world, person)).length);
  assert.deepEqual(mails, [0, 0, 0, 1]);
});
