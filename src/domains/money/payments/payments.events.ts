import { defineEvent } from '#platform/outbox/events/definition.ts';
import type { PaymentPurpose, PaymentState } from './card-payments.types.ts';

/** The state of a payment has changed, or its refunds and disputes; the domain of its purpose acts on it. */
export const paymentChanged = defineEvent<{
  paymentId: string;
  userId: string;
  purpose: PaymentPurpose;
  state: PaymentState;
}>('payment.changed');

/** A saved card can be used until the end of this month: told once for each expiry. */
export const paymentMethodExpiring = defineEvent<{ userId: string; methodId: string }>(
  'paymentMethod.expiring',
);
