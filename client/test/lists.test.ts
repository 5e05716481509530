import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ApolloClient, type DocumentNode, gql } from '@apollo/client';
import { type GraphQLField, type GraphQLObjectType, getNamedType, isLeafType, isObjectType } from 'graphql';
import { WebSocket } from 'ws';
import { buildSchemas } from '../../src/api/schema.ts';
import { defaultLimits } from '../../src/domains/modules.ts';
import { testWorld } from '../../test/support/world.ts';
import { createSocialClient, type SocialClient } from '../src/client.ts';
import { type FullLists, fillLists } from './support/full-lists.ts';

/** `parentKey` is what the cache knows the parent by. */
type List = { readonly parent?: string; readonly parentKey?: string; readonly args?: string };

/** How each list of the schema is asked for in the filled world; a list without a row fails the first test. */
const LISTS: Readonly<Record<string, (full: FullLists) => List>> = {
  'Call.members': ({ callId }) => ({ parent: `call(id: "${callId}")` }),
  'Call.speakerRequests': ({ callId }) => ({ parent: `call(id: "${callId}")` }),
  'Comment.replies': ({ commentId }) => ({ parent: `comment(id: "${commentId}")`, args: 'sort: OLDEST' }),
  'Conversation.messages': ({ conversationId }) => ({ parent: `conversation(id: "${conversationId}")` }),
  'Conversation.invites': ({ conversationId }) => ({ parent: `conversation(id: "${conversationId}")` }),
  'Conversation.participants': ({ conversationId }) => ({ parent: `conversation(id: "${conversationId}")` }),
  'Conversation.pinnedMessages': ({ conversationId }) => ({
    parent: `conversation(id: "${conversationId}")`,
  }),
  'Earnings.earnings': () => ({ parent: 'myEarnings', parentKey: '__typename' }),
  'Post.comments': ({ postId }) => ({ parent: `post(id: "${postId}")`, args: 'sort: NEWEST' }),
  'Post.editHistory': ({ postId }) => ({ parent: `post(id: "${postId}")` }),
  'Query.callHistory': () => ({}),
  'Query.commentReactions': ({ commentId }) => ({ args: `commentId: "${commentId}"` }),
  'Query.conversationJoinRequests': ({ conversationId }) => ({ args: `conversationId: "${conversationId}"` }),
  'Query.conversationMedia': ({ conversationId }) => ({
    args: `conversationId: "${conversationId}", kind: LINK`,
  }),
  'Query.conversationParticipants': ({ conversationId }) => ({
    args: `conversationId: "${conversationId}", query: "fan"`,
  }),
  'Query.conversationMessages': ({ conversationId }) => ({ args: `conversationId: "${conversationId}"` }),
  'Query.exploreFeed': () => ({}),
  'Query.feed': () => ({}),
  'Query.followers': ({ viewer }) => ({ args: `userId: "${viewer.id}"` }),
  'Query.following': ({ viewer }) => ({ args: `userId: "${viewer.id}"` }),
  'Query.hashtagPosts': () => ({ args: 'name: "harbour"' }),
  'Query.messageReaders': ({ messageId }) => ({ args: `messageId: "${messageId}"` }),
  'Query.messageReactors': ({ messageId }) => ({ args: `messageId: "${messageId}"` }),
  'Query.mutualFollowers': ({ star }) => ({ args: `userId: "${star.id}"` }),
  'Query.myBlockedUsers': () => ({}),
  'Query.messageSales': () => ({}),
  'Query.myCoinPurchases': () => ({}),
  'Query.mySubscriptions': () => ({}),
  'Query.mySubscribers': () => ({}),
  'Query.myInvoices': () => ({}),
  'Query.myUnlockedMessages': () => ({}),
  'Query.mySentTips': () => ({}),
  'Query.myReceivedTips': () => ({}),
  'Query.myPayments': () => ({}),
  'Query.myConversations': () => ({ args: 'inbox: PRIMARY' }),
  'Query.myDataExports': () => ({}),
  'Query.myDrafts': () => ({}),
  'Query.myScheduledMessages': () => ({}),
  'Query.myFollowRequests': () => ({}),
  'Query.myFollowedHashtags': () => ({}),
  'Query.myMutedUsers': () => ({}),
  'Query.myMutedWords': () => ({}),
  'Query.myJoinRequests': () => ({}),
  'Query.mySavedCollections': () => ({}),
  'Query.mySavedPosts': () => ({}),
  'Query.myRestrictions': () => ({}),
  'Query.myReports': () => ({}),
  'Query.myModerationDecisions': () => ({}),
  'Query.mySessions': () => ({}),
  'Query.myPushDevices': () => ({}),
  'Query.myNotificationDeliveries': () => ({}),
  'Query.myNotifications': () => ({}),
  'Query.myPayouts': () => ({}),
  'Query.myTransactions': () => ({}),
  'Query.pollVoters': ({ optionId }) => ({ args: `optionId: "${optionId}"` }),
  'Query.postComments': ({ postId }) => ({ args: `postId: "${postId}", sort: NEWEST` }),
  'Query.postQuotes': ({ postId }) => ({ args: `postId: "${postId}"` }),
  'Query.postReactions': ({ postId }) => ({ args: `postId: "${postId}", type: LIKE` }),
  'Query.postReposters': ({ postId }) => ({ args: `postId: "${postId}"` }),
  'Query.searchHashtags': () => ({ args: 'prefix: "ha"' }),
  'Query.searchMessages': () => ({ args: 'query: "harbour"' }),
  'Query.searchPosts': () => ({ args: 'query: "harbour", filters: { hasMedia: false }' }),
  'Query.searchUsers': () => ({ args: 'query: "fan"' }),
  'Query.subscriptionTiers': ({ viewer }) => ({ args: `userId: "${viewer.id}"` }),
  'Query.suggestedUsers': () => ({}),
  'Query.tips': ({ postId }) => ({ args: `target: { postId: "${postId}" }` }),
  'Query.trendingHashtags': () => ({}),
  'Query.userPosts': ({ author }) => ({ args: `userId: "${author.id}"` }),
  'Query.userReposts': ({ reposter }) => ({ args: `userId: "${reposter.id}"` }),
  'User.followers': ({ viewer }) => ({ parent: `user(id: "${viewer.id}")` }),
  'User.following': ({ viewer }) => ({ parent: `user(id: "${viewer.id}")` }),
  'User.mediaPosts': ({ author }) => ({ parent: `user(id: "${author.id}")` }),
  'User.mutualFollowers': ({ star }) => ({ parent: `user(id: "${star.id}")` }),
  'User.posts': ({ author }) => ({ parent: `user(id: "${author.id}")` }),
  'User.replies': ({ author }) => ({ parent: `user(id: "${author.id}")` }),
  'User.reposts': ({ reposter }) => ({ parent: `user(id: "${reposter.id}")` }),
  'User.subscriptionTiers': ({ viewer }) => ({ parent: `user(id: "${viewer.id}")` }),
  'User.timeline': ({ reposter }) => ({ parent: `user(id: "${reposter.id}")` }),
};

