import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Untyped } from '#test/support/actor.ts';
import { runCron } from '#test/support/jobs/cron.ts';
import { follow } from '#test/support/people/people.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';

test('a post is viewed, commented on, reposted, saved and found, and its author reads the statistics', async (t) => {
  const world = await testWorld(t);
  const [cleo, ada, ben, dora] = await Promise.all(
    ['cleo', 'ada', 'ben', 'dora'].map((name) => world.user(name)),
  );
  assert.ok(cleo && ada && ben && dora);
  await follow(ada, cleo);
  await follow(ben, ada);

  const { createPost } = await cleo.do(
    `mutation { createPost(input: { text: "Bread or cake, @ada? #Breakfast https://bread.example/rye",
      poll: { options: ["Bread", "Cake"] } }) {
      post { id poll { id options { id text } }
        entities { __typename ... on MentionEntity { user { username } } ... on HashtagEntity { name } ... on LinkEntity { url } } }
      errors { code } } }`,
  );
  const { id, poll, entities } = createPost.post;
  assert.deepEqual(entities, [
    { __typename: 'MentionEntity', user: { username: 'ada' } },
    { __typename: 'HashtagEntity', name: 'breakfast' },
    { __typename: 'LinkEntity', url: 'https://bread.example/rye' },
  ]);
  await world.runJobs();

  await answer(ada, id, poll);
  await world.runJobs();

  // Ben follows only Ada: he sees the post through her repost.
  const { feed } = await ben.do(
    '{ feed { edges { reason repostedBy { username } node { id author { username } reactionCounts { total } } } } }',
  );
  assert.deepEqual(
    feed.edges.find(({ node }: Untyped) => node.id === id),
    {
      reason: 'REPOST',
      repostedBy: [{ username: 'ada' }],
      node: { id, author: { username: 'cleo' }, reactionCounts: { total: 1 } },
    },
  );

  await findsIt(world, dora, id);
  await learnsHowMuch(cleo, id);
  await goes(world, { author: cleo, keeper: ada }, id);
});

async function answer(ada: Person, id: string, poll: Untyped): Promise<void> {
  const variables = { id, pollId: poll.id, optionIds: [poll.options[0].id] };
  const acted = await ada.do(
    `mutation ($id: ID!, $pollId: ID!, $optionIds: [ID!]!) {
      reactToPost(input: { postId: $id, type: LOVE }) { post { viewer { reaction } } errors { code } }
      votePoll(input: { pollId: $pollId, optionIds: $optionIds }) { poll { options { voteCount } } errors { code } }
      repost(input: { postId: $id }) { post { repostCount } errors { code } }
      savePost(input: { postId: $id }) { errors { code } }
      addComment(input: { postId: $id, text: "Bread!" }) { comment { id depth } errors { code } } }`,
    variables,
  );
  assert.deepEqual(acted.reactToPost.post, { viewer: { reaction: 'LOVE' } });
  assert.deepEqual(acted.votePoll.poll.options, [{ voteCount: 1 }, { voteCount: 0 }]);
  assert.deepEqual(acted.repost.post, { repostCount: 1 });
  assert.equal(acted.addComment.comment.depth, 1);
}

/** A user without follows finds it by its hashtag, by its words and among popular posts. */
async function findsIt(world: World, dora: Person, id: string): Promise<void> {
  await runCron(world, 'explore.rank');
  const found = await dora.do(
    `{ hashtagPosts(name: "#BREAKFAST") { nodes { id } } searchPosts(query: "bread cake") { nodes { id } }
      exploreFeed { nodes { id } } hashtag(name: "breakfast") { displayName postCount } }`,
  );
  assert.deepEqual(found, {
    hashtagPosts: { nodes: [{ id }] },
    searchPosts: { nodes: [{ id }] },
    exploreFeed: { nodes: [{ id }] },
    hashtag: { displayName: 'Breakfast', postCount: 1 },
  });
  const { recordPostViews } = await dora.do(
    `mutation ($id: ID!) { recordPostViews(input: { events: [{ postId: $id, source: SEARCH }, { postId: $id, source: FEED }] }) {
      acceptedCount errors { code } } }`,
    { id },
  );
  assert.equal(recordPostViews.acceptedCount, 2);
  await world.runJobs();
}

async function learnsHowMuch(cleo: Person, id: string): Promise<void> {
  const { post, myPostStats } = await cleo.do(
    `query ($id: ID!) {
      post(id: $id) { viewCount commentCount repostCount reactionCounts { love total } poll { voterCount } }
      myPostStats(postId: $id, range: LAST_7_DAYS) { viewCount reach reactionCount commentCount repostCount saveCount } }`,
    { id },
  );
  assert.deepEqual(post, {
    viewCount: 1,
    commentCount: 1,
    repostCount: 1,
    reactionCounts: { love: 1, total: 1 },
    poll: { voterCount: 1 },
  });
  const once = { viewCount: 1, reach: 1, reactionCount: 1, commentCount: 1, repostCount: 1, saveCount: 1 };
  assert.deepEqual(myPostStats, once);
}

/** A deleted post is absent everywhere, and collections that saved it show that. */
async function goes(
  world: World,
  { author, keeper }: Record<'author' | 'keeper', Person>,
  id: string,
): Promise<void> {
  await author.do('mutation ($id: ID!) { deletePost(input: { postId: $id }) { errors { code } } }', { id });
  await world.runJobs();
  const left = await keeper.do(
    `query ($id: ID!) { post(id: $id) { id } postComments(postId: $id) { nodes { id } }
      mySavedPosts { nodes { post { id } } } userReposts(userId: "${keeper.id}") { nodes { id } }
      feed { nodes { id } } hashtagPosts(name: "breakfast") { nodes { id } } searchPosts(query: "bread") { nodes { id } } }`,
    { id },
  );
  assert.deepEqual(left, {
    post: null,
    postComments: null,
    mySavedPosts: { nodes: [{ post: null }] },
    userReposts: { nodes: [] },
    feed: { nodes: [] },
    hashtagPosts: null,
    searchPosts: { nodes: [] },
  });
}
