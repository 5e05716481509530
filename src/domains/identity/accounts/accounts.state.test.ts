import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AccountState } from '#domains/foundation/visibility/visibility.policy.ts';
import { ACCOUNT_TRANSITIONS, type AccountStep, stateAfter } from './accounts.state.ts';
import { EXPORT_TRANSITIONS } from './exports.state.ts';

const STATES: readonly AccountState[] = ['ACTIVE', 'DEACTIVATED', 'PENDING_DELETION', 'DELETED'];

/** Written by hand: the result of each transition from each state, in the order of `STATES`; null where it is not legal. */
const EXPECTED: Readonly<Record<AccountStep, readonly (AccountState | null)[]>> = {
  deactivateAccount: ['DEACTIVATED', 'DEACTIVATED', null, null],
  reactivateAccount: ['ACTIVE', 'ACTIVE', null, null],
  requestAccountDeletion: ['PENDING_DELETION', 'PENDING_DELETION', 'PENDING_DELETION', null],
  cancelAccountDeletion: ['ACTIVE', null, 'ACTIVE', null],
  erase: [null, null, 'DELETED', 'DELETED'],
};

test('account transitions are legal from the listed states only', () => {
  assert.deepEqual(Object.keys(ACCOUNT_TRANSITIONS), Object.keys(EXPECTED));
  for (const [step, expected] of Object.entries(EXPECTED) as [AccountStep, (AccountState | null)[]][]) {
    assert.deepEqual(
      STATES.map((state) => stateAfter(step, state)),
      expected,
      step,
    );
  }
});

test('DELETED is final, and every other state can be left', () => {
  const left = new Set(Object.values(ACCOUNT_TRANSITIONS).flatMap(({ from }) => from));
  assert.deepEqual([...left].toSorted(), ['ACTIVE', 'DEACTIVATED', 'PENDING_DELETION']);
});

test('an export becomes READY or FAILED, and a READY one expires', () => {
  assert.deepEqual(EXPORT_TRANSITIONS, { READY: 'PENDING', FAILED: 'PENDING', EXPIRED: 'READY' });
});