const schema = buildSchemas(defaultLimits).client;
const lists = Object.values(schema.getTypeMap())
  .filter(isObjectType)
  .flatMap((type) =>
    Object.values(type.getFields()).map((field) => ({ name: `${type.name}.${field.name}`, field })),
  )
  .filter(({ field }) => getNamedType(field.type).name.endsWith('Connection'));

test('the tables of this file name every list of the schema', () => {
  assert.deepEqual(lists.map(({ name }) => name).toSorted(), Object.keys(LISTS).toSorted());
});

test('every list, walked page by page through the cache, is the list that the server has', async (t) => {
  const world = await testWorld(t, { env: { LIMIT_USER_COST_BUDGET: '1000000' } });
  const full = await fillLists(world);
  const devices: SocialClient[] = [];
  t.after(() => Promise.all(devices.map((device) => device.close())));
  const newDevice = (): ApolloClient => {
    const device = createSocialClient({
      httpUrl: world.url,
      wsUrl: world.url.replace('http', 'ws'),
      webSocket: WebSocket,
      getToken: () => full.viewer.token,
    });
    devices.push(device);
    return device.apollo;
  };

  for (const { name, field } of lists) {
    await t.test(`${name} walked to its end, by edges and by nodes`, async () => {
      const list = listOf(field, LISTS[name]?.(full) ?? {});
      const expected = await onServer(newDevice(), list);
      assert.ok(expected.length >= 3, `only ${expected.length} entries`);
      for (const form of ['edges', 'nodes'] as const) {
        const apollo = newDevice();
        await walk(apollo, list, { form, size: 'first', from: 'after' });
        assert.deepEqual(inCache(apollo, list, form), expected, form);
      }
    });
    if (!field.args.some((argument) => argument.name === 'before')) continue;
    await t.test(`${name} walked from its end to its beginning, by edges and by nodes`, async () => {
      const list = listOf(field, LISTS[name]?.(full) ?? {});
      const expected = await onServer(newDevice(), list);
      for (const form of ['edges', 'nodes'] as const) {
        const apollo = newDevice();
        await walk(apollo, list, { form, size: 'last', from: 'before' });
        assert.deepEqual(inCache(apollo, list, form), expected, form);
      }
    });
  }
});

