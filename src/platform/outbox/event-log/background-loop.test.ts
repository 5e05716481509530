import assert from 'node:assert/strict';
import { AsyncLocalStorage } from 'node:async_hooks';
import test from 'node:test';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { silent, until } from '#test/support/processes.ts';
import { startBackgroundLoop } from './background-loop.ts';
import type { BackgroundLoop } from './background-loop.ts';

const NEVER_MS = 2 ** 30;

function start(t: TestContext, work: (signal: AbortSignal) => Promise<void>, log = silent): BackgroundLoop {
  const repeater = startBackgroundLoop({ name: 'the work', work, pollMs: NEVER_MS, log });
  t.after(() => repeater.close());
  return repeater;
}

test('requests during a run make one more run, and two runs never overlap', async (t) => {
  let runs = 0;
  let underWay = 0;
  const repeater = start(t, async () => {
    underWay += 1;
    assert.equal(underWay, 1);
    runs += 1;
    await sleep(20);
    underWay -= 1;
  });
  repeater.request();
  await sleep(5);
  for (let request = 0; request < 10; request++) repeater.request();
  await sleep(100);
  assert.equal(runs, 2);
});

test('a request at any moment of the end of a run is not lost', async (t) => {
  for (let turns = 0; turns < 20; turns++) {
    let runs = 0;
    const repeater = start(t, async () => {
      runs += 1;
      if (runs > 1) return;
      let left = turns;
      const askLater = (): void => {
        if (left === 0) return repeater.request();
        left -= 1;
        queueMicrotask(askLater);
      };
      askLater();
    });
    repeater.request();
    await sleep(2);
    assert.equal(runs, 2, `asked ${turns} microtasks after the beginning`);
  }
});

test('requests gather after a run, and neither a waiter nor the end waits for more of them', async () => {
  let runs = 0;
  const work = async () => void (runs += 1);
  const repeater = startBackgroundLoop({
    name: 'the work',
    work,
    pollMs: NEVER_MS,
    gatherMs: () => NEVER_MS,
    log: silent,
  });
  repeater.request();
  repeater.request();
  await sleep(20);
  repeater.request();
  assert.equal(runs, 1);
  await repeater.requestAndWait();
  assert.equal(runs, 2);
  repeater.request();
  await repeater.close();
  assert.equal(runs, 2);
});

test('`requestAndWait` settles like a run that began after the call', async (t) => {
  let runs = 0;
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  const repeater = start(t, async () => {
    runs += 1;
    if (runs === 1) await gate;
    if (runs === 2) throw new Error('the second fails');
  });
  repeater.request();
  const waiting = repeater.requestAndWait();
  assert.equal(runs, 1);
  open();
  await assert.rejects(waiting, /the second fails/);
  await repeater.requestAndWait();
  assert.equal(runs, 3);
});

test('a failing loop retries with backoff and logs one line for its failure and one for its recovery', async (t) => {
  const lines: string[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(line) });
  const attemptsMs: number[] = [];
  const repeater = start(
    t,
    async () => {
      attemptsMs.push(performance.now());
      if (attemptsMs.length < 5) throw new Error('away');
    },
    log,
  );
  repeater.request();
  await until(() => {
    // Would be a hot loop if a request cut the backoff short.
    repeater.request();
    return attemptsMs.length >= 5;
  }, 'five attempts');
  const pausesMs = attemptsMs.slice(1, 5).map((atMs, index) => atMs - (attemptsMs[index] ?? 0));
  for (const [index, pauseMs] of pausesMs.entries())
    assert.ok(pauseMs >= 50 * 2 ** index - 2, String(pausesMs));
  await sleep(5);
  assert.deepEqual(
    lines.map((line) => [JSON.parse(line).msg, JSON.parse(line).err?.message]),
    [
      ['the work failed and is retried', 'away'],
      ['the work recovered', undefined],
    ],
  );
});

test('`close` waits for the run in flight, ends a backoff immediately, and nothing runs afterwards', async (t) => {
  let runs = 0;
  let isFinished = false;
  const repeater = start(t, async (signal) => {
    runs += 1;
    await sleep(30);
    assert.equal(signal.aborted, true);
    isFinished = true;
    throw new Error('so a pause would follow');
  });
  repeater.request();
  const waiting = assert.rejects(repeater.requestAndWait(), /the work is closed/);
  await repeater.close();
  assert.equal(isFinished, true);
  repeater.request();
  await waiting;
  await assert.rejects(repeater.requestAndWait(), /the work is closed/);
  assert.equal(runs, 1);
});

test('the work of a loop does not belong to the operation that requested it', async (t) => {
  const operation = new AsyncLocalStorage<string>();
  const seen: (string | undefined)[] = [];
  const repeater = start(t, async () => {
    seen.push(operation.getStore());
    await sleep(1);
    seen.push(operation.getStore());
  });
  await operation.run('createPost', () => repeater.requestAndWait());
  assert.deepEqual(seen, [undefined, undefined]);
});

test('a loop runs by its poll interval without a request', async (t) => {
  let runs = 0;
  const work = async (): Promise<void> => void (runs += 1);
  const repeater = startBackgroundLoop({ name: 'the work', work, pollMs: 10, log: silent });
  t.after(() => repeater.close());
  await until(() => runs >= 3, 'three runs');
});
