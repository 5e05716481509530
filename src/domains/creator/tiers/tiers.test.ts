import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Actor, Untyped } from '#test/support/actor.ts';
import { smallPicture } from '#test/support/content/media-files.ts';
import { uploaded } from '#test/support/content/uploaded-media.ts';
import { rowsOf } from '#test/support/money/ledger.ts';
import { archiveTier, createTier, reorderTiers, tiersOf, updateTier } from '#test/support/money/tiers.ts';
import { block } from '#test/support/messaging/messaging.ts';
import { restrict } from '#test/support/people/restrict.ts';
import { runSql } from '#test/support/test-server.ts';
import { type Person, testWorld } from '#test/support/world.ts';

const NODE = `query ($id: ID!) { node(id: $id) { ... on SubscriptionTier { title memberCount image { id } creator { username } } } }`;

test('a tier begins as a draft, is shown and hidden, and is archived for good', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const draft = await createTier(ada, {
    title: ' Friends ',
    description: 'For friends.',
    perks: ['Letters', ' Photos '],
    price: { amountMinor: 499, currency: 'EUR' },
    trialDays: 7,
    memberLimit: 50,
    isShown: false,
  });
  assert.deepEqual(draft, {
    id: draft.id,
    version: 1,
    level: 1,
    position: 1,
    state: 'DRAFT',
    title: 'Friends',
    description: 'For friends.',
    perks: ['Letters', 'Photos'],
    priceCoins: 100,
    price: { amountMinor: 499, currency: 'EUR' },
    interval: 'MONTH',
    trialDays: 7,
    memberLimit: 50,
    memberCount: 0,
    isFull: false,
  });
  const change = (input: object) => updateTier(ada, { tierId: draft.id, expectedVersion: 1, ...input });
  assert.equal((await change({ isShown: false })).tier.state, 'DRAFT');
  assert.deepEqual(await tiersOf(ben, ada), []);
  assert.equal((await ben.do(NODE, { id: draft.id })).node, null);

  assert.equal((await change({ isShown: true })).tier.state, 'ACTIVE');
  const seen = { ...draft, state: 'ACTIVE', memberCount: null };
  assert.deepEqual(await tiersOf(ben, ada), [seen]);
  assert.deepEqual(await tiersOf(world.anonymous(), ada), [seen]);
  assert.deepEqual((await ben.do(NODE, { id: draft.id })).node, {
    title: 'Friends',
    memberCount: null,
    image: null,
    creator: { username: 'ada' },
  });

  assert.equal((await change({ isShown: false })).tier.state, 'HIDDEN');
  assert.deepEqual(await tiersOf(ben, ada), []);
  assert.equal((await change({ isShown: true })).tier.state, 'ACTIVE');
  for (let count = 0; count < 2; count += 1) {
    const { tier, errors } = await archiveTier(ada, draft.id);
    assert.deepEqual([errors, tier.state, tier.position], [[], 'ARCHIVED', null]);
  }
  assert.deepEqual(await tiersOf(ben, ada), []);
  assert.deepEqual(
    (await tiersOf(ada, ada))?.map(({ id, state }) => [id, state]),
    [[draft.id, 'ARCHIVED']],
  );
  const { errors } = await change({ isShown: true });
  assert.deepEqual(
    [errors[0].code, errors[0].current, errors[0].allowed],
    ['INVALID_STATE', 'ARCHIVED', ['DRAFT', 'ACTIVE', 'HIDDEN']],
  );
});

const TIERS_OF_MANY = `query ($ids: [ID!]!) { nodes(ids: $ids) { ... on User { username subscriptionTiers(first: 2) { nodes { title state } } } } }`;
const TIERS_OF_PROFILE = `query ($name: String!, $after: String) { user(username: $name) { subscriptionTiers(first: 2, after: $after) {
  nodes { title } pageInfo { hasNextPage endCursor } } } }`;
const TIERS_BY_NAME = `query ($name: String!) { subscriptionTiers(username: $name) { nodes { title } } }`;