type Form = 'edges' | 'nodes';
/** One list as its test asks for it. */
type AskedList = {
  /** The document that selects the nodes in one of the two forms. */
  document(form: Form): DocumentNode;
  read(data: unknown): Page;
};
type Page = {
  readonly edges?: readonly { readonly node: unknown }[];
  readonly nodes?: readonly unknown[];
  readonly pageInfo: {
    readonly startCursor: string;
    readonly endCursor: string;
    readonly hasPreviousPage: boolean;
    readonly hasNextPage: boolean;
  };
};

const PAGE_INFO = 'pageInfo { startCursor endCursor hasPreviousPage hasNextPage }';

function listOf(
  field: GraphQLField<unknown, unknown>,
  { parent, parentKey = 'id', args = '' }: List,
): AskedList {
  const connection = getNamedType(field.type) as GraphQLObjectType;
  const node = selectionOf(getNamedType(connection.getFields()['nodes']!.type) as GraphQLObjectType);
  const both = field.args.some(({ name }) => name === 'before');
  const [variables, paging] = both
    ? [
        '$first: Int, $after: String, $last: Int, $before: String',
        'first: $first, after: $after, last: $last, before: $before',
      ]
    : ['$first: Int, $after: String', 'first: $first, after: $after'];
  return {
    document: (form) => {
      const selected = form === 'edges' ? `edges { cursor node { ${node} } }` : `nodes { ${node} }`;
      const list = `list: ${field.name}(${paging} ${args}) { ${selected} ${PAGE_INFO} }`;
      return gql`query (${variables}) { ${parent ? `parent: ${parent} { ${parentKey} ${list} }` : list} }`;
    },
    read: (data) => (parent ? (data as { parent: { list: Page } }).parent : (data as { list: Page })).list,
  };
}

/** The id, or what tells objects without one apart. */
function selectionOf(type: GraphQLObjectType): string {
  const fields = Object.values(type.getFields());
  if (fields.some(({ name }) => name === 'id')) return 'id';
  const leaves = fields.filter((field) => isLeafType(getNamedType(field.type)) && field.args.length === 0);
  const user = fields.some(({ name }) => name === 'user') ? 'user { id }' : '';
  return `${leaves.map(({ name }) => name).join(' ')} ${user}`;
}

async function onServer(apollo: ApolloClient, list: AskedList): Promise<readonly unknown[]> {
  const { data } = await apollo.query({
    query: list.document('nodes'),
    variables: { first: 100 },
    fetchPolicy: 'no-cache',
  });
  return list.read(data).nodes ?? [];
}

/** Loads page after page of two entries, as a list on a screen does. */
async function walk(
  apollo: ApolloClient,
  list: AskedList,
  { form, size, from }: { form: Form; size: 'first' | 'last'; from: 'after' | 'before' },
): Promise<void> {
  const query = list.document(form);
  const shown = apollo.watchQuery({ query, variables: { [size]: 2 } });
  const subscription = shown.subscribe(() => undefined);
  let { data } = await shown.refetch();
  for (let pages = 1; pages < 100; pages += 1) {
    const { pageInfo } = list.read(data);
    if (!(from === 'after' ? pageInfo.hasNextPage : pageInfo.hasPreviousPage)) break;
    const cursor = from === 'after' ? pageInfo.endCursor : pageInfo.startCursor;
    ({ data } = await shown.fetchMore({ variables: { [size]: 2, [from]: cursor } }));
  }
  subscription.unsubscribe();
}

/** Results of the walked query, and of one that asks in the other form. */
function inCache(apollo: ApolloClient, list: AskedList, form: Form): readonly unknown[] {
  const read = (as: Form): Page => {
    const data = apollo.readQuery({ query: list.document(as) });
    assert.notEqual(data, null, `${as} are not complete in the cache`);
    return list.read(data);
  };
  const nodes = read('nodes').nodes ?? [];
  if (form === 'edges') {
    assert.deepEqual(
      read('edges').edges?.map(({ node }) => node),
      nodes,
    );
  }
  return nodes;
}
