import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ProviderSetupState } from '#ports/payments.ts';
import { isReplaceable, nextPaymentLookAt, OPEN_STATES, stateOf } from './card-payments.policy.ts';
import type { PaymentState } from './card-payments.types.ts';

const createdAt = new Date('2026-11-24T12:00:00Z');
const after = (seconds: number): Date => new Date(createdAt.getTime() + seconds * 1_000);

test('open states follow each other in any order, any end replaces them, and only money that moved replaces an end', () => {
  const ends: readonly PaymentState[] = ['CANCELED', 'EXPIRED', 'SUCCEEDED'];
  const states: readonly PaymentState[] = [...OPEN_STATES, ...ends];
  const replaceable = (state: PaymentState) => states.filter((next) => isReplaceable(state, next));
  for (const open of OPEN_STATES) assert.deepEqual(replaceable(open), states);
  assert.deepEqual(replaceable('CANCELED'), ['SUCCEEDED']);
  assert.deepEqual(replaceable('EXPIRED'), ['SUCCEEDED']);
  assert.deepEqual(replaceable('SUCCEEDED'), []);
});

test('each state of the provider has one of ours, which depends on a declined card and on the hour', () => {
  const shown = (state: ProviderSetupState, declineReason: 'DECLINED' | null = null, seconds = 0) =>
    stateOf({ createdAt }, { state, declineReason }, after(seconds));
  assert.deepEqual(
    [shown('PENDING'), shown('PENDING', 'DECLINED'), shown('REQUIRES_ACTION'), shown('PROCESSING')],
    ['CREATED', 'FAILED', 'REQUIRES_ACTION', 'PROCESSING'],
  );
  assert.deepEqual(
    [shown('CANCELED', null, 3_599), shown('CANCELED', null, 3_600), shown('SUCCEEDED', null, 9_999)],
    ['CANCELED', 'EXPIRED', 'SUCCEEDED'],
  );
});

test('the provider is asked after 5 seconds, 30 seconds, 5 minutes and an hour, and then each hour', () => {
  const next = (seconds: number) =>
    (nextPaymentLookAt({ createdAt }, after(seconds)).getTime() - createdAt.getTime()) / 1_000;
  assert.deepEqual(
    [0, 4, 5, 30, 299, 300, 3_600, 5_000].map(next),
    [5, 5, 30, 300, 300, 3_600, 7_200, 8_600],
  );
});
