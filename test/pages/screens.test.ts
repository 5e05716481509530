import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import { toGlobalId } from '#platform/kernel/ids.ts';
import type { Actor } from '#test/support/actor.ts';
import { commentOn, publish } from '#test/support/content/comments.ts';
import { smallPicture } from '#test/support/content/media-files.ts';
import { say, startWith } from '#test/support/messaging/messaging.ts';
import { follow } from '#test/support/people/people.ts';
import { uploaded } from '#test/support/content/uploaded-media.ts';
import { runSql } from '#test/support/test-server.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';
import { demoJobs, seedDemo } from '../../db/demo.ts';
import { NEWCOMERS } from '../../db/demo/people.ts';

const FRAGMENTS = `
  fragment Face on User { id username displayName avatar { id placeholder variants { url width } } }
  fragment Card on Post {
    id text createdAt editedAt isPinned isSensitive commentCount repostCount quoteCount viewCount
    author { ...Face viewer { followState } }
    entities { start end ... on MentionEntity { user { id username } } ... on HashtagEntity { name } ... on LinkEntity { url } }
    media { id kind url width height altText placeholder variants { url width } }
    poll { id voterCount options { id text voteCount } viewer { votedOptionIds } }
    quotedPost { isAvailable post { id text author { ...Face } } }
    reactionCounts { total } sampleReactors { id username }
    viewer { reaction isSaved hasReposted canComment canEdit canDelete }
  }
  fragment Said on Comment {
    id text createdAt isTombstone isPinned replyCount author { ...Face } reactionCounts { total }
    viewer { reaction canReply canDelete }
  }
  fragment Shown on ConversationViewer {
    displayTitle displayAvatar { id placeholder variants { url width } }
    peer { id user { ...Face lastSeenAt } blockedUser { userId username } }
  }
  fragment Position on PageInfo { hasNextPage endCursor }`;

/** The one request of each screen of a client. */
const SCREENS = {
  profile: `query ($username: String!, $first: Int) {
    user(username: $username) {
      ...Face bio cover { url } isPrivate followerCount followingCount postCount createdAt lastSeenAt
      viewer { isSelf followState canFollow isFollowedBy requestedToFollowYou isMuting canMessage canMention canTip canSeeFollowers canSeeFollowing }
      pinnedPosts { ...Card }
      timeline(first: $first) { edges { repostedAt node { ...Card } } pageInfo { ...Position } }
      mediaPosts(first: 9) { nodes { id media { id placeholder variants { url width } } } }
      replies(first: 3) { nodes { ...Said post { id text } } }
      mutualFollowers(first: 3) { cappedCount nodes { ...Face } }
      topTippers(period: MONTH) { coins user { ...Face } }
    }
    myBlockedUser(username: $username) { userId username }
  }`,
  feed: `query ($first: Int) {
    me { id followRequestCount user { ...Face } }
    feed(first: $first) { edges { reason repostedBy { id displayName } node { ...Card } } pageInfo { ...Position } }
    suggestedUsers(first: 5) { nodes { ...Face } }
    trendingHashtags(first: 5) { nodes { id displayName } }
    eventCursor
  }`,
  thread: `query ($id: ID!, $first: Int) {
    post(id: $id) {
      ...Card
      comments(first: $first) {
        nodes { ...Said replies { nodes { ...Said replies { nodes { ...Said } pageInfo { ...Position } } } pageInfo { ...Position } } }
        pageInfo { ...Position }
      }
    }
  }`,
  conversation: `query ($id: ID!, $first: Int) {
    conversation(id: $id) {
      id kind participantCount viewer { ...Shown canSend requestState lastReadSeq }
      participants(first: 100) { nodes { role user { ...Face lastSeenAt } } }
      messages(first: $first) {
        nodes { id seq createdAt sender { id username } content { __typename text ... on MediaContent { media { id url } } } } pageInfo { ...Position }
      }
    }
  }`,
  inbox: `query ($first: Int) {
    myConversations(inbox: PRIMARY, first: $first) {
      nodes {
        id kind updatedAt viewer { ...Shown isPinned isMarkedUnread muteExpiresAt unreadCount unreadMentionCount }
        lastMessage { id seq createdAt sender { id username } content { __typename text } }
      }
      pageInfo { ...Position }
    }
    myUnreadCounts { conversationCount mentionConversationCount requestCount }
    eventCursor
  }`,
  /** No screen: each list of objects with a list or what is looked up for each of them. */
  nested: `query ($first: Int) {
    feed(first: $first) { nodes { comments(first: 2, sort: NEWEST) { nodes { id author { ...Face } } } } }
    myConversations(inbox: PRIMARY, first: $first) { nodes { viewer { ...Shown } messages(first: 2) { nodes { id } } before: messages(last: 1) { nodes { id } } } }
    user(username: "ada") { followers(first: $first) { nodes { viewer { canFollow canMessage canTip } topTippers(period: ALL) { coins user { ...Face } } } } }
  }`,
} as const;

