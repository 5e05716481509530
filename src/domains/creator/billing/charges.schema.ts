import { PaymentRef } from '#domains/money/payments/card-payments.schema.ts';
import { PaymentActionRef } from '#domains/money/payments/payments.schema.ts';

/** Fields of a payload that tell of a payment by card. */
export const CHARGE_PAYLOAD = {
  payment: {
    type: PaymentRef,
    description:
      'The payment by card, as the provider says now; FAILED where the card was declined, for `declineReason`. Null where nothing is paid by card now.',
  },
  nextAction: {
    type: PaymentActionRef,
    description:
      'The step that the cardholder has to take, after which `subscriptionChanged` tells how it ended. Null when there is none.',
  },
  clientSecret: {
    type: 'String',
    description:
      "Lets the client take the step of `nextAction` by the provider's SDK: keep it secret and do not store it. Null when nothing waits to be paid.",
  },
} as const;
