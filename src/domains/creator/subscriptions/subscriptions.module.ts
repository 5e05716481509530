/**
 * Subscriptions of users to tiers of creators: paid by the period, renewed by a job, and told to visibility as an entitlement alone.
 * Owns `subscriptions` and `trials_used`; what a period costs is of `billing`.
 * Begin with `subscribeToTier` in subscriptions.service.ts; transitions.service.ts holds the steps that all others take, and
 * card-payments.service.ts what a payment by card makes of a subscription. The domain `renewals` renews.
 */
import { defineModule } from '#platform/request/module.ts';
import { subscriptionJobs } from './subscriptions.jobs.ts';
import { subscriptionPersonalData } from './subscriptions.personal-data.ts';
import './admin-subscriptions.schema.ts';
import './changes.schema.ts';
import './subscribing.schema.ts';
import './subscriptions.schema.ts';
import './tier-changes.schema.ts';
import './tier-viewers.schema.ts';

defineModule({
  name: 'subscriptions',
  ids: ['subscription'],
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
  }
}

declare module '#platform/kernel/permissions.ts' {
  interface Permissions {
    SUBSCRIPTIONS_READ: true;
    SUBSCRIPTIONS_MANAGE: true;
  }
}
