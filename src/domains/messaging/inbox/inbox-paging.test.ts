import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Untyped } from '#test/support/actor.ts';
import { say, startWith } from '#test/support/messaging/messaging.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';

const INBOX = `query ($first: Int!, $after: String) { myConversations(inbox: PRIMARY, first: $first, after: $after) {
  nodes { id } pageInfo { endCursor hasNextPage } } }`;

const CONVERSATIONS = 24;
const WALKS = 6;
const OTHERS = 4;

/** Walks through the pages; `between` runs while each is read. */
async function walk(person: Person, first: number, between: () => Promise<unknown>): Promise<string[]> {
  const walked: string[] = [];
  let after: string | null = null;
  do {
    const [{ myConversations }]: [Untyped, unknown] = await Promise.all([
      person.do(INBOX, { first, after }),
      between(),
    ]);
    walked.push(...myConversations.nodes.map(({ id }: Untyped) => id));
    after = myConversations.pageInfo.hasNextPage ? myConversations.pageInfo.endCursor : null;
  } while (after !== null);
  return walked;
}

test('while messages are sent, a walk has each conversation at most once, and all without a new message in their order', async (t) => {
  const world = await testWorld(t);
  const { ada, others, order } = await talks(world);
  // Without a seed: what fails is told by the message.
  const pick = (below: number): number => Math.floor(Math.random() * below);
  for (let turn = 0; turn < WALKS; turn += 1) {
    const before = [...order];
    const moved: string[] = [];
    const walked = await walk(ada, 1 + pick(7), async () => {
      world.clock.advance('1s');
      const id = before[pick(before.length)]!; // A place below the length.
      moved.push(id);
      await say(pick(2) === 0 ? ada : others.get(id)!, id, 'Newer'); // A message in every conversation.
    });
    const told = `${moved.map((id) => before.indexOf(id)).join()} of ${walked.map((id) => before.indexOf(id)).join()}`;
    assert.equal(new Set(walked).size, walked.length, told);
    assert.deepEqual(
      walked.filter((id) => !moved.includes(id)),
      before.filter((id) => !moved.includes(id)),
      told,
    );
    // Conversations that have moved meanwhile stand first in the next walk, the latest above all.
    const latest = [...new Set(moved.toReversed())];
    order.splice(0, order.length, ...latest, ...before.filter((id) => !moved.includes(id)));
    assert.deepEqual(await walk(ada, 7, async () => undefined), order, told);
  }
});

/** Conversations of Ada, latest first, and another participant of each. */
async function talks(
  world: World,
): Promise<{ ada: Person; others: ReadonlyMap<string, Person>; order: string[] }> {
  const ada = await world.user('ada');
  const people: Person[] = [];
  for (let index = 0; index < OTHERS; index += 1) people.push(await world.user(`other.${index}`));
  const others = new Map<string, Person>();
  for (let index = 0; index < CONVERSATIONS; index += 1) {
    const [first, second] = [people[index % OTHERS]!, people[(index + 1) % OTHERS]!]; // Modulo their number.
    world.clock.advance('1s');
    others.set(await startWith(ada, first, second), first);
  }
  return { ada, others, order: [...others.keys()].toReversed() };
}
