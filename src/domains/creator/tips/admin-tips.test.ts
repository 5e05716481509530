import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LAST_ID } from '#platform/db/keyset.ts';
import type { Actor, Untyped } from '#test/support/actor.ts';
import { publish } from '#test/support/content/comments.ts';
import { give, rowsOf } from '#test/support/money/ledger.ts';
import { rowsRead } from '#test/support/rows-read.ts';
import { send, settle, undo } from '#test/support/money/tips.ts';
import { runSql } from '#test/support/test-server.ts';
import { testWorld } from '#test/support/world.ts';
import { listAnyTips } from './admin-tips.queries.ts';

const TIPS = `query ($senderId: ID, $receiverId: ID, $target: CoinTipTargetInput, $state: CoinTipState, $createdFrom: DateTime,
    $createdBefore: DateTime, $first: Int) {
  adminGetCoinTips(senderId: $senderId, receiverId: $receiverId, target: $target, state: $state, createdFrom: $createdFrom,
    createdBefore: $createdBefore, first: $first) {
  nodes { id senderId sender { username } receiverId receiver { username } targetKind targetId amountCoins feeCoins message
    isAnonymous state transfers(first: 10) { nodes { id type reversesId entries { account userId amountCoins } } } } } }`;

type Filter = Readonly<Record<string, unknown>>;

const tipsOf = async (admin: Actor, filter: Filter = {}): Promise<Untyped[]> =>
  (await admin.do(TIPS, filter)).adminGetCoinTips.nodes;

const idsOf = async (admin: Actor, filter: Filter = {}): Promise<string[]> =>
  (await tipsOf(admin, filter)).map(({ id }) => id);

test('admins read each tip with its sender, also of an anonymous one, and with its transfers', async (t) => {
  const world = await testWorld(t);
  world.clock.freeze();
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  await give(world, ada, 7);
  await give(world, ada, 100, { kind: 'COINS' });
  const postId = await publish(ben);
  const target = { userId: ben.id };
  const { tip: undone } = await send(ada, { target, amountCoins: 5 });
  world.clock.advance('1s');
  await send(ada, { target, amountCoins: 5 });
  world.clock.advance('1s');
  await undo(ada, undone.id);
  world.clock.advance('1s');
  const hidden = { target: { postId }, amountCoins: 11, isAnonymous: true, message: 'Bravo' };
  const { tip: settled } = await send(ada, hidden);
  await settle(world);
  const admin = await world.admin();
  const [first, second, ...others] = await tipsOf(admin);
  assert.deepEqual(others, []);
  const both = { senderId: ada.id, sender: { username: 'ada' }, receiverId: ben.id };
  const [settlement, tap] = first.transfers.nodes;
  assert.deepEqual(first, {
    id: settled.id,
    ...both,
    receiver: { username: 'ben' },
    targetKind: 'POST',
    targetId: postId,
    amountCoins: 11,
    feeCoins: 3,
    message: 'Bravo',
    isAnonymous: true,
    state: 'POSTED',
    transfers: {
      nodes: [
        {
          id: settlement.id,
          type: 'TIP_RECEIVED',
          reversesId: null,
          entries: [
            { account: 'TIPS_IN_FLIGHT', userId: null, amountCoins: -11 },
            { account: 'EARNINGS_PENDING', userId: ben.id, amountCoins: 8 },
            { account: 'PLATFORM_FEE', userId: null, amountCoins: 3 },
          ],
        },
        {
          id: tap.id,
          type: 'TIP_SENT',
          reversesId: null,
          entries: [
            { account: 'PROMO', userId: ada.id, amountCoins: -7 },
            { account: 'COINS', userId: ada.id, amountCoins: -4 },
            { account: 'TIPS_IN_FLIGHT', userId: null, amountCoins: 11 },
          ],
        },
      ],
    },
  });
  assert.deepEqual(
    [second.id, second.state, second.amountCoins, second.targetKind, second.targetId],
    [undone.id, 'CANCELED', 10, 'USER', ben.id],
  );
  const transfers: Untyped[] = second.transfers.nodes;
  assert.deepEqual(
    transfers.map(({ type }) => type),
    ['TIP_REVERSED', 'TIP_REVERSED', 'TIP_SENT', 'TIP_SENT'],
  );
  const [lastTap, firstTap] = transfers.slice(2);
  const backOf = (id: string) => transfers.find(({ reversesId }) => reversesId === id)?.entries;
  assert.deepEqual(backOf(firstTap.id), [
    { account: 'PROMO', userId: ada.id, amountCoins: 5 },
    { account: 'TIPS_IN_FLIGHT', userId: null, amountCoins: -5 },
  ]);
  assert.deepEqual(backOf(lastTap.id), [
    { account: 'PROMO', userId: ada.id, amountCoins: 2 },
    { account: 'COINS', userId: ada.id, amountCoins: 3 },
    { account: 'TIPS_IN_FLIGHT', userId: null, amountCoins: -5 },
  ]);
  // By their ids, and by the transaction that the sender sees.
  const NODE = `query ($tip: ID!, $transfer: ID!) {
    tip: adminGetNode(id: $tip) { id } transfer: adminGetNode(id: $transfer) { id ... on AdminCoinTransfer { type } } }`;
  assert.deepEqual(await admin.do(NODE, { tip: settled.id, transfer: tap.id }), {
    tip: { id: settled.id },
    transfer: { id: tap.id, type: 'TIP_SENT' },
  });
  const shown = await admin.do(
    `query ($userId: ID!) { adminGetCoinTransactions(userId: $userId, first: 1) { nodes {
      transfer { id entries(userId: $userId) { account amountCoins } } } } }`,
    { userId: ada.id },
  );
  const entries = [
    { account: 'PROMO', amountCoins: -7 },
    { account: 'COINS', amountCoins: -4 },
  ];
  assert.deepEqual(shown.adminGetCoinTransactions.nodes, [{ transfer: { id: tap.id, entries } }]);
});

