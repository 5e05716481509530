import assert from 'node:assert/strict';
import { test } from 'node:test';
import { follow, subscribe, setPrivacy } from '#test/support/people/people.ts';
import { found, publish } from '#test/support/people/searching.ts';
import { runSql } from '#test/support/test-server.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';

/** Found texts; asserts that both sort orders find the same. */
async function sees(who: Pick<Person, 'do'>, query: string, filters: object = {}): Promise<string[]> {
  const newest = await found(who as Person, query, { filters });
  const ranked = await found(who as Person, query, { filters, sort: 'RELEVANCE' });
  assert.deepEqual(ranked.toSorted(), newest.toSorted());
  return newest;
}

const set = (world: World, { id }: Person, change: string): Promise<void> =>
  runSql(world.connectionString, `update users set ${change} where id = '${uuidOf(id)}'`);

test('search finds posts visible to the viewer alone', async (t) => {
  const world = await testWorld(t);
  const names = ['writer', 'stranger', 'fan', 'payer', 'friend'] as const;
  const people = new Map<string, Person>();
  for (const name of names) people.set(name, await world.user(name));
  const [writer, stranger, fan, payer, friend] = names.map((name) => people.get(name) ?? assert.fail());
  assert.ok(writer && stranger && fan && payer && friend);
  await follow(fan, writer);
  await subscribe(world, payer, writer);
  await publish(writer, 'tide open');
  await publish(writer, 'tide fans', { visibility: 'FOLLOWERS' });
  await publish(writer, 'tide paid', { visibility: 'SUBSCRIBERS' });
  await publish(writer, 'tide named', { visibility: 'PRIVATE', audienceUserIds: [friend.id] });
  await world.runJobs();
  const anonymous = world.anonymous();
  assert.deepEqual(await sees(writer, 'tide'), ['tide named', 'tide paid', 'tide fans', 'tide open']);
  assert.deepEqual(await sees(anonymous, 'tide'), ['tide open']);
  assert.deepEqual(await sees(stranger, 'tide'), ['tide open']);
  assert.deepEqual(await sees(fan, 'tide'), ['tide fans', 'tide open']);
  assert.deepEqual(await sees(payer, 'tide'), ['tide paid', 'tide open']);
  assert.deepEqual(await sees(friend, 'tide'), ['tide named', 'tide open']);

  await set(world, writer, 'is_private = true');
  assert.deepEqual(await sees(stranger, 'tide'), []);
  assert.deepEqual(await sees(fan, 'tide'), ['tide fans', 'tide open']);
  await set(world, writer, 'is_private = false, requires_sign_in = true');
  assert.deepEqual(await sees(anonymous, 'tide'), []);
  assert.deepEqual(await sees(stranger, 'tide'), ['tide open']);
  await set(world, writer, "requires_sign_in = false, suspended_until = now() + interval '10 minutes'");
  assert.deepEqual(await sees(fan, 'tide', { authorId: writer.id }), []);
  world.clock.advance('11m');
  assert.deepEqual(await sees(fan, 'tide'), ['tide fans', 'tide open']);
  await stranger.do('mutation ($id: ID!) { blockUser(input: { userId: $id }) { errors { code } } }', {
    id: writer.id,
  });
  assert.deepEqual(await sees(stranger, 'tide', { authorId: writer.id }), []);
  assert.deepEqual(await sees(stranger, 'tide'), []);
});

test('posts of a user who is not discoverable are found by followers, by the user, and with `authorId`', async (t) => {
  const world = await testWorld(t);
  const [shy, fan, stranger] = [
    await world.user('shy'),
    await world.user('fan'),
    await world.user('stranger'),
  ];
  await publish(shy, 'moss');
  await world.runJobs();
  await follow(fan, shy);
  await setPrivacy(shy, { isDiscoverable: false });
  assert.deepEqual(await sees(shy, 'moss'), ['moss']);
  assert.deepEqual(await sees(fan, 'moss'), ['moss']);
  assert.deepEqual(await sees(stranger, 'moss'), []);
  assert.deepEqual(await sees(world.anonymous(), 'moss'), []);
  assert.deepEqual(await sees(stranger, 'moss', { authorId: shy.id }), ['moss']);
});

test('muted posts are not found, except own posts and, with `authorId`, posts of that author', async (t) => {
  const world = await testWorld(t);
  const [ada, ben, cleo] = [await world.user('ada'), await world.user('ben'), await world.user('cleo')];
  await publish(ada, 'own rain and wind');
  await publish(ben, 'rain of ben');
  await publish(ben, 'wind of ben');
  await publish(cleo, 'rain of cleo');
  await world.runJobs();
  const both = ['rain of cleo', 'rain of ben', 'own rain and wind'];
  assert.deepEqual(await sees(ada, 'rain'), both);
  const mute =
    'mutation ($id: ID!, $scopes: [MuteScope!]) { muteUser(input: { userId: $id, scopes: $scopes }) { errors { code } } }';
  await ada.do(mute, { id: ben.id, scopes: ['REPOSTS', 'COMMENTS'] });
  assert.deepEqual(await sees(ada, 'rain'), both);
  await ada.do(mute, { id: ben.id, scopes: ['POSTS'] });
  assert.deepEqual(await sees(ada, 'rain'), ['rain of cleo', 'own rain and wind']);
  assert.deepEqual(await sees(ada, 'rain', { authorId: ben.id }), ['rain of ben']);
  assert.deepEqual(await sees(cleo, 'rain'), both);

  await ada.do('mutation ($id: ID!) { unmuteUser(input: { userId: $id }) { errors { code } } }', {
    id: ben.id,
  });
  await ada.do(`mutation {
    addMutedWord(input: { phrase: "rain", excludesFollowing: true }) { errors { code } } }`);
  assert.deepEqual(await sees(ada, 'rain'), ['own rain and wind']);
  assert.deepEqual(await sees(ada, 'wind'), ['wind of ben', 'own rain and wind']);
  assert.deepEqual(await sees(ada, 'rain', { authorId: cleo.id }), ['rain of cleo']);
  await follow(ada, cleo);
  assert.deepEqual(await sees(ada, 'rain'), ['rain of cleo', 'own rain and wind']);
  await ada.do('mutation { addMutedWord(input: { phrase: "rain" }) { errors { code } } }');
  assert.deepEqual(await sees(ada, 'rain'), ['own rain and wind']);
});
