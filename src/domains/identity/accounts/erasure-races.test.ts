import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { sql } from 'kysely';
import { Client } from 'pg';
import { CANCEL_DELETION, OWN_ACCOUNT, requestDeletion, runErasures } from '#test/support/people/accounts.ts';
import { waitingForLocks } from '#test/support/locks.ts';
import { emittedNames } from '#test/support/unchanged.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';

test('exactly one of a concurrent cancellation and erasure succeeds, in either order', async (t) => {
  const world = await testWorld(t);
  for (const [name, winner] of [
    ['ada', 'cancellation'],
    ['bea', 'erasure'],
  ] as const) {
    const person = await world.user(name);
    await requestDeletion(person);
    world.clock.advance('30d');
    const device = await world.signIn(person);
    // Followers of the event log that write of this person would wait for the row, too.
    await world.runJobs();
    const release = await holdRow(t, world, person);
    const cancel = () => device.ask(CANCEL_DELETION, { input: {} });
    const erasing = winner === 'erasure' ? runErasures(world) : null;
    if (erasing) await waitingForLocks(world, 1);
    const cancelling = cancel();
    await waitingForLocks(world, erasing ? 2 : 1);
    const late = erasing ?? runErasures(world);
    await waitingForLocks(world, 2);
    await release();
    const [answer] = await Promise.all([cancelling, late]);
    if (winner === 'cancellation') {
      assert.equal(answer.data.cancelAccountDeletion.accountState, 'ACTIVE');
      assert.equal((await device.do(OWN_ACCOUNT)).me.accountState, 'ACTIVE');
    } else {
      assert.equal(answer.errors?.[0]?.extensions['reason'], 'REVOKED');
      assert.equal((await rowOf(world, person)).state, 'DELETED');
    }
  }
  const erasures = (await emittedNames(world)).filter((name) => name === 'account.erased');
  assert.equal(erasures.length, 1);
});

test('twenty accounts that cancel during the erasure are each either intact or fully erased', async (t) => {
  const world = await testWorld(t);
  const people: Person[] = [];
  for (let index = 0; index < 20; index += 1) {
    const person = await world.user(`person.${index}`);
    await publish(person);
    await requestDeletion(person);
    people.push(person);
  }
  world.clock.advance('30d');
  const devices = await Promise.all(people.map((person) => world.signIn(person)));
  const [, ...answers] = await Promise.all([
    runErasures(world),
    ...devices.map((device) => device.ask(CANCEL_DELETION, { input: {} })),
  ]);
  await world.runJobs();
  for (const [index, person] of people.entries()) {
    const isKept = answers[index]?.data?.cancelAccountDeletion?.accountState === 'ACTIVE';
    const { state, username } = await rowOf(world, person);
    const posts = await sql`select from posts where author_id = ${uuidOf(person.id)}`.execute(
      world.app.services.db,
    );
    assert.deepEqual(
      { state, isNamed: username === person.username, posts: posts.rows.length },
      isKept ? { state: 'ACTIVE', isNamed: true, posts: 1 } : { state: 'DELETED', isNamed: false, posts: 0 },
    );
  }
});

async function rowOf({ app }: World, person: Person) {
  return app.services.db
    .selectFrom('users')
    .select(['state', 'username'])
    .where('id', '=', uuidOf(person.id))
    .executeTakeFirstOrThrow();
}

async function publish(author: Person): Promise<void> {
  await author.do('mutation { createPost(input: { text: "Hello" }) { errors { code } } }');
}

/** Locks a user's row until the returned function is called. */
async function holdRow(t: TestContext, world: World, person: Person): Promise<() => Promise<void>> {
  const client = new Client({ connectionString: world.connectionString });
  await client.connect();
  await client.query('begin');
  await client.query(`select from users where id = '${uuidOf(person.id)}' for update`);
  const release = async () => {
    await client.query('commit');
    await client.end();
  };
  t.after(() => client.end().catch(() => undefined));
  return release;
}
