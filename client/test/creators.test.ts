import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startWith } from '../../test/support/messaging/messaging.ts';
import { give } from '../../test/support/money/ledger.ts';
import { settle } from '../../test/support/money/tips.ts';
import { type Person, testWorld } from '../../test/support/world.ts';
import type { SocialClient } from '../src/client.ts';
import {
  CancelSubscriptionDocument,
  ChangeSubscriptionTierDocument,
  CreateSubscriptionTierDocument,
  CreatorStatsDocument,
  MessageSalesDocument,
  MessageUpdatedDocument,
  MySubscribersDocument,
  MySubscriptionsDocument,
  PostDocument,
  RefundMessagePurchaseDocument,
  ResumeSubscriptionDocument,
  SendLockedMessageDocument,
  SubscribeToTierDocument,
  SubscriptionChangedDocument,
  SubscriptionTiersDocument,
  UnlockMessageDocument,
  UpdateMessageLockDocument,
} from '../src/generated/graphql.ts';
import { clientOf, until } from './support/clients.ts';

test('a fan becomes a member, reads what is for members, moves up and leaves, and both hear of each step', async (t) => {
  const world = await testWorld(t);
  world.clock.freeze();
  const [cleo, fan] = [await world.user('cleo'), await world.user('fan')];
  await give(world, fan, 1_000, { kind: 'COINS' });
  const [atCleo, atFan] = [clientOf(t, world, cleo), clientOf(t, world, fan)];
  const heard = [await heardBy(atCleo, cleo), await heardBy(atFan, fan)];
  const first = await offer(atCleo, 'Front row', 100);
  const second = await offer(atCleo, 'Rehearsal room', 300);
  const { createPost } = await cleo.do(
    'mutation { createPost(input: { text: "For members", visibility: SUBSCRIBERS, tierLevel: 1 }) { post { id } errors { code } } }',
  );
  const readPost = async (): Promise<string | undefined> => {
    const variables = { id: createPost.post.id as string };
    const { data } = await atFan.apollo.query({
      query: PostDocument,
      variables,
      fetchPolicy: 'network-only',
    });
    return data?.post?.text;
  };
  assert.equal(await readPost(), undefined);
  const shown = await atFan.apollo.query({
    query: SubscriptionTiersDocument,
    variables: { creatorId: cleo.id },
  });
  assert.deepEqual(
    shown.data?.subscriptionTiers?.edges.map(({ node }) => [node.title, node.priceCoins]),
    [
      ['Front row', 100],
      ['Rehearsal room', 300],
    ],
  );

  const { data: joined } = await atFan.apollo.mutate({
    mutation: SubscribeToTierDocument,
    variables: { input: { ...first, idempotencyKey: 'join' } },
  });
  assert.deepEqual(joined?.subscribeToTier?.errors, []);
  const subscriptionId = joined.subscribeToTier.subscription?.id ?? '';
  assert.equal(joined.subscribeToTier.subscription?.state, 'ACTIVE');
  assert.equal(await readPost(), 'For members');

  const change = { subscriptionId, ...second };
  const { data: previewed } = await atFan.apollo.mutate({
    mutation: ChangeSubscriptionTierDocument,
    variables: { input: { ...change, preview: true, idempotencyKey: 'look' } },
  });
  assert.equal(previewed?.changeSubscriptionTier?.dueCoins, 200);
  const { data: changed } = await atFan.apollo.mutate({
    mutation: ChangeSubscriptionTierDocument,
    variables: { input: { ...change, idempotencyKey: 'up' } },
  });
  assert.deepEqual(changed?.changeSubscriptionTier?.errors, []);
  assert.equal(changed.changeSubscriptionTier.subscription?.tier?.title, 'Rehearsal room');

  for (const [mutation, isEnding] of [
    [CancelSubscriptionDocument, true],
    [ResumeSubscriptionDocument, false],
    [CancelSubscriptionDocument, true],
  ] as const) {
    await atFan.apollo.mutate({ mutation, variables: { input: { subscriptionId } } });
    // One object of the cache is what all lists show.
    const { data } = await atFan.apollo.query({ query: MySubscriptionsDocument });
    assert.deepEqual(
      data?.mySubscriptions?.edges.map(({ node }) => [
        node.state,
        node.endsAtPeriodEnd,
        node.creator?.username,
      ]),
      [['ACTIVE', isEnding, 'cleo']],
    );
  }
  assert.equal(await readPost(), 'For members');
  const steps = [
    ['Front row', false],
    ['Rehearsal room', false],
    ['Rehearsal room', true],
    ['Rehearsal room', false],
    ['Rehearsal room', true],
  ];
  await until(() => heard.every((events) => events.length >= steps.length));
  assert.deepEqual(
    heard.map((events) => events.length),
    [steps.length, steps.length],
  );
  for (const events of heard) assert.deepEqual(events.at(-1), steps.at(-1));

  await settle(world);
  const { data: members } = await atCleo.apollo.query({ query: MySubscribersDocument });
  assert.deepEqual(
    members?.mySubscribers?.edges.map(({ node }) => [node.subscriber?.username, node.tier?.title]),
    [['fan', 'Rehearsal room']],
  );
  const { data: stats } = await atCleo.apollo.query({ query: CreatorStatsDocument });
  const [month] = stats?.creatorStats?.months ?? [];
  assert.deepEqual([stats?.creatorStats?.memberCount, month?.startedCount, month?.paidCoins], [1, 1, 300]);
});

