import assert from 'node:assert/strict';
import { test } from 'node:test';
import { smallPicture } from '#test/support/content/media-files.ts';
import { uploaded } from '#test/support/content/uploaded-media.ts';
import { block, deactivate, leave, say, SEND, startWith } from '#test/support/messaging/messaging.ts';
import { sold } from '#test/support/money/paid-messages.ts';
import { restrict } from '#test/support/people/restrict.ts';
import { erase } from '#test/support/people/accounts.ts';
import { shownTo, reasonsOf, runPushes, withPhone } from '#test/support/push/pushed.ts';
import { runSql } from '#test/support/test-server.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';

const CHANGE_SETTINGS = `mutation ($input: UpdateNotificationSettingsInput!) {
  updateNotificationSettings(input: $input) { errors { code } } }`;

test('a message comes once to the devices of its receiver, with its sender, its text and the badge', async (t) => {
  const world = await testWorld(t);
  const { ada, ben, conversationId } = await talk(world);
  await say(ada, conversationId, 'Good morning');
  await runPushes(world);
  // The conversation, and the notification of its request.
  assert.deepEqual(await shownTo(world, ben), [['Ada', 'Good morning', 2]]);
  await runPushes(world);
  assert.equal((await shownTo(world, ben)).length, 1);
  // Messages within five seconds are one push.
  for (const text of ['One', 'Two', 'Three']) await say(ada, conversationId, text);
  await runPushes(world);
  const shown = await shownTo(world, ben);
  assert.ok(shown.length === 2 || shown.length === 3, String(shown.length));
  assert.deepEqual(shown[0], ['Ada', 'Three', 2]);
  assert.deepEqual(await shownTo(world, ada), []);
});

test('a job that runs twenty times, also at once, pushes a message once', async (t) => {
  const world = await testWorld(t);
  const { ada, ben, conversationId } = await talk(world);
  await say(ada, conversationId, 'Once');
  await runPushes(world);
  const ids = { conversationId: uuidOf(conversationId), userId: uuidOf(ben.id), isSecond: false };
  const { pushMessage } = await import('./message-push.service.ts');
  await runSql(ben.connectionString, 'delete from push_steps');
  await Promise.all(Array.from({ length: 20 }, () => pushMessage(world.app.services, ids)));
  await runPushes(world);
  assert.equal((await shownTo(world, ben)).length, 2);
});

test('who wants no previews gets no texts, and what is locked, to be viewed once or disappears shows none to anybody', async (t) => {
  const world = await testWorld(t);
  const { ada, ben, conversationId } = await talk(world);
  const bodyOf = async (send: () => Promise<unknown>) => {
    await send();
    await runPushes(world);
    return (await shownTo(world, ben))[0]?.[1];
  };
  const teaser = await bodyOf(() => sold(ada, conversationId));
  assert.ok(teaser !== undefined && !/secret/i.test(teaser), teaser);
  const picture = await uploaded(ada, await smallPicture());
  const once = await bodyOf(() =>
    ada.do(SEND, { input: { conversationId, mediaIds: [picture.id], isViewOnce: true } }),
  );
  assert.match(once ?? '', /once/i);
  await ada.do(
    `mutation ($id: ID!) { updateConversation(input: { conversationId: $id, disappearAfterSeconds: 3600 }) {
      errors { code } } }`,
    { id: conversationId },
  );
  assert.equal(await bodyOf(() => say(ada, conversationId, 'Burn this')), 'Message');
  await ben.do(CHANGE_SETTINGS, { input: { showsPreviews: false } });
  assert.equal(await bodyOf(() => say(ada, conversationId, 'Hidden')), '');
});

type Act = (scene: Scene) => Promise<unknown>;
type Scene = {
  readonly world: World;
  readonly ada: Person;
  readonly ben: Person;
  readonly conversationId: string;
};

/** Acts after a message was sent and before it is pushed, with the reason that its receiver is told. */
const ENDS: Readonly<Record<string, readonly [Act, readonly string[]]>> = {
  'the receiver has muted the sender': [
    ({ ada, ben }) =>
      ben.do('mutation ($id: ID!) { muteUser(input: { userId: $id }) { errors { code } } }', { id: ada.id }),
    ['MUTED'],
  ],
  'the receiver has muted the conversation': [
    ({ ben, conversationId }) =>
      ben.do('mutation ($id: ID!) { muteConversation(input: { conversationId: $id }) { errors { code } } }', {
        id: conversationId,
      }),
    ['MUTED'],
  ],
  'the receiver blocks the sender': [({ world, ada, ben }) => block(world, ben, ada), ['NOT_VISIBLE']],
  'the sender blocks the receiver': [({ world, ada, ben }) => block(world, ada, ben), ['NOT_VISIBLE']],
  'the sender has deactivated their account': [({ world, ada }) => deactivate(world, ada), ['NOT_VISIBLE']],
  'the sender is suspended': [
    ({ world, ada }) => restrict(world, ada, { kind: 'SUSPENSION' }),
    ['NOT_VISIBLE'],
  ],
  'the sender is erased': [async ({ world, ada }) => erase(world, ada), ['NOT_VISIBLE']],
  'the message is removed': [
    ({ ben }) => runSql(ben.connectionString, `update messages set moderation_state = 'REMOVED'`),
    [],
  ],
  'the message is held': [
    ({ ben }) => runSql(ben.connectionString, `update messages set moderation_state = 'HELD'`),
    [],
  ],
  'the receiver has left': [({ world, ben, conversationId }) => leave(world, ben, conversationId), []],
  'the receiver wants no messages pushed': [
    ({ ben }) =>
      ben.do(`mutation { updateNotificationPreferences(input: { preferences: [{ type: MESSAGE, push: false }] }) {
        errors { code } } }`),
    ['PREFERENCE'],
  ],
  'the receiver hears of those alone whom they follow': [
    ({ ben }) =>
      ben.do(`mutation { updateNotificationPreferences(input: { preferences: [{ type: MESSAGE, audience: FOLLOWED }] }) {
        errors { code } } }`),
    ['PREFERENCE'],
  ],
};

for (const [what, [act, reasons]] of Object.entries(ENDS)) {
  test(`a message is not pushed where ${what} before it is sent to a device`, async (t) => {
    const world = await testWorld(t);
    const scene = { world, ...(await talk(world)) };
    await say(scene.ada, scene.conversationId, 'Too late');
    await act(scene);
    await runPushes(world);
    assert.deepEqual(await shownTo(world, scene.ben), []);
    assert.deepEqual(await reasonsOf(await world.signIn(scene.ben)), reasons);
  });
}

async function talk(world: World): Promise<Omit<Scene, 'world'>> {
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  await ada.do('mutation { updateProfile(input: { displayName: "Ada" }) { errors { code } } }');
  const conversationId = await startWith(ada, ben);
  await runPushes(world);
  return { ada: await withPhone(ada), ben: await withPhone(ben), conversationId };
}
