import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { postReacted } from '#domains/content/reactions/reactions.events.ts';
import { passwordChanged } from '#domains/identity/credentials/credentials.events.ts';
import { befriend, call, start } from '#test/support/messaging/calls.ts';
import { publish } from '#test/support/content/comments.ts';
import { say, startWith } from '#test/support/messaging/messaging.ts';
import { registerDevice } from '#test/support/push/push-world.ts';
import {
  reasonsOf,
  isHeld,
  runPushes,
  setQuiet,
  shownTo,
  silentTo,
  withPhone,
} from '#test/support/push/pushed.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';

test('three thousand reactions to one post are seven pushes, at 1, 5, 10, 50, 100, 500 and 1000 people', async (t) => {
  const world = await testWorld(t);
  const ada = await withPhone(await world.user('ada'));
  const postId = await publish(ada);
  const actors = await crowd(world, 3_000);
  let first = 0;
  for (const total of [1, 3, 5, 10, 50, 100, 500, 900, 1_000, 3_000]) {
    await react(world, { postId, author: ada, actors: actors.slice(first, total) });
    first = total;
    await runPushes(world);
  }
  const shown = await shownTo(world, ada);
  assert.equal(shown.length, 7);
  assert.ok(shown.every(([title]) => /reacted/.test(title)));
  // All of it is one notification.
  assert.deepEqual(shown[0]?.[2], 1);
});

test('a reaction that is taken back before its push is none, and one after it takes the push back', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await withPhone(await world.user('ada')), await world.user('ben')];
  const postId = await publish(ada);
  const reaction = (name: string) =>
    ben.do(
      `mutation ($id: ID!) { ${name}(input: { postId: $id${name === 'reactToPost' ? ', type: LIKE' : ''} }) {
      errors { code } } }`,
      { id: postId },
    );
  await reaction('reactToPost');
  await reaction('removePostReaction');
  await runPushes(world);
  assert.deepEqual(await shownTo(world, ada), []);
  const other = await publish(ada);
  const onOther = (document: string) => ben.do(document, { id: other });
  await onOther(
    'mutation ($id: ID!) { reactToPost(input: { postId: $id, type: LIKE }) { errors { code } } }',
  );
  await runPushes(world);
  assert.equal((await shownTo(world, ada)).length, 1);
  await onOther('mutation ($id: ID!) { removePostReaction(input: { postId: $id }) { errors { code } } }');
  await runPushes(world);
  assert.ok((await silentTo(world, ada)).some(([type]) => type === 'RETRACTED'));
});

test('what comes in quiet hours is one summary at their end, to the minute, and security passes', async (t) => {
  const world = await testWorld(t);
  const { ada, ben, conversationId } = await talk(world);
  const { minute, weekday } = wallIn(world, 'Asia/Kolkata');
  await ben.do(
    'mutation { updateNotificationSettings(input: { timeZone: "Asia/Kolkata" }) { errors { code } } }',
  );
  const endMinute = ((minute + 10) % 1_440) + 1;
  await setQuiet(ben, 'updateQuietHours', {
    intervals: [{ weekday, startMinute: (minute + 1_439) % 1_440 || 1_439, endMinute }].map((each) =>
      each.startMinute > minute ? { ...each, weekday: dayBefore(weekday) } : each,
    ),
  });
  for (const text of ['One', 'Two']) {
    await say(ada, conversationId, text);
    await runPushes(world);
  }
  assert.deepEqual(await shownTo(world, ben), []);
  assert.deepEqual(await reasonsOf(ben), ['QUIET_HOURS', 'QUIET_HOURS']);
  await world.app.services.transaction(async (tx) => tx.emit(passwordChanged, { userId: uuidOf(ben.id) }));
  await runPushes(world);
  const passed = await shownTo(world, ben);
  assert.equal(passed.length, 1, JSON.stringify(passed));
  assert.match(passed[0]?.[0] ?? '', /password/i);
  // A second before the end nothing has come.
  const end = endOf(world, endMinute);
  world.clock.advance(end - world.clock.now().getTime() - 1_000);
  await world.runJobs();
  assert.equal((await shownTo(world, ben)).length, 1);
  world.clock.advance('1s');
  await runPushes(world);
  const shown = await shownTo(world, ben);
  assert.equal(shown.length, 2);
  assert.equal(shown[0]?.[0], '2 new notifications');
  await runPushes(world);
  assert.equal((await shownTo(world, ben)).length, 2);
  assert.equal(await isHeld(world, ben), false);
});

