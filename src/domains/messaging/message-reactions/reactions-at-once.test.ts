import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Client } from 'pg';
import { waitingForLocks } from '#test/support/locks.ts';
import {
  pin,
  react,
  reactionsOf,
  removeReaction,
  sent,
  wrongReactionCounts,
} from '#test/support/messaging/message-reactions.ts';
import { startWith } from '#test/support/messaging/messaging.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';

const EMOJIS = ['👍', '🎉', '😀', '😎', '🙈', '🔥', '🦀', '🌍'] as const;
const DELETE =
  'mutation ($id: ID!) { deleteMessage(input: { messageId: $id, scope: EVERYONE }) { errors { code } } }';

test('counts of a message are exact after sixteen callers react and take back at once', async (t) => {
  const world = await testWorld(t);
  const { ada, others, id } = await crowd(world, 8);
  // Each has two devices, whose own requests conflict, too.
  const devices = [...others, ...(await Promise.all(others.map((person) => world.signIn(person))))];
  assert.equal(devices.length, 16);
  await Promise.all(
    devices.map(async (device, index) => {
      for (let round = 0; round < 12; round += 1) {
        const turn = index * 5 + round * 3;
        const emoji = EMOJIS[turn % 4] ?? '👍';
        if (turn % 3 === 2) await removeReaction(device, id, emoji);
        else await react(device, id, emoji);
      }
    }),
  );
  assert.deepEqual(await wrongReactionCounts(world), []);
  const owns = await Promise.all(others.map(async (person) => (await reactionsOf(person, id))?.own ?? []));
  assert.ok(owns.every((own) => own.length <= 3));
  const seen = await reactionsOf(ada, id);
  const counted = Map.groupBy(owns.flat(), (emoji) => emoji);
  assert.deepEqual(
    seen?.all.toSorted(),
    [...counted].map(([emoji, list]) => `${emoji} ${list.length}`).toSorted(),
  );

  // Everything is taken back at once, and nothing is left.
  await Promise.all(
    devices.map(async (device) => {
      for (const emoji of EMOJIS.slice(0, 4)) await removeReaction(device, id, emoji);
    }),
  );
  assert.deepEqual(await reactionsOf(ada, id), { all: [], own: [] });
  const { db } = world.app.services;
  assert.deepEqual(await db.selectFrom('message_reaction_counts').selectAll().execute(), []);
});

test('both limits hold when all react at the same moment', async (t) => {
  const world = await testWorld(t, { env: { LIMIT_MESSAGE_REACTION_KINDS: '5' } });
  const { ada, others, id } = await crowd(world, 5);
  const [ben, ...rest] = others;
  assert.ok(ben);
  const atOnce = async (calls: readonly (readonly [Person, string])[]): Promise<(string | undefined)[]> => {
    const held = await hold(world, id);
    const answers = calls.map(([person, emoji]) => react(person, id, emoji));
    await waitingForLocks(world, calls.length);
    await held.release();
    return (await Promise.all(answers)).map(({ errors }) => errors[0]?.code).toSorted();
  };
  const own = await atOnce(EMOJIS.slice(0, 4).map((emoji) => [ben, emoji]));
  assert.deepEqual(own, ['LIMIT_REACHED', undefined, undefined, undefined]);
  const kinds = await atOnce(rest.map((person, index) => [person, EMOJIS[index + 4] ?? '']));
  assert.deepEqual(kinds, ['LIMIT_REACHED', 'LIMIT_REACHED', undefined, undefined]);
  assert.equal((await reactionsOf(ben, id))?.own.length, 3);
  assert.equal((await reactionsOf(ada, id))?.all.length, 5);
  assert.deepEqual(await wrongReactionCounts(world), []);
});

test('a reaction that waits for the message to be deleted is refused, and one before it goes with the message', async (t) => {
  const world = await testWorld(t);
  const { ada, others, id } = await crowd(world, 2);
  const [ben, cleo] = others;
  assert.ok(ben && cleo);
  await react(ben, id, '👍');
  const held = await hold(world, id);
  const deletion = ada.do(DELETE, { id });
  await waitingForLocks(world, 1);
  const answers = [react(cleo, id, '👍'), removeReaction(ben, id, '👍'), pin(ada, id)];
  await waitingForLocks(world, 4);
  await held.release();
  await deletion;
  const codes = (await Promise.all(answers)).map(({ errors }) => errors[0]?.code);
  assert.deepEqual(codes, ['INVALID_STATE', undefined, 'INVALID_STATE']);
  assert.deepEqual(await reactionsOf(ben, id), { all: [], own: [] });
  const { db } = world.app.services;
  assert.deepEqual(await db.selectFrom('message_reactions').selectAll().execute(), []);
  assert.deepEqual(await db.selectFrom('message_pins').selectAll().execute(), []);
});

/** Holds the row of a message. */
async function hold({ connectionString }: World, id: string): Promise<{ release: () => Promise<void> }> {
  const client = new Client({ connectionString });
  await client.connect();
  await client.query('begin');
  await client.query('select from messages where id = $1 for update', [uuidOf(id)]);
  return {
    async release() {
      await client.query('commit');
      await client.end();
    },
  };
}

/** A group of Ada and others, and a message of hers. */
async function crowd(world: World, size: number): Promise<{ ada: Person; others: Person[]; id: string }> {
  const ada = await world.user('ada');
  const others = await Promise.all(Array.from({ length: size }, (_, index) => world.user(`fan.${index}`)));
  const group = await startWith(ada, ...others);
  return { ada, others, id: await sent(ada, group) };
}
