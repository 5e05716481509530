import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keysOf, pauseMsAfter } from './card-pauses.policy.ts';

test('two declines are free, then pauses double from a minute to a day', () => {
  const minutes = Array.from({ length: 16 }, (_, declines) => pauseMsAfter(declines) / 60_000);
  assert.deepEqual(minutes, [0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1_024, 1_440, 1_440]);
});

test('what is not known of a trial counts for nothing, and nothing that is known can be read from a key', () => {
  assert.equal(keysOf({ userId: 'ada', sessionId: null, fingerprint: null }).length, 1);
  const keys = keysOf({ userId: 'ada', sessionId: 'phone', fingerprint: 'card4242' });
  assert.equal(new Set(keys).size, 3);
  assert.doesNotMatch(keys.join(' '), /ada|phone|4242/);
});
