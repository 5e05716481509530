import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { defaultLimits } from '#domains/modules.ts';
import type { Answer } from '#test/support/actor.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';

const ends: (() => unknown)[] = [];
let world: World;
let ada: Person;
let post: string;

const CREATE =
  'mutation ($input: CreatePostInput!) { createPost(input: $input) { post { id } errors { code } } }';
const COMMENT =
  'mutation ($input: AddCommentInput!) { addComment(input: $input) { comment { id } errors { code } } }';

/** Everything that a card shows, but for the post that it quotes. */
const CARD = `id text createdAt editedAt visibility isPinned isSensitive commentCount repostCount quoteCount viewCount
  author { id username displayName isPrivate avatar { id url placeholder } }
  entities { start end ... on MentionEntity { username user { id username } } ... on HashtagEntity { name } ... on LinkEntity { url } }
  media { id kind state url width height altText placeholder durationMs variants { url width height } poster { url } }
  poll { id isMultipleChoice closesAt voterCount options { id text voteCount } viewer { votedOptionIds } }
  location { name } reactionCounts { total like love } sampleReactors { id username }
  quotedPost { isAvailable post { id text author { id username displayName } media { id url width height } } }
  viewer { reaction isSaved hasReposted canComment }`;
const PAGE = `query ($id: ID!) { userPosts(userId: $id, first: 20) { edges { cursor node { ${CARD} } } pageInfo { hasNextPage endCursor } } }`;

const SHOWN = 'id text createdAt depth isTombstone replyCount author { id username displayName }';
const THREAD = `query ($id: ID!) { postComments(postId: $id) { nodes { ${SHOWN}
  replies { nodes { ${SHOWN} replies { nodes { ${SHOWN} } pageInfo { endCursor } } } pageInfo { endCursor } } } pageInfo { endCursor } } }`;

/** Everything that an inbox shows of each conversation. */
const INBOX = `{ myConversations(inbox: PRIMARY, first: 50) { pageInfo { hasNextPage endCursor } nodes {
  id kind title participantCount updatedAt avatar { url placeholder }
  participants(first: 3) { nodes { user { id username displayName avatar { url placeholder } } } }
  viewer { role inbox isPinned isMarkedUnread isMuted muteExpiresAt unreadCount unreadMentionCount lastReadSeq canSend requestState }
  lastMessage { id seq createdAt editedAt sender { id username displayName } content { __typename
    ... on TextContent { text } ... on MediaContent { text media { id kind url placeholder } }
    ... on VoiceNoteContent { audio { id durationMs } } ... on SharedPostContent { post { id text author { id username } } }
    ... on PollContent { poll { id options { id text } } } ... on ContactContent { user { id username } }
    ... on SystemContent { change by { username } users { username } } ... on LocationContent { name } } } } } }`;

async function open(): Promise<void> {
  world = await testWorld({ after: (end) => void ends.push(end as () => unknown) });
  ada = await world.user('ada');
  for (let index = 0; index < 20; index += 1) {
    const poll = {
      options: ['yes', 'no', 'perhaps', 'never'],
      closesAt: new Date(world.clock.now().getTime() + 86_400_000),
    };
    const text = `${index}: @ada @ada #sun #sea https://example.com/${index}`;
    const { createPost } = await ada.do(CREATE, { input: { text, poll } });
    post = createPost.post.id;
  }
  await world.runJobs();
}

const codesOf = ({ errors }: Answer): string[] => errors?.map(({ extensions }) => extensions.code) ?? [];
const costOf = ({ extensions }: Answer): { reserved: number; charged: number } => extensions.cost;
const withCost = { 'x-include-cost': '1' };

describe('readers are not refused', () => {
  before(open);
  after(async () => {
    for (const end of ends) await end();
  });

  test('ten signed-out readers behind one address take pages of 20 full cards every 5 seconds for ten minutes', async () => {
    const reader = world.anonymous();
    const spentEvery5Seconds: number[] = [];
    for (let round = 0; round < 120; round += 1) {
      const pages = await Promise.all(
        Array.from({ length: 10 }, () => reader.ask(PAGE, { id: ada.id }, withCost)),
      );
      assert.deepEqual(pages.flatMap(codesOf), []);
      for (const { data } of pages) assert.equal(data.userPosts.edges.length, 20);
      // All ten at once could cost more than they have.
      assert.ok(10 * costOf(pages[0]!).reserved > defaultLimits.anonymousCostBudget); // ten were asked
      spentEvery5Seconds.push(pages.reduce((sum, page) => sum + costOf(page).charged, 0));
      world.clock.advance('5s');
    }
    // Five seconds refill the points of one round.
    const refilled = 5 * defaultLimits.anonymousCostRefillPerSecond;
    assert.ok(Math.max(...spentEvery5Seconds) <= refilled, spentEvery5Seconds.join(' '));
  });

  test('a signed-in reader opens a thread of 3 levels every 5 seconds', async () => {
    const add = async (parentId?: string): Promise<string> => {
      const input = { postId: post, text: 'What is said', ...(parentId && { parentId }) };
      return (await ada.do(COMMENT, { input })).addComment.comment.id;
    };
    for (let index = 0; index < 2; index += 1) {
      const top = await add();
      for (let reply = 0; reply < 4; reply += 1) await add(await add(top));
    }
    const answer = await ada.ask(THREAD, { id: post }, withCost);
    assert.deepEqual(codesOf(answer), []);
    const levels = answer.data.postComments.nodes.map(
      ({ replies }: { replies: { nodes: { replies: { nodes: unknown[] } }[] } }) =>
        replies.nodes.map((reply) => reply.replies.nodes.length),
    );
    // A page of replies has 3 when the reader does not say.
    assert.deepEqual(levels, Array(2).fill([1, 1, 1]));
    // A comment with its author takes 3.8 points, the page of its replies one more.
    assert.equal(costOf(answer).reserved, Math.round(1 + 20 * (4.8 + 3 * (4.8 + 3 * 3.8))));
    for (let round = 0; round < 6; round += 1) {
      world.clock.advance('5s');
      assert.deepEqual(codesOf(await ada.ask(THREAD, { id: post })), []);
    }
  });

  test('a whole screen of 50 conversations fits three times into the points of a signed-in reader', async () => {
    const ben = await world.user('ben');
    await ada.do('mutation ($id: ID!) { startConversation(input: { userIds: [$id] }) { errors { code } } }', {
      id: ben.id,
    });
    const answer = await ada.ask(INBOX, {}, withCost);
    assert.deepEqual(codesOf(answer), []);
    assert.equal(answer.data.myConversations.nodes.length, 1);
    const { reserved } = costOf(answer);
    assert.ok(3 * reserved <= defaultLimits.operationCost, String(reserved));
  });
});
