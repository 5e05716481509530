import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  CONTENT,
  contentFor,
  refundSale,
  SALES,
  sell,
  settleSales,
  sold,
  unlock,
} from '#test/support/money/paid-messages.ts';
import { balanceOf, differencesOf, give, rowsOf } from '#test/support/money/ledger.ts';
import { TRANSACTIONS } from '#test/support/money/tips.ts';
import { block, requestFrom, startWith } from '#test/support/messaging/messaging.ts';
import { callMutation } from '#test/support/promises/call-mutation.ts';
import { restrict } from '#test/support/people/restrict.ts';
import { smallPicture } from '#test/support/content/media-files.ts';
import { uploaded } from '#test/support/content/uploaded-media.ts';
import { testWorld } from '#test/support/world.ts';

const LOCKED = {
  __typename: 'LockedContent',
  text: 'A story',
  priceCoins: 100,
  mediaCount: 0,
  previews: [],
  viewer: { isUnlocked: false, canUnlock: true },
};
const TEXT = { __typename: 'TextContent', text: 'The secret is out' };

test('a member buys a message once, both are told, and its sender earns the price less the fee', async (t) => {
  const { world, ada, ben, cleo, id } = await scene(t);
  await give(world, ben, 250);
  const messageId = await sold(ada, id);
  assert.deepEqual(await contentFor(ada, messageId), TEXT);
  assert.deepEqual(await contentFor(ben, messageId), LOCKED);
  const UPDATED = `subscription { messageUpdated { changes message { ${CONTENT} } } }`;
  const live = await Promise.all([ada, ben].map((person) => person.subscribe(UPDATED)));

  const { message, errors } = await unlock(ben, messageId);
  assert.deepEqual([message.content, errors], [TEXT, []]);
  for (const events of live) {
    assert.deepEqual((await events.next()).data.messageUpdated, {
      changes: ['UNLOCKED'],
      message: { content: TEXT },
    });
  }
  assert.equal((await balanceOf(ben)).totalCoins, 150);
  assert.deepEqual(await contentFor(cleo, messageId), LOCKED);
  assert.deepEqual((await unlock(ben, messageId, { price: 7 })).errors, []);
  assert.equal((await balanceOf(ben)).totalCoins, 150);
  assert.deepEqual(await differencesOf(world), []);

  await settleSales(world);
  const { nodes } = (await ada.do(SALES, { id: messageId })).messageSales;
  assert.deepEqual(
    nodes.map(({ id: _id, ...sale }: { id: string }) => sale),
    [
      {
        messageId,
        priceCoins: 100,
        feeCoins: 30,
        state: 'PAID',
        buyer: { username: 'ben' },
        seller: { username: 'ada' },
      },
    ],
  );
  const EARNED = `{ myEarnings { earnings { nodes { amountCoins feeCoins earnedCoins sender { username } tip { id } messagePurchase { id } } } } }`;
  assert.deepEqual((await ada.do(EARNED)).myEarnings.earnings.nodes, [
    {
      amountCoins: 100,
      feeCoins: 30,
      earnedCoins: 70,
      sender: { username: 'ben' },
      tip: null,
      messagePurchase: { id: nodes[0].id },
    },
  ]);
  const [spent] = (await ben.do(TRANSACTIONS)).myTransactions.nodes;
  assert.deepEqual(
    [spent.type, spent.direction, spent.amountCoins, spent.balanceAfter, spent.counterparty],
    ['MESSAGE_UNLOCKED', 'DEBIT', 100, 150, { username: 'ada' }],
  );
  const { myUnlockedMessages } = await ben.do('{ myUnlockedMessages { nodes { messageId feeCoins } } }');
  assert.deepEqual(myUnlockedMessages.nodes, [{ messageId, feeCoins: null }]);
  const { node } = await ada.do(
    'query ($id: ID!) { node(id: $id) { ... on Message { lock { saleCount } } } }',
    {
      id: messageId,
    },
  );
  assert.deepEqual(node.lock, { saleCount: 1 });
  assert.deepEqual(await differencesOf(world), []);
});

