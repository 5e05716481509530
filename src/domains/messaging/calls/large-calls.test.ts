import assert from 'node:assert/strict';
import { test } from 'node:test';
import { befriend, call, connect, must, see, start } from '#test/support/messaging/calls.ts';
import { startWith } from '#test/support/messaging/messaging.ts';
import { runSql } from '#test/support/test-server.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { testWorld, type World } from '#test/support/world.ts';

const CROWD = 990;

test('in a call of a thousand viewers starting, accepting, watching and leaving take as many statements as in one of three', async (t) => {
  const world = await testWorld(t);
  const people = [];
  for (const name of ['ada', 'ben', 'cat', 'dan']) people.push(await world.user(name));
  const [ada, ben, cat, dan] = people;
  assert.ok(ada && ben && cat && dan);
  await befriend(...people);
  const counts: Record<string, number[]> = {};
  for (const isLarge of [false, true]) {
    const conversationId = await startWith(ada, ben, cat);
    const callId = await start(ada, conversationId);
    await must(cat, 'joinCall', { callId, as: 'VIEWER' });
    if (isLarge) await crowd(world, callId);
    await connect(world, callId, ada);
    const count = async (name: string, work: () => Promise<unknown>): Promise<void> => {
      (counts[name] ??= []).push(await world.statementsOf(work));
    };
    await count('startCall', () => call(ben, 'startCall', { conversationId, kind: 'AUDIO' }));
    await must(ada, 'inviteToCall', { callId, userIds: [dan.id] });
    await count('acceptCall', () => call(dan, 'acceptCall', { callId }));
    await count('leaveCall', () => call(dan, 'leaveCall', { callId }));
    await count('a viewer who leaves', () => call(cat, 'leaveCall', { callId }));
    await count('reading', () => see(ben, callId));
    assert.equal((await see(ada, callId)).watchingCount, isLarge ? CROWD : 0);
    await must(ada, 'endCall', { callId });
  }
  for (const [name, [small, large]] of Object.entries(counts)) assert.equal(large, small, name);
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
