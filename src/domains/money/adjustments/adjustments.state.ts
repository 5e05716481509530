import type { AdjustmentState } from './adjustments.types.ts';

export type AdjustmentStep = 'approve' | 'reject';

/** Legal transitions; every other one is refused. */
const TRANSITIONS: Readonly<Record<AdjustmentStep, { from: AdjustmentState; to: AdjustmentState }>> = {
  approve: { from: 'PENDING', to: 'POSTED' },
  reject: { from: 'PENDING', to: 'REJECTED' },
};

/** @returns the state after the step, or null when the state does not allow it */
export function stateAfter(step: AdjustmentStep, state: AdjustmentState): AdjustmentState | null {
  const { from, to } = TRANSITIONS[step];
  return state === from ? to : null;
}
