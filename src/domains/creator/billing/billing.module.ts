/**
 * Invoices of subscriptions: what a period costs, the attempts to pay it by card, what earned a creator by it, and what goes back of it.
 * Owns `subscription_invoices`, `subscription_attempts` and `subscription_refunds`; what a paid invoice means is for `subscriptions`.
 * Begin with invoices.service.ts; charging.service.ts is about payments by card, settling.service.ts brings creators coins that were paid.
 */
import { FIRST_ID } from '#platform/db/keyset.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { limit, type LimitsOf } from '#platform/kernel/limits.ts';
import { defineModule } from '#platform/request/module.ts';
import { listExport } from '#platform/request/personal-data.ts';
import { billingJobs } from './billing.jobs.ts';
import type { Invoice } from './billing.types.ts';
import { listExportedInvoices } from './invoices.queries.ts';
import './admin-invoices.schema.ts';
import './invoices.schema.ts';

const billingLimits = {
  subscriptionFeeBps: limit(
    2_000,
    "The platform's share of subscriptions, in hundredths of a percent, at most 10000; of invoices from now on. The fee is the nearest whole number of coins, of two the lower.",
  ),
};

const BOOKS_STAY = 'it accounts for transfers in the books, and the id of an erased account names nobody';

defineModule({
  name: 'billing',
  ids: ['invoice'],
  limits: billingLimits,
  jobs: billingJobs,
  personalData: {
    tables: {
      'public.subscription_invoices': {
        erased: { subscriber_id: BOOKS_STAY, creator_id: BOOKS_STAY },
        exported: ['subscription-invoices'],
      },
    },
    exports: [
      listExport<Invoice>({
        name: 'subscription-invoices',
        description: 'What the periods of your subscriptions cost.',
        list: ({ db }, { userId, after, limit }) =>
          listExportedInvoices(db, { userId, afterId: after?.id ?? FIRST_ID, limit }),
        show: ({ id, subscriptionId, creatorId, periodStart, periodEnd, reason, ...invoice }) => ({
          id: toGlobalId('invoice', id),
          subscriptionId: toGlobalId('subscription', subscriptionId),
          creatorId: toGlobalId('user', creatorId),
          periodStart,
          periodEnd,
          reason,
          amountCoins: invoice.amountCoins,
          amountMinor: invoice.amountMinor,
          currency: invoice.currency,
          paymentId: invoice.paymentId && toGlobalId('payment', invoice.paymentId),
          state: invoice.state,
          refundedCoins: invoice.refundedCoins,
          refundedMinor: invoice.refundedMinor,
          createdAt: invoice.createdAt,
          paidAt: invoice.paidAt,
        }),
      }),
    ],
  },
});

declare module '#platform/kernel/ids.ts' {
  interface IdTypes {
    invoice: true;
  }
}

declare module '#platform/kernel/limits.ts' {
  interface Limits extends LimitsOf<typeof billingLimits> {}
}
