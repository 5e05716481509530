import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { commentOn, publish } from '#test/support/content/comments.ts';
import { closeDays, dashboardOf, midnightOf, totalsOf } from '#test/support/insight/dashboard.ts';
import { say, startWith } from '#test/support/messaging/messaging.ts';
import { hear } from '#test/support/money/books.ts';
import { buyer, refund } from '#test/support/money/refunds.ts';
import { requestDeletion, runErasures } from '#test/support/people/accounts.ts';
import { moderatePost } from '#test/support/people/moderate.ts';
import { randomOf } from '#test/support/random.ts';
import { storedEvents } from '#test/support/stored-events.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';

const REACT = `mutation ($id: ID!, $type: ReactionType!) { reactToPost(input: { postId: $id, type: $type }) { errors { code } } }`;
const UNREACT = `mutation ($id: ID!) { removePostReaction(input: { postId: $id }) { errors { code } } }`;
const DELETE = `mutation ($id: ID!) { deletePost(input: { postId: $id }) { errors { code } } }`;

const SUMS = ['USERS_NEW', 'USERS_DELETED', 'POSTS', 'COMMENTS', 'REACTIONS', 'MESSAGES', 'CONVERSATIONS'];
const MONEY = ['COINS_SOLD', 'REVENUE', 'REFUNDS'];
const ACTIVE = ['USERS_ACTIVE_DAY', 'USERS_ACTIVE_WEEK', 'USERS_ACTIVE_MONTH'];

/** Sums by measure and day, and who was there, as a test has seen it. */
type Tally = {
  readonly sums: Map<string, number>;
  readonly present: Map<string, Set<string>>;
  readonly monthOf: Map<string, string>;
};

const dayOf = (time: Date): string => time.toISOString().slice(0, 10);

/** Does things at random in a world, and keeps a tally of them apart from the product. */
function randomWorld(world: World, seed: number) {
  const random = randomOf(seed);
  const tally: Tally = { sums: new Map(), present: new Map(), monthOf: new Map() };
  const posts: { id: string; author: string; reactions: Map<string, string> }[] = [];
  const people: Person[] = [];
  let here: Person[] = [];
  const today = (): string => dayOf(world.clock.now());
  function add(measure: string, value = 1): void {
    const key = `${measure} ${today()}`;
    tally.sums.set(key, (tally.sums.get(key) ?? 0) + value);
  }
  function isThere({ username }: Person): void {
    tally.present.set(today(), (tally.present.get(today()) ?? new Set()).add(username));
  }
  function arrived(person: Person): void {
    add('USERS_NEW');
    isThere(person);
    tally.monthOf.set(person.username, today().slice(0, 7));
    people.push(person);
    here.push(person);
  }
  const one = <Item>(items: readonly Item[]): Item => {
    const item = items[random(items.length)];
    assert.ok(item);
    return item;
  };
  async function post(): Promise<void> {
    const author = one(here);
    posts.push({ id: await publish(author), author: author.username, reactions: new Map() });
    add('POSTS');
  }
  const acts: readonly (() => Promise<unknown>)[] = [
    post,
    async () => {
      await commentOn(one(here), one(posts).id);
      add('COMMENTS');
    },
    async () => {
      const [person, { id, reactions }] = [one(here), one(posts)];
      const type = one(['LIKE', 'LOVE']);
      await person.do(REACT, { id, type });
      if (reactions.get(person.username) !== type) add('REACTIONS');
      reactions.set(person.username, type);
    },
    async () => {
      const [person, { id, reactions }] = [one(here), one(posts)];
      await person.do(UNREACT, { id });
      reactions.delete(person.username);
    },
    async () => {
      // A post that is held and released was counted when it was published.
      const { id } = one(posts);
      for (const state of ['HELD', 'VISIBLE'] as const) await moderatePost(world, id, state);
    },
    async () => {
      const author = one(here);
      const id = await publish(author);
      add('POSTS');
      await author.do(DELETE, { id });
    },
    async () => {
      const [ben, ada] = [one(here), one(here)];
      if (ben.username === ada.username) return;
      await say(ben, await startWithOnce(ben, ada), 'Hello');
      add('MESSAGES');
    },
  ];
  const started = new Map<string, string>();
  async function startWithOnce(ben: Person, ada: Person): Promise<string> {
    const key = [ben.username, ada.username].toSorted().join(' ');
    const known = started.get(key);
    if (known !== undefined) return known;
    const id = await startWith(ben, ada);
    started.set(key, id);
    add('CONVERSATIONS');
    return id;
  }
  async function register(): Promise<void> {
    arrived(await world.user(`walker${people.length}`));
  }
  return {
    tally,
    people,
    register,
    /** A purchase of 500 coins for 4.49 EUR, of which some is given back. */
    async buysAndIsRefunded(): Promise<void> {
      const bought = await buyer(world, `walker${people.length}`);
      arrived(bought.person);
      await refund(await world.admin({ role: 'FINANCE' }), bought, { amountMinor: 100 });
      await hear(world);
      add('COINS_SOLD', 500);
      add('REVENUE EUR', 449);
      add('REFUNDS EUR', 100);
    },
    /** Comes to the middle of a later day, on which some are there. */
    async dayComes(days: number): Promise<void> {
      const noonMs = midnightOf(world.clock.now(), days).getTime() + 43_200_000;
      world.clock.advance(noonMs - world.clock.now().getTime());
      here = [];
      const [first, ...others] = people;
      assert.ok(first);
      for (const person of [first, ...others.filter(() => random(2) === 0)]) {
        here.push(await world.signIn(person));
        isThere(person);
      }
    },
    async somethingHappens(): Promise<void> {
      await (posts.length === 0 ? post() : one(acts)());
    },
  };
}

