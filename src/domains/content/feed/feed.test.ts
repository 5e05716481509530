import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Actor, Variables } from '#test/support/actor.ts';
import { testWorld } from '#test/support/world.ts';

const FEED = `query ($first: Int, $after: String) {
  feed(first: $first, after: $after) {
    edges { cursor reason node { id text author { username } } }
    pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
  }
}`;

type Page = {
  readonly edges: readonly {
    readonly cursor: string;
    readonly reason: string;
    readonly node: {
      readonly id: string;
      readonly text: string;
      readonly author: { readonly username: string };
    };
  }[];
  readonly pageInfo: {
    readonly hasNextPage: boolean;
    readonly hasPreviousPage: boolean;
    readonly startCursor: string | null;
    readonly endCursor: string | null;
  };
};

const feedOf = async (viewer: Actor, paging: Variables = {}): Promise<Page> =>
  (await viewer.do(FEED, paging)).feed;

/** A UUIDv7 whose order is that of `index`. */
const postIdAt = (index: number): string => `01900000-0000-7000-8000-${index.toString(16).padStart(12, '0')}`;

test('lists are in the order of `createdAt`, however many posts are published at once', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  await Promise.all(
    Array.from({ length: 30 }, (_, index) =>
      ada.do('mutation ($text: String) { createPost(input: { text: $text }) { errors { code } } }', {
        text: `Post ${index}`,
      }),
    ),
  );
  const lists = await ada.do(
    `query ($id: ID!) {
      feed(first: 50) { nodes { createdAt } } userPosts(userId: $id, first: 50) { nodes { createdAt } } }`,
    { id: ada.id },
  );
  for (const { nodes } of [lists.feed, lists.userPosts]) {
    const times: string[] = nodes.map(({ createdAt }: { createdAt: string }) => createdAt);
    assert.equal(times.length, 30);
    assert.deepEqual(times, times.toSorted().toReversed());
  }
});

test('pages of the feed neither skip nor repeat posts while posts are published and deleted', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const ben = await world.user('ben');
  const publish = async (actor: Actor, text: string): Promise<string> =>
    (
      await actor.do(
        'mutation ($text: String) { createPost(input: { text: $text }) { post { id } errors { code } } }',
        { text },
      )
    ).createPost.post.id;
  const FOLLOW = 'mutation ($id: ID!) { followUser(input: { userId: $id }) { errors { code } } }';
  await ada.do(FOLLOW, { id: ben.id });
  const ids: string[] = [];
  for (const text of ['one', 'two', 'three', 'four', 'five']) ids.push(await publish(ben, text));
  const textsOf = (page: Page): string[] => page.edges.map(({ node }) => node.text);

  const top = await feedOf(ada, { first: 2 });
  assert.deepEqual(textsOf(top), ['five', 'four']);
  await publish(ben, 'six');
  // Deletes the post of the cursor and the next one.
  for (const id of [ids[3], ids[2]]) {
    await ben.do('mutation ($id: ID!) { deletePost(input: { postId: $id }) { errors { code } } }', { id });
  }
  const rest = await feedOf(ada, { first: 2, after: top.pageInfo.endCursor });
  assert.deepEqual([textsOf(rest), rest.pageInfo.hasNextPage], [['two', 'one'], false]);
  assert.deepEqual(textsOf(await feedOf(ada)), ['six', 'five', 'two', 'one']);
  await ada.do(FOLLOW.replace('follow', 'unfollow'), { id: ben.id });
  assert.deepEqual(await feedOf(ada), {
    edges: [],
    pageInfo: { hasNextPage: false, hasPreviousPage: false, startCursor: null, endCursor: null },
  });
});

test('`feed` refuses foreign cursors, page sizes other than 1 to 100, and anonymous callers', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const { mySessions } = await ada.do('{ mySessions { pageInfo { endCursor } } }');
  const wrong = [
    { first: 0 },
    { first: -1 },
    { first: 101 },
    { after: '' },
    { after: 'nonsense' },
    { after: 'x'.repeat(10_000) },
    { after: mySessions.pageInfo.endCursor },
  ];
  for (const paging of wrong) {
    const { data, errors } = await ada.ask(FEED, paging);
    assert.deepEqual(
      [data, errors?.[0]?.extensions.code],
      [{ feed: null }, 'BAD_USER_INPUT'],
      JSON.stringify(paging),
    );
  }
  const { data, errors } = await world.anonymous().ask(FEED);
  assert.deepEqual([data, errors?.[0]?.extensions.code], [{ feed: null }, 'UNAUTHENTICATED']);
});

test('a feed of fifty posts by fifty users takes as many statements as a feed of two', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const { db, ids, clock } = world.app.services;
  const { id: adaId } = await db.selectFrom('users').select('id').executeTakeFirstOrThrow();
  const WHOLE = `query ($first: Int) {
    feed(first: $first) {
      edges { reason cursor node {
        id text visibility createdAt viewer { canDelete } media { id url variants { url } }
        author { id username avatar { url } viewer { isFollowing isFollowedBy } }
      } }
      pageInfo { hasNextPage endCursor }
    }
  }`;
  const created_at = clock.now();
  const addPeople = async (from: number, to: number): Promise<void> => {
    for (let index = from; index < to; index += 1) {
      const [userId, avatarId, mediaId] = [ids.next(), ids.next(), ids.next()];
      const name = `friend${index}`;
      const times = { created_at, updated_at: created_at };
      await db
        .insertInto('users')
        .values({ id: userId, provider: 'test', subject: name, username: name, display_name: name, ...times })
        .execute();
      const media = {
        owner_id: userId,
        kind: 'IMAGE' as const,
        state: 'READY' as const,
        variants: '[]',
        created_at,
      };
      await db
        .insertInto('media')
        .values([
          { ...media, id: avatarId },
          { ...media, id: mediaId },
        ])
        .execute();
      await db.updateTable('users').set({ avatar_media_id: avatarId }).where('id', '=', userId).execute();
      await db
        .insertInto('follows')
        .values({ follower_id: adaId, followee_id: userId, created_at })
        .execute();
      const post = { id: postIdAt(index), author_id: userId, text: name, visibility: 'PUBLIC' as const };
      await db
        .insertInto('posts')
        .values({ ...post, media_ids: [mediaId], created_at })
        .execute();
    }
  };
  const statements = async (count: number): Promise<number> =>
    world.statementsOf(async () => {
      const { feed } = await ada.do(WHOLE, { first: 50 });
      assert.equal(feed.edges.length, count);
      assert.equal(feed.edges[0].node.author.viewer.isFollowing, true);
    });
  await addPeople(0, 1);
  await statements(1);
  await world.runJobs();
  await addPeople(1, 2);
  const two = await statements(2);
  await addPeople(2, 50);
  // Skeleton of the timeline, candidates of pulled followees, posts, authors, media with avatars, and the relation of the
  // caller to the authors.
  assert.deepEqual([two, await statements(50)], [6, 6]);
  // The row cache has all posts, authors and media.
  assert.deepEqual(await statements(50), 3);
});
