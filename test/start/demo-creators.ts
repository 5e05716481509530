import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { Actor, Untyped } from '#test/support/actor.ts';
import { MEMBER_POSTS } from '../../db/demo/members.ts';

const TIERS = `query ($id: ID!) { subscriptionTiers(userId: $id, first: 9) { nodes {
  id version title level memberLimit memberCount isFull viewer { subscription { state } } } } }`;

const MEMBERS = `{ mySubscribers(first: 20) { nodes { subscriber { username } tier { title } state endsAtPeriodEnd } }
  creatorStats { memberCount months { startedCount endedCount paidCoins earnedCoins refundedCoins } } }`;

/** Asserts what the two creators of the demo world have sold, as they and Nora see it. */
export async function seesSales(
  t: TestContext,
  { nora, mateo, aiko }: Readonly<Record<'nora' | 'mateo' | 'aiko', Actor>>,
): Promise<void> {
  const tiersOf = async (viewer: Actor, username: string): Promise<Untyped[]> => {
    const { user } = await viewer.do('query ($name: String!) { user(username: $name) { id } }', {
      name: username,
    });
    return (await viewer.do(TIERS, { id: user.id })).subscriptionTiers.nodes;
  };

  await t.test('two creators with three tiers each, one of them full, and twelve members', async () => {
    const shown = (tiers: Untyped[]) =>
      tiers.map(({ title, level, memberCount, memberLimit, isFull }) => [
        title,
        level,
        memberCount,
        memberLimit,
        isFull,
      ]);
    assert.deepEqual(shown(await tiersOf(mateo, 'mateo.ruiz')), [
      ['Front row', 1, 3, null, false],
      ['Rehearsal room', 2, 3, null, false],
      ['Bass lesson', 3, 1, 2, false],
    ]);
    assert.deepEqual(shown(await tiersOf(aiko, 'aiko')), [
      ['Studio notes', 1, 3, null, false],
      ['A cup a year', 2, 1, null, false],
      ['At the wheel', 3, 1, 1, true],
    ]);
    const members = async (creator: Actor): Promise<unknown[]> =>
      (await creator.do(MEMBERS)).mySubscribers.nodes.map((found: Untyped) => [
        found.subscriber.username,
        found.tier.title,
        found.state,
        found.endsAtPeriodEnd,
      ]);
    assert.deepEqual(await members(mateo), [
      ['hana', 'Front row', 'TRIALING', false],
      ['edith', 'Rehearsal room', 'ACTIVE', false],
      ['zuri', 'Front row', 'PAST_DUE', false],
      ['victor', 'Bass lesson', 'ACTIVE', false],
      ['nora', 'Front row', 'ACTIVE', false],
      ['bram', 'Rehearsal room', 'ACTIVE', true],
      ['freya', 'Rehearsal room', 'ACTIVE', false],
    ]);
    assert.deepEqual(await members(aiko), [
      ['carmen.v', 'Studio notes', 'ACTIVE', false],
      ['samir_k', 'Studio notes', 'ACTIVE', false],
      ['priya', 'At the wheel', 'ACTIVE', false],
      ['elias.holm', 'A cup a year', 'ACTIVE', false],
      ['ines', 'Studio notes', 'ACTIVE', false],
    ]);
  });

  await t.test('sums of what was sold, which two months may share', async () => {
    const sums = async (creator: Actor): Promise<unknown> => {
      const { memberCount, months } = (await creator.do(MEMBERS)).creatorStats;
      const sum = (name: string): number =>
        months.reduce((total: number, month: Untyped) => total + Number(month[name]), 0);
      return [memberCount, ...['startedCount', 'endedCount', 'paidCoins', 'refundedCoins'].map(sum)];
    };
    assert.deepEqual(await sums(mateo), [7, 7, 0, 300 + 3 * 800 + 4_000, 0]);
    assert.deepEqual(await sums(aiko), [5, 5, 0, 3 * 250 + 6_000 + 5_000, 0]);
  });

  await t.test(
    'a member reads the posts of her tier and not those above it, and finds the last place taken',
    async () => {
      const { userPosts } = await nora.do(
        '{ userPosts(username: "mateo.ruiz", first: 50) { nodes { text visibility tierLevel } } }',
      );
      const forMembers = userPosts.nodes.filter(({ visibility }: Untyped) => visibility === 'SUBSCRIBERS');
      const [ofTheFirstTier] = MEMBER_POSTS;
      assert.deepEqual(forMembers, [{ text: ofTheFirstTier.text, visibility: 'SUBSCRIBERS', tierLevel: 1 }]);
      const [, , wheel] = await tiersOf(nora, 'aiko');
      assert.deepEqual([wheel.title, wheel.isFull, wheel.memberCount], ['At the wheel', true, null]);
      const { data } = await nora.ask(
        'mutation ($input: SubscribeToTierInput!) { subscribeToTier(input: $input) { subscription { id } errors { code path } } }',
        { input: { tierId: wheel.id, version: wheel.version, idempotencyKey: 'wheel' } },
      );
      assert.deepEqual(data.subscribeToTier, {
        subscription: null,
        errors: [{ code: 'LIMIT_REACHED', path: ['tierId'] }],
      });
      const { mySubscriptions } = await nora.do(
        '{ mySubscriptions(first: 9) { nodes { creator { username } tier { title } state funding priceCoins } } }',
      );
      assert.deepEqual(mySubscriptions.nodes, [
        {
          creator: { username: 'mateo.ruiz' },
          tier: { title: 'Front row' },
          state: 'ACTIVE',
          funding: 'COINS',
          priceCoins: 300,
        },
      ]);
    },
  );

  await t.test('a picture that she has bought and one that she has not', async () => {
    const { messageSales } = await mateo.do(
      '{ messageSales(first: 9) { nodes { buyer { username } priceCoins state } } }',
    );
    assert.deepEqual(messageSales.nodes, [{ buyer: { username: 'nora' }, priceCoins: 20, state: 'PAID' }]);
    const { myConversations } = await nora.do(
      '{ myConversations(inbox: PRIMARY, first: 9) { nodes { id participants(first: 2) { nodes { user { username } } } } } }',
    );
    const { id } = myConversations.nodes.find(
      ({ participants: { nodes } }: Untyped) =>
        nodes.length === 2 && nodes.some(({ user }: Untyped) => user?.username === 'mateo.ruiz'),
    );
    const { conversationMessages } = await nora.do(
      `query ($id: ID!) { conversationMessages(conversationId: $id, first: 3) { nodes {
        lock { priceCoins viewer { isUnlocked canUnlock } } content { __typename } } } }`,
      { id },
    );
    assert.deepEqual(
      conversationMessages.nodes
        .filter(({ lock }: Untyped) => lock)
        .map(({ lock, content }: Untyped) => [lock.priceCoins, lock.viewer, content.__typename])
        .toSorted(),
      [
        [20, { isUnlocked: true, canUnlock: false }, 'MediaContent'],
        [30, { isUnlocked: false, canUnlock: true }, 'LockedContent'],
      ],
    );
  });
}
