import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { test } from 'node:test';
import { changedFrom } from '../../scripts/testing/changed.ts';
import { batchesOf, workThrough } from '../../scripts/testing/schedule.ts';

const TESTS = globSync(['src/**/*.test.ts', 'test/**/*.test.ts', 'client/test/**/*.test.ts']);
const GATES = TESTS.filter((file) => file.startsWith('test/gates/'));
const withoutGates = (files: readonly string[]) => files.filter((file) => !GATES.includes(file)).toSorted();

test('a change of a leaf is tested by its folder, by who imports it and by the gates', () => {
  const chosen = changedFrom(TESTS, ['src/domains/content/saved/saved.schema.ts']);
  assert.deepEqual(
    GATES.filter((file) => !chosen.includes(file)),
    [],
  );
  assert.deepEqual(
    withoutGates(chosen),
    TESTS.filter((file) => file.startsWith('src/domains/content/saved/')).toSorted(),
  );
});

test('a page of text is tested by the gates alone, and a changed test by itself', () => {
  assert.deepEqual(withoutGates(changedFrom(TESTS, ['README.md'])), []);
  const own = 'test/start/config.test.ts';
  assert.deepEqual(withoutGates(changedFrom(TESTS, [own])), [own]);
});

test('a page of the panel, and what it takes of the client, is tested in the panel', () => {
  for (const file of ['packages/admin-panel/src/pages/dashboard.tsx', 'client/src/server-clock.ts']) {
    const chosen = changedFrom(TESTS, [file]);
    assert.ok(chosen.includes('test/pages/admin-panel.test.ts'), file);
    assert.ok(!chosen.some((each) => each.startsWith('src/domains/')), file);
  }
});

test('what everything stands on is tested by everything', () => {
  for (const file of ['src/platform/kernel/errors.ts', 'migrations/1_new.sql', 'test/support/world.ts']) {
    const chosen = new Set(changedFrom(TESTS, [file]));
    const missing = TESTS.filter((each) => !chosen.has(each));
    assert.ok(missing.length < TESTS.length / 3, `${file}: ${missing.join(' ')}`);
  }
});

test('a function of the database is tested where it is called', () => {
  const chosen = changedFrom(TESTS, ['db/functions/creator/add_tap.sql']);
  assert.ok(chosen.some((file) => file.startsWith('src/domains/creator/tips/')));
  assert.ok(!chosen.some((file) => file.startsWith('src/domains/content/saved/')));
});

test('long files start first in processes of their own, and short neighbours share one', async () => {
  const durations = new Map([
    ['a', 24],
    ['b', 24],
    ['c', 100],
    ['d', 24],
    ['e', 50],
    ['g', 24],
  ]);
  const batches = batchesOf(['e', 'd', 'c', 'b', 'g', 'a', 'f'], durations);
  assert.deepEqual(
    batches.map(({ files }) => files),
    [['c'], ['a', 'b', 'd', 'f'], ['e'], ['g']],
  );
  let running = 0;
  let longRunning = 0;
  let mostLong = 0;
  const worked: string[] = [];
  await workThrough(batches, { workers: 3, longWorkers: 1 }, async ({ files, isLong }) => {
    running += 1;
    if (isLong) longRunning += 1;
    mostLong = Math.max(mostLong, longRunning);
    worked.push(...files);
    await new Promise((resolve) => setImmediate(resolve));
    running -= 1;
    if (isLong) longRunning -= 1;
  });
  assert.deepEqual([worked.toSorted().join(''), running, mostLong], ['abcdefg', 0, 1]);
});

test('files with media of calls occupy two workers and come first, while another one works', async () => {
  const media = ['test/calls-in-browsers/a.test.ts', 'test/pages/web-app/calls.test.ts'];
  const batches = batchesOf(
    [...media, 'b', 'c', 'd'],
    new Map([
      ['b', 200],
      ['c', 90],
      ['d', 90],
    ]),
  );
  const begun: string[][] = [];
  const running = new Map<string, () => void>();
  const all = workThrough(batches, { workers: 3, longWorkers: 2 }, ({ files: [file = ''] }) => {
    const work = Promise.withResolvers<void>();
    running.set(file, work.resolve);
    begun.push([...running.keys()].toSorted());
    return work.promise;
  });
  for (const file of [...media, 'c', 'd', 'b']) {
    await new Promise((resolve) => setImmediate(resolve));
    running.get(file)?.();
    running.delete(file);
  }
  await all;
  assert.deepEqual(begun, [[media[0]], ['b', media[0]], ['b', media[1]], ['b', 'c'], ['b', 'd']]);
});
