import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { AccountState } from '#domains/foundation/visibility/visibility.policy.ts';
import type { Actor } from '#test/support/actor.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { testWorld, type World } from '#test/support/world.ts';

const LISTS = ['followers', 'following', 'mutualFollowers'] as const;
type ListName = (typeof LISTS)[number];

const NAMES = ['viewer', 'person', 'ben', 'cleo', 'dora', 'ella', 'fritz'] as const;
const [VIEWER, PERSON] = [0, 1];

type Pair = readonly [from: number, to: number];
type RandomWorld = {
  readonly states: readonly AccountState[];
  readonly hidesFromAnonymous: readonly boolean[];
  /** `minute` has few values, so that many follows share a time. */
  readonly follows: readonly { readonly pair: Pair; readonly minute: number }[];
  readonly blocks: readonly Pair[];
};

const someone = fc.nat({ max: NAMES.length - 1 });
const pair = fc.tuple(someone, someone).filter(([from, to]) => from !== to);
const randomWorld: fc.Arbitrary<RandomWorld> = fc.record({
  // The viewer and the listed person stay active; other tests hide them.
  states: fc
    .array(fc.constantFrom<AccountState>('ACTIVE', 'ACTIVE', 'ACTIVE', 'DEACTIVATED', 'DELETED'), {
      minLength: NAMES.length - 2,
      maxLength: NAMES.length - 2,
    })
    .map((others) => ['ACTIVE', 'ACTIVE', ...others]),
  hidesFromAnonymous: fc
    .array(fc.boolean(), { minLength: NAMES.length - 1, maxLength: NAMES.length - 1 })
    .map(([viewer = false, ...others]) => [viewer, false, ...others]),
  follows: fc.uniqueArray(fc.record({ pair, minute: fc.nat({ max: 3 }) }), {
    minLength: 22,
    maxLength: 36,
    selector: (follow) => String(follow.pair),
  }),
  blocks: fc.uniqueArray(
    pair.filter(([from, to]) => Math.min(from, to) === VIEWER && Math.max(from, to) !== PERSON),
    { maxLength: 2, selector: String },
  ),
});

/** Reference implementation of each list: its members in their order. */
function expectedList(
  random: RandomWorld,
  ids: readonly string[],
  list: ListName,
  isSignedIn: boolean,
): string[] {
  const { states, hidesFromAnonymous, follows, blocks } = random;
  const isShown = (one: number): boolean => {
    if (isSignedIn && one === VIEWER) return true;
    if (states[one] !== 'ACTIVE' || (!isSignedIn && hidesFromAnonymous[one])) return false;
    return !isSignedIn || !blocks.some((block) => block.includes(one));
  };
  const isKnown = (one: number): boolean =>
    follows.some(({ pair: [from, to] }) => from === VIEWER && to === one);
  const end = list === 'following' ? 0 : 1;
  return follows
    .filter((follow) => follow.pair[end] === PERSON)
    .map(({ pair: [from, to], minute }) => ({ one: list === 'following' ? to : from, minute }))
    .filter(({ one }) => isShown(one) && (list !== 'mutualFollowers' || isKnown(one)))
    .toSorted((a, b) => b.minute - a.minute || ((ids[a.one] ?? '') < (ids[b.one] ?? '') ? 1 : -1))
    .map(({ one }) => NAMES[one] ?? '');
}

const START_MS = Date.UTC(2026, 0);

async function write(world: World, ids: readonly string[], random: RandomWorld): Promise<void> {
  const { db } = world.app.services;
  const idOf = (index: number): string => ids[index] ?? '';
  for (const table of ['follows', 'blocks'] as const) await db.deleteFrom(table).execute();
  for (const [index, state] of random.states.entries()) {
    const requires_sign_in = random.hidesFromAnonymous[index] ?? false;
    await db.updateTable('users').set({ state, requires_sign_in }).where('id', '=', idOf(index)).execute();
  }
  const follows = random.follows.map(({ pair: [from, to], minute }) => ({
    follower_id: idOf(from),
    followee_id: idOf(to),
    created_at: new Date(START_MS + minute * 60_000),
  }));
  await db.insertInto('follows').values(follows).execute();
  const created_at = world.clock.now();
  const blocks = random.blocks.map(([from, to]) => ({
    blocker_id: idOf(from),
    blocked_id: idOf(to),
    created_at,
  }));
  if (blocks.length > 0) await db.insertInto('blocks').values(blocks).execute();
}

test('every follow list equals its reference implementation, in pages of any size, while users are added', async (t) => {
  const world = await testWorld(t, {
    env: { LIMIT_USER_COST_BUDGET: '10000000', LIMIT_ANONYMOUS_COST_BUDGET: '10000000' },
  });
  const viewer = await world.user('viewer');
  const ids = [uuidOf(viewer.id)];
  for (const name of NAMES.slice(1)) ids.push(uuidOf((await world.user(name)).id));
  const personId = (await viewer.do('{ user(username: "person") { id } }')).user.id;
  const late = {
    newcomer: uuidOf((await world.user('newcomer')).id),
    person: ids[PERSON] ?? '',
    viewer: ids[VIEWER] ?? '',
  };
  const shown = { people: 0, lists: 0 };

  const read = async (caller: Actor, list: ListName, first: number): Promise<string[]> => {
    const names: string[] = [];
    const document = `query ($id: ID!, $first: Int, $after: String) {
      list: ${list}(userId: $id, first: $first, after: $after) {
        nodes { username } pageInfo { hasNextPage endCursor }
      }
    }`;
    for (let after: string | null = null, hasNextPage = true; hasNextPage;) {
      const { list: page } = await caller.do(document, { id: personId, first, after });
      const { length } = page.nodes;
      assert.ok(length === first || !page.pageInfo.hasNextPage, 'a page is short');
      names.push(...page.nodes.map((node: { username: string }) => node.username));
      if (after === null) await arrive(world, late);
      ({ hasNextPage, endCursor: after } = page.pageInfo);
    }
    await leave(world, late);
    return names;
  };

  await fc.assert(
    fc.asyncProperty(randomWorld, fc.integer({ min: 1, max: 5 }), async (random, first) => {
      await write(world, ids, random);
      for (const list of LISTS) {
        const expected = expectedList(random, ids, list, true);
        assert.deepEqual(await read(viewer, list, first), expected, list);
        shown.people += expected.length;
        shown.lists += 1;
        if (list === 'mutualFollowers') continue;
        assert.deepEqual(
          await read(world.anonymous(), list, first),
          expectedList(random, ids, list, false),
          list,
        );
      }
    }),
    { numRuns: 40 },
  );
  // Nearly empty lists would prove little.
  assert.ok(shown.people > shown.lists, JSON.stringify(shown));
});

type Late = { readonly newcomer: string; readonly person: string; readonly viewer: string };

/** Puts a new user at the top of all three lists. */
async function arrive({ app, clock }: World, { newcomer, person, viewer }: Late): Promise<void> {
  const created_at = clock.now();
  const pairs = [
    [newcomer, person],
    [person, newcomer],
    [viewer, newcomer],
  ] as const;
  const edges = pairs.map(([follower_id, followee_id]) => ({ follower_id, followee_id, created_at }));
  await app.services.db.insertInto('follows').values(edges).execute();
}

async function leave({ app }: World, { newcomer }: Late): Promise<void> {
  const { db } = app.services;
  await db.deleteFrom('follows').where('follower_id', '=', newcomer).execute();
  await db.deleteFrom('follows').where('followee_id', '=', newcomer).execute();
}
