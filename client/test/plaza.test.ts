import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { ApolloClient, ApolloLink, HttpLink, InMemoryCache } from '@apollo/client';
import { PersistedQueryLink } from '@apollo/client/link/persisted-queries';
import sharp from 'sharp';
import { WebSocket } from 'ws';
import { sessionRevoked } from '../../src/domains/identity/sessions/sessions.events.ts';
import { fromGlobalId } from '../../src/platform/kernel/ids.ts';
import { accept } from '../../test/support/messaging/messaging.ts';
import { type Person, testWorld } from '../../test/support/world.ts';
import { apiErrorsOf, createSocialClient, type SocialClient } from '../src/client.ts';
import {
  ConversationMessagesDocument,
  CreatePostDocument,
  FeedDocument,
  MessageAddedDocument,
  NodesDocument,
  RefreshSessionDocument,
  RegisterDocument,
  SendMessageDocument,
  StartConversationDocument,
  UploadMediaDocument,
} from '../src/generated/graphql.ts';
import { clientOf, until, urlsOf } from './support/clients.ts';

test('a user registers, and the session is refreshed before its token expires', async (t) => {
  const world = await testWorld(t);
  const session = { accessToken: null as string | null, refreshToken: '' };
  let refreshes = 0;
  const social: SocialClient = createSocialClient({
    ...urlsOf(world),
    getToken: () => session.accessToken,
    refreshToken: async () => {
      refreshes += 1;
      const { data } = await social.apollo.mutate({
        mutation: RefreshSessionDocument,
        variables: { input: { refreshToken: session.refreshToken } },
        context: { isAnonymous: true },
      });
      assert.deepEqual(data?.refreshSession?.errors, []);
      session.accessToken = data.refreshSession.accessToken ?? null;
      session.refreshToken = data.refreshSession.refreshToken ?? '';
      return session.accessToken;
    },
    nowMs: () => world.clock.now().getTime(),
  });
  t.after(() => social.close());

  const { data } = await social.apollo.mutate({
    mutation: RegisterDocument,
    variables: {
      input: {
        username: 'ada',
        displayName: 'Ada',
        email: 'ada@example.com',
        password: 'correct horse battery',
        device: { platform: 'WEB' },
      },
    },
  });
  assert.deepEqual(data?.register?.errors, []);
  session.accessToken = data.register.accessToken ?? null;
  session.refreshToken = data.register.refreshToken ?? '';
  const firstToken = session.accessToken;

  assert.deepEqual(await feedOf(social), []);
  assert.equal(refreshes, 0);
  world.clock.advance('870s');
  assert.deepEqual(await Promise.all([feedOf(social), feedOf(social)]), [[], []]);
  assert.equal(refreshes, 1);
  assert.notEqual(session.accessToken, firstToken);
  world.clock.advance('60s');
  assert.deepEqual(await feedOf(social), []);
  assert.equal(refreshes, 1);
});

test('a client without a token is anonymous, and fragments on an interface match', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const { createPost } = await ada.do(
    'mutation { createPost(input: { text: "For all" }) { post { id } errors { code } } }',
  );
  const social = clientOf(t, world, null);
  const { data } = await social.apollo.query({
    query: NodesDocument,
    variables: { ids: [createPost.post.id, ada.id] },
  });
  assert.deepEqual(data?.nodes, [
    { __typename: 'Post', id: createPost.post.id, text: 'For all' },
    { __typename: 'User', id: ada.id, username: 'ada' },
  ]);
});

test('images are uploaded and published, and the feed grows page by page', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const social = clientOf(t, world, ada);
  const background = { r: 10, g: 60, b: 120 };
  const content = await sharp({ create: { width: 30, height: 20, channels: 3, background } })
    .png()
    .toBuffer();
  const { data: uploaded } = await social.apollo.mutate({
    mutation: UploadMediaDocument,
    variables: { file: new Blob([new Uint8Array(content)], { type: 'image/png' }) },
  });
  assert.deepEqual([uploaded?.uploadMedia?.media?.width, uploaded?.uploadMedia?.media?.height], [30, 20]);
  const mediaIds = [uploaded?.uploadMedia?.media?.id ?? ''];
  for (const text of ['one', 'two', 'three']) {
    await social.apollo.mutate({ mutation: CreatePostDocument, variables: { input: { text, mediaIds } } });
  }

  const feed = social.apollo.watchQuery({ query: FeedDocument, variables: { first: 2 } });
  const subscription = feed.subscribe(() => undefined);
  const { data: first } = await feed.refetch();
  assert.deepEqual(
    first?.feed?.edges.map(({ node }) => node.text),
    ['three', 'two'],
  );
  assert.deepEqual(
    first?.feed?.edges.map(({ node }) => node.media.map(({ id }) => id)),
    [mediaIds, mediaIds],
  );
  await feed.fetchMore({ variables: { after: first?.feed?.pageInfo.endCursor } });

  const grown = social.apollo.readQuery({ query: FeedDocument, variables: { first: 2 } });
  assert.deepEqual(
    grown?.feed?.edges.map(({ node }) => node.text),
    ['three', 'two', 'one'],
  );
  subscription.unsubscribe();
});

