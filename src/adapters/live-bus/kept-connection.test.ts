import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { pino } from 'pino';
import { keepConnection, type OpenConnection } from './kept-connection.ts';

const HEARTBEAT_MS = 1;

test('a connection that stands for long is checked again and again, and the checks leave nothing behind', async () => {
  const line = standingLine();
  const kept = keepLines(() => line.connection);
  await eventually(() => line.checks >= 30);
  assert.equal(kept.client(), 'first');
  // Each of these is kept in memory until the connection ends.
  assert.equal(line.waits, 1);
  await kept.close();
  assert.deepEqual([line.isClosed, line.isDiscarded], [true, true]);
  const { checks } = line;
  await delay(20);
  assert.equal(line.checks, checks);
});

test('a connection that ends, and one that no longer answers, are let go and made again', async () => {
  const ending = standingLine();
  const silent = standingLine('second');
  const last = standingLine('third');
  const lines = [ending, silent, last];
  const kept = keepLines(() => (lines.shift() ?? assert.fail('too many connections')).connection);
  await eventually(() => kept.client() === 'first');
  ending.end(new Error('gone'));
  await eventually(() => kept.client() === 'second');
  const { checks } = ending;
  silent.answers = false;
  await eventually(() => kept.client() === 'third');
  assert.deepEqual(
    [ending, silent, last].map(({ isClosed, isDiscarded }) => [isClosed, isDiscarded]),
    [
      [false, true],
      [false, true],
      [false, false],
    ],
  );
  assert.equal(ending.checks, checks);
  await kept.close();
});

function keepLines(next: () => OpenConnection<string>) {
  return keepConnection({
    name: 'a line',
    log: pino({ enabled: false }),
    open: async () => next(),
    heartbeatMs: HEARTBEAT_MS,
  });
}

/** A connection to nowhere that counts what is done with it. */
function standingLine(client = 'first') {
  const { promise: ended, reject: end } = Promise.withResolvers<never>();
  ended.catch(() => undefined);
  const line = { checks: 0, waits: 0, answers: true, isClosed: false, isDiscarded: false, end };
  const waitFor = ended.then.bind(ended);
  ended.then = (...follow) => {
    line.waits += 1;
    return waitFor(...follow);
  };
  const connection: OpenConnection<string> = {
    client,
    ended,
    check: async () => {
      line.checks += 1;
      if (!line.answers) throw new Error('silent');
    },
    close: async () => void (line.isClosed = true),
    discard: () => void (line.isDiscarded = true),
  };
  return Object.assign(line, { connection });
}

async function eventually(isSo: () => boolean): Promise<void> {
  for (let attempt = 0; !isSo(); attempt += 1) {
    if (attempt === 200) assert.fail('it did not come so far');
    await delay(10);
  }
}
