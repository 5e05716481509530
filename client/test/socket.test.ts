import assert from 'node:assert/strict';
import { test } from 'node:test';
import { retryDelayMs } from '../src/socket.ts';

test('the reconnection delay doubles up to half a minute, with jitter over its second half', () => {
  const longest = [0, 1, 2, 5, 6, 500].map((retries) => retryDelayMs(retries, 1));
  assert.deepEqual(longest, [500, 1_000, 2_000, 16_000, 30_000, 30_000]);
  const shortest = [0, 6, 500].map((retries) => retryDelayMs(retries, 0));
  assert.deepEqual(shortest, [250, 15_000, 15_000]);
});