test('a locked message is bought at the price of now, which the client learns by the type of the refusal', async (t) => {
  const world = await testWorld(t);
  const [cleo, fan] = [await world.user('cleo'), await world.user('fan')];
  await give(world, fan, 100, { kind: 'COINS' });
  const conversationId = await startWith(cleo, fan);
  const [atCleo, atFan] = [clientOf(t, world, cleo), clientOf(t, world, fan)];
  const { data: sent } = await atCleo.apollo.mutate({
    mutation: SendLockedMessageDocument,
    variables: {
      input: { conversationId, text: 'The secret is out', lock: { priceCoins: 30, teaser: 'A story' } },
    },
  });
  assert.deepEqual(sent?.sendMessage?.errors, []);
  const messageId = sent.sendMessage.message?.id ?? '';
  const { data: repriced } = await atCleo.apollo.mutate({
    mutation: UpdateMessageLockDocument,
    variables: { input: { messageId, priceCoins: 40 } },
  });
  assert.deepEqual(repriced?.updateMessageLock?.errors, []);
  const heard = await Promise.all(
    (
      [
        [atCleo, cleo],
        [atFan, fan],
      ] as const
    ).map(([client, person]) => updatesOf(client, person)),
  );

  const buy = async (expectedPriceCoins: number) => {
    const input = { messageId, expectedPriceCoins, idempotencyKey: `buy-for-${expectedPriceCoins}` };
    const { data } = await atFan.apollo.mutate({ mutation: UnlockMessageDocument, variables: { input } });
    return data?.unlockMessage;
  };
  const refused = await buy(30);
  assert.equal(refused?.message, null);
  const [refusal] = refused.errors;
  assert.ok(refusal?.__typename === 'PriceChangedError', JSON.stringify(refused));
  const bought = await buy(refusal.currentPriceCoins);
  assert.deepEqual(bought?.errors, []);
  assert.deepEqual(
    [bought.message?.content.text, bought.message?.lock?.viewer],
    ['The secret is out', { __typename: 'MessageLockViewer', isUnlocked: true, canUnlock: false }],
  );
  await until(() => heard.every((texts) => texts.length > 0));
  assert.deepEqual(heard, [['The secret is out'], ['The secret is out']]);

  const { data: sales } = await atCleo.apollo.query({ query: MessageSalesDocument });
  const [sale, ...others] = sales?.messageSales?.edges.map(({ node }) => node) ?? [];
  assert.deepEqual(others, []);
  assert.deepEqual([sale?.buyer?.username, sale?.priceCoins, sale?.state], ['fan', 40, 'PAID']);
  await settle(world);
  const { data: refunded } = await atCleo.apollo.mutate({
    mutation: RefundMessagePurchaseDocument,
    variables: { input: { purchaseId: sale?.id ?? '' } },
  });
  assert.deepEqual(refunded?.refundMessagePurchase?.errors, []);
  assert.equal(refunded.refundMessagePurchase.purchase?.state, 'REFUNDED');
  const [again] = (await buy(41))?.errors ?? [];
  assert.ok(again?.__typename === 'PriceChangedError');
});

/** Shows a new tier. @returns what a subscription to it names */
async function offer(
  client: SocialClient,
  title: string,
  priceCoins: number,
): Promise<{ tierId: string; version: number }> {
  const { data } = await client.apollo.mutate({
    mutation: CreateSubscriptionTierDocument,
    variables: { input: { title, priceCoins, isShown: true } },
  });
  assert.deepEqual(data?.createSubscriptionTier?.errors, []);
  const { id = '', version = 0 } = data.createSubscriptionTier.tier ?? {};
  return { tierId: id, version };
}

/** The tier of each event about a subscription, and whether it was ending. The list grows. */
async function heardBy(client: SocialClient, person: Person): Promise<unknown[][]> {
  const heard: unknown[][] = [];
  client.apollo
    .subscribe({ query: SubscriptionChangedDocument, variables: { after: await cursorOf(person) } })
    .subscribe({
      next: ({ data }) => {
        const { tier, endsAtPeriodEnd } = data?.subscriptionChanged.subscription ?? {};
        heard.push([tier?.title, endsAtPeriodEnd]);
      },
    });
  return heard;
}

/** The text of each message that was updated. The list grows. */
async function updatesOf(client: SocialClient, person: Person): Promise<(string | undefined)[]> {
  const heard: (string | undefined)[] = [];
  client.apollo
    .subscribe({ query: MessageUpdatedDocument, variables: { after: await cursorOf(person) } })
    .subscribe({ next: ({ data }) => heard.push(data?.messageUpdated.message?.content.text) });
  return heard;
}

const cursorOf = async (person: Person): Promise<string> =>
  (await person.ask('{ eventCursor }')).data.eventCursor as string;
