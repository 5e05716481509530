import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTokenSource } from '../src/access-token.ts';

const NOW_MS = Date.UTC(2026, 10, 20, 12);

test('a token that is valid for more than a minute is used unchanged', async () => {
  const token = tokenExpiringInMs(60_001);
  const { source, exchanges } = sourceOf(token);
  assert.equal(await source(), token);
  assert.equal(exchanges.count, 0);
});

test('a token in its last minute is exchanged once for all waiting requests', async () => {
  const { source, exchanges } = sourceOf(tokenExpiringInMs(60_000));
  assert.deepEqual(await Promise.all([source(), source(), source()]), ['fresh', 'fresh', 'fresh']);
  assert.equal(exchanges.count, 1);
});

test('a request that has read the old token before an exchange, and goes on after it, does not exchange again', async () => {
  const old = tokenExpiringInMs(-1);
  const slow = Promise.withResolvers<string>();
  const reads = [Promise.resolve(old), slow.promise, Promise.resolve(old)];
  let exchanges = 0;
  const source = createTokenSource({
    getToken: () => reads.shift() ?? 'stored',
    refreshToken: () => {
      exchanges += 1;
      return Promise.resolve('stored');
    },
    nowMs: () => NOW_MS,
  });
  const [first, second] = [source(), source()];
  assert.equal(await first, 'stored');
  slow.resolve(old);
  assert.equal(await second, 'stored');
  assert.equal(exchanges, 1);
});

test('each later request exchanges again while the application keeps an old token', async () => {
  const { source, exchanges } = sourceOf(tokenExpiringInMs(-1));
  await source();
  await source();
  assert.equal(exchanges.count, 2);
});

test('a failed exchange keeps the old token, so that the server reports the problem', async () => {
  const token = tokenExpiringInMs(-1);
  const source = createTokenSource({
    getToken: () => token,
    refreshToken: () => Promise.reject(new Error('The network is unavailable.')),
    nowMs: () => NOW_MS,
  });
  assert.equal(await source(), token);
});

test('without a signed-in user there is no token and no exchange', async () => {
  for (const none of [null, '']) {
    const { source, exchanges } = sourceOf(none);
    assert.equal(await source(), null);
    assert.equal(exchanges.count, 0);
  }
});

test('a token without an expiry is never exchanged', async () => {
  for (const opaque of ['opaque', 'a.b.c', `x.${encode('null')}.y`, `x.${encode('{"exp":"soon"}')}.y`]) {
    const { source, exchanges } = sourceOf(opaque);
    assert.equal(await source(), opaque);
    assert.equal(exchanges.count, 0);
  }
});

function sourceOf(token: string | null) {
  const exchanges = { count: 0 };
  const source = createTokenSource({
    getToken: () => token,
    refreshToken: () => {
      exchanges.count += 1;
      return Promise.resolve('fresh');
    },
    nowMs: () => NOW_MS,
  });
  return { source, exchanges };
}

function tokenExpiringInMs(durationMs: number): string {
  // The name makes the encoding contain the characters in which base64url differs from base64.
  const claims = JSON.stringify({ exp: (NOW_MS + durationMs) / 1_000, name: 'ÿþ?>~' });
  return `header.${encode(claims)}.signature`;
}

function encode(text: string): string {
  return Buffer.from(text).toString('base64url');
}
