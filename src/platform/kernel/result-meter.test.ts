import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createResultMeter } from './result-meter.ts';

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('a result of up to 1 000 objects in one turn waits for no other', async () => {
  const meter = createResultMeter(20_000);
  for (let turns = 0; turns < 3; turns += 1) {
    assert.equal(meter.count(999), true);
    assert.equal(meter.hasRoom(), true);
    await turn();
  }
});

test('the fields of a large result continue in later turns, 1 000 objects in each and in their order', async () => {
  const meter = createResultMeter(20_000);
  meter.count(1_000);
  assert.equal(meter.hasRoom(), false);
  const done: number[] = [];
  const fields = Array.from({ length: 45 }, (_, field) =>
    meter.later(() => {
      meter.count(100);
      done.push(field);
      return field;
    }),
  );
  const seen: number[] = [];
  for (let turns = 0; turns < 4; turns += 1) {
    await turn();
    seen.push(done.length);
  }
  assert.deepEqual(seen, [10, 20, 30, 40]);
  assert.deepEqual(await Promise.all(fields), [...Array(45).keys()]);
  assert.deepEqual(done, [...Array(45).keys()]);
});

test('lists that come at once are counted at once, and delivered 1 000 items in each turn', async () => {
  const meter = createResultMeter(2_500);
  const delivered: number[] = [];
  for (let list = 0; list < 5; list += 1) {
    void Promise.resolve(meter.deliver(list, 500)).then(() => delivered.push(list));
  }
  const seen: number[] = [];
  for (let turns = 0; turns < 3; turns += 1) {
    await turn();
    seen.push(delivered.length);
  }
  assert.deepEqual(
    [seen, delivered],
    [
      [4, 5, 5],
      [0, 1, 2, 3, 4],
    ],
  );
  void meter.deliver([5], 1);
  await assert.rejects(meter.exceeded, { code: 'QUERY_TOO_COMPLEX' });
});

test('a field that fails in a later turn rejects', async () => {
  const meter = createResultMeter(20_000);
  meter.count(1_000);
  const failing = meter.later(() => {
    throw new Error('failed');
  });
  await assert.rejects(failing, { message: 'failed' });
});

test('a result with one object too many is over and continues nothing', async () => {
  const meter = createResultMeter(2_500);
  meter.count(2_500);
  let isDone = false;
  void meter.later(() => (isDone = true));
  assert.equal(meter.isOver(), false);
  assert.equal(meter.count(1), false);
  assert.equal(meter.isOver(), true);
  await assert.rejects(meter.exceeded, { code: 'QUERY_TOO_COMPLEX', details: { limit: 2_500 } });
  await turn();
  assert.equal(isDone, false);
});
