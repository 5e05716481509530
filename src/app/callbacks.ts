import type { Callback } from '#api/ops/ops.ts';
import { receiveCallback } from '#domains/money/provider-facts/facts.service.ts';
import type { Services } from '#platform/outbox/services.ts';
import { CallServerError } from '#ports/call-server.ts';
import { PaymentsError } from '#ports/payments.ts';

/** Call-backs of the vendors that are configured to make some. */
export function callbacksOf(services: Services): readonly Callback[] {
  const { payments, callServer } = services.ports;
  return [
    ...(payments.callbacks === null ? [] : [stripeCallback(services)]),
    ...(callServer.callbacks === null ? [] : [callServerCallback(services)]),
  ];
}

function stripeCallback(services: Services): Callback {
  return {
    path: '/callbacks/stripe',
    async receive(rawBody, headers) {
      const { 'stripe-signature': signature } = headers;
      if (typeof signature !== 'string') return false;
      try {
        await receiveCallback(services, { rawBody, signature });
        return true;
      } catch (error) {
        if (error instanceof PaymentsError && error.code === 'CALLBACK_INVALID') return false;
        throw error;
      }
    },
  };
}

/** Events reach the listener of `onLook`. */
function callServerCallback({ ports: { callServer } }: Services): Callback {
  return {
    path: `/callbacks/${callServer.provider}`,
    async receive(rawBody, { authorization }) {
      try {
        await callServer.callbacks?.read({ rawBody, authorization });
        return true;
      } catch (error) {
        if (error instanceof CallServerError && error.code === 'CALLBACK_INVALID') return false;
        throw error;
      }
    },
  };
}