test('fifty at once by one person are charged once, and so is a key, also after a block and a restriction', async (t) => {
  const { world, ada, ben, id } = await scene(t);
  await give(world, ben, 1_000);
  const first = await sold(ada, id);
  const answers = await Promise.all(Array.from({ length: 50 }, () => unlock(ben, first)));
  assert.deepEqual(new Set(answers.flatMap(({ errors }) => errors)), new Set());
  assert.equal((await balanceOf(ben)).totalCoins, 900);

  const second = await sold(ada, id);
  const key = 'the-key-of-ben-0001';
  const repeated = await Promise.all(Array.from({ length: 50 }, () => unlock(ben, second, { key })));
  assert.deepEqual(new Set(repeated.flatMap(({ errors }) => errors)), new Set());
  assert.equal((await balanceOf(ben)).totalCoins, 800);
  await block(world, ada, ben);
  await restrict(world, ben, { kind: 'PURCHASING' });
  const again = await unlock(ben, second, { key });
  assert.deepEqual([again.message.content, again.errors], [TEXT, []]);
  assert.deepEqual(await rowsOf(world, 'select count(*)::integer as count from message_purchases'), [
    { count: 2 },
  ]);
  assert.equal((await balanceOf(ben)).totalCoins, 800);
  assert.deepEqual(await differencesOf(world), []);
});

test('another price, too few coins, a limit of the own, a block and a restriction sell nothing', async (t) => {
  const { world, ada, ben, cleo, id } = await scene(t);
  const messageId = await sold(ada, id);
  assert.deepEqual((await unlock(ben, messageId, { price: 99 })).errors, [
    { code: 'PRICE_CHANGED', currentPriceCoins: 100 },
  ]);
  assert.deepEqual((await unlock(ben, messageId)).errors, [
    { code: 'INSUFFICIENT_COINS', requiredCoins: 100, availableCoins: 0 },
  ]);
  await give(world, ben, 99);
  assert.deepEqual((await unlock(ben, messageId)).errors, [
    { code: 'INSUFFICIENT_COINS', requiredCoins: 100, availableCoins: 99 },
  ]);
  await give(world, ben, 901);
  const setLimit = (limitCoins: number | null) =>
    callMutation(ben, {
      name: 'setSpendingLimit',
      payload: 'errors { code }',
      input: { period: 'DAY', limitCoins },
    });
  await setLimit(99);
  assert.deepEqual((await unlock(ben, messageId)).errors, [{ code: 'LIMIT_REACHED' }]);
  assert.deepEqual((await unlock(ada, messageId)).errors, [{ code: 'INVALID_STATE', current: 'SENT' }]);
  const { message } = await sell(ada, { conversationId: id, text: 'For all' });
  assert.deepEqual((await unlock(ben, message.id)).errors, [{ code: 'INVALID_STATE', current: 'OTHER' }]);
  assert.deepEqual((await unlock(await world.user('dan'), messageId)).errors, [{ code: 'NOT_FOUND' }]);

  await give(world, cleo, 500);
  await restrict(world, cleo, { kind: 'PURCHASING' });
  assert.deepEqual((await unlock(cleo, messageId)).errors, [{ code: 'RESTRICTED' }]);
  assert.equal((await contentFor(cleo, messageId)).viewer.canUnlock, false);
  const eve = await world.user('eve');
  await give(world, eve, 500);
  const direct = await startWith(ada, eve);
  const other = await sold(ada, direct);
  await block(world, eve, ada);
  assert.deepEqual((await unlock(eve, other)).errors, [{ code: 'INVALID_STATE', current: 'READ_ONLY' }]);
  assert.equal((await balanceOf(eve)).totalCoins, 500);
  assert.deepEqual(await rowsOf(world, 'select id from message_purchases'), []);
});

