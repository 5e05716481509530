import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { gql, type TypedDocumentNode } from '@apollo/client';
import { WebSocket } from 'ws';
import { sessionRevoked } from '../../src/domains/identity/sessions/sessions.events.ts';
import { fromGlobalId } from '../../src/platform/kernel/ids.ts';
import { type Person, testWorld, type World } from '../../test/support/world.ts';
import {
  apiErrorsOf,
  createSocialClient,
  type SessionClient,
  type SessionStorage,
  type SignedOutReason,
} from '../src/client.ts';
import { MessageAddedDocument } from '../src/generated/graphql.ts';
import { memoryStorage } from '../src/session-storage.ts';

test('a session outlives the client in its storage, and ends for good by signing out', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const device = deviceOf(t, world);
  const seen: unknown[] = [];
  device.social.session.onChange(() => seen.push(device.social.session.userId()));
  const { errors } = await device.social.session.signIn({ email: ada.email, password: 'wrong password' });
  assert.deepEqual(
    errors.map(({ code }) => code),
    ['INVALID_CREDENTIALS'],
  );
  await device.social.session.signIn({ email: ada.email, password: ada.password });
  assert.equal(await meOf(device.social), ada.id);

  const later = deviceOf(t, world, { storage: device.storage });
  assert.equal(later.social.session.userId(), undefined);
  assert.equal(await meOf(later.social), ada.id);
  assert.equal(later.social.session.userId(), ada.id);
  await device.social.session.signOut();
  await device.social.session.signOut();

  assert.deepEqual(device.signedOut, ['SIGNED_OUT']);
  assert.deepEqual(seen, [null, ada.id, null]);
  assert.equal(await refusalOf(later.social), 'MISSING');
  // The device stays known to the account.
  assert.notEqual(await device.storage.getItem('plaza.device'), null);
  assert.equal(await device.storage.getItem('plaza.session'), null);
});

test('operations that the server refuses for an expired token are repeated after one refresh, whatever the clock of the device', async (t) => {
  const world = await testWorld(t);
  for (const [name, wrongByMs] of [
    ['slow', -30 * 60_000],
    ['right', 0],
  ] as const) {
    const { social, sent, signedOut } = deviceOf(t, world, { nowMs: () => Date.now() + wrongByMs });
    const { user } = await social.session.register({
      email: `${name}@example.com`,
      password: 'correct horse battery',
      username: name,
      displayName: name,
    });
    world.clock.advance('16m');
    sent.length = 0;
    assert.deepEqual(await Promise.all([meOf(social), meOf(social, 'again: me { user { id } }')]), [
      user?.id,
      user?.id,
    ]);
    assert.deepEqual(sent.filter((body) => body.includes('refreshSession')).length, 1, name);
    assert.equal(sent.length, 5, name);
    assert.deepEqual(signedOut, []);
  }
});

test('a session that is revoked elsewhere is told to the application once, and leaves nothing in the cache', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const { social, signedOut, storage } = deviceOf(t, world);
  await social.session.signIn({ email: ada.email, password: ada.password });
  await meOf(social);
  await ada.do('mutation { revokeOtherSessions { errors { code } } }');

  assert.equal(await refusalOf(social), 'REVOKED');
  await until(() => signedOut.length > 0);
  assert.deepEqual(social.apollo.extract(), {});
  assert.equal(await refusalOf(social), 'MISSING');
  assert.deepEqual(signedOut, ['REVOKED']);
  assert.deepEqual([social.session.userId(), await storage.getItem('plaza.session')], [null, null]);
  await social.session.signIn({ email: ada.email, password: ada.password });
  assert.equal(await meOf(social), ada.id);
});

test('a session whose tokens cannot be exchanged any more is told to the application', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const { social, signedOut } = deviceOf(t, world);
  await social.session.signIn({ email: ada.email, password: ada.password });
  await ada.do('mutation { revokeOtherSessions { errors { code } } }');
  world.clock.advance('16m');
  await refusalOf(social);
  await until(() => signedOut.length > 0);
  assert.deepEqual(signedOut, ['REVOKED']);
  assert.equal(social.session.userId(), null);
});

