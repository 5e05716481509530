import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Untyped } from '#test/support/actor.ts';
import { countExecuted } from '#test/support/executed-statements.ts';
import { befriend, call, connect, must, see, start } from '#test/support/messaging/calls.ts';
import { startWith } from '#test/support/messaging/messaging.ts';
import { runSql } from '#test/support/test-server.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';

const CROWD = 990;

/** Statements of one operation, the payload and what the call server does not carry included. */
const STATEMENTS: Readonly<Record<string, number>> = {
  'startCall of a direct call': 25,
  'startCall where one runs': 21,
  acceptCall: 16,
  leaveCall: 12,
  'a viewer who leaves': 12,
  reading: 6,
};

test('in a call of a thousand viewers starting, accepting, watching and leaving take as many statements as in one of three', async (t) => {
  const world = await testWorld(t);
  const people = [];
  for (const name of ['ada', 'ben', 'cat', 'dan', 'eve']) people.push(await world.user(name));
  const [ada, ben, cat, dan, eve] = people;
  assert.ok(ada && ben && cat && dan && eve);
  await befriend(...people);
  const direct = await startWith(eve, dan);
  for (const isLarge of [false, true]) {
    const counts: Record<string, number> = {};
    const conversationId = await startWith(ada, ben, cat);
    const callId = await start(ada, conversationId);
    await must(cat, 'joinCall', { callId, as: 'VIEWER' });
    if (isLarge) await crowd(world, callId);
    await connect(world, callId, ada);
    const count = async (name: string, work: () => Promise<unknown>): Promise<void> => {
      counts[name] = await world.statementsOf(work);
    };
    await count('startCall of a direct call', () =>
      call(eve, 'startCall', { conversationId: direct, kind: 'AUDIO' }),
    );
    await must(eve, 'leaveCall', {
      callId: (await eve.ask('{ activeCalls { id } }')).data.activeCalls[0].id,
    });
    await count('startCall where one runs', () => call(ben, 'startCall', { conversationId, kind: 'AUDIO' }));
    await must(ada, 'inviteToCall', { callId, userIds: [dan.id] });
    await count('acceptCall', () => call(dan, 'acceptCall', { callId }));
    await count('leaveCall', () => call(dan, 'leaveCall', { callId }));
    await count('a viewer who leaves', () => call(cat, 'leaveCall', { callId }));
    await count('reading', () => see(ben, callId));
    assert.deepEqual(counts, STATEMENTS, isLarge ? 'large' : 'small');
    assert.equal((await see(ada, callId)).watchingCount, isLarge ? CROWD : 0);
    await must(ada, 'endCall', { callId });
  }
});

const JOINS = 60;
/** A thousand in a minute. */
const JOIN_EVERY_MS = 60;

test('a thousand joins a minute cost at most one read of the audience a second', async (t) => {
  const world = await testWorld(t, { env: { LIMIT_NEW_ACCOUNT_DAILY_ASKED: '100' } });
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const viewers: Person[] = [];
  for (let number = 0; number < JOINS; number += 1) viewers.push(await world.user(`viewer${number}`));
  const conversationId = await startWith(ada, ben, ...viewers);
  const callId = await start(ada, conversationId, { speaking: 'ON_REQUEST' });
  await connect(world, callId, ada);
  const joined = await ada.subscribe('subscription { participantJoined { member { user { username } } } }');
  const counts = await ben.subscribe(
    'subscription { callStatusChanged { call { memberCount watchingCount } } }',
  );
  await must(ben, 'joinCall', { callId, as: 'VIEWER' });
  await connect(world, callId, ben);
  assert.equal((await joined.next()).data.participantJoined.member.user.username, 'ben');
  assert.deepEqual((await counts.next()).data.callStatusChanged.call, { memberCount: 2, watchingCount: 1 });

  const reads = countExecuted(t, world, 'as "presentIds"');
  const startedMs = performance.now();
  await Promise.all(
    viewers.map(async (viewer, index) => {
      await sleep(index * JOIN_EVERY_MS);
      await must(viewer, 'joinCall', { callId, as: 'VIEWER' });
      await connect(world, callId, viewer);
    }),
  );
  const heard = async (): Promise<Untyped> => (await counts.next()).data.callStatusChanged.call;
  let call = await heard();
  while (call.watchingCount <= JOINS) call = await heard();
  assert.deepEqual(call, { memberCount: JOINS + 2, watchingCount: JOINS + 1 });
  const seconds = (performance.now() - startedMs) / 1_000;
  assert.ok(reads.count <= seconds, `${reads.count} reads in ${seconds.toFixed(1)} s`);
  t.diagnostic(`${reads.count} reads in ${seconds.toFixed(1)} s`);
});

async function crowd({ connectionString }: World, callId: string): Promise<void> {
  await runSql(
    connectionString,
    `insert into users (id, provider, subject, username, display_name, created_at, updated_at)
     select gen_random_uuid(), 'x', 'crowd.' || n, 'crowd.' || n, 'Crowd', now(), now() from generate_series(1, ${CROWD}) n;
     insert into call_members (call_id, user_id, session_id, role, state, is_muted, joined_at)
     select '${uuidOf(callId)}', id, gen_random_uuid(), 'VIEWER', 'CONNECTED', true, now() from users where subject like 'crowd.%';
     update calls set member_count = member_count + ${CROWD}, viewer_count = viewer_count + ${CROWD}
     where id = '${uuidOf(callId)}';
     analyze`,
  );
}
