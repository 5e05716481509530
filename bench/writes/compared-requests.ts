import { z } from 'zod';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { feedDocument } from '../feed/feed-answers.ts';
import { ask } from '../harness/product-server.ts';
import type { ProductServer, VisitorRequest } from '../harness/product-server.ts';
import { KEY_MARK } from '../harness/request-keys.ts';
import type { Visitor } from '../harness/tokens.ts';
import type { FreshWriteName, WriteName } from './writes-report.ts';

const PAGE_SIZE = 20;

/** The home feed of every visitor. */
export const feedRequests = (
  _server: ProductServer,
  visitors: readonly Visitor[],
): Promise<Record<string, VisitorRequest[]>> =>
  Promise.resolve({
    feed: visitors.map((visitor) => ({
      visitor,
      asked: { query: feedDocument('plaza'), variables: { first: PAGE_SIZE } },
    })),
  });

const POST = `mutation ($text: String!, $key: String) {
  createPost(input: { text: $text, idempotencyKey: $key }) { post { id } refusals: errors { code } } }`;
const COMMENT = `mutation ($postId: ID!, $text: String!, $key: String) {
  addComment(input: { postId: $postId, text: $text, idempotencyKey: $key }) { comment { id } refusals: errors { code } } }`;
const MESSAGE = `mutation ($conversationId: ID!, $text: String!, $key: String) {
  sendMessage(input: { conversationId: $conversationId, text: $text, idempotencyKey: $key }) { message { id } refusals: errors { code } } }`;
const REACTION = `mutation ($postId: ID!, $type: ReactionType!) {
  reactToPost(input: { postId: $postId, type: $type }) { post { id } refusals: errors { code } } }`;
const START = `mutation ($userIds: [ID!]!) {
  startConversation(input: { userIds: $userIds }) { conversation { id } } }`;
const ACCEPT =
  'mutation ($id: ID!) { acceptConversation(input: { conversationId: $id }) { errors { code } } }';
const PUBLISH_POLL = `mutation ($text: String!) {
  createPost(input: { text: $text, poll: { options: ["A", "B"] } }) { post { poll { id options { id } } } } }`;
const VOTE = `mutation ($pollId: ID!, $optionIds: [ID!]!) {
  votePoll(input: { pollId: $pollId, optionIds: $optionIds }) { poll { id } refusals: errors { code } } }`;
const FOLLOW = `mutation ($userId: ID!) {
  followUser(input: { userId: $userId }) { user { id } refusals: errors { code } } }`;
const SAVE = `mutation ($postId: ID!) {
  savePost(input: { postId: $postId }) { savedPost { id } refusals: errors { code } } }`;
const UNREACT = `mutation ($postId: ID!) {
  removePostReaction(input: { postId: $postId }) { post { id } refusals: errors { code } } }`;
const COMMENT_REACTION = `mutation ($commentId: ID!, $type: ReactionType!) {
  reactToComment(input: { commentId: $commentId, type: $type }) { comment { id } refusals: errors { code } } }`;
const VIEW = `mutation ($postId: ID!) {
  recordPostViews(input: { events: [{ postId: $postId, source: FEED, durationMs: 1000 }] }) {
    acceptedCount refusals: errors { code } } }`;
const FEED = 'query ($first: Int!) { me { user { id } } feed(first: $first) { nodes { id author { id } } } }';
const FIRST_POST = '{ me { user { id } } feed(first: 1) { nodes { id } } }';

const TEXT = 'Something that somebody says, as long as such things are. #bench';

/**
 * Every visitor publishes, comments on the newest post of their feed, reacts to it and to one post of all, sends a message
 * to the next one, and votes in a poll of their own.
 */
