import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCostBudget, type ReserveCost } from '#platform/request/cost-budget.ts';
import type { RequestContext } from '#platform/request/context.ts';
import { AppError } from '#platform/kernel/errors.ts';
import { defaultLimits } from '#domains/modules.ts';

const CAPACITY = 100;
const LIMITS = {
  ...defaultLimits,
  userCostBudget: CAPACITY,
  userCostRefillPerSecond: 10,
  anonymousCostBudget: CAPACITY,
  anonymousCostRefillPerSecond: 10,
};

type Budget = { readonly reserve: ReserveCost; readonly advance: (seconds: number) => void };

function budget(): Budget {
  let now = 0;
  const reserve = createCostBudget(LIMITS, { now: () => new Date(now) });
  return { reserve, advance: (seconds) => void (now += seconds * 1_000) };
}

/** The budget reads nothing else of a context. */
const caller = (ip: string, signal = new AbortController().signal): RequestContext =>
  ({ user: null, admin: null, caller: { ip }, signal }) as unknown as RequestContext;

const refusal =
  (retryAfterSeconds: number) =>
  (error: unknown): boolean =>
    error instanceof AppError &&
    error.code === 'RATE_LIMITED' &&
    error.details.retryAfterSeconds === retryAfterSeconds;

async function isPending(promise: Promise<unknown>): Promise<boolean> {
  const PENDING = Symbol('pending');
  const afterTurn = new Promise((resolve) => setImmediate(resolve, PENDING));
  return (await Promise.race([promise, afterTurn])) === PENDING;
}

test('points that were reserved and not charged are returned, and a caller who spent too much waits for the refill', async () => {
  const { reserve, advance } = budget();
  const reader = caller('192.0.2.1');
  for (let page = 0; page < 10; page += 1) (await reserve(reader, 30))(7);
  // 70 points are spent.
  await assert.rejects(reserve(reader, 80), refusal(5));
  (await reserve(caller('192.0.2.2'), 80))(80);
  advance(4.9);
  await assert.rejects(reserve(reader, 80), refusal(1));
  advance(0.1);
  (await reserve(reader, 80))(80);
  await assert.rejects(reserve(reader, 1), refusal(1));
});

test('an operation above a full bucket needs a full bucket', async () => {
  const { reserve } = budget();
  const reader = caller('192.0.2.1');
  (await reserve(reader, 5_000))(5_000);
  await assert.rejects(reserve(reader, 1), refusal(1));
});

test('ten operations at once of one network wait for the points that the others return, in their order', async () => {
  const { reserve } = budget();
  const reader = caller('192.0.2.1');
  const order: number[] = [];
  await Promise.all(
    Array.from({ length: 10 }, async (_, index) => {
      const settle = await reserve(reader, 80);
      await new Promise((resolve) => setImmediate(resolve));
      order.push(index);
      settle(2);
    }),
  );
  assert.deepEqual(order, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  // 20 points are spent.
  (await reserve(reader, 80))(0);
  await assert.rejects(reserve(reader, 81), refusal(1));
});

test('a waiting operation is refused when what it waited for is charged', async () => {
  const { reserve } = budget();
  const reader = caller('192.0.2.1');
  const settle = await reserve(reader, 80);
  const waiting = reserve(reader, 60);
  assert.equal(await isPending(waiting), true);
  settle(80);
  await assert.rejects(waiting, refusal(4));
});

test('a waiting operation leaves when its client does', async () => {
  const { reserve } = budget();
  const settle = await reserve(caller('192.0.2.1'), 80);
  const client = new AbortController();
  const leaving = reserve(caller('192.0.2.1', client.signal), 60);
  const staying = reserve(caller('192.0.2.1'), 60);
  client.abort(new AppError('TIMEOUT', 'The client disconnected.'));
  await assert.rejects(leaving, { message: 'The client disconnected.' });
  settle(0);
  (await staying)(0);
});

test('events have points of their own and wait for the refill', async () => {
  const { reserve, advance } = budget();
  const reader = caller('192.0.2.1');
  (await reserve(reader, 100, 'EVENT'))(99);
  (await reserve(reader, 100))(0);
  const next = reserve(reader, 6, 'EVENT');
  assert.equal(await isPending(next), true);
  advance(1);
  (await next)(6);
});

test('of one caller at most 200 operations wait, but every event', async () => {
  const { reserve } = budget();
  const reader = caller('192.0.2.1');
  for (const kind of ['OPERATION', 'EVENT'] as const) {
    const settle = await reserve(reader, 100, kind);
    const waiting = Array.from({ length: 200 }, async () => (await reserve(reader, 1, kind))(0));
    const next = reserve(reader, 1, kind);
    if (kind === 'OPERATION') await assert.rejects(next, refusal(1));
    settle(0);
    await Promise.all(waiting);
    if (kind === 'EVENT') (await next)(0);
  }
});

test('a reservation that is settled twice returns its points once', async () => {
  const { reserve } = budget();
  const reader = caller('192.0.2.1');
  const settle = await reserve(reader, 50);
  (await reserve(reader, 50))(50);
  settle(0);
  settle(0);
  await assert.rejects(reserve(reader, 51), refusal(1));
});