test('every conversation has a list of messages of its own', async (t) => {
  const world = await testWorld(t);
  const [ada, ben, cleo] = await Promise.all(['ada', 'ben', 'cleo'].map((name) => world.user(name)));
  assert.ok(ada && ben && cleo);
  const social = clientOf(t, world, ada);
  const [withBen, withCleo] = [await start(social, ben), await start(social, cleo)];
  for (const text of ['1', '2', '3']) await send(social, withBen, `ben ${text}`);
  await send(social, withCleo, 'cleo 1');
  const load = async (conversationId: string, page: object = {}) => {
    const variables = { conversationId, ...page };
    const { data } = await social.apollo.query({
      query: ConversationMessagesDocument,
      variables,
      fetchPolicy: 'network-only',
    });
    return data?.conversationMessages?.pageInfo.endCursor;
  };
  const cached = (conversationId: string): string[] | undefined =>
    social.apollo
      .readQuery({ query: ConversationMessagesDocument, variables: { conversationId } })
      ?.conversationMessages?.edges.map(({ node }) => node.content.text);

  const after = await load(withBen, { first: 2 });
  await load(withCleo);
  await load(withBen, { first: 2, after });

  assert.deepEqual(cached(withBen), ['ben 3', 'ben 2', 'ben 1']);
  assert.deepEqual(cached(withCleo), ['cleo 1']);
});

test('a subscription whose socket the server closes resumes where it stopped', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = await Promise.all([world.user('ada'), world.user('ben')]);
  const [atAda, atBen] = [clientOf(t, world, ada), clientOf(t, world, ben)];
  const conversationId = await start(atAda, ben);
  const { data: before } = await ben.ask('{ eventCursor }');
  const heard: string[] = [];
  atBen.apollo
    .subscribe({ query: MessageAddedDocument, variables: { conversationId, after: before.eventCursor } })
    .subscribe({
      next: ({ data }) => heard.push(data?.messageAdded.message.content.text ?? 'an error'),
    });
  await send(atAda, conversationId, 'are you there?');
  await until(() => heard.length > 0);

  const { services } = world.app;
  // Closes the sockets of a session with 4403, without ending it.
  await services.transaction(async (tx) => {
    const payload = { sessionId: fromGlobalId('session', ben.sessionId), sessionKey: '', subject: '' };
    tx.emit(sessionRevoked, payload, { userIds: [] });
  });
  await world.app.relay.drain();
  await world.app.hub.catchUp();
  for (const text of ['one', 'two', 'three']) await send(atAda, conversationId, text);
  await until(() => heard.length >= 4);

  assert.deepEqual(heard, ['are you there?', 'one', 'two', 'three']);
});

test('a subscription that is cut before its first event loses nothing', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = await Promise.all([world.user('ada'), world.user('ben')]);
  const atAda = clientOf(t, world, ada);
  const conversationId = await start(atAda, ben);
  const sockets: WebSocket[] = [];
  let isSubscribed = false;
  class WatchedSocket extends WebSocket {
    constructor(url: string, protocol: string) {
      super(url, protocol);
      sockets.push(this);
    }
    override send(frame: string): void {
      isSubscribed ||= frame.includes('messageAdded');
      super.send(frame);
    }
  }
  const atBen = createSocialClient({
    ...urlsOf(world),
    webSocket: WatchedSocket,
    getToken: () => ben.token,
  });
  t.after(() => atBen.close());
  const heard: string[] = [];
  atBen.apollo.subscribe({ query: MessageAddedDocument, variables: { conversationId } }).subscribe({
    next: ({ data }) => heard.push(data?.messageAdded.message.content.text ?? 'an error'),
  });
  await until(() => isSubscribed);
  for (const socket of sockets) socket.terminate();
  for (const text of ['one', 'two']) await send(atAda, conversationId, text);
  await until(() => heard.length >= 2);

  assert.deepEqual(heard, ['one', 'two']);
  assert.equal(sockets.length, 2);
});

