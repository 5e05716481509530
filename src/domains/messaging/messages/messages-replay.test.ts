import assert from 'node:assert/strict';
import { test } from 'node:test';
import { say, startWith } from '#test/support/messaging/messaging.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';

const ADDED = `subscription ($id: ID, $after: String) { messageAdded(conversationId: $id, after: $after) {
  message { id seq content { __typename ... on TextContent { text } } sender { username avatar { url } } } } }`;

test('twenty-five missed messages of five senders take as many statements as one', async (t) => {
  const world = await testWorld(t);
  const people = await everybody(world);
  const { ada, ben } = people;
  const after = await cursorOf(ada);
  const [few, many] = [await groupOf(people), await groupOf(people)];
  await say(ben, few, 'One');
  for (let round = 0; round < 5; round += 1) {
    for (const sender of [ben, people.cleo, people.dan, people.eve, people.fay])
      await say(sender, many, 'Hello');
  }

  const one = await world.statementsOf(() => missedBy(ada, { id: few, after }, 1));
  const twentyFive = await world.statementsOf(async () => {
    const missed = await missedBy(ada, { id: many, after }, 25);
    assert.deepEqual(
      missed.map(({ seq }) => seq),
      Array.from({ length: 25 }, (_, index) => index + 1),
    );
  });
  assert.equal(twentyFive, one);
});

test('what one has just been told of is told to the next as it has become', async (t) => {
  const world = await testWorld(t);
  const people = await everybody(world);
  const { ada, ben, cleo } = people;
  const id = await groupOf(people);
  const after = await cursorOf(ada);
  const { sendMessage } = await ben.do(
    `mutation ($id: ID!) { sendMessage(input: { conversationId: $id, text: "Oops" }) { message { id } } }`,
    { id },
  );
  const [before] = await missedBy(ada, { id, after }, 1);
  assert.deepEqual(before?.content, { __typename: 'TextContent', text: 'Oops' });

  await ben.do(
    `mutation ($id: ID!) { deleteMessage(input: { messageId: $id, scope: EVERYONE }) { errors { code } } }`,
    { id: sendMessage.message.id },
  );
  const [then] = await missedBy(cleo, { id, after }, 1);
  assert.deepEqual(then?.content, { __typename: 'DeletedContent' });
});

type Missed = { readonly seq: number; readonly content: Record<string, unknown> };

async function missedBy(person: Person, variables: object, count: number): Promise<Missed[]> {
  const subscription = await person.subscribe(ADDED, { ...variables });
  const missed: Missed[] = [];
  while (missed.length < count) missed.push((await subscription.next()).data.messageAdded.message);
  subscription.close();
  return missed;
}

type People = Readonly<Record<'ada' | 'ben' | 'cleo' | 'dan' | 'eve' | 'fay', Person>>;

async function everybody(world: World): Promise<People> {
  const [ada, ben, cleo, dan, eve, fay] = await Promise.all([
    world.user('ada'),
    world.user('ben'),
    world.user('cleo'),
    world.user('dan'),
    world.user('eve'),
    world.user('fay'),
  ]);
  return { ada, ben, cleo, dan, eve, fay };
}

const groupOf = ({ ada, ...others }: People): Promise<string> => startWith(ada, ...Object.values(others));

const cursorOf = async (person: Person): Promise<string> =>
  (await person.ask('{ eventCursor }')).data.eventCursor;
