import type { Callback } from '#api/ops/ops.ts';
import { unsubscribePage } from '#domains/insight/digests/digests.mails.ts';
import { unsubscribeFromMail } from '#domains/insight/digests/unsubscribing.service.ts';
import { receiveCallback } from '#domains/money/provider-facts/facts.service.ts';
import { AppError } from '#platform/kernel/errors.ts';
import type { Services } from '#platform/outbox/services.ts';
import { CallServerError } from '#ports/call-server.ts';
import { PaymentsError } from '#ports/payments.ts';

/** Call-backs of the vendors that are configured to make some, and of mail programs. */
export function callbacksOf(services: Services): readonly Callback[] {
  const { payments, callServer } = services.ports;
  return [
    ...(payments.callbacks === null ? [] : [stripeCallback(services)]),
    ...(callServer.callbacks === null ? [] : [callServerCallback(services)]),
    unsubscribeCallback(services),
  ];
}

/** The body by which mail programs end mails, as a form of either kind (RFC 8058). Programs that look links up send none. */
const ONE_CLICK = /^List-Unsubscribe=One-Click\s*$|name="?List-Unsubscribe"?\r?\n\r?\nOne-Click\r?\n/;

function unsubscribeCallback(services: Services): Callback {
  return {
    path: '/callbacks/unsubscribe',
    async receive(rawBody, _headers, { token }) {
      if (typeof token !== 'string' || !ONE_CLICK.test(rawBody.toString('latin1'))) return false;
      try {
        await unsubscribeFromMail(services, token);
        return true;
      } catch (error) {
        if (error instanceof AppError && error.code === 'VALIDATION_FAILED') return false;
        throw error;
      }
    },
    pageOf: ({ token }) =>
      typeof token === 'string' && services.webAppUrl !== null
        ? unsubscribePage(services.webAppUrl, token)
        : null,
  };
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
