import type { TierState } from './tiers.types.ts';

type TierStep = 'show' | 'hide' | 'archive';

/** Legal transitions; every other one is refused. A draft is shown to nobody already. */
const TRANSITIONS: Readonly<Record<TierState, Readonly<Partial<Record<TierStep, TierState>>>>> = {
  DRAFT: { show: 'ACTIVE', hide: 'DRAFT', archive: 'ARCHIVED' },
  ACTIVE: { show: 'ACTIVE', hide: 'HIDDEN', archive: 'ARCHIVED' },
  HIDDEN: { show: 'ACTIVE', hide: 'HIDDEN', archive: 'ARCHIVED' },
  ARCHIVED: { archive: 'ARCHIVED' },
};

/** @returns the state after the step, or null when the state does not allow it */
export const stateAfter = (step: TierStep, state: TierState): TierState | null =>
  TRANSITIONS[state][step] ?? null;
