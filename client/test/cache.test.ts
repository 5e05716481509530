import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test, type TestContext } from 'node:test';
import { type ApolloClient, gql, type TypedDocumentNode } from '@apollo/client';
import { WebSocket } from 'ws';
import { encodeEventCursor } from '../../src/platform/outbox/events/cursor.ts';
import { publish } from '../../test/support/content/hashtags.ts';
import { say, startWith } from '../../test/support/messaging/messaging.ts';
import { follow } from '../../test/support/people/people.ts';
import { type Person, testWorld, type World } from '../../test/support/world.ts';
import { createSocialClient } from '../src/client.ts';
import { MessageAddedDocument } from '../src/generated/graphql.ts';

const PAGE_INFO = 'pageInfo { hasNextPage }';

test('a post that is opened with other fields of `viewer` leaves the feed complete in the cache', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const id = await publish(ada, 'Hello');
  const apollo = deviceOf(t, world, ada);
  const feed = gql`{ feed { edges { cursor node { id reactionCounts { total } viewer { isSaved } } } ${PAGE_INFO} } }`;
  const shown = await apollo.query({ query: feed });
  await apollo.query({
    query: gql`{ post(id: "${id}") { id text reactionCounts { like } viewer { canComment } } }`,
  });

  assert.deepEqual(apollo.readQuery({ query: feed }), shown.data);
  assert.deepEqual(
    apollo.readQuery({
      query: gql`
        {
          feed {
            nodes {
              reactionCounts {
                total
                like
              }
              viewer {
                isSaved
                canComment
              }
            }
          }
        }
      `,
    }),
    {
      feed: {
        __typename: 'FeedConnection',
        nodes: [
          {
            __typename: 'Post',
            reactionCounts: { __typename: 'ReactionCounts', total: 0, like: 0 },
            viewer: { __typename: 'PostViewer', isSaved: false, canComment: true },
          },
        ],
      },
    },
  );
});

test('two queries that select different fields of the edges of one list do not undo each other', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  await publish(ada, 'Hello');
  const apollo = deviceOf(t, world, ada);
  const reasons = gql`
    {
      feed {
        edges {
          reason
          node {
            id
          }
        }
      }
    }
  `;
  await apollo.query({ query: reasons });
  await apollo.query({
    query: gql`
      {
        feed {
          edges {
            repostedBy {
              id
            }
            node {
              id
              text
            }
          }
        }
      }
    `,
  });
  await apollo.query({
    query: gql`
      {
        feed(first: 5) {
          nodes {
            id
          }
        }
      }
    `,
    fetchPolicy: 'network-only',
  });

  const kept = apollo.readQuery<{ feed: { edges: { reason: string }[] } }>({ query: reasons });
  assert.deepEqual(
    kept?.feed.edges.map(({ reason }) => reason),
    ['OWN'],
  );
});

test('nodes without an id keep what is selected of them by `edges` and by `nodes`', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  await ada.do('mutation ($id: ID!) { blockUser(input: { userId: $id }) { errors { code } } }', {
    id: ben.id,
  });
  const apollo = deviceOf(t, world, ada);
  await apollo.query({
    query: gql`
      {
        list: myBlockedUsers {
          edges {
            node {
              userId
            }
          }
          nodes {
            username
          }
        }
      }
    `,
  });

  const both = gql`
    {
      list: myBlockedUsers {
        edges {
          node {
            userId
            username
          }
        }
        nodes {
          userId
          username
        }
      }
    }
  `;
  const ban = { __typename: 'BlockedUser', userId: ben.id, username: 'ben' };
  assert.deepEqual(apollo.readQuery({ query: both }), {
    list: {
      __typename: 'BlockedUserConnection',
      edges: [{ __typename: 'BlockedUserEdge', node: ban }],
      nodes: [ban],
    },
  });
});

test('a list of somebody who is invisible is null in the cache, and not empty', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  await ben.do('mutation ($id: ID!) { blockUser(input: { userId: $id }) { errors { code } } }', {
    id: ada.id,
  });
  const apollo = deviceOf(t, world, ada);
  const query = gql`{ userPosts(userId: "${ben.id}") { nodes { id } ${PAGE_INFO} } }`;
  await apollo.query({ query });
  assert.deepEqual(apollo.readQuery({ query }), { userPosts: null });

  await ben.do('mutation ($id: ID!) { unblockUser(input: { userId: $id }) { errors { code } } }', {
    id: ada.id,
  });
  const { data } = await apollo.query({ query, fetchPolicy: 'network-only' });
  assert.deepEqual(data, {
    userPosts: {
      __typename: 'PostConnection',
      nodes: [],
      pageInfo: { __typename: 'PageInfo', hasNextPage: false },
    },
  });
});

type Marks = { conversation: { viewer: { lastReadSeq: number; peer: object } } };

test('an answer that comes late takes back nothing of how far a conversation was read', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  await follow(ben, ada);
  const id = await startWith(ada, ben);
  await say(ada, id, 'One');
  await say(ben, id, 'Two');
  const apollo = deviceOf(t, world, ada);
  const query: TypedDocumentNode<Marks> = gql`{ conversation(id: "${id}") { id viewer { lastReadSeq peer { id lastReadSeq lastDeliveredSeq } } } }`;
  const ask = async () => (await apollo.query({ query, fetchPolicy: 'network-only' })).data;
  const before = await ask();
  for (const one of [ada, ben]) {
    await one.do(
      `mutation ($id: ID!) { markConversationRead(input: { conversationId: $id, upToMessageId: "${await newestOf(one, id)}" }) { errors { code } } }`,
      { id },
    );
  }
  const after = await ask();
  assert.notDeepEqual(after, before);
  apollo.writeQuery({ query, data: before });
  assert.deepEqual(apollo.readQuery({ query }), after);

  // Of a database that was set back, lower numbers are the right ones.
  const beyond = encodeEventCursor({ position: 1_000_000, eventId: randomUUID() });
  const ended = Promise.withResolvers<unknown>();
  apollo
    .subscribe({ query: MessageAddedDocument, variables: { after: beyond } })
    .subscribe({ next: ({ error }) => error && ended.resolve(error), error: ended.resolve });
  assert.match(JSON.stringify(await ended.promise), /CURSOR_EXPIRED/);
  const lower = structuredClone(after);
  assert.ok(lower);
  Object.assign(lower.conversation.viewer, { lastReadSeq: 1 });
  Object.assign(lower.conversation.viewer.peer, { lastReadSeq: 1, lastDeliveredSeq: 1 });
  for (const data of [lower, before]) apollo.writeQuery({ query, data });
  assert.deepEqual(apollo.readQuery({ query }), lower);
});

async function newestOf(person: Person, id: string): Promise<string> {
  const { conversationMessages } = await person.do(
    'query ($id: ID!) { conversationMessages(conversationId: $id, first: 1) { nodes { id } } }',
    { id },
  );
  return conversationMessages.nodes[0].id;
}

function deviceOf(t: TestContext, world: World, person: Person): ApolloClient {
  const social = createSocialClient({
    httpUrl: world.url,
    wsUrl: world.url.replace('http', 'ws'),
    webSocket: WebSocket,
    getToken: () => person.token,
  });
  t.after(() => social.close());
  return social.apollo;
}
