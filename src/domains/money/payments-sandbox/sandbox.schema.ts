import { mutationField } from '#platform/graphql/mutation.ts';
import { PaymentRef } from '../payments/card-payments.schema.ts';
import { PaymentActionRef, PaymentSetupRef } from '../payments/payments.schema.ts';
import { completeSandboxChallenge } from './sandbox.service.ts';

mutationField('completeSandboxChallenge', {
  description:
    'Stands in for the page of a bank where no card is real: the cardholder proves who they are, or fails to.',
  refusals:
    'INVALID_STATE outside of the sandbox, and unless the setup or the payment REQUIRES_ACTION; VALIDATION_FAILED unless one of them is named.',
  access: 'user',
  restriction: null,
  budget: { points: 30, windowSeconds: 60, per: 'user' },
  input: (t) => ({
    setupId: t.idOf('paymentsetup', { description: 'The setup.' }),
    paymentId: t.idOf('payment', { description: 'The payment.' }),
    isPassed: t.boolean({ required: true, description: 'Whether the cardholder proves who they are.' }),
  }),
  payload: {
    setup: { type: PaymentSetupRef, description: 'The setup, as the provider says now. Null for a payment.' },
    payment: { type: PaymentRef, description: 'The payment, as the provider says now. Null for a setup.' },
    nextAction: {
      type: PaymentActionRef,
      description: 'The step that the cardholder has to take. Null when there is none.',
    },
  },
  resolve: (ctx, input) => completeSandboxChallenge(ctx, input),
});
