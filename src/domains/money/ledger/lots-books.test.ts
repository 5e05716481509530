import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError } from '#platform/kernel/errors.ts';
import { jobHandlers } from '#domains/modules.ts';
import { differencesOf, give, rowsOf, spend, TREASURER } from '#test/support/money/ledger.ts';
import { refundable } from '#test/support/money/lots.ts';
import { randomOf } from '#test/support/random.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';
import { forfeitCoins, reverseTransfer } from './ledger.service.ts';
import type { CoinKind } from './ledger.types.ts';
import { holdCoins, releaseHeldCoins, takeBackCoins } from './take-backs.service.ts';

const ACTORS = 20;
const ACTS_OF_EACH = 30;
const EXPIRY_MS_MAX = 4_000;

type Credit = {
  readonly person: Person;
  readonly kind: CoinKind;
  readonly amount: number;
  readonly transferId: string;
};
type Town = {
  readonly world: World;
  readonly people: readonly Person[];
  readonly credits: Credit[];
  readonly spendings: string[];
  readonly holds: { readonly credit: Credit; readonly transferId: string }[];
  readonly done: Map<string, number>;
};

const BY = { initiatorId: TREASURER, idempotencyKey: null } as const;

type Act = (town: Town, person: Person, random: (below: number) => number) => Promise<unknown>;

const chosen = <Item>(items: readonly Item[], random: (below: number) => number): Item => {
  const item = items[random(Math.max(items.length, 1))];
  if (item === undefined) throw new AppError('NOT_FOUND', 'Nothing is there yet.');
  return item;
};

const ACTS: Readonly<Record<string, Act>> = {
  credit: async ({ world, credits }, person, random) => {
    const kind = random(2) === 0 ? 'COINS' : 'PROMO';
    const amount = 1 + random(500);
    const expiresAt = new Date(world.clock.now().getTime() + random(EXPIRY_MS_MAX));
    const { transferId } = await give(world, person, amount, { kind, ...(random(3) > 0 && { expiresAt }) });
    credits.push({ person, kind, amount, transferId });
  },
  spend: async ({ world, spendings }, person, random) => {
    const { transferId } = await spend(world, person, 1 + random(400));
    spendings.push(transferId);
  },
  reverse: async ({ world: { app }, spendings, credits }, _person, random) => {
    const transferId = random(3) === 0 ? chosen(credits, random).transferId : chosen(spendings, random);
    const { services } = app;
    await services.transaction((tx) => reverseTransfer(services, tx, { transferId, ...BY }));
  },
  takeBack: async ({ world, credits }, _person, random) => {
    const { person, kind, amount, transferId } = chosen(credits, random);
    const { services } = world.app;
    const [userId, coins] = [uuidOf(person.id), 1 + random(amount)];
    const left = await refundable(world, person, transferId);
    assert.ok(left[kind] >= 0 && left[kind] <= amount);
    await services.transaction((tx) =>
      takeBackCoins(services, tx, {
        userId,
        sourceTransferId: transferId,
        type: 'PURCHASE_REFUND',
        ...BY,
        coins: { COINS: 0, PROMO: 0, [kind]: coins },
      }),
    );
  },
  hold: async ({ world: { app }, credits, holds }, _person, random) => {
    // Older credits have little left.
    const credit = chosen(credits.slice(-5), random);
    const { services } = app;
    const [userId, sourceTransferId] = [uuidOf(credit.person.id), credit.transferId];
    const atMost = { COINS: 1 + random(300), PROMO: 1 + random(300) };
    const held = await services.transaction((tx) =>
      holdCoins(services, tx, { userId, sourceTransferId, atMost, ...BY }),
    );
    if (held) holds.push({ credit, transferId: held.transferId });
    else throw new AppError('INSUFFICIENT_COINS', 'Nothing of it is left.');
  },
  release: async ({ world: { app }, holds }, _person, random) => {
    const { credit, transferId: holdTransferId } = chosen(holds, random);
    const { services } = app;
    const sourceTransferId = credit.transferId;
    await services.transaction((tx) =>
      releaseHeldCoins(services, tx, { holdTransferId, sourceTransferId, ...BY }),
    );
  },
  expire: async ({ world }) => runJob(world, 'ledger.expireCoins'),
  forfeit: async ({ world: { app } }, person, random) => {
    if (random(6) > 0) return;
    const { services } = app;
    await services.transaction((tx) => forfeitCoins(services, tx, uuidOf(person.id)));
  },
};

async function runJob(world: World, name: string): Promise<void> {
  const job = jobHandlers.find((handler) => handler.name === name);
  assert.ok(job && 'run' in job);
  await (job.run as (services: World['app']['services']) => Promise<void>)(world.app.services); // One without a payload.
}

async function live(town: Town, actor: number): Promise<void> {
  const random = randomOf(actor + 1);
  const names = ['credit', 'credit', 'spend', 'spend', ...Object.keys(ACTS)];
  for (let round = 0; round < ACTS_OF_EACH; round += 1) {
    const [person, name] = [chosen(town.people, random), chosen(names, random)];
    try {
      await ACTS[name]?.(town, person, random);
      town.done.set(name, (town.done.get(name) ?? 0) + 1);
    } catch (error) {
      assert.ok(error instanceof AppError, String(error));
    }
    if (random(10) === 0) town.world.clock.advance('1s');
  }
}

test('twenty who credit, spend, reverse, take back, hold, release, expire and forfeit at once leave lots that account for every coin', async (t) => {
  const world = await testWorld(t);
  const people = await Promise.all(['ada', 'ben', 'cleo', 'dora', 'eve'].map((name) => world.user(name)));
  const town: Town = { world, people, credits: [], spendings: [], holds: [], done: new Map() };
  await Promise.all(Array.from({ length: ACTORS }, (_, actor) => live(town, actor)));
  assert.deepEqual(await differencesOf(world), []);
  world.clock.advance('1h');
  await runJob(world, 'ledger.expireCoins');
  await runJob(world, 'ledger.fold');

  assert.deepEqual(await differencesOf(world), []);
  // After an expiry all spending of promotional coins is assigned, and no lot that has expired has any left.
  for (const { person, transferId } of town.credits) await refundable(world, person, transferId);
  const rows = await rowsOf(
    world,
    `select a.balance, coalesce(sum(l.remaining), 0) - greatest(a.balance, 0) as difference from coin_accounts a
     left join coin_lots l on l.owner_id = a.owner_id and l.kind = a.kind where a.owner_id is not null
     group by a.id having coalesce(sum(l.remaining), 0) <> greatest(a.balance, 0)`,
  );
  assert.deepEqual(rows, []);
  const now = world.clock.now().toISOString();
  assert.deepEqual(
    await rowsOf(world, `select from coin_lots where remaining > 0 and expires_at <= '${now}'`),
    [],
  );
  assert.deepEqual(
    await rowsOf(world, 'select from coin_accounts where balance < 0 and not may_be_negative'),
    [],
  );
  const [all] = await rowsOf<{ sum: string }>(world, 'select sum(balance) from coin_accounts');
  assert.equal(Number(all?.sum), 0);
  for (const name of Object.keys(ACTS))
    // How often follows from their order, which differs at each run.
    assert.ok((town.done.get(name) ?? 0) > 0, `${name} never happened`);
});
