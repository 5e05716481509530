import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { AppError } from '#platform/kernel/errors.ts';
import { createWorkQueue } from './work-queue.ts';

const PATIENT = new AbortController().signal;
const SIZES = { runningMax: 2, waitingMax: 20, ownWaitingMax: 3 };

let owners = 0;
/** A task of an owner who has no other. */
const patient = () => ({ ownerId: `owner ${(owners += 1)}`, signal: PATIENT });

test('a queue with two slots runs two tasks, queues the others in order, and a failure frees its slot', async () => {
  const queue = createWorkQueue(SIZES);
  const started: number[] = [];
  const gates = Array.from({ length: 5 }, () => Promise.withResolvers<void>());
  const works = gates.map((gate, index) =>
    queue.run(patient(), async () => {
      started.push(index);
      await gate.promise;
      return index * 10;
    }),
  );
  await nextTurn();
  assert.deepEqual(started, [0, 1]);
  gates[1]?.reject(new Error('decoder broke'));
  await assert.rejects(works[1] ?? Promise.resolve(), /decoder broke/);
  await nextTurn();
  assert.deepEqual(started, [0, 1, 2]);
  for (const gate of gates) gate.resolve();
  assert.deepEqual(
    (await Promise.allSettled(works)).map((work) => work.status === 'fulfilled' && work.value),
    [0, false, 20, 30, 40],
  );
  assert.deepEqual(started, [0, 1, 2, 3, 4]);
});

test('the task that exceeds the waiting limit is refused with SERVICE_UNAVAILABLE', async () => {
  const queue = createWorkQueue(SIZES);
  const gate = Promise.withResolvers<void>();
  const works = Array.from({ length: 22 }, () => queue.run(patient(), () => gate.promise));
  await assert.rejects(
    queue.run(patient(), () => gate.promise),
    (error) => error instanceof AppError && error.code === 'SERVICE_UNAVAILABLE',
  );
  gate.resolve();
  await Promise.all(works);
  assert.equal(await queue.run(patient(), async () => 'free again'), 'free again');
});

test('a task that is aborted while it waits leaves the queue and never runs', async () => {
  const queue = createWorkQueue(SIZES);
  const gate = Promise.withResolvers<void>();
  const running = [queue.run(patient(), () => gate.promise), queue.run(patient(), () => gate.promise)];
  const abort = new AbortController();
  let isStarted = false;
  const impatient = queue.run({ ownerId: 'impatient', signal: abort.signal }, async () => {
    isStarted = true;
  });
  const next = queue.run(patient(), async () => 'next');
  const reason = new Error('client left');
  abort.abort(reason);
  await assert.rejects(impatient, reason);
  gate.resolve();
  await Promise.all(running);
  assert.equal(await next, 'next');
  assert.equal(isStarted, false);
});

test('one owner has at most half of the slots, and owners take turns', async () => {
  const queue = createWorkQueue({ ...SIZES, runningMax: 4, ownWaitingMax: 10 });
  const started: string[] = [];
  const ends: (() => void)[] = [];
  const begin = (ownerId: string) =>
    queue.run({ ownerId, signal: PATIENT }, async () => {
      started.push(ownerId);
      const { promise, resolve } = Promise.withResolvers<void>();
      ends.push(resolve);
      await promise;
    });
  const works = ['a', 'a', 'a', 'a', 'a'].map(begin);
  await nextTurn();
  assert.deepEqual(started, ['a', 'a']);
  works.push(...['b', 'b', 'b', 'c'].map(begin));
  await nextTurn();
  assert.deepEqual(started, ['a', 'a', 'b', 'b']);
  for (let turn = 0; ends.length > 0; turn += 1) {
    assert.ok(turn < 20, 'it ends');
    ends.shift()?.();
    await nextTurn();
  }
  await Promise.all(works);
  assert.deepEqual(started, ['a', 'a', 'b', 'b', 'a', 'c', 'b', 'a', 'a']);
});

test('the task that exceeds the waiting limit of its owner is refused with RATE_LIMITED, and others are not', async () => {
  const queue = createWorkQueue(SIZES);
  const gate = Promise.withResolvers<void>();
  const own = { ownerId: 'a', signal: PATIENT };
  const works = Array.from({ length: 4 }, () => queue.run(own, () => gate.promise));
  await assert.rejects(
    queue.run(own, () => gate.promise),
    (error) => error instanceof AppError && error.code === 'RATE_LIMITED',
  );
  assert.equal(await queue.run(patient(), async () => 'at once'), 'at once');
  gate.resolve();
  await Promise.all(works);
});
