import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS } from '#platform/kernel/clock.ts';
import { differencesOf, give, rowsOf } from '#test/support/money/ledger.ts';
import { memberCounts, moveTo, offerTier, renewAll, subscribed } from '#test/support/money/subscriptions.ts';
import { settle } from '#test/support/money/tips.ts';
import { restrict } from '#test/support/people/restrict.ts';
import { runSql } from '#test/support/test-server.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';

const periodsOf = async (world: World, person: Person): Promise<string[]> =>
  (
    await rowsOf<{ at: string }>(
      world,
      `select to_char(period_start at time zone 'UTC', 'YYYY-MM-DD') as at from subscription_invoices
       where subscriber_id = '${uuidOf(person.id)}' and state = 'PAID' order by period_start`,
    )
  ).map(({ at }) => at);

const stateOf = async (world: World, person: Person) =>
  (
    await rowsOf(
      world,
      `select s.state, s.end_reason, s.attempts::integer, coalesce(e.valid_until > '${world.clock.now().toISOString()}', false) as sees
       from subscriptions s left join entitlements e using (subscriber_id, creator_id)
       where subscriber_id = '${uuidOf(person.id)}' order by s.id desc limit 1`,
    )
  )[0];

/** Ends of months from the day of an anchor, as billing has them. */
function daysOf(anchor: Date, months: number): string[] {
  return Array.from({ length: months }, (_, index) => {
    const month = anchor.getUTCMonth() + index;
    const last = new Date(Date.UTC(anchor.getUTCFullYear(), month + 1, 0)).getUTCDate();
    const at = new Date(Date.UTC(anchor.getUTCFullYear(), month, Math.min(anchor.getUTCDate(), last)));
    return at.toISOString().slice(0, 10);
  });
}

test('over 36 months and a leap year each period is billed once, by three workers at once, and again when the job comes twice', async (t) => {
  const world = await testWorld(t);
  world.clock.freeze();
  const cleo = await world.user('cleo');
  const tierId = await offerTier(world, cleo, { priceCoins: 3 });
  const yearly = await offerTier(world, cleo, { level: 2, priceCoins: 5, interval: 'YEAR' });
  const fans: { person: Person; anchor: Date }[] = [];
  for (const day of [28, 29, 30, 31]) {
    const person = await world.user(`fan${day}`);
    await give(world, person, 1_000, { kind: 'COINS' });
    await moveTo(world, new Date(Date.UTC(2027, 0, day, 11, 30)), person);
    await subscribed(person, tierId);
    fans.push({ person, anchor: world.clock.now() });
  }
  const loyal = await world.user('loyal');
  await give(world, loyal, 100, { kind: 'COINS' });
  await subscribed(loyal, yearly);
  const start = world.clock.now();
  for (let month = 1; month <= 36; month += 1) {
    const last = new Date(Date.UTC(2027, month + 1, 0)).getUTCDate();
    for (const day of new Set([28, 29, 30, 31].map((anchor) => Math.min(anchor, last)))) {
      // An hour late.
      await moveTo(world, new Date(Date.UTC(2027, month, day, 12, 30)));
      await Promise.all([renewAll(world), renewAll(world), renewAll(world)]);
    }
    await renewAll(world);
  }
  for (const { person, anchor } of fans) {
    assert.deepEqual(await periodsOf(world, person), daysOf(anchor, 37));
    assert.deepEqual(
      await rowsOf(
        world,
        `select balance::integer from coin_accounts where owner_id = '${uuidOf(person.id)}' and kind = 'COINS'`,
      ),
      [{ balance: 1_000 - 37 * 3 }],
    );
  }
  assert.deepEqual(
    await periodsOf(world, loyal),
    [0, 1, 2, 3].map((years) => `${start.getUTCFullYear() + years}-01-31`),
  );
  await settle(world);
  assert.deepEqual(await differencesOf(world), []);
});

