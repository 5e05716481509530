/**
 * Subscriptions of users to tiers of creators: paid by the period, renewed by a job, and told to visibility as an entitlement alone.
 * Owns `subscriptions`, `subscription_invoices`, `subscription_refunds` and `trials_used`.
 * Begin with `subscribeToTier` in subscriptions.service.ts; transitions.service.ts holds the steps that all others take,
 * settling.service.ts brings creators what was paid. The domain `renewals` renews.
 */
import { limit, type LimitsOf } from '#platform/kernel/limits.ts';
import { defineModule } from '#platform/request/module.ts';
import { subscriptionJobs } from './subscriptions.jobs.ts';
import { subscriptionPersonalData } from './subscriptions.personal-data.ts';
import './admin-subscriptions.schema.ts';
import './changes.schema.ts';
import './invoices.schema.ts';
import './subscribing.schema.ts';
import './subscriptions.schema.ts';
import './tier-changes.schema.ts';
import './tier-viewers.schema.ts';

const subscriptionLimits = {
  subscriptionFeeBps: limit(
    2_000,
    "The platform's share of subscriptions, in hundredths of a percent, at most 10000; of invoices from now on. The fee is the nearest whole number of coins, of two the lower.",
  ),
};

defineModule({
  name: 'subscriptions',
  ids: ['subscription', 'invoice'],
  limits: subscriptionLimits,
  permissions: {
    SUBSCRIPTIONS_READ: 'See the subscriptions of users to creators.',
    SUBSCRIPTIONS_MANAGE: 'End subscriptions of users, and refund them.',
  },
  jobs: subscriptionJobs,
  personalData: subscriptionPersonalData,
});

declare module '#platform/kernel/ids.ts' {
  interface IdTypes {
    subscription: true;
    invoice: true;
  }
}

declare module '#platform/kernel/permissions.ts' {
  interface Permissions {
    SUBSCRIPTIONS_READ: true;
    SUBSCRIPTIONS_MANAGE: true;
  }
}

declare module '#platform/kernel/limits.ts' {
  interface Limits extends LimitsOf<typeof subscriptionLimits> {}
}