test('profiles show the tiers of their users, of many by one statement', async (t) => {
  const world = await testWorld(t);
  const [ada, ben, cleo] = [await world.user('ada'), await world.user('ben'), await world.user('cleo')];
  for (const title of ['One', 'Two', 'Three']) await createTier(ada, { title });
  await createTier(ada, { title: 'Draft', isShown: false });
  await archiveTier(ben, (await createTier(ben, { title: 'Former' })).id);
  const ofMany = async (viewer: Actor, ...people: readonly Person[]): Promise<Untyped[]> => {
    const { nodes } = await viewer.do(TIERS_OF_MANY, { ids: people.map(({ id }) => id) });
    return nodes.map(({ subscriptionTiers }: Untyped) =>
      subscriptionTiers.nodes.map(({ title }: Untyped) => title),
    );
  };
  assert.deepEqual(await ofMany(cleo, ada, ben, cleo), [['One', 'Two'], [], []]);
  assert.deepEqual(await ofMany(ben, ada, ben), [['One', 'Two'], ['Former']]);
  const one = await world.statementsOf(() => ofMany(cleo, ada));
  assert.equal(await world.statementsOf(() => ofMany(cleo, ada, ben)), one);

  const pageOf = async (viewer: Actor, after: string | null): Promise<Untyped> => {
    const { user } = await viewer.do(TIERS_OF_PROFILE, { name: 'ada', after });
    return {
      ...user.subscriptionTiers,
      titles: user.subscriptionTiers.nodes.map(({ title }: Untyped) => title),
    };
  };
  for (const [viewer, rest] of [
    [cleo, ['Three']],
    [world.anonymous(), ['Three']],
    [ada, ['Three', 'Draft']],
  ] as const) {
    const { titles, pageInfo } = await pageOf(viewer, null);
    assert.deepEqual([titles, pageInfo.hasNextPage], [['One', 'Two'], true]);
    assert.deepEqual((await pageOf(viewer, pageInfo.endCursor)).titles, rest);
    const byName = await viewer.do(TIERS_BY_NAME, { name: '@Ada' });
    assert.deepEqual(
      byName.subscriptionTiers.nodes.map(({ title }: Untyped) => title),
      ['One', 'Two', ...rest],
    );
  }
  await block(world, ada, cleo);
  assert.equal((await cleo.do(TIERS_BY_NAME, { name: 'ada' })).subscriptionTiers, null);
});

test('what a tier promises or costs changes by versions, and each former one stays', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const { id: imageMediaId } = await uploaded(ada, await smallPicture());
  const { id: tierId } = await createTier(ada, { imageMediaId, level: 5 });
  const first = await updateTier(ada, { tierId, expectedVersion: 1, memberLimit: 3 });
  assert.deepEqual([first.tier.version, first.tier.memberLimit], [1, 3]);
  const same = await updateTier(ada, { tierId, expectedVersion: 1, title: 'Friends', perks: [] });
  assert.equal(same.tier.version, 1);
  const dearer = await updateTier(ada, { tierId, expectedVersion: 1, priceCoins: 200, interval: 'YEAR' });
  assert.deepEqual([dearer.tier.version, dearer.tier.priceCoins, dearer.tier.level], [2, 200, 5]);
  const plain = await updateTier(ada, { tierId, expectedVersion: 2, title: 'Family', imageMediaId: null });
  assert.deepEqual([plain.tier.version, plain.tier.title, plain.tier.interval], [3, 'Family', 'YEAR']);
  const { errors, tier } = await updateTier(ada, { tierId, expectedVersion: 2, title: 'Late' });
  assert.deepEqual([tier, errors[0].code, errors[0].path], [null, 'CONFLICT', ['expectedVersion']]);

  assert.deepEqual(
    await rowsOf(
      world,
      `select version, title, price_coins, interval, media_id is not null as has_image
       from subscription_tier_versions order by version`,
    ),
    [
      { version: 1, title: 'Friends', price_coins: 100, interval: 'MONTH', has_image: true },
      { version: 2, title: 'Friends', price_coins: 200, interval: 'YEAR', has_image: true },
      { version: 3, title: 'Family', price_coins: 200, interval: 'YEAR', has_image: false },
    ],
  );
  // Members of the first two versions still see the image.
  assert.deepEqual(await rowsOf(world, 'select attachment_count from media'), [{ attachment_count: 2 }]);
});

test('tiers have levels of their own, and the order in which their creator puts them', async (t) => {
  const world = await testWorld(t, { env: { LIMIT_TIERS: '3' } });
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const tiers = [
    await createTier(ada, { title: 'One' }),
    await createTier(ada, { title: 'Two', level: 10 }),
    await createTier(ada, { title: 'Three' }),
  ];
  assert.deepEqual(
    tiers.map(({ level, position }) => [level, position]),
    [
      [1, 1],
      [10, 2],
      [11, 3],
    ],
  );
  await assert.rejects(createTier(ada), /LIMIT_REACHED/);
  const [one, two, three] = tiers.map(({ id }) => id);
  const titles = async () => (await tiersOf(ben, ada))?.map(({ title }) => title);
  const { tiers: moved } = await reorderTiers(ada, [three, one, two]);
  assert.deepEqual(
    moved.map(({ title, position }: { title: string; position: number }) => [title, position]),
    [
      ['Three', 1],
      ['One', 2],
      ['Two', 3],
    ],
  );
  assert.deepEqual(await titles(), ['Three', 'One', 'Two']);
  for (const ids of [[three, one], [three, one, one], [three, one, two, two], []]) {
    const { errors } = await reorderTiers(ada, ids);
    assert.deepEqual([errors[0].code, errors[0].path], ['CONFLICT', ['tierIds']], String(ids.length));
  }
  await archiveTier(ada, one);
  assert.equal((await reorderTiers(ada, [three, one, two])).errors[0].code, 'CONFLICT');
  assert.deepEqual((await reorderTiers(ada, [two, three])).errors, []);
  assert.deepEqual(await titles(), ['Two', 'Three']);
  // The level of an archived tier stays taken: its members keep it.
  await assert.rejects(createTier(ada, { level: 1 }), /"constraint":"taken"/);
  const { level, position } = await createTier(ada, { level: 2 });
  assert.deepEqual([level, position], [2, 3]);
  assert.deepEqual(
    (await tiersOf(ada, ada))?.map(({ title }) => title),
    ['Two', 'Three', 'Friends', 'One'],
  );
});