test('a new price is for later buyers, and those who see the message are told', async (t) => {
  const { world, ada, ben, cleo, id } = await scene(t);
  for (const person of [ben, cleo]) await give(world, person, 1_000);
  const messageId = await sold(ada, id);
  await unlock(ben, messageId);
  const live = await cleo.subscribe(
    'subscription { messageUpdated { changes message { lock { priceCoins version saleCount } } } }',
  );
  const change = (actor: typeof ada, priceCoins: number) =>
    callMutation(actor, {
      name: 'updateMessageLock',
      payload: 'message { lock { priceCoins version saleCount } } errors { code }',
      input: { messageId, priceCoins },
    });
  assert.deepEqual((await change(ada, 150)).message.lock, { priceCoins: 150, version: 2, saleCount: 1 });
  assert.deepEqual((await change(ada, 150)).message.lock.version, 2);
  assert.deepEqual((await live.next()).data.messageUpdated, {
    changes: ['LOCK'],
    message: { lock: { priceCoins: 150, version: 2, saleCount: null } },
  });
  assert.deepEqual((await change(ben, 1)).errors, [{ code: 'NOT_FOUND' }]);
  assert.deepEqual((await change(ada, 0)).errors, [{ code: 'VALIDATION_FAILED' }]);
  assert.deepEqual((await change(ada, 501)).errors, [{ code: 'VALIDATION_FAILED' }]);
  assert.deepEqual((await unlock(cleo, messageId)).errors, [
    { code: 'PRICE_CHANGED', currentPriceCoins: 150 },
  ]);
  assert.deepEqual((await unlock(cleo, messageId, { price: 150 })).errors, []);
  assert.equal((await balanceOf(cleo)).totalCoins, 850);
  assert.deepEqual(await contentFor(ben, messageId), TEXT);
});

test('only text, media items and voice notes are sold, to nobody who has not accepted, with bounds', async (t) => {
  const { world, ada, id } = await scene(t);
  const lock = { priceCoins: 100, teaser: 'A story' };
  const [picture, preview] = [
    await uploaded(ada, await smallPicture()),
    await uploaded(ada, await smallPicture()),
  ];
  const codeOf = async (input: object): Promise<unknown> => {
    const [error] = (await sell(ada, { conversationId: id, lock, ...input })).errors;
    return error ? [error.code, error.path?.join('.')] : null;
  };
  const refused = (field: string) => ['VALIDATION_FAILED', field];
  assert.deepEqual(
    await codeOf({ text: 'Where?', location: { latitude: 1, longitude: 2 } }),
    refused('lock'),
  );
  assert.deepEqual(await codeOf({ text: 'Tea?', poll: { options: ['Yes', 'No'] } }), refused('lock'));
  assert.deepEqual(await codeOf({ mediaIds: [picture.id], isViewOnce: true }), refused('lock'));
  assert.deepEqual(
    await codeOf({ liveLocation: { latitude: 1, longitude: 2, durationMinutes: 15 } }),
    refused('lock'),
  );
  assert.deepEqual(await codeOf({ contactId: ada.id }), refused('lock'));
  assert.deepEqual(await codeOf({ text: 'Hi', lock: { priceCoins: 0 } }), refused('lock.priceCoins'));
  assert.deepEqual(await codeOf({ text: 'Hi', lock: { priceCoins: 501 } }), refused('lock.priceCoins'));
  assert.deepEqual(
    await codeOf({ mediaIds: [picture.id], lock: { ...lock, previewMediaIds: [picture.id] } }),
    refused('lock.previewMediaIds'),
  );
  assert.deepEqual(
    await codeOf({ text: 'Hi', lock: { ...lock, teaser: 'x'.repeat(501) } }),
    refused('lock.teaser'),
  );
  const request = await requestFrom(ada, await world.user('dan'));
  assert.deepEqual(
    (await sell(ada, { conversationId: request, text: 'Hi', lock })).errors[0].current,
    'REQUESTED',
  );

  const sent = await sell(ada, {
    conversationId: id,
    mediaIds: [picture.id],
    lock: { ...lock, previewMediaIds: [preview.id] },
  });
  assert.deepEqual(sent.errors, []);
  assert.deepEqual(sent.message.lock, { priceCoins: 100, version: 1, teaser: 'A story', saleCount: 0 });
  await restrict(world, ada, { kind: 'MONETISATION' });
  assert.deepEqual(await codeOf({ text: 'Hi' }), ['RESTRICTED', undefined]);
  assert.deepEqual((await sell(ada, { conversationId: id, text: 'Hi' })).errors, []);
});

test('what others have bought is not replaced: its text may grow', async (t) => {
  const { world, ada, ben, id } = await scene(t);
  await give(world, ben, 1_000);
  const messageId = await sold(ada, id);
  const edit = async (text: string) =>
    (
      await callMutation(ada, {
        name: 'editMessage',
        payload: 'errors { code ... on StateError { current } }',
        input: { messageId, text },
      })
    ).errors;
  assert.deepEqual(await edit('The secret is kept'), []);
  await unlock(ben, messageId);
  assert.deepEqual(await edit('Nothing'), [{ code: 'INVALID_STATE', current: 'SOLD' }]);
  assert.deepEqual(await edit('The secret is kept, and more'), []);
  assert.equal((await contentFor(ben, messageId)).text, 'The secret is kept, and more');
});

