import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError } from '#platform/kernel/errors.ts';
import type { Actor, Untyped } from '#test/support/actor.ts';
import { differencesOf, give, rowsOf, spend } from '#test/support/money/ledger.ts';
import { randomOf } from '#test/support/random.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';
import { jobHandlers } from '#domains/modules.ts';
import { forfeitCoins } from '../ledger/ledger.service.ts';

const ACTORS = 20;
const ACTS_OF_EACH = 25;

type Town = {
  readonly world: World;
  readonly people: readonly Person[];
  readonly admins: readonly Actor[];
  /** The ids of adjustments by the admin and key of their request. */
  readonly acknowledged: Map<string, string>;
  /** Keys of postings by the ledger's service that were acknowledged. */
  readonly posted: Map<string, number>;
};

async function call(admin: Actor, name: string, input: object): Promise<Untyped> {
  const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`;
  const document = `mutation ($input: ${type}!) { ${name}(input: $input) { adjustment { id } errors { code } } }`;
  const { data, errors } = await admin.ask(document, { input });
  assert.equal(errors, undefined, JSON.stringify(errors));
  return data[name];
}

async function live(town: Town, actor: number): Promise<void> {
  const random = randomOf(actor + 1);
  const { world, people, admins, acknowledged, posted } = town;
  for (let round = 0; round < ACTS_OF_EACH; round += 1) {
    const person = people[random(people.length)];
    const [place, admin] = [actor % admins.length, admins[actor % admins.length]];
    const known = [...acknowledged.values()];
    const adjustmentId = known[random(Math.max(known.length, 1))];
    assert.ok(person && admin);
    // Few keys, so that many acts repeat another one, also one with another input.
    const idempotencyKey = `key-${random(40)}`;
    const act = random(6);
    if (act <= 1) {
      const amountCoins = random(2) === 0 ? 1 + random(6_000) : -1 - random(3_000);
      const input = { userId: person.id, amountCoins, reason: 'Chance.', idempotencyKey };
      const { adjustment } = await call(admin, 'adminAdjustCoins', input);
      remember(acknowledged, `${place} adjust ${idempotencyKey}`, adjustment);
    } else if (act === 2 && adjustmentId) {
      const input = { adjustmentId, reason: 'Chance.', idempotencyKey };
      const { adjustment } = await call(admin, 'adminReverseAdjustment', input);
      remember(acknowledged, `${place} reverse ${idempotencyKey}`, adjustment);
    } else if (act === 3 && adjustmentId) {
      const name = random(3) === 0 ? 'adminRejectAdjustment' : 'adminApproveAdjustment';
      await call(admin, name, { adjustmentId });
    } else if (act === 4) {
      const key = `${actor} ${round}`;
      const amount = 1 + random(4_000);
      const isSpent = await unlessRefused(spend(world, person, amount, key));
      if (isSpent) posted.set(key, amount);
    } else if (random(8) === 0) {
      const { services } = world.app;
      await services.transaction((tx) => forfeitCoins(services, tx, uuidOf(person.id)));
    } else {
      const kind = random(2) === 0 ? 'COINS' : 'PROMO';
      await give(world, person, 1 + random(2_000), { kind });
    }
  }
}

/** An acknowledged key has one answer for ever. */
function remember(acknowledged: Town['acknowledged'], key: string, adjustment: { id: string } | null): void {
  if (!adjustment) return;
  assert.equal(acknowledged.get(key) ?? adjustment.id, adjustment.id);
  acknowledged.set(key, adjustment.id);
}

async function unlessRefused(work: Promise<unknown>): Promise<boolean> {
  try {
    await work;
    return true;
  } catch (error) {
    assert.ok(error instanceof AppError, String(error));
    return false;
  }
}

test('twenty who adjust, spend, reverse, approve and erase at once leave books that add up, with each key once', async (t) => {
  const world = await testWorld(t);
  const people = await Promise.all(['ada', 'ben', 'cleo', 'dora', 'eve'].map((name) => world.user(name)));
  const admins = await Promise.all([1, 2, 3, 4].map(() => world.admin({ role: 'FINANCE' })));
  const town: Town = { world, people, admins, acknowledged: new Map(), posted: new Map() };
  const fold = jobHandlers.find(({ name }) => name === 'ledger.fold');
  assert.ok(fold?.everyMs);
  let isLive = true;
  const folding = [1, 2].map(async () => {
    while (isLive) await fold.run(world.app.services);
  });
  await Promise.all(Array.from({ length: ACTORS }, (_, actor) => live(town, actor)));
  assert.deepEqual(await differencesOf(world), []);
  isLive = false;
  await Promise.all(folding);
  await fold.run(world.app.services);

  assert.deepEqual(await differencesOf(world), []);
  assert.deepEqual(await rowsOf(world, 'select from coin_unfolded_entries'), []);
  assert.deepEqual(
    await rowsOf(world, 'select from coin_accounts where owner_id is not null and balance < 0'),
    [],
  );
  const [all] = await rowsOf<{ sum: string }>(world, 'select sum(balance) from coin_accounts');
  assert.equal(Number(all?.sum), 0);
  const wrong = await rowsOf(
    world,
    `select a.id from coin_adjustments a left join coin_transfers t on t.id = a.transfer_id
     where a.state = 'POSTED' and (t.idempotency_key is distinct from a.idempotency_key or t.initiator_id <> a.requested_by)`,
  );
  assert.deepEqual(wrong, []);
  const adjustments = await rowsOf<{ id: string }>(world, 'select id from coin_adjustments');
  assert.equal(adjustments.length, new Set(town.acknowledged.values()).size);
  const transfers = await rowsOf<{ key: string; amount: number }>(
    world,
    `select t.idempotency_key as key, x.amount_coins as amount from coin_transfers t
     join coin_transactions x on x.transfer_id = t.id where t.idempotency_key ~ '^[0-9]'`,
  );
  assert.deepEqual(
    transfers.map(({ key, amount }) => `${key}: ${amount}`).toSorted(),
    [...town.posted].map(([key, amount]) => `${key}: ${amount}`).toSorted(),
  );
  assert.ok(
    town.posted.size > 20 && town.acknowledged.size > 40,
    `${town.posted.size} ${town.acknowledged.size}`,
  );
});
