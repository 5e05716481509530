import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import type { Answer } from '#test/support/actor.ts';
import { emittedNames } from '#test/support/unchanged.ts';
import type { World } from '#test/support/world.ts';

/** The answer to a mutation about a user who may have become invisible meanwhile. */
export function assertDoneOrNotFound({ data, errors }: Answer): void {
  assert.equal(errors, undefined, JSON.stringify(errors));
  const [payload] = Object.values<{ errors: unknown[] }>(data);
  assert.ok(payload);
  if (payload.errors.length > 0) {
    assert.deepEqual(payload.errors, [{ code: 'NOT_FOUND', path: ['userId'] }]);
  }
}

/**
 * Asserts that both counters of every user match their follows, the events match the follows, no follow exists beside a
 * block in either direction, and no follow request outlives its answer.
 */
export async function assertFollowsConsistent(world: World): Promise<void> {
  const { db } = world.app.services;
  const { rows: wrong } = await sql`
    select username from users u
    where follower_count <> (select count(*) from follows where followee_id = u.id)
      or following_count <> (select count(*) from follows where follower_id = u.id)`.execute(db);
  assert.deepEqual(wrong, []);
  const { rows: besideBlocks } = await sql`
    select from blocks b join follows f on f.follower_id in (b.blocker_id, b.blocked_id)
      and f.followee_id in (b.blocker_id, b.blocked_id)`.execute(db);
  assert.deepEqual(besideBlocks, []);
  const { rows: outlived } = await sql`
    select from follow_requests r
    join follows f on f.follower_id = r.requester_id and f.followee_id = r.target_id`.execute(db);
  assert.deepEqual(outlived, []);
  const names = await emittedNames(world);
  const timesOf = (name: string): number => names.filter((one) => one === name).length;
  const edges = await db.selectFrom('follows').selectAll().execute();
  assert.equal(timesOf('user.followed') - timesOf('user.unfollowed'), edges.length);
}

/** A deadlock would be retried and go unnoticed, but the database counts them, within a second. */
export async function deadlocksOf(db: Db): Promise<number> {
  await delay(1_200);
  const { rows } = await sql<{ deadlocks: number }>`
    select deadlocks::integer from pg_stat_database where datname = current_database()`.execute(db);
  return rows[0]?.deadlocks ?? -1;
}
