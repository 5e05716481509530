import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Actor } from '#test/support/actor.ts';
import { rowsOf } from '#test/support/money/ledger.ts';
import { callMutation } from '#test/support/promises/call-mutation.ts';
import { rowsScanned } from '#test/support/rows-read.ts';
import { runSql } from '#test/support/test-server.ts';
import { decide } from '#test/support/trust/decisions.ts';
import { casesIn, publishText, report } from '#test/support/trust/reports.ts';
import { testWorld } from '#test/support/world.ts';
import { claimableSql } from './cases.queries.ts';

const claim = async (admin: Actor) =>
  (
    await callMutation(admin, {
      name: 'adminClaimNextCase',
      payload: 'case { id version state assigneeId } errors { code }',
      input: { queue: 'GENERAL' },
    })
  ).case;

test('moderators who ask at once get different cases, keep them for ten minutes, and nobody decides about the case of another one', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  for (let count = 0; count < 3; count += 1)
    await report(ben, { postId: await publishText(ada, `Post ${count}`) });
  const moderators: Actor[] = [];
  for (let count = 0; count < 4; count += 1) moderators.push(await world.admin());
  const [first, second] = moderators as [Actor, Actor];
  const claimed = await Promise.all(moderators.map(claim));
  const ids = claimed.flatMap((found) => (found ? [found.id] : []));
  assert.deepEqual([ids.length, new Set(ids).size], [3, 3]);
  const index = claimed.findIndex((found) => found !== null);
  const holder = moderators[index] as Actor;
  const other = holder === first ? second : first;
  assert.equal((await claim(holder)).id, claimed[index].id);
  assert.deepEqual((await decide(other, claimed[index])).errors[0].code, 'INVALID_STATE');
  assert.deepEqual(await casesIn(first), []);
  assert.equal((await casesIn(first, { state: 'ASSIGNED' })).length, 3);
  await runSql(world.connectionString, "update moderation_cases set lease_until = now() - interval '1 year'");
  assert.equal((await casesIn(first)).length, 3);
  assert.deepEqual((await decide(other, claimed[index])).errors, []);
  assert.equal((await rowsOf(world, 'select from moderation_decisions')).length, 1);
});

const OPEN_CASES = 100_000;

test('the next of a hundred thousand open cases is read by itself, in less than five milliseconds', async (t) => {
  const world = await testWorld(t);
  await runSql(
    world.connectionString,
    `insert into moderation_cases (id, subject_kind, subject_id, state, queue, priority, reported_weight, version, snapshot_version,
       is_private, opened_at)
     select gen_random_uuid(), 'HASHTAG', gen_random_uuid(), 'OPEN', 'GENERAL', n % 4000, 0, 1, '', false, now()
     from generate_series(1, ${OPEN_CASES}) n;
     analyze moderation_cases`,
  );
  const { db, clock, ids } = world.app.services;
  const query = claimableSql({ queue: 'GENERAL', adminId: ids.next(), now: clock.now() });
  assert.ok((await rowsScanned(db, 'moderation_cases', query.compile(db))) <= 3);
  const times: number[] = [];
  for (let count = 0; count < 20; count += 1) {
    const begin = performance.now();
    await query.execute(db);
    times.push(performance.now() - begin);
  }
  const [, , median] = times.toSorted((a, b) => a - b);
  assert.ok(median !== undefined && median < 5, `${median} ms`);
});