test('a summary of what was read meanwhile does not come, and ending a snooze sends one that was not', async (t) => {
  const world = await testWorld(t);
  const { ada, ben, conversationId } = await talk(world);
  const until = () => new Date(world.clock.now().getTime() + 5 * 60_000).toISOString();
  await setQuiet(ben, 'snoozeNotifications', { expiresAt: until() });
  await say(ada, conversationId, 'Psst');
  await runPushes(world);
  assert.equal(await isHeld(world, ben), true);
  await setQuiet(ben, 'snoozeNotifications', { expiresAt: null });
  await runPushes(world);
  assert.deepEqual(
    (await shownTo(world, ben)).map(([title]) => title),
    ['One new notification'],
  );
});

test('what is read on one device leaves the others: the badge falls within ten seconds, and what waits is not sent', async (t) => {
  const world = await testWorld(t);
  const { ada, ben, conversationId } = await talk(world);
  await say(ada, conversationId, 'Read me');
  await runPushes(world);
  await registerDevice(await world.signIn(ben), 'unavailable tablet of ben');
  await say(ada, conversationId, 'And me');
  await runPushes(world);
  assert.equal(await waitingOf(world, conversationId), 1);
  await markRead(ben, conversationId);
  await world.runJobs();
  assert.equal(await waitingOf(world, conversationId), 0);
  world.clock.advance('10s');
  await world.runJobs();
  await world.runJobs();
  // The notifications of the request and of the sign-in.
  assert.deepEqual((await silentTo(world, ben))[0], ['BADGE', 2]);
  // A message that is read before its push is none.
  await say(ada, conversationId, 'Quick');
  await markRead(ben, conversationId);
  const before = await shownTo(world, ben);
  await runPushes(world);
  assert.deepEqual(await shownTo(world, ben), before);
  assert.match((await reasonsOf(ben))[0] ?? '', /ACTIVE|READ/);
});

test('who has the conversation open gets no push of what they read within ten seconds, and one of what they do not', async (t) => {
  const world = await testWorld(t);
  const { ada, ben, conversationId } = await talk(world);
  await say(ada, conversationId, 'First');
  await markRead(ben, conversationId);
  await say(ada, conversationId, 'Second');
  world.clock.advance('5s');
  await world.runJobs();
  await world.runJobs();
  assert.deepEqual(await shownTo(world, ben), []);
  await markRead(ben, conversationId);
  await runPushes(world);
  assert.deepEqual(await shownTo(world, ben), []);
  assert.match((await reasonsOf(ben))[0] ?? '', /ACTIVE|READ/);
  await say(ada, conversationId, 'Third');
  await runPushes(world);
  assert.equal((await shownTo(world, ben))[0]?.[1], 'Third');
});

test('a phone that signs in as another person, or whose session has ended, gets nothing more of the first', async (t) => {
  const world = await testWorld(t);
  const { ada, ben, conversationId } = await talk(world);
  const cleo = await world.user('cleo');
  await say(ada, conversationId, 'For Ben alone');
  await registerDevice(cleo, 'phone of ben');
  await runPushes(world);
  assert.deepEqual(await shownTo(world, ben), []);
  const other = await withPhone(await world.signIn(ben));
  assert.equal(other.username, ben.username);
  await say(ada, conversationId, 'Again');
  await other.do('mutation { logout(input: {}) { errors { code } } }');
  await runPushes(world);
  assert.deepEqual(await shownTo(world, ben), []);
});

test('a call rings devices at once and ends there, and in quiet hours rings for whom the user lets through', async (t) => {
  const world = await testWorld(t);
  const { ada, ben, conversationId } = await talk(world);
  await befriend(ada, ben);
  await runPushes(world);
  const id = await start(ada, conversationId);
  await world.runJobs();
  await world.runJobs();
  assert.deepEqual((await shownTo(world, ben))[0]?.[0], 'Ada is calling you');
  await call(ada, 'cancelCall', { callId: id }, 'call { id }');
  await world.runJobs();
  await world.runJobs();
  assert.equal((await silentTo(world, ben))[0]?.[0], 'CALL_ENDED');
  const until = new Date(world.clock.now().getTime() + 3_600_000).toISOString();
  await setQuiet(ben, 'snoozeNotifications', { expiresAt: until });
  const ringOnce = async () => {
    const shown = (await shownTo(world, ben)).length;
    const callId = await start(ada, conversationId);
    await world.runJobs();
    await world.runJobs();
    await call(ada, 'cancelCall', { callId }, 'call { id }');
    await world.runJobs();
    return (await shownTo(world, ben)).length - shown;
  };
  assert.equal(await ringOnce(), 0);
  assert.ok((await reasonsOf(ben)).includes('QUIET_HOURS'));
  await ben.do(
    'mutation { updateNotificationSettings(input: { quietCallAudience: MUTUAL }) { errors { code } } }',
  );
  assert.equal(await ringOnce(), 1);
});

