import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSessionCache } from '#platform/kernel/session-cache.ts';
import { testWorld } from '#test/support/world.ts';
import { createAuthenticator } from './authentication.service.ts';
import type { SessionState } from './sessions.types.ts';

const CALLER = { ip: '203.0.113.7', country: null, userAgent: 'a browser' };
const REVOKED = { user: null, problem: 'REVOKED' };

test('an eviction from the session cache wins over a concurrent read of the live session', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const ben = await world.user('ben');
  const { services } = world.app;
  const { sessionKey } = await services.ports.identity.verify(tokenOf(ada));
  const memory = createSessionCache<SessionState>();
  let hear: (payload: object) => void = () => assert.fail('nobody listens');
  const authenticator = createAuthenticator(
    services,
    {
      ...memory,
      get(key) {
        // The read is now in flight, and its row is still live.
        queueMicrotask(() => hear({ sessionKey }));
        return memory.get(key);
      },
    },
    { listen: (_name, listener) => void (hear = listener) },
  );

  assert.deepEqual(await authenticator.authenticate(tokenOf(ada), CALLER), REVOKED);
  assert.equal(memory.get(sessionKey), undefined);
  assert.deepEqual(await authenticator.authenticate(tokenOf(ada), CALLER), REVOKED);
  assert.equal((await authenticator.authenticate(tokenOf(ben), CALLER)).problem, null);
});

const tokenOf = ({ token }: { token: string | null }): string => token ?? assert.fail('not signed in');
