import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { followRequested, userFollowed } from '#domains/graph/follows/follows.events.ts';
import type { Untyped } from '#test/support/actor.ts';
import { runSql } from '#test/support/test-server.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { testWorld, type World } from '#test/support/world.ts';

const EVENTS = 5_000;
const KILLS = 20;
const PROCESS = path.resolve(
  import.meta.dirname,
  '../../../../test/support/notifications/collecting-process.ts',
);

const idOf = (number: number): string => `01900000-0000-7000-8000-${number.toString(16).padStart(12, '0')}`;

/** Kills a worker at any moment of a batch. */
async function killWhileCollecting({ connectionString }: World): Promise<void> {
  const child = spawn(process.execPath, [PROCESS, connectionString], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  await once(child.stdout, 'data');
  await sleep(Math.random() * 60);
  child.kill('SIGKILL');
  await exited;
}

test('a worker that is killed twenty times tells of each event once', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const { services, relay } = world.app;
  const adaId = uuidOf(ada.id);
  await world.runJobs();
  await runSql(
    world.connectionString,
    `insert into users (id, provider, subject, username, display_name, state, created_at, updated_at)
     select ('01900000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'test', n::text, 'user.' || n, 'User', 'ACTIVE', now(), now()
     from generate_series(1, ${EVENTS}) n`,
  );
  await services.transaction(async (tx) => {
    for (let number = 1; number <= EVENTS; number += 1) {
      const id = idOf(number);
      if (number % 2 === 0) tx.emit(userFollowed, { followerId: id, followeeId: adaId });
      else tx.emit(followRequested, { requesterId: id, targetId: adaId });
    }
  });
  await relay.drain();
  for (let kills = 0; kills < KILLS; kills += 1) await killWhileCollecting(world);
  await world.runJobs();
  const rows = await services.db
    .selectFrom('notifications')
    .select(['type', 'actor_count as actorCount'])
    .where('recipient_id', '=', adaId)
    .execute();
  const of = (type: string): number[] =>
    rows.filter((row) => row.type === type).map(({ actorCount }) => actorCount);
  assert.deepEqual(of('FOLLOW'), [EVENTS / 2]);
  assert.deepEqual(
    of('FOLLOW_REQUEST'),
    Array.from({ length: EVENTS / 2 }, () => 1),
  );
  const changes = await services.db
    .selectFrom('event_log')
    .select('payload')
    .where('name', '=', 'notification.changed')
    .execute();
  const requests = changes
    .map(({ payload }) => payload as Untyped)
    .filter(({ type }) => type === 'FOLLOW_REQUEST');
  assert.equal(requests.length, EVENTS / 2);
  assert.equal(new Set(requests.map(({ notificationId }) => notificationId)).size, EVENTS / 2);
});