test('a notification that is deleted leaves the devices, and one that is marked as unread is no longer taken from them', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await withPhone(await world.user('ada')), await world.user('ben')];
  const postId = await publish(ada);
  await ben.do(
    'mutation ($id: ID!) { reactToPost(input: { postId: $id, type: LIKE }) { errors { code } } }',
    { id: postId },
  );
  await runPushes(world);
  assert.deepEqual((await shownTo(world, ada))[0]?.[2], 1);
  const { myNotifications } = await ada.do('{ myNotifications { nodes { id } } }');
  const [{ id }] = myNotifications.nodes;
  const acts: readonly (readonly [string, string, number])[] = [
    ['markNotificationsRead', 'ids: [$id]', 0],
    ['markNotificationUnread', 'notificationId: $id', 1],
    ['deleteNotification', 'notificationId: $id', 0],
  ];
  for (const [name, input, badge] of acts) {
    await ada.do(`mutation ($id: ID!) { ${name}(input: { ${input} }) { errors { code } } }`, { id });
    world.clock.advance('10s');
    await runPushes(world);
    assert.deepEqual((await silentTo(world, ada))[0], ['BADGE', badge], name);
  }
});

async function talk(world: World) {
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  await ada.do('mutation { updateProfile(input: { displayName: "Ada" }) { errors { code } } }');
  const conversationId = await startWith(ada, ben);
  await runPushes(world);
  await withPhone(ben);
  return { ada, ben, conversationId };
}

/** The number of pushes of a conversation that wait for a provider. */
async function waitingOf(world: World, conversationId: string): Promise<number> {
  const { rows } = await sql`
    select from waiting_pushes where collapse_key = ${`conversation:${uuidOf(conversationId)}`}`.execute(
    world.app.services.db,
  );
  return rows.length;
}

/** Reads a conversation to its end. */
async function markRead(person: Person, conversationId: string): Promise<void> {
  const { data } = await person.ask(
    'query ($id: ID!) { conversationMessages(conversationId: $id, first: 1) { nodes { id } } }',
    { id: conversationId },
  );
  await person.do(
    'mutation ($input: MarkConversationReadInput!) { markConversationRead(input: $input) { errors { code } } }',
    { input: { conversationId, upToMessageId: data.conversationMessages.nodes[0].id } },
  );
}

/** Ids of users without accounts of their own. */
async function crowd(world: World, count: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    insert into users (id, provider, subject, username, display_name, created_at, updated_at)
    select gen_random_uuid(), 'embedded', 'crowd' || n, 'crowd' || n, 'Crowd ' || n, now(), now()
    from generate_series(1, ${count}) n returning id`.execute(world.app.services.db);
  return rows.map(({ id }) => id);
}

async function react(
  world: World,
  { postId, author, actors }: { postId: string; author: Person; actors: readonly string[] },
): Promise<void> {
  await world.app.services.transaction(async (tx) => {
    for (const userId of actors)
      tx.emit(postReacted, { postId: uuidOf(postId), authorId: uuidOf(author.id), userId } as never);
  });
}

const DAYS = ['SUNDAY', 'MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY'] as const;
const KOLKATA_MS = 5.5 * 3_600_000;

/** The clock on a wall in India, which is five and a half hours ahead all year. */
function wallIn(world: World, _zone: 'Asia/Kolkata'): { minute: number; weekday: string } {
  const local = new Date(world.clock.now().getTime() + KOLKATA_MS);
  return {
    minute: local.getUTCHours() * 60 + local.getUTCMinutes(),
    weekday: DAYS[local.getUTCDay()] ?? 'SUNDAY',
  };
}

const dayBefore = (weekday: string): string =>
  DAYS[(DAYS.findIndex((day) => day === weekday) + 6) % 7] ?? 'SUNDAY';

/** The next time at which that wall shows a minute. */
function endOf(world: World, minute: number): number {
  const localMs = world.clock.now().getTime() + KOLKATA_MS;
  const midnightMs = Math.floor(localMs / 86_400_000) * 86_400_000;
  const atMs = midnightMs + minute * 60_000;
  return (atMs > localMs ? atMs : atMs + 86_400_000) - KOLKATA_MS;
}