/** Each screen with the fragments that it spreads, and no others, which validation refuses. */
function documentOf(screen: keyof typeof SCREENS): string {
  const known = FRAGMENTS.split(/(?=fragment )/).map((text) => text.trim());
  const used = new Set<string>();
  const add = (text: string): void => {
    for (const [, name] of text.matchAll(/\.\.\.(\w+)/g)) {
      const fragment = known.find((each) => each.startsWith(`fragment ${name} `));
      if (!fragment || used.has(fragment)) continue;
      used.add(fragment);
      add(fragment);
    }
  };
  add(SCREENS[screen]);
  return [SCREENS[screen], ...used].join('\n');
}

const open = (viewer: Actor, screen: keyof typeof SCREENS, variables: object) =>
  viewer.ask(documentOf(screen), { ...variables }, { 'x-include-cost': '1' });

const CHARGED_MAX = 2_000;

describe('the demo world', () => {
  const ends: (() => unknown)[] = [];
  let world: World;
  let nora: Actor;
  before(async () => {
    world = await testWorld({ after: (end) => void ends.push(end as () => unknown) });
    const { services } = world.app;
    const [account] = await seedDemo(services);
    const arrival = demoJobs.find(({ name }) => name === 'demo.arrival') ?? assert.fail();
    const foundedAtMs = services.clock.now().getTime();
    for (const { username } of NEWCOMERS) {
      // The payload of the job, whose type only its file knows.
      await arrival.run(services, { username, foundedAtMs } as never);
    }
    await world.runJobs();
    nora = world.anonymous();
    const { login } = await nora.do(
      'mutation ($input: LoginInput!) { login(input: $input) { accessToken errors { code } } }',
      { input: { email: account?.email, password: account?.password } },
    );
    nora.token = login.accessToken;
  });
  after(async () => {
    for (const end of ends) await end();
  });

  /** Data of a screen, which one request brings for less than `CHARGED_MAX` points. */
  async function shown(screen: keyof typeof SCREENS, variables: object) {
    const { data, errors, extensions } = await open(nora, screen, variables);
    assert.equal(errors, undefined, JSON.stringify(errors));
    const { reserved, charged } = extensions.cost;
    assert.ok(charged < CHARGED_MAX, `${screen}: ${charged} points`);
    const { userCostBudget } = world.app.services.limits;
    assert.ok(3 * reserved <= userCostBudget, `${screen}: ${reserved} points are reserved`);
    return data;
  }

  test('a profile by name is one request', async () => {
    const { user } = await shown('profile', { username: '@mateo.ruiz', first: 20 });
    assert.equal(user.displayName, 'Mateo Ruiz');
    assert.ok(user.timeline.edges.length > 0 && user.viewer.canMessage);
  });

  test('the feed is one request, with what surrounds it', async () => {
    const { me, feed, suggestedUsers } = await shown('feed', { first: 20 });
    assert.equal(me.user.username, 'nora');
    assert.deepEqual([feed.edges.length, suggestedUsers.nodes.length], [20, 5]);
  });

  test('the thread of a post is one request', async () => {
    const { feed } = await nora.do('{ feed(first: 50) { nodes { id commentCount } } }');
    type Discussed = { readonly id: string; readonly commentCount: number };
    const [most] = feed.nodes.toSorted((a: Discussed, b: Discussed) => b.commentCount - a.commentCount);
    const { post } = await shown('thread', { id: most.id, first: 20 });
    assert.equal(post.commentCount, most.commentCount);
    assert.ok(post.comments.nodes.length > 0);
  });

  test('a conversation is one request', async () => {
    const { rows } = await sql<{ id: string }>`
      select p.conversation_id as id from participants p join users u on u.id = p.user_id where u.username = 'nora'
      order by p.conversation_id limit 1`.execute(world.app.services.db);
    const id = toGlobalId('conversation', rows[0]?.id ?? '');
    const { conversation } = await shown('conversation', { id, first: 50 });
    assert.ok(conversation.participants.nodes.length >= 2 && conversation.messages.nodes.length > 4);
  });

  test('the inbox is one request, and each conversation has something to show', async () => {
    const { myConversations, myUnreadCounts } = await shown('inbox', { first: 20 });
    assert.ok(myConversations.nodes.length > 2 && myUnreadCounts.requestCount >= 0);
    for (const { kind, viewer, lastMessage } of myConversations.nodes) {
      assert.ok(viewer.displayTitle && lastMessage);
      assert.equal(viewer.peer?.user != null, kind === 'DIRECT');
    }
  });
});

