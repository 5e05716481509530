import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { createSessionCache } from '#platform/caches/session-cache.ts';
import { listeningTo } from '#test/support/transport/listening.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { whenBusy } from '#test/support/when-busy.ts';
import { testWorld } from '#test/support/world.ts';
import { createAuthenticator } from './authentication.service.ts';
import type { SessionState } from './sessions.types.ts';

const CALLER = { ip: '203.0.113.7', country: null, userAgent: 'a browser', languages: '' };
const REVOKED = { user: null, problem: 'REVOKED' };

test('an eviction from the session cache wins over a concurrent read of the live session', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const ben = await world.user('ben');
  const { services } = world.app;
  const { sessionKey } = await services.ports.identity.verify(tokenOf(ada));
  const memory = createSessionCache<SessionState>();
  let notify: (payload: object) => void = () => assert.fail('nobody listens');
  const authenticator = createAuthenticator(
    services,
    {
      ...memory,
      get(key) {
        // The read is now in flight, and its row is still live.
        queueMicrotask(() => notify({ sessionKey }));
        return memory.get(key);
      },
    },
    { listen: (_name, listener) => void (notify = listener) },
  );
  t.after(() => authenticator.close());

  assert.deepEqual(await authenticator.authenticate(tokenOf(ada), CALLER), REVOKED);
  assert.equal(memory.get(sessionKey), undefined);
  assert.deepEqual(await authenticator.authenticate(tokenOf(ada), CALLER), REVOKED);
  assert.equal((await authenticator.authenticate(tokenOf(ben), CALLER)).problem, null);
});

test('sessions in use are renewed together, and an end without an event is noticed within seconds', async (t) => {
  const world = await testWorld(t);
  const people = [await world.user('ada'), await world.user('ben'), await world.user('cleo')];
  const { services } = world.app;
  const keys = new Set<string>();
  for (const person of people) {
    const { sessionKey } = await services.ports.identity.verify(tokenOf(person));
    keys.add(sessionKey);
  }
  const read: string[][] = [];
  const authenticator = createAuthenticator(
    {
      ...services,
      db: listeningTo(services.db, ({ parameters }) => {
        const named = keysAmong(parameters);
        // Concurrent requests store the last use.
        if (named.length > 0) read.push(named);
      }),
    },
    createSessionCache<SessionState>(),
    { listen: () => undefined },
  );
  t.after(() => authenticator.close());

  const problemsUntil = async (isDone: () => boolean): Promise<(string | null)[]> => {
    for (;;) {
      const answers = [];
      for (const person of people) answers.push(await authenticator.authenticate(tokenOf(person), CALLER));
      if (isDone() || answers.some(({ problem }) => problem !== null))
        return answers.map(({ problem }) => problem);
      await sleep(100);
    }
  };
  assert.deepEqual(await problemsUntil(() => read.length === people.length + 3), [null, null, null]);
  assert.deepEqual(
    read.map((named) => named.length),
    [1, 1, 1, 3, 3, 3],
  );
  assert.deepEqual(new Set(read.flat()), keys);

  const [, ben] = people;
  assert.ok(ben);
  await sql`update sessions set revoked_at = now() where user_id = ${uuidOf(ben.id)}`.execute(services.db);
  const endedMs = performance.now();
  assert.deepEqual(await problemsUntil(() => false), [null, 'REVOKED', null]);
  assert.ok(performance.now() - endedMs < whenBusy(4_000, 1));
});

const keysAmong = (parameters: readonly unknown[]): string[] =>
  parameters.flatMap((value) => (Array.isArray(value) ? value.map(String) : []));

const tokenOf = ({ token }: { token: string | null }): string => token ?? assert.fail('not signed in');
