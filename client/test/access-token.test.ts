import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTokens } from '../src/access-token.ts';
import { createServerClock, type ServerClock } from '../src/server-clock.ts';

const NOW_MS = Date.UTC(2026, 10, 20, 12);
const CLOCK = { nowMs: () => NOW_MS };

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
  const { current: source } = createTokens(
    {
      getToken: () => reads.shift() ?? 'stored',
      refreshToken: () => {
        exchanges += 1;
        return Promise.resolve('stored');
      },
    },
    CLOCK,
  );
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
  const { current: source } = createTokens(
    {
      getToken: () => token,
      refreshToken: () => Promise.reject(new Error('The network is unavailable.')),
    },
    CLOCK,
  );
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

test('a device whose clock is wrong refreshes by the time that the answers of the server tell', async () => {
  for (const wrongByMs of [-30 * 60_000, 30 * 60_000]) {
    const clock = createServerClock(() => NOW_MS + wrongByMs);
    clock.hear(new Date(NOW_MS).toUTCString());
    // An answer through a proxy that omits the header changes nothing.
    clock.hear(null);
    const lasting = sourceOf(tokenExpiringInMs(61_000), clock);
    await lasting.source();
    const ending = sourceOf(tokenExpiringInMs(59_000), clock);
    await ending.source();
    assert.deepEqual([lasting.exchanges.count, ending.exchanges.count], [0, 1]);
  }
});

test('a refused token is exchanged once for all whose operations it refused, and not after another tab has done so', async () => {
  const refused = tokenExpiringInMs(600_000);
  const { tokens, exchanges } = sourceOf(refused);
  assert.deepEqual(await Promise.all([tokens.replace(refused), tokens.replace(refused)]), ['fresh', 'fresh']);
  assert.equal(await tokens.replace('the one before'), refused);
  assert.equal(exchanges.count, 1);
});

test('a session that cannot be continued is reported with its last token', async () => {
  const ended: string[] = [];
  const tokens = createTokens(
    { getToken: () => 'last', refreshToken: () => Promise.resolve(null) },
    CLOCK,
    (reason, token) => ended.push(`${reason} ${token}`),
  );
  assert.equal(await tokens.replace('last'), null);
  assert.deepEqual(ended, ['EXPIRED last']);
});

function sourceOf(token: string | null, clock: Pick<ServerClock, 'nowMs'> = CLOCK) {
  const exchanges = { count: 0 };
  const tokens = createTokens(
    {
      getToken: () => token,
      refreshToken: () => {
        exchanges.count += 1;
        return Promise.resolve('fresh');
      },
    },
    clock,
  );
  return { tokens, source: tokens.current, exchanges };
}

function tokenExpiringInMs(durationMs: number): string {
  // The name makes the encoding contain the characters in which base64url differs from base64.
  const claims = JSON.stringify({ exp: (NOW_MS + durationMs) / 1_000, name: 'ÿþ?>~' });
  return `header.${encode(claims)}.signature`;
}

function encode(text: string): string {
  return Buffer.from(text).toString('base64url');
}