test('who has too few coins keeps access for three days with an attempt on each, pays from the due date, or is ended', async (t) => {
  const world = await testWorld(t);
  world.clock.freeze();
  const [cleo, fan] = [await world.user('cleo'), await world.user('fan')];
  const tierId = await offerTier(world, cleo);
  await give(world, fan, 150, { kind: 'COINS' });
  const { periodEnd } = await subscribed(fan, tierId);
  const due = new Date(periodEnd).getTime();
  const after = async (days: number, hours = 0): Promise<void> => {
    await moveTo(world, new Date(due + days * DAY_MS + hours * 3_600_000));
    await renewAll(world);
  };
  await after(0);
  assert.deepEqual(await stateOf(world, fan), {
    state: 'PAST_DUE',
    end_reason: null,
    attempts: 1,
    sees: true,
  });
  await after(0, 20);
  assert.deepEqual(await stateOf(world, fan), {
    state: 'PAST_DUE',
    end_reason: null,
    attempts: 1,
    sees: true,
  });
  await after(1);
  assert.deepEqual(await stateOf(world, fan), {
    state: 'PAST_DUE',
    end_reason: null,
    attempts: 2,
    sees: true,
  });
  await give(world, fan, 50, { kind: 'COINS' });
  await after(2);
  assert.deepEqual(await stateOf(world, fan), { state: 'ACTIVE', end_reason: null, attempts: 0, sees: true });
  const [renewed] = await rowsOf<{ start: Date }>(world, 'select period_start as start from subscriptions');
  assert.equal(renewed?.start.getTime(), due);
  // The next period is due, and nobody pays it.
  const [next] = await rowsOf<{ at: Date }>(world, 'select period_end as at from subscriptions');
  assert.ok(next);
  for (const days of [0, 1, 2]) {
    await moveTo(world, new Date(next.at.getTime() + days * DAY_MS));
    await renewAll(world);
    assert.deepEqual(await stateOf(world, fan), {
      state: 'PAST_DUE',
      end_reason: null,
      attempts: days + 1,
      sees: true,
    });
  }
  await moveTo(world, new Date(next.at.getTime() + 3 * DAY_MS));
  await renewAll(world);
  assert.deepEqual(await stateOf(world, fan), {
    state: 'ENDED',
    end_reason: 'PAYMENT_FAILED',
    attempts: 3,
    sees: false,
  });
  assert.deepEqual(await memberCounts(world), [{ counted: 0, there: 0 }]);
  assert.deepEqual(
    await rowsOf(
      world,
      'select state, count(*)::integer as count from subscription_invoices group by 1 order by 1',
    ),
    [
      { state: 'PAID', count: 2 },
      { state: 'VOID', count: 1 },
    ],
  );
  await settle(world);
  assert.deepEqual(await differencesOf(world), []);
});

test('nothing is billed while the creator is suspended; then a period begins, or it ends after 30 days', async (t) => {
  const world = await testWorld(t);
  world.clock.freeze();
  const [cleo, fan] = [await world.user('cleo'), await world.user('fan')];
  await give(world, fan, 1_000, { kind: 'COINS' });
  const { periodEnd } = await subscribed(fan, await offerTier(world, cleo));
  await restrict(world, cleo, { kind: 'SUSPENSION' });
  const due = new Date(periodEnd).getTime();
  for (const days of [0, 1, 9]) {
    await moveTo(world, new Date(due + days * DAY_MS));
    await renewAll(world);
    assert.deepEqual(await stateOf(world, fan), {
      state: 'ACTIVE',
      end_reason: null,
      attempts: 0,
      sees: false,
    });
  }
  await runSql(world.connectionString, 'update users set suspended_until = null');
  await moveTo(world, new Date(due + 10 * DAY_MS));
  await renewAll(world);
  assert.equal((await stateOf(world, fan))?.['state' as never], 'ACTIVE');
  const [row] = await rowsOf<{ start: Date; end: Date }>(
    world,
    'select period_start as start, period_end as end from subscriptions',
  );
  // Nobody pays for the days without access.
  assert.equal(row?.start.getTime(), due + 10 * DAY_MS);
  await runSql(
    world.connectionString,
    "update users set suspended_until = 'infinity' where username = 'cleo'",
  );
  for (const days of [0, 29, 30]) {
    await moveTo(world, new Date(row.end.getTime() + days * DAY_MS));
    await renewAll(world);
  }
  assert.deepEqual(await stateOf(world, fan), {
    state: 'ENDED',
    end_reason: 'CREATOR_GONE',
    attempts: 0,
    sees: false,
  });
  assert.equal((await periodsOf(world, fan)).length, 2);
});
