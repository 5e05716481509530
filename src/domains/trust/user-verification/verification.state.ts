import type { VerificationState } from './verification.types.ts';

export type VerificationStep = 'answer' | 'approve' | 'ask' | 'claim' | 'reject' | 'withdraw';

type Transition = { readonly from: readonly VerificationState[]; readonly to: VerificationState };

/** Legal transitions; every other one is refused. */
const TRANSITIONS: Readonly<Record<VerificationStep, Transition>> = {
  claim: { from: ['REQUESTED'], to: 'IN_REVIEW' },
  ask: { from: ['IN_REVIEW'], to: 'MORE_INFO' },
  answer: { from: ['MORE_INFO'], to: 'IN_REVIEW' },
  approve: { from: ['IN_REVIEW'], to: 'APPROVED' },
  // Users who are asked may never answer.
  reject: { from: ['IN_REVIEW', 'MORE_INFO'], to: 'REJECTED' },
  withdraw: { from: ['REQUESTED', 'IN_REVIEW', 'MORE_INFO'], to: 'WITHDRAWN' },
};

export const statesBefore = (step: VerificationStep): readonly VerificationState[] => TRANSITIONS[step].from;

/** @returns the state after the step, or null when the state does not allow it */
export function stateAfter(step: VerificationStep, state: VerificationState): VerificationState | null {
  const { from, to } = TRANSITIONS[step];
  return from.includes(state) ? to : null;
}
