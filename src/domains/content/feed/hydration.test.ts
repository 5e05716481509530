import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createLogger } from '#platform/kernel/logger.ts';
import { createApp } from '#src/app/app.ts';
import { readConfig } from '#src/config/config.ts';
import { type Actor, createActor } from '#test/support/actor.ts';
import { smallPicture } from '#test/support/content/media-files.ts';
import { follow } from '#test/support/people/people.ts';
import { runSql } from '#test/support/test-server.ts';
import { uploaded } from '#test/support/content/uploaded-media.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';

const FEED = `{ feed { nodes {
  text visibility isSensitive media { id altText url variants { url } }
  author { username displayName bio followerCount postCount avatar { id altText url } }
} } }`;

/** The same user at another process, which has cached other versions of rows. */
async function actorAtOtherProcess(t: TestContext, world: World, person: Person): Promise<Actor> {
  const env = { NODE_ENV: 'test', PORT: '0', OPS_PORT: '0', DATA_DIR: world.dataDir, LOG_LEVEL: 'fatal' };
  const app = await createApp({
    config: readConfig({ ...env, PUBLIC_URL: new URL(world.url).origin }),
    connectionString: world.connectionString,
    log: createLogger({ level: 'fatal' }),
    clock: world.clock,
  });
  const ends: (() => unknown)[] = [() => app.close()];
  t.after(async () => {
    for (const end of ends.toReversed()) await end();
  });
  const { url } = await app.listen();
  return createActor(`${url}/web/graphql`, { token: person.token, onEnd: (end) => ends.push(end) });
}

test('row caches of several processes show every change of a row, whoever makes it', async (t) => {
  const world = await testWorld(t);
  const [ada, ben, cleo] = [await world.user('ada'), await world.user('ben'), await world.user('cleo')];
  await follow(ada, ben);
  const picture = await uploaded(ben, await smallPicture(), { altText: 'first' });
  const { createPost } = await ben.do(
    `mutation ($media: [ID!]) { createPost(input: { text: "One", mediaIds: $media }) { post { id } errors { code } } }`,
    { media: [picture.id] },
  );
  await ben.upload(
    'mutation ($input: UpdateProfileInput!) { updateProfile(input: $input) { errors { code } } }',
    { input: { avatar: null } },
    { 'input.avatar': new Blob([new Uint8Array(await smallPicture())]) },
  );
  await world.runJobs();
  const there = await actorAtOtherProcess(t, world, ada);
  const [postId, benId, pictureId] = [createPost.post.id, ben.id, picture.id].map(uuidOf);
  const post = `postId: "${createPost.post.id}"`;
  const changes: readonly (readonly [() => Promise<unknown>, (node: Node) => unknown, expected: unknown])[] =
    [
      [() => run(ben, 'updatePost', `${post}, text: "Two"`), (node) => node.text, 'Two'],
      [
        () => sql(world, `update posts set text = 'Three' where id = '${postId}'`),
        (node) => node.text,
        'Three',
      ],
      [() => run(ben, 'updatePost', `${post}, isSensitive: true`), (node) => node.isSensitive, true],
      [() => run(ben, 'updateProfile', 'displayName: "Benny"'), (node) => node.author.displayName, 'Benny'],
      [
        () => sql(world, `update users set bio = 'I am' where id = '${benId}'`),
        (node) => node.author.bio,
        'I am',
      ],
      [() => follow(cleo, ben), (node) => node.author.followerCount, 2],
      [
        () => run(ben, 'createPost', 'text: "Newer", visibility: PRIVATE'),
        (node) => node.author.postCount,
        2,
      ],
      [
        () => run(ben, 'updateMedia', `mediaId: "${picture.id}", altText: "second"`),
        (node) => node.media[0]?.altText,
        'second',
      ],
      [
        () => sql(world, `update media set alt_text = 'third' where id = '${pictureId}'`),
        (node) => node.media[0]?.altText,
        'third',
      ],
      [
        () => sql(world, `update media set alt_text = 'of me' where id <> '${pictureId}'`),
        (node) => node.author.avatar?.altText,
        'of me',
      ],
      [
        () => sql(world, `update media set state = 'REJECTED' where id = '${pictureId}'`),
        (node) => node.media[0]?.url,
        null,
      ],
      [
        () => sql(world, `update posts set media_ids = '{}' where id = '${postId}'`),
        (node) => node.media.length,
        0,
      ],
      [
        () => sql(world, `update posts set media_ids = array['${pictureId}'::uuid] where id = '${postId}'`),
        (node) => node.media.length,
        1,
      ],
      [() => sql(world, `delete from media where id = '${pictureId}'`), (node) => node.media.length, 0],
      [() => run(ben, 'updateProfile', 'avatar: null'), (node) => node.author.avatar, null],
    ];
  for (const [change, valueOf, expected] of changes) {
    const before = await shownTo(ada, there);
    assert.notDeepEqual(valueOf(before), expected);
    await change();
    const after = await shownTo(ada, there);
    assert.deepEqual(valueOf(after), expected);
  }
  // A user who has not read the feed before sees the same state.
  await follow(cleo, ben);
  assert.deepEqual(await nodeOf(cleo), await nodeOf(there));
});

test('a page from kept results costs the same, and its links are renewed', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  await follow(ada, ben);
  const picture = await uploaded(ben, await smallPicture());
  await ben.do(
    'mutation ($media: [ID!]) { createPost(input: { text: "One", mediaIds: $media }) { errors { code } } }',
    { media: [picture.id] },
  );
  await world.runJobs();
  const ask = async (): Promise<{ url: string; cost: unknown }> => {
    const { data, extensions } = await ada.ask(FEED, {}, { 'x-include-cost': '1' });
    return { url: data.feed.nodes[0].media[0].url, cost: extensions.cost };
  };
  const [interpreted, compiled, kept] = [await ask(), await ask(), await ask()];
  assert.deepEqual(compiled.cost, interpreted.cost);
  assert.deepEqual(kept.cost, interpreted.cost);
  world.clock.advance('5m');
  const renewed = await ask();
  assert.notEqual(renewed.url, kept.url);
  assert.deepEqual(renewed.cost, interpreted.cost);
});

type Node = {
  readonly text: string;
  readonly isSensitive: boolean;
  readonly media: readonly { readonly altText: string | null; readonly url: string | null }[];
  readonly author: {
    readonly displayName: string;
    readonly bio: string;
    readonly followerCount: number;
    readonly postCount: number;
    readonly avatar: { readonly altText: string | null } | null;
  };
};

const nodeOf = async (actor: Actor): Promise<Node> => (await actor.do(FEED)).feed.nodes[0];

/** Reads the feed twice at each process, the second time from its row cache, and asserts that all are equal. */
async function shownTo(here: Actor, there: Actor): Promise<Node> {
  const [first, ...others] = [
    await nodeOf(here),
    await nodeOf(there),
    await nodeOf(here),
    await nodeOf(there),
  ] as const;
  for (const other of others) assert.deepEqual(other, first);
  return first;
}

const run = (actor: Actor, mutation: string, input: string): Promise<unknown> =>
  actor.do(`mutation { ${mutation}(input: { ${input} }) { errors { code } } }`);

const sql = (world: World, text: string): Promise<void> => runSql(world.connectionString, text);