const PROCESS = path.resolve(
  import.meta.dirname,
  '../../../../test/support/insight/dashboard-follower-process.ts',
);

/** Kills a process that counts, at any moment after its first batch. */
async function killWhileCounting({ connectionString }: World): Promise<void> {
  const child = spawn(process.execPath, [PROCESS, connectionString], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  await once(child.stdout, 'data');
  await sleep(Math.random() * 8);
  child.kill('SIGKILL');
  await exited;
}

async function uncounted({ app }: World): Promise<number> {
  const { db } = app.services;
  const { position } = await db.selectFrom('event_head').select('position').executeTakeFirstOrThrow();
  const follower = db.selectFrom('event_followers').where('name', '=', 'dashboard.count');
  return position - (await follower.select('position').executeTakeFirstOrThrow()).position;
}

/** Totals of the dashboard for each day, such as `POSTS 2026-11-30`; without zeros. */
async function shown(world: World, days: readonly Date[], measures: readonly string[]) {
  const [admin, found] = [await world.admin(), new Map<string, number>()];
  for (const from of days) {
    const totals = await totalsOf(admin, { from, until: midnightOf(from, 1), measures });
    for (const [key, total] of Object.entries(totals)) found.set(`${key} ${dayOf(from)}`, total);
  }
  return found;
}

/** The number of users who were there from the first to the last of some days. */
function presentOn({ present }: Tally, days: readonly Date[]): number {
  return new Set(days.flatMap((day) => [...(present.get(dayOf(day)) ?? [])])).size;
}

const daysBetween = (from: Date, until: Date): Date[] =>
  Array.from({ length: (until.getTime() - from.getTime()) / 86_400_000 }, (_, index) =>
    midnightOf(from, index),
  );

/** Numbers of users who were there by day, and since the beginning of its week and of its month. */
function activeOf(tally: Tally, days: readonly Date[]): Map<string, number> {
  const found = new Map<string, number>();
  for (const day of days) {
    const monday = midnightOf(day, -((day.getUTCDay() + 6) % 7));
    const first = new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), 1));
    const until = midnightOf(day, 1);
    for (const [measure, from] of [
      ['USERS_ACTIVE_DAY', day],
      ['USERS_ACTIVE_WEEK', monday],
      ['USERS_ACTIVE_MONTH', first],
    ] as const) {
      const count = presentOn(tally, daysBetween(from, until));
      if (count > 0) found.set(`${measure} ${dayOf(day)}`, count);
    }
  }
  return found;
}