export async function writeRequests(
  server: ProductServer,
  visitors: readonly Visitor[],
): Promise<Record<Exclude<WriteName, FreshWriteName | 'reactToComment'>, VisitorRequest[]>> {
  const writers: Writer[] = [];
  for (const visitor of visitors) writers.push({ visitor, ...(await readFirst(server, visitor)) });
  const conversations = await startConversations(server, writers);
  const polls = await publishPolls(server, visitors);
  const said = { text: TEXT, key: KEY_MARK };
  // Each time around the list a reaction changes, so that none is a repetition.
  const reactions = (postIdOf: (writer: Writer) => string): VisitorRequest[] =>
    ['LIKE', 'LOVE'].flatMap((type) =>
      writers.map((writer) => request(writer.visitor, REACTION, { postId: postIdOf(writer), type })),
    );
  const popularId = writers[0]?.postId ?? '';
  return {
    createPost: visitors.map((visitor) => request(visitor, POST, said)),
    addComment: writers.map(({ visitor, postId }) => request(visitor, COMMENT, { postId, ...said })),
    sendMessage: conversations.map(({ visitor, conversationId }) =>
      request(visitor, MESSAGE, { conversationId, ...said }),
    ),
    reactToPost: reactions(({ postId }) => postId),
    'reactToPost, one post': reactions(() => popularId),
    // Each time around the list a vote changes.
    votePoll: [0, 1].flatMap((choice) =>
      polls.map(({ visitor, poll }) => {
        const optionIds = [poll.options[choice]?.id];
        return request(visitor, VOTE, { pollId: poll.id, optionIds });
      }),
    ),
  };
}

/**
 * Every visitor reacts to a comment of their own: one by the author of the newest post of their feed whose author is another visitor, on
 * that post.
 */
export async function commentReactionRequests(
  server: ProductServer,
  visitors: readonly Visitor[],
): Promise<VisitorRequest[]> {
  const visitorOf = new Map(visitors.map((visitor) => [toGlobalId('user', visitor.userId), visitor]));
  const chosen: { visitor: Visitor; commentId: string }[] = [];
  for (const visitor of visitors) {
    const posts = await postsOfOthers(server, visitor);
    const post = posts.find(({ authorId }) => visitorOf.has(authorId));
    const author = post && visitorOf.get(post.authorId);
    if (!author) continue;
    const comment = request(author, COMMENT, { postId: post.id, text: TEXT });
    const answer = commentAnswer.parse(await ask(server, comment));
    chosen.push({ visitor, commentId: answer.addComment.comment.id });
  }
  // Each time around the list a reaction changes.
  return ['LIKE', 'LOVE'].flatMap((type) =>
    chosen.map(({ visitor, commentId }) => request(visitor, COMMENT_REACTION, { commentId, type })),
  );
}

/** Acts of each visitor of one kind. */
const FRESH_WRITES = 4;

/**
 * Every visitor follows the next ones, whom nobody of them follows or has blocked; saves and views the newest posts by others of their feed;
 * and removes their reactions to some of them.
 * @param reactions requests whose reactions are not to be removed
 */
export async function freshRequests(
  server: ProductServer,
  visitors: readonly Visitor[],
  reactions: readonly VisitorRequest[],
): Promise<Record<FreshWriteName, VisitorRequest[]>> {
  const keptBy = Map.groupBy(reactions, ({ visitor }) => visitor);
  const seen: Seen[] = [];
  for (const visitor of visitors) {
    const postIds = (await postsOfOthers(server, visitor)).map(({ id }) => id);
    const kept = new Set(keptBy.get(visitor)?.map(({ asked }) => asked.variables['postId']));
    seen.push({ visitor, postIds, removableIds: postIds.filter((id) => !kept.has(id)) });
  }
  return {
    followUser: inTurns(visitors.length, (index, place) => {
      const next = visitors[(index + 1 + place) % visitors.length]!; // The index is within the list.
      return request(visitors[index]!, FOLLOW, { userId: toGlobalId('user', next.userId) }); // As above.
    }),
    ...ofPosts(seen),
  };
}

/** A visitor, the newest posts of their feed, and those of them to which they have no reaction that stays. */
type Seen = {
  readonly visitor: Visitor;
  readonly postIds: readonly string[];
  readonly removableIds: readonly string[];
};

function ofPosts(seen: readonly Seen[]): Record<Exclude<FreshWriteName, 'followUser'>, VisitorRequest[]> {
  const of = (query: string, ids: 'postIds' | 'removableIds'): VisitorRequest[] =>
    inTurns(seen.length, (index, place) => {
      const one = seen[index]!; // The index is within the list.
      const postId = one[ids][place];
      if (postId === undefined) throw new Error('A feed has too few posts by others.');
      return request(one.visitor, query, { postId });
    });
  return {
    savePost: of(SAVE, 'postIds'),
    recordPostViews: of(VIEW, 'postIds'),
    removePostReaction: of(UNREACT, 'removableIds'),
  };
}

