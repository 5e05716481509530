import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { AppError } from '#platform/errors.ts';
import { inImageQueue } from './image-queue.ts';

const PATIENT = new AbortController().signal;

test('two run, the others wait in their order, and a failure frees its place', async () => {
  const started: number[] = [];
  const gates = Array.from({ length: 5 }, () => Promise.withResolvers<void>());
  const works = gates.map((gate, index) =>
    inImageQueue(PATIENT, async () => {
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
  const gate = Promise.withResolvers<void>();
  const works = Array.from({ length: 22 }, () => inImageQueue(PATIENT, () => gate.promise));
  await assert.rejects(
    inImageQueue(PATIENT, () => gate.promise),
    (error) => error instanceof AppError && error.code === 'SERVICE_UNAVAILABLE',
  );
  gate.resolve();
  await Promise.all(works);
  assert.equal(await inImageQueue(PATIENT, async () => 'free again'), 'free again');
});

test('whoever gives up while waiting leaves the queue and is never started', async () => {
  const gate = Promise.withResolvers<void>();
  const running = [inImageQueue(PATIENT, () => gate.promise), inImageQueue(PATIENT, () => gate.promise)];
  const abort = new AbortController();
  let isStarted = false;
  const impatient = inImageQueue(abort.signal, async () => {
    isStarted = true;
  });
  const next = inImageQueue(PATIENT, async () => 'next');
  const reason = new Error('client left');
  abort.abort(reason);
  await assert.rejects(impatient, reason);
  gate.resolve();
  await Promise.all(running);
  assert.equal(await next, 'next');
  assert.equal(isStarted, false);
});