test('a socket that is refused for an expired token reconnects with a fresh one, and its subscription goes on', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const { social } = deviceOf(t, world, { nowMs: () => Date.now() - 30 * 60_000 });
  await social.session.signIn({ email: ben.email, password: ben.password });
  const { startConversation } = await ada.do(
    'mutation ($id: ID!) { startConversation(input: { userIds: [$id] }) { conversation { id } errors { code } } }',
    { id: ben.id },
  );
  const { mySessions } = await ben.do('{ mySessions { nodes { id isCurrent } } }');
  const [{ id: sessionId }] = mySessions.nodes.filter(({ isCurrent }: { isCurrent: boolean }) => !isCurrent);
  const send = (who: Person, text: string) =>
    who.do('mutation ($input: SendMessageInput!) { sendMessage(input: $input) { errors { code } } }', {
      input: { conversationId: startConversation.conversation.id, text },
    });
  const { data } = await ben.ask('{ eventCursor }');
  const heard: unknown[] = [];
  const variables = { after: data.eventCursor };
  social.apollo.subscribe({ query: MessageAddedDocument, variables }).subscribe({
    next: (result) => heard.push(result.data?.messageAdded.message.content.text),
    error: (error: unknown) => heard.push(error),
  });
  await send(ada, 'one');
  await until(() => heard.length === 1);

  world.clock.advance('16m');
  const again = await world.signIn(ada);
  await send(again, 'two');
  await closeSockets(world, sessionId);
  await until(() => heard.length === 2);
  assert.deepEqual(heard, ['one', 'two']);
});

test('errors of the API are typed, those of bodies that are too large among them', async (t) => {
  const world = await testWorld(t);
  const { social } = deviceOf(t, world);
  const long = `{ user(username: "${'x'.repeat(300_000)}") { id } }`;
  const [tooLarge] = apiErrorsOf(await rejectionOf(social, long));
  assert.deepEqual([tooLarge?.code, apiErrorsOf(new Error('not reached'))], ['PAYLOAD_TOO_LARGE', []]);
  assert.deepEqual(apiErrorsOf(await rejectionOf(social, '{ me { id } }')), [
    { code: 'UNAUTHENTICATED', message: 'Sign in to do this.', reason: 'MISSING' },
  ]);
});

type Device = {
  readonly social: SessionClient;
  readonly storage: SessionStorage;
  readonly signedOut: SignedOutReason[];
  /** Bodies of the requests. */
  readonly sent: string[];
};

function deviceOf(
  t: TestContext,
  world: World,
  { storage = memoryStorage(), nowMs }: { storage?: SessionStorage; nowMs?: () => number } = {},
): Device {
  const signedOut: SignedOutReason[] = [];
  const sent: string[] = [];
  const social = createSocialClient({
    httpUrl: world.url,
    webSocket: WebSocket,
    storage,
    nowMs,
    onSignedOut: (reason) => signedOut.push(reason),
    fetch: (input, init) => {
      sent.push(typeof init?.body === 'string' ? init.body : '');
      return fetch(input, init);
    },
  });
  t.after(() => social.close());
  return { social, storage, signedOut, sent };
}

async function meOf(social: SessionClient, field = 'me { user { id } }'): Promise<unknown> {
  const query: TypedDocumentNode<Record<string, { user: { id: string } }>> = gql(`{ ${field} }`);
  const { data } = await social.apollo.query({ query, fetchPolicy: 'network-only' });
  return Object.values(data ?? {}).map(({ user }) => user.id)[0];
}

async function refusalOf(social: SessionClient, field?: string): Promise<unknown> {
  return meOf(social, field).then(
    () => null,
    (error: unknown) => apiErrorsOf(error)[0]?.reason,
  );
}

async function rejectionOf(social: SessionClient, document: string): Promise<unknown> {
  return social.apollo.query({ query: gql(document) }).catch((error: unknown) => error);
}

/** Closes the sockets of a session with 4403, without ending it. */
async function closeSockets(world: World, sessionId: string): Promise<void> {
  await world.app.services.transaction(async (tx) => {
    const payload = { sessionId: fromGlobalId('session', sessionId), sessionKey: '', subject: '' };
    tx.emit(sessionRevoked, payload, { userIds: [] });
  });
  await world.app.relay.drain();
  await world.app.hub.catchUp();
}

const WAIT_MAX_MS = 10_000;

async function until(isReached: () => boolean): Promise<void> {
  const endsAtMs = Date.now() + WAIT_MAX_MS;
  while (!isReached()) {
    assert.ok(Date.now() < endsAtMs, `not reached within ${WAIT_MAX_MS} ms: ${isReached.toString()}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