/** Requests of each of so many visitors, those of one visitor far from each other. */
const inTurns = (
  visitorCount: number,
  requestOf: (index: number, place: number) => VisitorRequest,
): VisitorRequest[] =>
  Array.from({ length: FRESH_WRITES * visitorCount }, (_, turn) =>
    requestOf(turn % visitorCount, Math.floor(turn / visitorCount)),
  );

/** Each visitor follows the next one and ends it the next time around, so that none is a repetition. */
export function followRequests(visitors: readonly Visitor[]): VisitorRequest[] {
  return (['followUser', 'unfollowUser'] as const).flatMap((name) =>
    visitors.map((visitor, index) => {
      const query = `mutation ($userId: ID!) { ${name}(input: { userId: $userId }) { refusals: errors { code } } }`;
      const next = visitors[(index + 1) % visitors.length]!; // The index is within the list.
      return request(visitor, query, { userId: toGlobalId('user', next.userId) });
    }),
  );
}

type Writer = { readonly visitor: Visitor; readonly userId: string; readonly postId: string };

const request = (
  visitor: Visitor,
  query: string,
  variables: Readonly<Record<string, unknown>>,
): VisitorRequest => ({ visitor, asked: { query, variables } });

const firstAnswer = z.object({
  me: z.object({ user: z.object({ id: z.string() }) }),
  feed: z.object({ nodes: z.tuple([z.object({ id: z.string() })]) }),
});

async function readFirst(server: ProductServer, visitor: Visitor): Promise<Omit<Writer, 'visitor'>> {
  const { me, feed } = firstAnswer.parse(await ask(server, request(visitor, FIRST_POST, {})));
  return { userId: me.user.id, postId: feed.nodes[0].id };
}

const idOnly = z.object({ id: z.string() });
const feedAnswer = z.object({
  me: z.object({ user: idOnly }),
  feed: z.object({ nodes: z.array(idOnly.extend({ author: idOnly })) }),
});
const commentAnswer = z.object({ addComment: z.object({ comment: idOnly }) });

/** The newest posts by others of the visitor's feed. */
async function postsOfOthers(
  server: ProductServer,
  visitor: Visitor,
): Promise<{ readonly id: string; readonly authorId: string }[]> {
  const { me, feed } = feedAnswer.parse(await ask(server, request(visitor, FEED, { first: PAGE_SIZE })));
  return feed.nodes
    .filter(({ author }) => author.id !== me.user.id)
    .map(({ id, author }) => ({ id, authorId: author.id }));
}

const pollAnswer = z.object({
  createPost: z.object({ post: z.object({ poll: idOnly.extend({ options: z.array(idOnly) }) }) }),
});

async function publishPolls(server: ProductServer, visitors: readonly Visitor[]) {
  const polls: { visitor: Visitor; poll: z.infer<typeof pollAnswer>['createPost']['post']['poll'] }[] = [];
  for (const visitor of visitors) {
    const answer = pollAnswer.parse(await ask(server, request(visitor, PUBLISH_POLL, { text: TEXT })));
    polls.push({ visitor, poll: answer.createPost.post.poll });
  }
  return polls;
}

const startAnswer = z.object({
  startConversation: z.object({ conversation: z.object({ id: z.string() }).nullable() }),
});

/** Pairs of visitors, without those of whom one blocks the other. Both of a pair write, but not consecutively. */
async function startConversations(
  server: ProductServer,
  writers: readonly Writer[],
): Promise<{ visitor: Visitor; conversationId: string }[]> {
  const half = Math.floor(writers.length / 2);
  const [askers, asked] = [writers.slice(0, half), writers.slice(half)];
  const started: { asker: Visitor; asked: Visitor; conversationId: string }[] = [];
  for (const [index, { visitor }] of askers.entries()) {
    const other = asked[index]!; // Both halves have as many.
    const variables = { userIds: [other.userId] };
    const answer = startAnswer.parse(await ask(server, request(visitor, START, variables)));
    const { conversation } = answer.startConversation;
    if (conversation) await ask(server, request(other.visitor, ACCEPT, { id: conversation.id }));
    if (conversation) started.push({ asker: visitor, asked: other.visitor, conversationId: conversation.id });
  }
  return [
    ...started.map(({ asker: visitor, conversationId }) => ({ visitor, conversationId })),
    ...started.map(({ asked: visitor, conversationId }) => ({ visitor, conversationId })),
  ];
}
