import type { SubscriptionState } from './subscriptions.types.ts';

/** Steps of a subscription: `trial` begins without a payment, `fail` notes that a period is due and not paid. */
export type SubscriptionStep = 'pay' | 'trial' | 'fail' | 'end';

/** Legal transitions; every other one is refused. */
const TRANSITIONS: Readonly<
  Record<SubscriptionStep, { from: readonly SubscriptionState[]; to: SubscriptionState }>
> = {
  pay: { from: ['INCOMPLETE', 'TRIALING', 'ACTIVE', 'PAST_DUE'], to: 'ACTIVE' },
  trial: { from: ['INCOMPLETE'], to: 'TRIALING' },
  fail: { from: ['TRIALING', 'ACTIVE', 'PAST_DUE'], to: 'PAST_DUE' },
  end: { from: ['INCOMPLETE', 'TRIALING', 'ACTIVE', 'PAST_DUE'], to: 'ENDED' },
};

/** @returns the state after the step, or null when the state does not allow it */
export function stateAfter(step: SubscriptionStep, state: SubscriptionState): SubscriptionState | null {
  const { from, to } = TRANSITIONS[step];
  return from.includes(state) ? to : null;
}
