import { defineEvent } from '#platform/outbox/events/definition.ts';
import type { PaymentPurpose } from './card-payments.types.ts';

/** The state of a payment has changed; the domain of its purpose acts on it. */
export const paymentChanged = defineEvent<{ paymentId: string; purpose: PaymentPurpose }>('payment.changed');
