import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { manage } from '#test/support/messaging/groups.ts';
import { SEND, startWith } from '#test/support/messaging/messaging.ts';
import { runSql } from '#test/support/test-server.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';
import { DAY_MS } from '#platform/kernel/clock.ts';
import { copyDays, noteBehind } from './activity.service.ts';

const MARK = `mutation ($id: ID!, $messageId: ID!) {
  markConversationRead(input: { conversationId: $id, upToMessageId: $messageId }) { errors { code } } }`;

const rows = async (world: World, query: string): Promise<unknown[]> =>
  (await sql.raw(query).execute(world.app.services.db)).rows;

const people = async (world: World): Promise<[Person, Person, Person]> => [
  await world.user('ada'),
  await world.user('ben'),
  await world.user('cleo'),
];

/** Moves the clock to a day later, and beyond the hour in which the last one is not over. Tokens expire meanwhile. */
async function nextDay(world: World, ...signedIn: readonly Person[]): Promise<void> {
  world.clock.advance('25h');
  for (const person of signedIn) person.token = (await world.signIn(person)).token;
}

test('participants get the day of the newest message once a day, and who has not read it when the day is over is behind until they do', async (t) => {
  const world = await testWorld(t);
  const [ada, ben, cleo] = await people(world);
  const id = await startWith(ada, ben, cleo);
  await nextDay(world, ada, ben, cleo);
  const day = world.clock.now().toISOString().slice(0, 10);
  const [first, last] = [await sent(ada, id), await sent(ada, id)];
  const mark = (person: Person, messageId: string) => person.do(MARK, { id, messageId });
  await mark(ben, last);
  const active = () => rows(world, 'select active_on::text as day, is_copied from active_conversations');
  const found = () =>
    rows(
      world,
      `select u.username, p.active_on = '${day}' as is_of_day, p.is_behind
       from participants p join users u on u.id = p.user_id order by 1`,
    );
  const expected = (is_of_day: boolean, behind: readonly Person[]) =>
    [ada, ben, cleo].map((person) => ({
      username: person.username,
      is_of_day,
      is_behind: behind.includes(person),
    }));
  assert.deepEqual(await active(), [{ day, is_copied: false }]);
  assert.deepEqual(await found(), expected(false, []));
  await world.runJobs();
  assert.deepEqual(await active(), [{ day, is_copied: true }]);
  assert.deepEqual(await found(), expected(true, []));

  await nextDay(world, ada, ben, cleo);
  await world.runJobs();
  assert.deepEqual(await active(), []);
  // The sender has marked nothing as read either.
  assert.deepEqual(await found(), expected(true, [ada, cleo]));
  await mark(cleo, first);
  assert.deepEqual(await found(), expected(true, [ada, cleo]));
  await mark(cleo, last);
  assert.deepEqual(await found(), expected(true, [ada]));
});

test('a message of the day before, by a process whose clock is behind, is unread for who has read all others', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = await people(world);
  const id = await startWith(ada, ben);
  world.clock.freeze();
  const restMs = DAY_MS - (world.clock.now().getTime() % DAY_MS);
  world.clock.advance(restMs - 10_000);
  for (const person of [ada, ben]) person.token = (await world.signIn(person)).token;
  await ben.do(MARK, { id, messageId: await sent(ada, id) });
  world.clock.advance(20_000);
  await world.runJobs();
  world.clock.advance(-20_000);
  await sent(ada, id);
  const { myUnreadCounts } = await ben.do('{ myUnreadCounts { conversationCount } }');
  assert.deepEqual(myUnreadCounts, { conversationCount: 1 });
});

const ROUNDS = 5;
const GROUPS = 4;

test('messages of a new day, joins, leaves and the jobs at once leave every participant with the day, and none behind without a note', async (t) => {
  const world = await testWorld(t);
  const [ada, ben, cleo] = await people(world);
  const ids: string[] = [];
  for (let made = 0; made < GROUPS; made += 1) ids.push(await startWith(ada, ben, cleo));
  const { services } = world.app;
  const jobs = async (): Promise<void> => {
    for (let run = 0; run < 2 * GROUPS; run += 1) {
      await services.transaction((tx) => copyDays(tx));
      await services.transaction((tx) => noteBehind(services, tx));
    }
  };
  for (let round = 0; round < ROUNDS; round += 1) {
    await nextDay(world, ada, ben, cleo);
    const acts = ids.map(async (conversationId) => {
      await sent(ben, conversationId);
      await manage(cleo, 'leaveConversation', { conversationId });
      await Promise.all([
        sent(ada, conversationId),
        manage(ada, 'addParticipants', { conversationId, userIds: [cleo.id] }),
      ]);
    });
    await Promise.all([...acts, jobs(), jobs()]);
    assert.deepEqual(await wrong(world), [], `round ${round}`);
    await world.runJobs();
    assert.deepEqual(await wrong(world), [], `round ${round}`);
  }
  const waiting = await rows(world, 'select from active_conversations where not is_copied');
  assert.equal(waiting.length, 0);
});

test('the job of the migration gives conversations of before their days, and notes who is behind', async (t) => {
  const world = await testWorld(t);
  const [ada, ben, cleo] = await people(world);
  const ids = [await startWith(ada, ben), await startWith(ada, cleo), await startWith(ben, cleo)];
  const [id = ''] = ids;
  await ben.do(MARK, { id, messageId: await sent(ada, id) });
  await runSql(
    world.connectionString,
    `delete from active_conversations; update participants set active_on = null;
     insert into outbox (kind, name, payload, occurred_at)
     select 'job', 'conversations.noteDays', '{"afterId": "00000000-0000-0000-0000-000000000000"}', now()`,
  );
  await world.runJobs();
  await world.runJobs();
  assert.deepEqual(await wrong(world), []);
  assert.equal((await rows(world, 'select from active_conversations where is_copied')).length, ids.length);
  await nextDay(world);
  await world.runJobs();
  assert.deepEqual(await rows(world, 'select from active_conversations'), []);
  assert.deepEqual(
    await rows(
      world,
      'select u.username from participants p join users u on u.id = p.user_id where p.is_behind',
    ),
    [{ username: 'ada' }],
  );
});

/** Participations that do not have the day although nothing waits, or have unread messages without a note of it. */
const wrong = (world: World): Promise<unknown[]> =>
  rows(
    world,
    `select p.*, c.updated_at, c.last_seq, a.active_on as noted_on, a.is_copied
     from participants p join conversations c on c.id = p.conversation_id
     left join participant_markers k on k.conversation_id = c.id and k.user_id = p.user_id
     left join active_conversations a on a.conversation_id = c.id
     where p.left_at is null and (
       coalesce(a.is_copied, true) and p.active_on is distinct from day_of(c.updated_at)
       or a.active_on <> day_of(c.updated_at)
       or a.conversation_id is null and not p.is_behind and c.last_seq > greatest(k.read_seq, p.sees_after_seq))`,
  );

async function sent(person: Person, conversationId: string): Promise<string> {
  return (await person.do(SEND, { input: { conversationId, text: 'Hello' } })).sendMessage.message.id;
}
