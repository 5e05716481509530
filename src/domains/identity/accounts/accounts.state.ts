import type { AccountState } from '#domains/foundation/visibility/visibility.policy.ts';

/** Transition from one account state to another. */
export type AccountStep =
  'deactivateAccount' | 'reactivateAccount' | 'requestAccountDeletion' | 'cancelAccountDeletion' | 'erase';

type Transition = { readonly from: readonly AccountState[]; readonly to: AccountState };

/** Every legal transition. */
export const ACCOUNT_TRANSITIONS: Readonly<Record<AccountStep, Transition>> = {
  deactivateAccount: { from: ['ACTIVE'], to: 'DEACTIVATED' },
  reactivateAccount: { from: ['DEACTIVATED'], to: 'ACTIVE' },
  requestAccountDeletion: { from: ['ACTIVE', 'DEACTIVATED'], to: 'PENDING_DELETION' },
  cancelAccountDeletion: { from: ['PENDING_DELETION'], to: 'ACTIVE' },
  erase: { from: ['PENDING_DELETION'], to: 'DELETED' },
};

/** The state after a transition; the same state when it was already made, null when it is not legal. */
export function stateAfter(step: AccountStep, current: AccountState): AccountState | null {
  const { from, to } = ACCOUNT_TRANSITIONS[step];
  return current === to || from.includes(current) ? to : null;
}
