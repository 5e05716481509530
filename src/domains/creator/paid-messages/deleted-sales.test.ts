import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { setContentState } from '#domains/trust/cases/content-states.service.ts';
import type { Actor, Untyped } from '#test/support/actor.ts';
import { smallPicture } from '#test/support/content/media-files.ts';
import { uploaded } from '#test/support/content/uploaded-media.ts';
import { runCron } from '#test/support/jobs/cron.ts';
import { startWith } from '#test/support/messaging/messaging.ts';
import { differencesOf, give, rowsOf } from '#test/support/money/ledger.ts';
import {
  contentFor,
  refundSale,
  SALES,
  sell,
  settleSales,
  unlock,
} from '#test/support/money/paid-messages.ts';
import { moveTo } from '#test/support/money/subscriptions.ts';
import { erase } from '#test/support/people/accounts.ts';
import { callMutation } from '#test/support/promises/call-mutation.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { testWorld } from '#test/support/world.ts';

const GONE = { __typename: 'DeletedContent', text: '' };

/** A picture that ada has sold to ben in a group of cleo, who is an admin of it, and dan. */
async function scene(t: TestContext) {
  const world = await testWorld(t);
  const [ada, ben, cleo, dan] = [
    await world.user('ada'),
    await world.user('ben'),
    await world.user('cleo'),
    await world.user('dan'),
  ];
  const conversationId = await startWith(cleo, ada, ben, dan);
  const [picture, preview] = [
    await uploaded(ada, await smallPicture()),
    await uploaded(ada, await smallPicture()),
  ];
  const input = {
    conversationId,
    text: 'The secret is out',
    mediaIds: [picture.id],
    lock: { priceCoins: 100, teaser: 'A story', previewMediaIds: [preview.id] },
  };
  const messageId = String((await sell(ada, input)).message.id);
  await give(world, ben, 200, { kind: 'COINS' });
  assert.deepEqual((await unlock(ben, messageId)).errors, []);
  await settleSales(world);
  const kept = async (): Promise<Untyped> =>
    (await rowsOf(world, 'select message_id from kept_messages')).length;
  const files = async (): Promise<boolean[]> =>
    Promise.all(
      [picture, preview].map(
        async ({ id }) => (await rowsOf(world, `select from media where id = '${uuidOf(id)}'`)).length > 0,
      ),
    );
  return { world, ada, ben, cleo, dan, messageId, kept, files };
}

const remove = async (actor: Actor, messageId: string): Promise<Untyped> =>
  (
    await callMutation(actor, {
      name: 'deleteMessage',
      payload: 'message { content { __typename text } } errors { code ... on StateError { current } }',
      input: { messageId, scope: 'EVERYONE' },
    })
  ).errors;

const canDelete = async (actor: Actor, id: string): Promise<boolean> =>
  (
    await actor.do(
      'query ($id: ID!) { node(id: $id) { ... on Message { viewer { canDeleteForEveryone } } } }',
      { id },
    )
  ).node.viewer.canDeleteForEveryone;

test('a paid message that its sender deletes is gone for all but its buyers, who keep it for 30 days', async (t) => {
  const { world, ada, ben, cleo, dan, messageId, kept, files } = await scene(t);
  assert.equal(await canDelete(ada, messageId), true);
  const bought = await contentFor(ben, messageId);
  assert.deepEqual(await remove(ada, messageId), []);
  assert.deepEqual(await remove(ada, messageId), []);
  for (const person of [ada, cleo, dan]) assert.deepEqual(await contentFor(person, messageId), GONE);
  const after = await contentFor(ben, messageId);
  assert.deepEqual([after.text, after.media[0].id], [bought.text, bought.media[0].id]);
  assert.equal((await fetch(after.media[0].url)).status, 200);
  await give(world, dan, 200);
  assert.deepEqual((await unlock(dan, messageId)).errors, [{ code: 'INVALID_STATE', current: 'OTHER' }]);
  await world.runJobs();
  assert.deepEqual([await kept(), await files()], [1, [true, false]]);

  const at = (days: number) => new Date(world.clock.now().getTime() + days * 86_400_000);
  await moveTo(world, at(29), ben);
  await runCron(world, 'messageLocks.dropKept');
  assert.equal((await contentFor(ben, messageId)).text, 'The secret is out');
  await moveTo(world, at(1), ben);
  assert.deepEqual(await contentFor(ben, messageId), GONE);
  await runCron(world, 'messageLocks.dropKept');
  assert.deepEqual([await kept(), await files()], [0, [false, false]]);
  assert.deepEqual(await differencesOf(world), []);
});

test('a buyer who is refunded does not keep a deleted message, and what nobody has bought is kept for nobody', async (t) => {
  const { world, ada, ben, messageId, kept, files } = await scene(t);
  assert.deepEqual(await remove(ada, messageId), []);
  const { messageSales } = await ada.do(SALES, { id: messageId });
  assert.deepEqual((await refundSale(ada, messageSales.nodes[0].id)).errors, []);
  assert.deepEqual(await contentFor(ben, messageId), GONE);
  assert.deepEqual([await kept(), await files()], [1, [true, false]]);
  const talk = await startWith(ada, ben);
  const unsold = await sell(ada, { conversationId: talk, text: 'For nobody', lock: { priceCoins: 5 } });
  assert.deepEqual(await remove(ada, unsold.message.id), []);
  assert.equal(await kept(), 1);
  assert.deepEqual(await differencesOf(world), []);
});

test('an admin of the group, moderation, and the erasure of its sender take a paid message at once, from buyers too', async (t) => {
  const byAdmin = await scene(t);
  assert.deepEqual(await remove(byAdmin.cleo, byAdmin.messageId), []);
  assert.deepEqual(await contentFor(byAdmin.ben, byAdmin.messageId), GONE);
  assert.deepEqual([await byAdmin.kept(), await byAdmin.files()], [0, [false, false]]);

  const moderated = await scene(t);
  await remove(moderated.ada, moderated.messageId);
  const { services } = moderated.world.app;
  const removal = {
    subject: { kind: 'MESSAGE', id: uuidOf(moderated.messageId) },
    state: 'REMOVED',
    reason: 'Harm.',
    changedAt: services.clock.now(),
  } as const;
  const states = [1, 2].map(() => services.transaction((tx) => setContentState(tx, removal)));
  assert.deepEqual((await Promise.all(states)).toSorted(), ['VISIBLE', null].toSorted());
  assert.deepEqual(await contentFor(moderated.ben, moderated.messageId), GONE);
  assert.deepEqual([await moderated.kept(), await moderated.files()], [0, [false, false]]);

  const erased = await scene(t);
  await remove(erased.ada, erased.messageId);
  await erase(erased.world, erased.ada);
  const ben = await erased.world.signIn(erased.ben);
  assert.deepEqual(await contentFor(ben, erased.messageId), GONE);
  assert.deepEqual([await erased.kept(), await erased.files()], [0, [false, false]]);
});
