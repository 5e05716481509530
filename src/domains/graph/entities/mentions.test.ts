import assert from 'node:assert/strict';
import { test } from 'node:test';
import { erase } from '#test/support/people/accounts.ts';
import type { Actor, Untyped } from '#test/support/actor.ts';
import { block } from '#test/support/messaging/messaging.ts';
import { follow, subscribe, setPrivacy } from '#test/support/people/people.ts';
import { storedEvents } from '#test/support/stored-events.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { testWorld } from '#test/support/world.ts';

const ENTITIES = `entities { __typename start end
  ... on MentionEntity { username user { username } } ... on HashtagEntity { name } ... on LinkEntity { url } }`;
const CREATE = `mutation ($text: String!) { createPost(input: { text: $text }) { post { id ${ENTITIES} } errors { code } } }`;

const published = async (actor: Actor, text: string): Promise<Untyped> =>
  (await actor.do(CREATE, { text })).createPost.post;

async function mentioned(actor: Actor, text: string): Promise<string[]> {
  const { entities } = await published(actor, text);
  return entities.map(({ username }: { username: string }) => username);
}

test('entities of a text have their positions in UTF-16 code units', async (t) => {
  const world = await testWorld(t);
  const [ada] = [await world.user('ada'), await world.user('ben')];
  const text = '👩‍👩‍👧 @Ben, #Café at https://x.example/a. @nobody.here';
  const { entities } = await published(ada, text);
  assert.deepEqual(entities, [
    { __typename: 'MentionEntity', start: 9, end: 13, username: 'ben', user: { username: 'ben' } },
    { __typename: 'HashtagEntity', start: 15, end: 20, name: 'café' },
    { __typename: 'LinkEntity', start: 24, end: 43, url: 'https://x.example/a' },
  ]);
  assert.deepEqual(
    entities.map(({ start, end }: { start: number; end: number }) => text.slice(start, end)),
    ['@Ben', '#Café', 'https://x.example/a'],
  );
});

test('only users who allow the author to mention them are mentioned', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const names = ['everyone', 'follower', 'following', 'mutual', 'paid', 'silent'] as const;
  const people = new Map<string, Awaited<ReturnType<typeof world.user>>>();
  for (const name of names) people.set(name, await world.user(`to.${name}`));
  const person = (name: (typeof names)[number]) => people.get(name) ?? assert.fail(name);
  await setPrivacy(person('follower'), { mentionAudience: 'FOLLOWERS' });
  await setPrivacy(person('following'), { mentionAudience: 'FOLLOWING' });
  await setPrivacy(person('mutual'), { mentionAudience: 'MUTUALS' });
  await setPrivacy(person('paid'), { mentionAudience: 'SUBSCRIBERS' });
  await setPrivacy(person('silent'), { mentionAudience: 'NOBODY' });
  const everybody = names.map((name) => `@to.${name}`).join(' ');

  assert.deepEqual(await mentioned(ada, everybody), ['to.everyone']);
  await follow(ada, person('follower'));
  await follow(person('following'), ada);
  await follow(ada, person('mutual'));
  assert.deepEqual(await mentioned(ada, everybody), ['to.everyone', 'to.follower', 'to.following']);
  await follow(person('mutual'), ada);
  await subscribe(world, ada, person('paid'));
  assert.deepEqual(
    await mentioned(ada, everybody),
    ['everyone', 'follower', 'following', 'mutual', 'paid'].map((name) => `to.${name}`),
  );
  assert.deepEqual(await mentioned(person('silent'), '@to.silent myself'), ['to.silent']);
});

test('a user invisible to the author is not mentioned, and a mention of a user who became invisible is like a name of nobody', async (t) => {
  const world = await testWorld(t);
  const [ada, ben, cleo] = [await world.user('ada'), await world.user('ben'), await world.user('cleo')];
  await block(world, cleo, ada);
  const { id } = await published(ada, '@ben @cleo @ben');
  const shown =
    'query ($id: ID!) { post(id: $id) { entities { ... on MentionEntity { username user { id } } } } }';
  const mention = { username: 'ben', user: { id: ben.id } };
  assert.deepEqual((await ada.do(shown, { id })).post.entities, [mention, mention]);
  const dan = await world.user('dan');
  await block(world, ben, dan);
  assert.deepEqual((await dan.do(shown, { id })).post.entities, []);
  await erase(world, ben);
  const later = await world.signIn(ada);
  assert.deepEqual((await later.do(shown, { id })).post.entities, []);
  assert.deepEqual(await mentioned(later, 'Good bye @ben'), []);
});

test('the event has each mentioned user but the author, and each hashtag, once', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  await published(ada, '@ben @ada @BEN #Go #go #stop @nobody');
  await world.app.relay.drain();
  const [event] = await storedEvents(world, 'post.created');
  const { hashtags, mentionedIds } = event?.[1] as Untyped;
  assert.deepEqual({ hashtags, mentionedIds }, { hashtags: ['go', 'stop'], mentionedIds: [uuidOf(ben.id)] });
});

test('a text without names takes no statement for entities, and any number of mentions takes one', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const names = Array.from({ length: 50 }, (_, index) => `person.${index}`);
  for (const name of names.slice(0, 5)) await world.user(name);
  const statements = (text: string) =>
    world.statementsOf(() =>
      ada.do(
        'mutation ($text: String!) { createPost(input: { text: $text }) { post { id } errors { code } } }',
        {
          text,
        },
      ),
    );
  const plain = await statements('Nobody, #nothing, https://x.example');
  const one = await statements('@person.0');
  const many = await statements(names.map((name) => `@${name}`).join(' '));
  assert.deepEqual([one - plain, many - plain], [1, 1]);
});