test('what is refused for some seconds is repeated once: queries, and mutations with a key', async (t) => {
  const env = { LIMIT_USER_COST_BUDGET: '10', LIMIT_USER_COST_REFILL_PER_SECOND: '1' };
  const world = await testWorld(t, { env });
  const ada = await world.user('ada');
  /** Each object costs a point, and the whole is rounded up. */
  const spend = (points: number): Promise<unknown> =>
    ada.ask(
      `{ eventCursor ${Array.from({ length: points - 1 }, (_, index) => `a${index}: me { __typename }`).join(' ')} }`,
    );
  let requests = 0;
  let onRefused: () => unknown = () => world.clock.advance('1s');
  const social = createSocialClient({
    ...urlsOf(world),
    getToken: () => ada.token,
    fetch: async (input, init) => {
      requests += 1;
      const response = await fetch(input, init);
      if ((await response.clone().text()).includes('RATE_LIMITED')) await onRefused();
      return response;
    },
  });
  t.after(() => social.close());
  /** Requests and outcome of an operation that needs all points, when some are missing. */
  const whenMissing = async (points: number, work: () => Promise<unknown>): Promise<unknown> => {
    world.clock.advance('1m');
    await spend(points);
    requests = 0;
    const outcome = await work().then(
      () => 'done',
      (error: unknown) => apiErrorsOf(error).map(({ code }) => code),
    );
    return { requests, outcome };
  };
  const read = () => feedOf(social);
  const post = (input: { text: string; idempotencyKey?: string }) => () =>
    social.apollo.mutate({ mutation: CreatePostDocument, variables: { input } });

  assert.deepEqual(await whenMissing(1, read), { requests: 2, outcome: 'done' });
  assert.deepEqual(await whenMissing(1, post({ text: 'with a key', idempotencyKey: 'once' })), {
    requests: 2,
    outcome: 'done',
  });
  const refused = { requests: 1, outcome: ['RATE_LIMITED'] };
  assert.deepEqual(await whenMissing(1, post({ text: 'without one' })), refused);
  assert.deepEqual(await whenMissing(9, read), refused);
  onRefused = () => spend(3);
  assert.deepEqual(await whenMissing(1, read), { ...refused, requests: 2 });
  world.clock.advance('1m');
  assert.deepEqual(await feedOf(social), ['with a key']);
});

test('a client that sends hashes of its documents falls back to the documents', async (t) => {
  const world = await testWorld(t);
  const sent: string[] = [];
  const apollo = new ApolloClient({
    cache: new InMemoryCache(),
    link: ApolloLink.from([
      new PersistedQueryLink({ sha256: (text) => createHash('sha256').update(text).digest('hex') }),
      new HttpLink({
        uri: world.url,
        fetch: (input, init) => {
          sent.push(typeof init?.body === 'string' ? init.body : '');
          return fetch(input, init);
        },
      }),
    ]),
  });
  for (const ids of [[], ['user_01h455vb4pex5vsknk084sn02q']]) {
    const { data } = await apollo.query({ query: NodesDocument, variables: { ids } });
    assert.deepEqual(
      data?.nodes,
      ids.map(() => null),
    );
  }
  assert.deepEqual(
    sent.map((body) => body.includes('"query"')),
    [false, true, true],
  );
});

async function feedOf(social: SocialClient): Promise<string[]> {
  const { data } = await social.apollo.query({ query: FeedDocument, fetchPolicy: 'no-cache' });
  return data?.feed?.edges.map(({ node }) => node.text) ?? ['no feed'];
}

async function start(social: SocialClient, other: Person): Promise<string> {
  const { data } = await social.apollo.mutate({
    mutation: StartConversationDocument,
    variables: { input: { userIds: [other.id] } },
  });
  assert.deepEqual(data?.startConversation?.errors, []);
  const id = data.startConversation.conversation?.id ?? '';
  await accept(other, id);
  return id;
}

async function send(social: SocialClient, conversationId: string, text: string): Promise<void> {
  const { data } = await social.apollo.mutate({
    mutation: SendMessageDocument,
    variables: { input: { conversationId, text } },
  });
  assert.deepEqual(data?.sendMessage?.errors, []);
}
