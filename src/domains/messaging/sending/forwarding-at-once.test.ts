import assert from 'node:assert/strict';
import { test } from 'node:test';
import { erase } from '#test/support/people/accounts.ts';
import type { Untyped } from '#test/support/actor.ts';
import {
  attachmentsOf,
  countForwards,
  DELETE,
  FORWARD,
  forwarded,
  newest,
  people,
  send,
} from '#test/support/messaging/forwarding.ts';
import { smallPicture } from '#test/support/content/media-files.ts';
import { startWith } from '#test/support/messaging/messaging.ts';
import { mediaOf, uploaded } from '#test/support/content/uploaded-media.ts';
import { testWorld } from '#test/support/world.ts';

test('files live while a message shows them, and with their owner', async (t) => {
  const world = await testWorld(t);
  const { ada, ben, cleo, dora } = await people(world);
  const source = await startWith(ada, ben);
  const targets = [await startWith(ben, cleo), await startWith(ben, dora)];
  const picture = (await uploaded(ada, await smallPicture())).id;
  const original = await send(ada, { conversationId: source, mediaIds: [picture] });
  const [one, two] = await forwarded(ben, original, targets);
  assert.equal(await attachmentsOf(world, picture), 3);
  await ada.do(DELETE, { id: original });
  assert.deepEqual((await newest(cleo, targets[0])).content.media, [{ id: picture }]);
  await ben.do(DELETE, { id: one.id });
  await ben.do(DELETE, { id: one.id });
  assert.equal(await attachmentsOf(world, picture), 1);
  await forwarded(dora, two.id, [targets[1]]);
  assert.equal(await attachmentsOf(world, picture), 2);
  // Nothing but text stays of the user who forwarded it.
  await erase(world, ben);
  assert.equal(await attachmentsOf(world, picture), 1);
  await erase(world, await world.signIn(dora));
  assert.equal(await mediaOf(await world.signIn(ada), picture), null);
});

test('fifty forwards with one key are one forward', async (t) => {
  const world = await testWorld(t, { env: { LIMIT_USER_COST_BUDGET: '1000000' } });
  const { ada, ben, cleo } = await people(world);
  const ids = [await startWith(ada, ben), await startWith(ada, cleo)];
  const messageId = await send(ada, { conversationId: ids[0], text: 'Hello' });
  const input = { messageId, conversationIds: ids, idempotencyKey: 'one' };
  const answers = await Promise.all(Array.from({ length: 50 }, async () => ada.ask(FORWARD, { input })));
  const results = answers.flatMap(({ data }) => data?.forwardMessage?.messages ?? []);
  assert.ok(results.length >= 2);
  assert.equal(new Set(results.map(({ id }: { id: string }) => id)).size, 2);
  assert.equal(await countForwards(world), 2);
  await ada.do(DELETE, { id: messageId });
  const repeated = (await ada.do(FORWARD, { input })).forwardMessage;
  assert.deepEqual(
    repeated.messages.map(({ content }: Untyped) => content.text),
    ['Hello', 'Hello'],
  );
  const other = await ada.ask(FORWARD, { input: { ...input, conversationIds: ids.slice(0, 1) } });
  assert.deepEqual(
    other.data.forwardMessage.errors.map(({ code }: { code: string }) => code),
    ['IDEMPOTENCY_KEY_REUSED'],
  );
});

test('a forward and the deletion of the message at once: it is forwarded whole with its files, or not at all', async (t) => {
  const world = await testWorld(t);
  const { ada, ben, cleo } = await people(world);
  const [source, target] = [await startWith(ada, ben), await startWith(ben, cleo)];
  let sent = 0;
  for (let round = 0; round < 8; round += 1) {
    const picture = (await uploaded(ada, await smallPicture())).id;
    const messageId = await send(ada, { conversationId: source, mediaIds: [picture] });
    const input = { messageId, conversationIds: [target] };
    const [answer] = await Promise.all([ben.ask(FORWARD, { input }), ada.do(DELETE, { id: messageId })]);
    const { messages, errors } = answer.data.forwardMessage;
    if (messages) {
      sent += 1;
      assert.deepEqual((await newest(cleo, target)).content.media, [{ id: picture }]);
      assert.equal(await attachmentsOf(world, picture), 1);
    } else {
      assert.deepEqual(errors, [{ code: 'NOT_FOUND', path: ['messageId'] }]);
      assert.equal(await attachmentsOf(world, picture), null);
    }
    assert.equal(await countForwards(world), sent);
  }
});

test('forwards to the same conversations in another order, and files sent meanwhile, wait for each other', async (t) => {
  const world = await testWorld(t);
  const { ada, ben, cleo } = await people(world);
  const ids = [await startWith(ada, ben), await startWith(ada, ben, cleo), await startWith(ada, ben, cleo)];
  const picture = (await uploaded(ada, await smallPicture())).id;
  const messageId = await send(ada, { conversationId: ids[0], mediaIds: [picture] });
  const acts = [0, 1, 2].flatMap((index) => [
    forwarded(ada, messageId, ids),
    forwarded(ben, messageId, ids.toReversed()),
    send(ada, { conversationId: ids[index], mediaIds: [picture] }),
  ]);
  await Promise.all(acts);
  assert.equal(await countForwards(world), 18);
  assert.equal(await attachmentsOf(world, picture), 22);
});