/** Of each month in which somebody registered, who was there in each month, such as `2026-11 2026-12`. */
function cohortsOf({ present, monthOf }: Tally): Map<string, number> {
  const users = new Map<string, Set<string>>();
  for (const [day, names] of present) {
    for (const name of names) {
      const key = `${monthOf.get(name)} ${day.slice(0, 7)}`;
      users.set(key, (users.get(key) ?? new Set()).add(name));
    }
  }
  return new Map([...users].map(([key, { size }]) => [key, size]));
}

const KILLS = 20;

test('what a random world has done is counted once although the follower is killed twenty times', async (t) => {
  const world = await testWorld(t);
  const it = randomWorld(world, 7);
  await closeDays(world);
  const start = midnightOf(world.clock.now());
  for (let index = 0; index < 6; index += 1) await it.register();
  for (const days of [1, 1, 4, 16, 9]) {
    await it.dayComes(days);
    await it.register();
    for (let index = 0; index < 60; index += 1) await it.somethingHappens();
  }
  // The events are logged, and nobody counts them.
  await storedEvents(world);
  for (let kills = 0; kills < KILLS; kills += 1) await killWhileCounting(world);
  assert.ok((await uncounted(world)) > 0);
  await it.dayComes(1);
  await it.buysAndIsRefunded();
  const end = midnightOf(world.clock.now(), 1);
  world.clock.advance(end.getTime() + 600_000 - world.clock.now().getTime());
  await closeDays(world);
  const days = daysBetween(start, end);

  const sums = async () => sorted(await shown(world, days, [...SUMS, ...MONEY]));
  assert.deepEqual(await sums(), sorted(it.tally.sums));
  const active = async () => sorted(await shown(world, days, ACTIVE));
  assert.deepEqual(await active(), sorted(activeOf(it.tally, days)));
  const cohorts = async (): Promise<[string, number][]> => {
    const asked = { from: start, until: end, measures: ['USERS_NEW'] };
    const shownCohorts = (await dashboardOf(await world.admin(), asked)).cohorts;
    const months: string[] = shownCohorts.map(({ month }: { month: string }) => month);
    return sorted(
      new Map(
        shownCohorts.flatMap(({ month, activeCounts }: { month: string; activeCounts: number[] }) =>
          activeCounts
            .map((count, index) => [`${month} ${months[months.indexOf(month) + index]}`, count] as const)
            .filter(([, count]) => count > 0),
        ),
      ),
    );
  };
  assert.deepEqual(await cohorts(), sorted(cohortsOf(it.tally)));

  // An erasure leaves numbers as they are.
  const [before, ada] = [[await sums(), await active(), await cohorts()], it.people[0]];
  assert.ok(ada);
  await requestDeletion(await world.signIn(ada));
  world.clock.advance('31d');
  await runErasures(world);
  await closeDays(world);
  assert.deepEqual(
    [
      await sums(),
      await active(),
      (await cohorts()).filter(([key]) => !key.endsWith(dayOf(end).slice(0, 7))),
    ],
    [before[0], before[1], before[2]?.filter(([key]) => !key.endsWith(dayOf(end).slice(0, 7)))],
  );
  const erased = await totalsOf(await world.admin(), {
    from: end,
    until: world.clock.now(),
    measures: ['USERS_DELETED'],
  });
  assert.deepEqual(erased, { USERS_DELETED: 1 });
});

const sorted = (values: ReadonlyMap<string, number>): [string, number][] =>
  [...values].toSorted(([a], [b]) => (a < b ? -1 : 1));
