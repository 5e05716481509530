import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Client } from 'pg';
import { erase } from '#test/support/people/accounts.ts';
import { waitingForLocks } from '#test/support/locks.ts';
import { found, publish } from '#test/support/people/searching.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { testWorld, type World } from '#test/support/world.ts';

/** Changes a post's row while its job runs, and commits the change once the job waits for its lock. */
async function changeMeanwhile(world: World, postId: string, change: string): Promise<void> {
  const writer = new Client({ connectionString: world.connectionString });
  await writer.connect();
  await writer.query('begin');
  await writer.query(`update posts set ${change} where id = $1`, [uuidOf(postId)]);
  const jobs = world.runJobs();
  await waitingForLocks(world, 1);
  await writer.query('commit');
  await writer.end();
  await jobs;
}

const documents = async ({ app }: World): Promise<number> =>
  (await app.services.db.selectFrom('post_search').select('post_id').execute()).length;

test('a search document is never older than its post, whatever changes concurrently', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  await changeMeanwhile(world, await publish(ada, 'early'), `text = 'late'`);
  assert.deepEqual(await found(ada, 'early'), []);
  assert.deepEqual(await found(ada, 'late'), ['late']);
  await changeMeanwhile(world, await publish(ada, 'brief'), 'deleted_at = now()');
  assert.deepEqual(await found(ada, 'brief'), []);
  assert.equal(await documents(world), 1);
});

test('erasure deletes the search documents of a user', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  await publish(ada, 'of ada');
  await publish(ben, 'of ben');
  await world.runJobs();
  assert.equal(await documents(world), 2);
  await erase(world, ada);
  assert.deepEqual(await found(world.anonymous(), 'ada'), []);
  assert.deepEqual(await found(world.anonymous(), 'ben'), ['of ben']);
  assert.equal(await documents(world), 1);
});
