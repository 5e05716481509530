import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { AppError } from '#platform/errors.ts';
import { createWorkQueue } from './work-queue.ts';

const PATIENT = new AbortController().signal;
const SIZES = { runningMax: 2, waitingMax: 20 };

test('two run, the others wait in their order, and a failure frees its place', async () => {
  const queue = createWorkQueue(SIZES);
  const started: number[] = [];
  const gates = Array.from({ length: 5 }, () => Promise.withResolvers<void>());
  const works = gates.map((gate, index) =>
    queue.run(PATIENT, async () => {
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

test('the twenty-first that waits is told to come back later', async () => {
  const queue = createWorkQueue(SIZES);
  const gate = Promise.withResolvers<void>();
  const works = Array.from({ length: 22 }, () => queue.run(PATIENT, () => gate.promise));
  await assert.rejects(
    queue.run(PATIENT, () => gate.promise),
    (error) => error instanceof AppError && error.code === 'SERVICE_UNAVAILABLE',
  );
  gate.resolve();
  await Promise.all(works);
  assert.equal(await queue.run(PATIENT, async () => 'free again'), 'free again');
});

test('whoever gives up while waiting leaves the queue and is never started', async () => {
  const queue = createWorkQueue(SIZES);
  const gate = Promise.withResolvers<void>();
  const running = [queue.run(PATIENT, () => gate.promise), queue.run(PATIENT, () => gate.promise)];
  const abort = new AbortController();
  let isStarted = false;
  const impatient = queue.run(abort.signal, async () => {
    isStarted = true;
  });
  const next = queue.run(PATIENT, async () => 'next');
  const reason = new Error('client left');
  abort.abort(reason);
  await assert.rejects(impatient, reason);
  gate.resolve();
  await Promise.all(running);
  assert.equal(await next, 'next');
  assert.equal(isStarted, false);
});