test('admins find tips by sender, receiver, target, state and time; without the permission of users they see no account', async (t) => {
  const world = await testWorld(t);
  world.clock.freeze();
  const [ada, ben, cleo] = [await world.user('ada'), await world.user('ben'), await world.user('cleo')];
  for (const one of [ada, ben]) await give(world, one, 100);
  const postId = await publish(cleo);
  const sent = async (sender: typeof ada, target: object): Promise<string> => {
    const { tip } = await send(sender, { target, amountCoins: 2 });
    world.clock.advance('1s');
    return tip.id;
  };
  const one = await sent(ada, { postId });
  const two = await sent(ada, { userId: ben.id });
  const start = world.clock.now();
  const three = await sent(ben, { userId: cleo.id });
  await undo(ben, three);
  await settle(world);
  const four = await sent(ben, { userId: cleo.id });
  const admin = await world.admin({ role: 'FINANCE' });
  assert.deepEqual(await idsOf(admin), [four, three, two, one]);
  assert.deepEqual(await idsOf(admin, { first: 1 }), [four]);
  assert.deepEqual(await idsOf(admin, { senderId: ada.id }), [two, one]);
  assert.deepEqual(await idsOf(admin, { receiverId: cleo.id }), [four, three, one]);
  assert.deepEqual(await idsOf(admin, { target: { postId } }), [one]);
  assert.deepEqual(await idsOf(admin, { target: { userId: cleo.id } }), []);
  assert.deepEqual(await idsOf(admin, { state: 'CANCELED' }), [three]);
  assert.deepEqual(await idsOf(admin, { state: 'PENDING', receiverId: cleo.id }), [four]);
  assert.deepEqual(await idsOf(admin, { createdBefore: start.toISOString() }), [two, one]);
  assert.deepEqual(await idsOf(admin, { createdFrom: start.toISOString(), senderId: ben.id }), [four, three]);
  const { errors } = await admin.ask(TIPS, { target: { postId, userId: ben.id } });
  assert.deepEqual(
    errors?.map(({ extensions }: Untyped) => extensions.code),
    ['BAD_USER_INPUT'],
  );
  const [tip] = await tipsOf(admin, { first: 1 });
  assert.deepEqual([tip.sender, tip.receiver, tip.senderId], [null, null, ben.id]);
  const few = await world.statementsOf(() => tipsOf(admin, { first: 1 }));
  assert.equal(await world.statementsOf(() => tipsOf(admin)), few);
});

test('a page of tips reads as many as it has, by each filter, however many there are', async (t) => {
  const world = await testWorld(t);
  await runSql(
    world.connectionString,
    `set session_replication_role = replica;
     insert into coin_tips (id, sender_id, receiver_id, target_kind, target_id, amount_coins, fee_bps, is_anonymous, state,
       undoable_until, settled_transfer_id, created_at)
     select md5('t' || n)::uuid, md5('s' || n % 300)::uuid, md5('r' || n % 200)::uuid, 'POST', md5('p' || n % 200)::uuid, 1, 3000,
       false, s.state, now(), case when s.state = 'POSTED' then gen_random_uuid() end, now()
     from generate_series(1, 20000) n
     cross join lateral (select case n % 800 when 1 then 'PENDING' when 2 then 'CANCELED' else 'POSTED' end as state) s;
     analyze coin_tips`,
  );
  const [senderId, receiverId, id] = (
    await rowsOf<{ id: string }>(world, "select md5(x || '7')::uuid as id from unnest('{s,r,p}'::text[]) x")
  ).map((row) => row.id);
  assert.ok(senderId && receiverId && id);
  const none = { senderId: null, receiverId: null, target: null, state: null, from: null, until: null };
  for (const filter of [
    {},
    { senderId },
    { receiverId },
    { target: { kind: 'POST', id } },
    { state: 'POSTED' },
    { state: 'PENDING' },
    { state: 'CANCELED' },
    { state: 'REVERSED' },
    { senderId, state: 'POSTED' },
  ] as const) {
    const read = await rowsRead(world.app.services.db, 'coin_tips', (db) =>
      listAnyTips(
        db,
        { ...none, ...filter },
        { from: [LAST_ID], limit: 10, direction: 'forward', isFirst: true },
      ),
    );
    assert.ok(read <= 25, `${JSON.stringify(filter)} reads ${read} rows`);
  }
});