const MANY = 50;
const ROUNDS = 6;
/** Keys that fields on different levels ask for at the same time share a batch or not; a statement for each item would be 49 more. */
const SPLIT_BATCHES_MAX = 6;

test('each screen takes no more statements for fifty items than for one', async (t) => {
  const env = { LIMIT_OPERATION_COST: '1000000', LIMIT_USER_COST_BUDGET: '100000000' };
  const world = await testWorld(t, { env });
  const [ada, ben, cleo] = [await world.user('ada'), await world.user('ben'), await world.user('cleo')];
  await follow(ben, ada);
  await follow(ben, cleo);
  await follow(cleo, ada);
  const [avatar, picture] = [await smallPicture(), await smallPicture()];
  for (const person of [ada, cleo]) {
    await person.upload(
      'mutation ($input: UpdateProfileInput!) { updateProfile(input: $input) { errors { code } } }',
      { input: { avatar: null } },
      { 'input.avatar': new Blob([new Uint8Array(avatar)]) },
    );
  }
  const media = await uploaded(ada, picture);
  const quotedPostId = await publish(cleo);
  const conversation = await startWith(ada, ben);
  const discussed = await publish(ada);
  const addFollower = (): Promise<void> =>
    runSql(
      world.connectionString,
      `with made as (
         insert into users (id, provider, subject, username, display_name, created_at, updated_at)
         select gen_random_uuid(), 'test', 'fan' || count(*), 'fan.' || count(*), 'A fan', now(), now() from users returning id)
       insert into follows (follower_id, followee_id, created_at) select id, '${uuidOf(ada.id)}', now() from made`,
    );
  const post = async (): Promise<void> => {
    const poll = { options: ['Tea', 'Milk'] };
    const text = 'See @cleo #tea https://example.com';
    const id = await publish(ada, { text, mediaIds: [media.id], quotedPostId, poll });
    await cleo.do(REACT_AND_REPOST, { id });
    const comment = await commentOn(cleo, discussed);
    await commentOn(ada, discussed, { parentId: await commentOn(ada, discussed, { parentId: comment }) });
    await say(ada, conversation, 'Hello');
    await say(ada, await startWith(ada, ben, cleo), 'Hello');
    await addFollower();
  };
  const counts = async (): Promise<Record<string, number>> => {
    await world.runJobs();
    const asked = {
      profile: { username: 'ada' },
      feed: {},
      thread: { id: discussed },
      conversation: { id: conversation },
      inbox: {},
      nested: {},
    };
    const found: Record<string, number> = {};
    for (const screen of Object.keys(asked) as (keyof typeof asked)[]) {
      const variables = { ...asked[screen], first: MANY };
      const rounds: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        rounds.push(
          await world.statementsOf(async () => {
            const { errors } = await open(ben, screen, variables);
            assert.equal(errors, undefined, JSON.stringify(errors));
          }),
        );
      }
      found[screen] = Math.min(...rounds);
    }
    return found;
  };
  await post();
  const one = await counts();
  const people: readonly Person[] = [ada, ben, cleo];
  for (let index = 1; index < MANY; index += 1) {
    // Past the budgets of ten minutes, and so past the life of tokens.
    if (index % 20 === 0) {
      world.clock.advance('11m');
      for (const person of people) Object.assign(person, await world.signIn(person));
    }
    await post();
  }
  const many = await counts();
  for (const [screen, statements] of Object.entries(one)) {
    const more = (many[screen] ?? 0) - statements;
    assert.ok(
      Math.abs(more) <= SPLIT_BATCHES_MAX,
      `${screen}: ${statements} statements for one item, ${more} more for fifty`,
    );
  }
});

const REACT_AND_REPOST = `mutation ($id: ID!) {
  reactToPost(input: { postId: $id, type: LOVE }) { errors { code } } repost(input: { postId: $id }) { errors { code } } }`;
