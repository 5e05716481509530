import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { messageUnlocked } from '#domains/creator/paid-messages/paid-messages.events.ts';
import type { Untyped } from '#test/support/actor.ts';
import { smallPicture } from '#test/support/content/media-files.ts';
import { uploaded } from '#test/support/content/uploaded-media.ts';
import { manage } from '#test/support/messaging/groups.ts';
import { react as reactToMessage } from '#test/support/messaging/message-reactions.ts';
import { block, SEND, startWith } from '#test/support/messaging/messaging.ts';
import { sell } from '#test/support/money/paid-messages.ts';
import { advanceTo, digestsTo, sendDigests, wantDigest } from '#test/support/notifications/digests.ts';
import { wantAll } from '#test/support/notifications/fates.ts';
import { counted, notificationsOf, publish, react } from '#test/support/notifications/notifications.ts';
import { restrict } from '#test/support/people/restrict.ts';
import { runPushes, shownTo, withPhone } from '#test/support/push/pushed.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { testWorld, type World } from '#test/support/world.ts';

/** All that has left the product for devices and mailboxes. */
async function allThatLeft({ app: { services } }: World): Promise<{ pushes: string; mails: string }> {
  const { rows } = await sql<{ pushes: string; mails: string }>`select
    (select coalesce(string_agg(concat_ws(' ', title, body, data), ' '), '') from recorded_pushes) as pushes,
    (select coalesce(string_agg(concat_ws(' ', subject, text, html), ' '), '') from recorded_mails) as mails`.execute(
    services.db,
  );
  return rows[0] ?? { pushes: '', mails: '' };
}

test('of what is locked, to be viewed once or disappears its words, media and links leave the product in no push and no mail', async (t) => {
  const world = await testWorld(t, { env: { WEB_APP_URL: 'https://app.example.com' } });
  advanceTo(world, 6);
  const { services } = world.app;
  const [ada, ben, eve] = [await world.user('ada'), await world.user('ben'), await world.user('eve')];
  const conversationId = await startWith(ada, ben, await world.user('cleo'));
  for (const person of [ada, ben, eve]) {
    await wantDigest(world, person);
    await wantAll(person);
    await person.do(
      'mutation { updateNotificationPreferences(input: { preferences: [{ type: MESSAGE, push: true }] }) { errors { code } } }',
    );
  }
  await runPushes(world);
  for (const person of [ada, ben, eve]) await withPhone(person);
  const media: string[] = [];
  const picture = async (): Promise<string[]> => {
    const { id } = await uploaded(ada, await smallPicture());
    media.push(id, uuidOf(id));
    return [id];
  };
  const send = async (input: object): Promise<string> =>
    (await ada.do(SEND, { input: { conversationId, ...input } })).sendMessage.message.id;
  const contents: readonly (() => Promise<string>)[] = [
    async () => {
      const lock = { priceCoins: 100, teaser: 'A story' };
      const input = { conversationId, text: 'A secret, @ben', mediaIds: await picture(), lock };
      return String((await sell(ada, input)).message.id);
    },
    async () => send({ mediaIds: await picture(), isViewOnce: true }),
    async () => {
      await manage(ada, 'updateConversation', { conversationId, disappearAfterSeconds: 86_400 });
      return send({ text: 'A secret, @ben: https://secret.example', mediaIds: await picture() });
    },
  ];
  for (const make of contents) {
    const messageId = await make();
    await reactToMessage(ben, messageId, '👍');
    await services.transaction(async (tx) =>
      tx.emit(messageUnlocked, {
        messageId: uuidOf(messageId),
        conversationId: uuidOf(conversationId),
        buyerId: uuidOf(ben.id),
        sellerId: uuidOf(ada.id),
        priceCoins: 100,
      }),
    );
    await runPushes(world);
  }
  const bodies = ['A story', 'To be viewed once', 'Message'];
  const shown = async (person: typeof ada): Promise<string[]> =>
    (await shownTo(world, person)).map(([, body]) => body).toReversed();
  assert.deepEqual(await shown(ben), bodies);
  assert.deepEqual((await shown(ada)).toSorted(), [...bodies, ...bodies].toSorted());
  assert.deepEqual(await shown(eve), []);
  for (const person of [ada, ben])
    for (const { body } of await notificationsOf(person))
      assert.ok(body === null || bodies.includes(body), body);
  advanceTo(world, 8);
  await sendDigests(world);
  const { pushes, mails } = await allThatLeft(world);
  assert.match(mails, /bought your message/);
  const links = [...mails.matchAll(/https?:\/\/[^\s"<?]+/g)].map(([link]) => link);
  assert.deepEqual([...new Set(links)].toSorted(), [
    'https://app.example.com/notifications',
    'https://app.example.com/unsubscribe',
  ]);
  assert.doesNotMatch(pushes, /https?:/);
  for (const word of ['secret', 'A story', ...media]) assert.ok(!mails.includes(word), word);
  for (const word of ['secret', ...media]) assert.ok(!pushes.includes(word), word);
});

test('a push of what disappears that waits for its provider is not sent once it has', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const conversationId = await startWith(ada, ben);
  await runPushes(world);
  await withPhone(ben);
  await manage(ada, 'updateConversation', { conversationId, disappearAfterSeconds: 3_600 });
  await ada.do(SEND, { input: { conversationId, text: 'Burn this' } });
  world.clock.advance('2h');
  await runPushes(world);
  assert.deepEqual(await shownTo(world, ben), []);
  const { rows } =
    await sql<Untyped>`select state from push_deliveries where recipient_id = ${uuidOf(ben.id)}::uuid
    and state = 'SENT'`.execute(world.app.services.db);
  assert.deepEqual(rows, []);
});

test('of a group those whom its reader does not see are neither named nor counted, in the list, a push and a digest', async (t) => {
  const world = await testWorld(t);
  advanceTo(world, 6);
  const ada = await world.user('ada');
  await wantDigest(world, ada);
  await withPhone(ada);
  world.clock.freeze();
  const postId = await publish(ada, 'A post');
  const [ben, cleo, dan, eve] = [
    await world.user('ben'),
    await world.user('cleo'),
    await world.user('dan'),
    await world.user('eve'),
  ];
  for (const actor of [cleo, ben, dan, eve]) {
    await react(actor, postId);
    world.clock.advance(1);
  }
  await world.runJobs();
  assert.equal((await notificationsOf(ada))[0].actorCount, 4);
  await block(world, ada, ben);
  await restrict(world, eve, { kind: 'SUSPENSION' });
  const title = 'dan and cleo reacted to your post';
  const [only, ...others] = await notificationsOf(ada);
  assert.deepEqual(others, []);
  assert.deepEqual(
    [only.title, only.actorCount, only.actors.map(({ username }: Untyped) => username)],
    [title, 2, ['dan', 'cleo']],
  );
  await runPushes(world);
  assert.deepEqual(
    (await shownTo(world, ada)).map(([shown]) => shown),
    [title],
  );
  for (const hidden of [cleo, dan]) await block(world, hidden, ada);
  assert.deepEqual(await notificationsOf(ada), []);
  assert.deepEqual(await counted(ada), { unread: 0, unseen: 0 });
  advanceTo(world, 8);
  await sendDigests(world);
  assert.deepEqual(await digestsTo(world, ada), []);
});
