import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stateAfter } from './subscriptions.state.ts';

const STATES = ['INCOMPLETE', 'TRIALING', 'ACTIVE', 'PAST_DUE', 'ENDED'] as const;

test('a subscription takes its legal steps, and none once it has ended', () => {
  const after = (step: Parameters<typeof stateAfter>[0]) => STATES.map((state) => stateAfter(step, state));
  assert.deepEqual(after('pay'), ['ACTIVE', 'ACTIVE', 'ACTIVE', 'ACTIVE', null]);
  assert.deepEqual(after('trial'), ['TRIALING', null, null, null, null]);
  assert.deepEqual(after('fail'), [null, 'PAST_DUE', 'PAST_DUE', 'PAST_DUE', null]);
  assert.deepEqual(after('end'), ['ENDED', 'ENDED', 'ENDED', 'ENDED', null]);
});