test('inputs out of bounds, images of others and prices below the coins are refused', async (t) => {
  const world = await testWorld(t, { env: { COIN_RATES: 'EUR:50-200' } });
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const foreign = await uploaded(ben, await smallPicture());
  const { id: tierId } = await createTier(ada);
  const refusals: readonly [input: object, path: string, constraint: string | null, limit: number | null][] =
    [
      [{ title: ' ' }, 'title', 'minLength', 1],
      [{ title: 'x'.repeat(61) }, 'title', 'maxLength', 60],
      [{ description: 'x'.repeat(1_001) }, 'description', 'maxLength', 1_000],
      [{ perks: Array.from({ length: 21 }, String) }, 'perks', 'maxItems', null],
      [{ perks: ['Letters', ''] }, 'perks', 'minLength', 1],
      [{ priceCoins: 0 }, 'priceCoins', 'range', null],
      [{ priceCoins: 100_001 }, 'priceCoins', 'range', null],
      [{ trialDays: 31 }, 'trialDays', 'range', null],
      [{ memberLimit: 0 }, 'memberLimit', 'range', null],
      [{ memberLimit: 1_000_001 }, 'memberLimit', 'range', null],
      // 100 coins are sold for 50 cents at the least, and 2000 for 10 EUR.
      [{ price: { amountMinor: 49, currency: 'EUR' } }, 'price', 'min', 50],
      [{ priceCoins: 2_000, price: { amountMinor: 999, currency: 'EUR' } }, 'price', 'min', 1_000],
      [{ price: { amountMinor: 1_000, currency: 'USD' } }, 'price', 'supported', null],
      [{ price: { amountMinor: 1_000, currency: 'EURO' } }, 'price', 'supported', null],
    ];
  for (const [input, path, constraint, limit] of refusals) {
    const { errors } = await updateTier(ada, { tierId, expectedVersion: 1, ...input });
    assert.deepEqual(
      [errors[0]?.code, errors[0]?.path[0], errors[0]?.constraint, errors[0]?.limit],
      ['VALIDATION_FAILED', path, constraint, limit],
      JSON.stringify(input),
    );
  }
  const image = await updateTier(ada, { tierId, expectedVersion: 1, imageMediaId: foreign.id });
  assert.deepEqual([image.errors[0].code, image.errors[0].path], ['NOT_FOUND', ['imageMediaId']]);
  for (const result of [
    await updateTier(ben, { tierId, expectedVersion: 1 }),
    await archiveTier(ben, tierId),
  ]) {
    assert.deepEqual([result.errors[0].code, result.errors[0].path], ['NOT_FOUND', ['tierId']]);
  }
  assert.deepEqual(await rowsOf(world, 'select state, current_version from subscription_tiers'), [
    { state: 'ACTIVE', current_version: 1 },
  ]);
});

test('nobody sees the tiers of a creator whom they do not see', async (t) => {
  const world = await testWorld(t);
  const [ada, ben, cleo] = [await world.user('ada'), await world.user('ben'), await world.user('cleo')];
  const { id } = await createTier(ada);
  const count = async () => (await tiersOf(cleo, ada))?.length ?? null;
  await block(world, ada, ben);
  assert.deepEqual([await tiersOf(ben, ada), (await ben.do(NODE, { id })).node], [null, null]);
  assert.equal(await count(), 1);
  for (const change of [
    "suspended_until = now() + interval '1 day'",
    "suspended_until = null, state = 'DEACTIVATED'",
  ]) {
    await runSql(world.connectionString, `update users set ${change} where username = 'ada'`);
    assert.deepEqual([await count(), (await cleo.do(NODE, { id })).node], [null, null], change);
  }
});

test('MONETISATION forbids what sells, and never to stop selling', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const { id: tierId } = await createTier(ada);
  await restrict(world, ada, { kind: 'MONETISATION' });
  await assert.rejects(createTier(ada), /"kind":"MONETISATION"/);
  const change = (input: object) => updateTier(ada, { tierId, expectedVersion: 1, ...input });
  for (const input of [{ isShown: true }, { isShown: false, priceCoins: 9 }, { title: 'Other' }]) {
    assert.equal((await change(input)).errors[0].code, 'RESTRICTED', JSON.stringify(input));
  }
  assert.equal((await change({ isShown: false })).tier.state, 'HIDDEN');
  assert.equal((await archiveTier(ada, tierId)).tier.state, 'ARCHIVED');
});
