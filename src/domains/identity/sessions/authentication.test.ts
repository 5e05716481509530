import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSessionMemory } from '#platform/session-memory.ts';
import { testWorld } from '#test/support/world.ts';
import { createAuthenticator } from './authentication.service.ts';
import type { SessionStanding } from './sessions.types.ts';

const CALLER = { ip: '203.0.113.7', country: null, userAgent: 'a browser' };
const REVOKED = { user: null, problem: 'REVOKED' };

test('the news that a session has ended overtakes the statement that still found it good', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const ben = await world.user('ben');
  const { services } = world.app;
  const { sessionKey } = await services.ports.identity.verify(tokenOf(ada));
  const memory = createSessionMemory<SessionStanding>();
  let hear: (payload: object) => void = () => assert.fail('nobody listens');
  const authenticator = createAuthenticator(
    services,
    {
      ...memory,
      get(key) {
        // A moment later the statement is on its way, and the row that it finds is as it was.
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
