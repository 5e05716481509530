import assert from 'node:assert/strict';
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { test, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { differencesOf, give, rowsOf } from '#test/support/money/ledger.ts';
import { moveTo, offerTier, subscribed } from '#test/support/money/subscriptions.ts';
import { until } from '#test/support/processes.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { testWorld, type World } from '#test/support/world.ts';

const PROCESS = path.resolve(import.meta.dirname, '../../../../test/support/jobs/renewing-process.ts');
const WORKERS = 3;
const MONTHS = 5;
const DAYS = [28, 29, 30, 31];
const FANS_OF_EACH = 15;
const PRICE_COINS = 5;
/** About the time that three processes take to renew all. */
const KILLED_WITHIN_MS = 150;

type Worker = ChildProcessByStdio<Writable, Readable, null>;

async function startWorker(t: TestContext, { app, connectionString, clock }: World): Promise<Worker> {
  const { limits } = app.services;
  const given = [PROCESS, connectionString, JSON.stringify(limits), clock.now().toISOString()];
  const worker = spawn(process.execPath, given, { stdio: ['pipe', 'pipe', 'inherit'] });
  // A worker may be killed before it has read.
  worker.stdin.on('error', () => undefined);
  t.after(() => worker.kill('SIGKILL'));
  await once(worker.stdout, 'data');
  return worker;
}

async function kill(worker: Worker): Promise<void> {
  const exited = once(worker, 'exit');
  worker.kill('SIGKILL');
  assert.deepEqual(await exited, [null, 'SIGKILL']);
}

const countOf = async (world: World, what: string): Promise<number> => {
  const [row] = await rowsOf<{ count: number }>(world, `select count(*)::integer as count from ${what}`);
  return row?.count ?? 0;
};

/** The days of a month on which periods begin, by their anchors. */
const daysOf = (month: number): number[] => {
  const last = new Date(Date.UTC(2027, month + 1, 0)).getUTCDate();
  return DAYS.map((day) => Math.min(day, last));
};

test('three workers that are killed twenty times bill each period once, from its anchor, and settle it once', async (t) => {
  const world = await testWorld(t);
  world.clock.freeze();
  const cleo = await world.user('cleo');
  const tierId = await offerTier(world, cleo, { priceCoins: PRICE_COINS });
  const anchors = new Map<string, number>();
  for (const day of DAYS) {
    await moveTo(world, new Date(Date.UTC(2027, 0, day, 11, 30)));
    for (let index = 0; index < FANS_OF_EACH; index += 1) {
      const fan = await world.user(`fan${day}_${index}`);
      await give(world, fan, 100, { kind: 'COINS' });
      await subscribed(fan, tierId);
      anchors.set(uuidOf(fan.id), day);
    }
  }
  const workers = await Promise.all(Array.from({ length: WORKERS }, () => startWorker(t, world)));
  const isMoved = async (): Promise<boolean> => {
    const now = world.clock.now().toISOString();
    const due = await countOf(world, `subscriptions where state <> 'ENDED' and next_attempt_at <= '${now}'`);
    const open = await countOf(world, 'subscription_invoices where settled_transfer_id is null');
    return due + open === 0;
  };
  let kills = 0;
  for (let month = 1; month <= MONTHS; month += 1) {
    for (const day of new Set(daysOf(month))) {
      // An hour late.
      await moveTo(world, new Date(Date.UTC(2027, month, day, 12, 30)));
      for (const worker of workers) worker.stdin.write(`${world.clock.now().toISOString()}\n`);
      do {
        await sleep(Math.random() * KILLED_WITHIN_MS);
        const place = kills % WORKERS;
        await kill(workers[place] ?? assert.fail('there are three'));
        kills += 1;
        workers[place] = await startWorker(t, world);
        // After a short month the days that have none of their own are due at once: the kills are made up for.
      } while (day === daysOf(month).at(-1) && kills < month * DAYS.length);
      await until(isMoved, `all is renewed and settled in month ${month}`);
    }
  }
  assert.equal(kills, MONTHS * DAYS.length);
  for (const worker of workers) await kill(worker);

  const periods = await rowsOf<{ id: string; days: readonly string[] }>(
    world,
    `select subscriber_id as id, array_agg(to_char(period_start at time zone 'UTC', 'MM-DD HH24:MI') order by period_start) as days
     from subscription_invoices where state = 'PAID' group by 1`,
  );
  assert.equal(periods.length, anchors.size);
  for (const { id, days } of periods) {
    const place = DAYS.indexOf(anchors.get(id) ?? 0);
    const expected = Array.from({ length: MONTHS + 1 }, (_, month) => {
      const day = daysOf(month)[place];
      return `${String(month + 1).padStart(2, '0')}-${day} 11:30`;
    });
    assert.deepEqual(days, expected);
  }
  const sales = anchors.size * (MONTHS + 1);
  const earned = `coin_transactions where user_id = '${uuidOf(cleo.id)}' and type = 'SUBSCRIPTION_EARNED'`;
  assert.deepEqual(
    [
      await countOf(world, earned),
      await countOf(world, `(select distinct earned_from_id from ${earned}) sales`),
    ],
    [sales, sales],
  );
  assert.deepEqual(
    await rowsOf(
      world,
      `select distinct balance::integer from coin_accounts where kind = 'COINS' and owner_id is not null`,
    ),
    [{ balance: 100 - (MONTHS + 1) * PRICE_COINS }],
  );
  assert.deepEqual(await differencesOf(world), []);
});