test('a refund gives all coins back once, before and after it is settled, and the message can be bought again', async (t) => {
  const { world, ada, ben, cleo, id } = await scene(t);
  for (const person of [ben, cleo]) await give(world, person, 100, { kind: 'COINS' });
  const messageId = await sold(ada, id);
  await unlock(ben, messageId);
  await settleSales(world);
  await unlock(cleo, messageId);
  const { nodes } = (await ada.do(SALES, { id: messageId })).messageSales;
  assert.deepEqual((await refundSale(ben, nodes[0].id)).errors, [{ code: 'NOT_FOUND' }]);
  const answers = await Promise.all(
    [...nodes, ...nodes].map(({ id: purchaseId }: { id: string }) => refundSale(ada, purchaseId)),
  );
  assert.deepEqual(
    answers.map(({ purchase, errors }) => [purchase.state, errors]),
    Array.from({ length: 4 }, () => ['REFUNDED', []]),
  );
  for (const person of [ben, cleo]) {
    assert.equal((await balanceOf(person)).totalCoins, 100);
    assert.deepEqual(await contentFor(person, messageId), LOCKED);
  }
  await settleSales(world);
  assert.deepEqual(await differencesOf(world), []);
  assert.equal((await ada.do('{ myEarnings { pendingCoins } }')).myEarnings.pendingCoins, 0);

  assert.deepEqual((await unlock(ben, messageId)).errors, []);
  assert.deepEqual(await contentFor(ben, messageId), TEXT);
  assert.equal((await balanceOf(ben)).totalCoins, 0);
  await settleSales(world);
  assert.equal((await ada.do('{ myEarnings { pendingCoins } }')).myEarnings.pendingCoins, 70);
  assert.deepEqual(await differencesOf(world), []);
});

test('a page with twenty paid messages takes one statement more than one without', async (t) => {
  const { world, ada, ben, id } = await scene(t);
  await give(world, ben, 1_000);
  const PAGE = `query ($id: ID!) { conversationMessages(conversationId: $id, first: 50) { nodes { ${CONTENT} lock { priceCoins } } } }`;
  for (let count = 0; count < 5; count += 1) await sell(ada, { conversationId: id, text: 'For all' });
  const read = () => world.statementsOf(() => ben.do(PAGE, { id }));
  const before = await read();
  const paid = await Promise.all(Array.from({ length: 20 }, () => sold(ada, id, { priceCoins: 1 })));
  await unlock(ben, String(paid[0]), { price: 1 });
  const LEAN = PAGE.replace('isUnlocked canUnlock', 'isUnlocked');
  assert.equal(await world.statementsOf(() => ben.do(LEAN, { id })), before + 1);
});

test('a teaser is judged: nudged, insisted on, and no words of the content are', async (t) => {
  const { ada, id } = await scene(t);
  const lock = { priceCoins: 10, teaser: 'You are such an idiot' };
  const nudge = await callMutation(ada, {
    name: 'sendMessage',
    payload: 'message { id } errors { code path ... on ModerationNudgeError { retryToken } }',
    input: { conversationId: id, text: 'You are such an idiot', lock },
  });
  assert.deepEqual(
    nudge.errors.map(({ code, path }: { code: string; path: string[] }) => [code, path]),
    [['MODERATION_NUDGE', ['lock', 'teaser']]],
  );
  const { retryToken } = nudge.errors[0];
  const insisted = await sell(ada, { conversationId: id, text: 'Hi', lock: { ...lock, retryToken } });
  assert.deepEqual(insisted.errors, []);
  const other = await sell(ada, {
    conversationId: id,
    text: 'You are such an idiot',
    lock: { priceCoins: 10, teaser: 'A story' },
  });
  assert.deepEqual(other.errors, []);
});

async function scene(t: Parameters<typeof testWorld>[0]) {
  const world = await testWorld(t);
  const [ada, ben, cleo] = [await world.user('ada'), await world.user('ben'), await world.user('cleo')];
  return { world, ada, ben, cleo, id: await startWith(ada, ben, cleo) };
}
