import assert from 'node:assert/strict';
import { createServer, type IncomingMessage } from 'node:http';
import { test, type TestContext } from 'node:test';
import { systemClock } from '#platform/kernel/clock.ts';
import { PaymentsError, type PaymentsPort } from '#ports/payments.ts';
import { createStripePayments } from './stripe.ts';

type Said = { readonly status: number; readonly body: unknown } | 'nothing';
type Asked = { readonly key: string | undefined; readonly path: string | undefined };

/** Stripe as a server of this machine, which gives these answers one after the other. */
async function stripeThatSays(
  t: TestContext,
  said: Said[],
  saidTo: (path: string) => Said = () => said.shift() ?? 'nothing',
): Promise<{ payments: PaymentsPort; asked: Asked[] }> {
  const asked: Asked[] = [];
  const server = createServer((request: IncomingMessage, response) => {
    asked.push({ key: request.headers['idempotency-key']?.toString(), path: request.url });
    const answer = saidTo(request.url ?? '');
    if (answer === 'nothing') return void request.socket.destroy();
    request.resume().on('end', () => {
      response.writeHead(answer.status, { 'content-type': 'application/json', 'request-id': 'req_test' });
      response.end(JSON.stringify(answer.body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  const address = server.address();
  assert.ok(address && typeof address === 'object');
  const payments = createStripePayments({
    apiKey: 'sk_test_of_nobody',
    publishableKey: null,
    callbackSecret: null,
    statementDescriptor: null,
    clock: systemClock,
    server: {
      provider: 'stripe',
      fetch: (input, init) => {
        const { pathname, search } = new URL(input instanceof Request ? input.url : input);
        return fetch(`http://127.0.0.1:${address.port}${pathname}${search}`, init);
      },
      sandbox: {
        completeChallenge: () => Promise.resolve(),
        openDispute: () => Promise.resolve(''),
        decideDispute: () => Promise.resolve(),
        settleRefund: () => Promise.resolve(),
        deleteOldEvents: () => Promise.resolve(0),
      },
      close: () => Promise.resolve(),
    },
  });
  return { payments, asked };
}

const CUSTOMER = { reference: 'ada', idempotencyKey: 'row-of-ada' };

test('a lost answer is asked for once more under the same key', async (t) => {
  const { payments, asked } = await stripeThatSays(t, ['nothing', { status: 200, body: { id: 'cus_1' } }]);
  assert.equal(await payments.createCustomer(CUSTOMER), 'cus_1');
  assert.deepEqual(
    asked,
    Array.from({ length: 2 }, () => ({ key: 'row-of-ada', path: '/v1/customers' })),
  );
});

const failing = (status: number, error: object): Said => ({ status, body: { error } });

const MEANINGS: readonly [name: string, said: Said, code: string, requests: number][] = [
  ['no connection', 'nothing', 'UNAVAILABLE', 2],
  ['a failure of the server', failing(500, { type: 'api_error' }), 'UNAVAILABLE', 2],
  [
    'a key in use',
    failing(409, { type: 'invalid_request_error', code: 'idempotency_key_in_use' }),
    'UNAVAILABLE',
    2,
  ],
  [
    'too many requests',
    failing(429, { type: 'invalid_request_error', code: 'rate_limit' }),
    'UNAVAILABLE',
    1,
  ],
  [
    'a wrong key',
    failing(401, { type: 'invalid_request_error', message: 'sk_test_of_nobody' }),
    'REJECTED',
    1,
  ],
  ['other parameters', failing(400, { type: 'idempotency_error' }), 'REJECTED', 1],
  [
    'a missing object',
    failing(404, { type: 'invalid_request_error', code: 'resource_missing' }),
    'NOT_FOUND',
    1,
  ],
];

for (const [name, said, code, requests] of MEANINGS) {
  test(`${name} is ${code}, after ${requests} of at most 2 requests`, async (t) => {
    const { payments, asked } = await stripeThatSays(t, [said, said, said]);
    await assert.rejects(payments.createCustomer(CUSTOMER), (error) => {
      assert.ok(error instanceof PaymentsError);
      assert.equal(error.code, code);
      assert.doesNotMatch(`${error.stack} ${JSON.stringify(error)}`, /of_nobody/);
      return true;
    });
    assert.equal(asked.length, requests);
  });
}

test('declines are told by a safe reason alone', async (t) => {
  const declines = {
    stolen_card: 'DECLINED',
    fraudulent: 'DECLINED',
    insufficient_funds: 'INSUFFICIENT_FUNDS',
    expired_card: 'EXPIRED_CARD',
    incorrect_cvc: 'INCORRECT_CVC',
    authentication_required: 'AUTHENTICATION_REQUIRED',
    processing_error: 'PROCESSING_ERROR',
  };
  const said = Object.keys(declines).map((decline_code) =>
    failing(402, {
      type: 'card_error',
      code: 'card_declined',
      decline_code,
      setup_intent: { client_secret: 'seti_secret' },
    }),
  );
  const { payments } = await stripeThatSays(t, said);
  for (const reason of Object.values(declines)) {
    await assert.rejects(payments.confirmSetup({ setupId: 'seti_1', methodId: 'pm_1' }), (error) => {
      assert.ok(error instanceof PaymentsError);
      assert.deepEqual([error.code, error.declineReason], ['DECLINED', reason]);
      assert.doesNotMatch(JSON.stringify(error) + error.message, /seti_secret|stolen|fraud/);
      return true;
    });
  }
});

test('a refund that is refused says so; the states of refunds and disputes are those of the product', async (t) => {
  const refund = (status: string, metadata: object | null = null) => ({
    id: `re_${status}`,
    amount: 5,
    currency: 'eur',
    status,
    metadata,
  });
  const dispute = (status: string, due_by: number | null = null) => ({
    id: `du_${status}`,
    amount: 9,
    currency: 'eur',
    reason: 'general',
    status,
    evidence_details: { due_by },
    balance_transactions: [],
  });
  const { payments } = await stripeThatSays(t, [
    failing(400, { type: 'invalid_request_error', code: 'charge_already_refunded' }),
    { status: 200, body: refund('requires_action', { reference: 'row' }) },
  ]);
  const asked = {
    paymentId: 'pi_1',
    amountMinor: 5,
    currency: 'EUR',
    reason: 'DUPLICATE',
    reference: 'row',
  } as const;
  await assert.rejects(
    payments.refundPayment({ ...asked, idempotencyKey: 'row' }),
    (error) => error instanceof PaymentsError && error.code === 'REFUND_REFUSED',
  );
  assert.deepEqual(await payments.refundPayment({ ...asked, idempotencyKey: 'other' }), {
    id: 're_requires_action',
    state: 'PENDING',
    amountMinor: 5,
    reference: 'row',
  });
  const statuses = ['succeeded', 'failed', 'canceled'];
  const disputed = [
    'warning_under_review',
    'appeal_needs_response',
    'under_review',
    'won',
    'lost',
    'prevented',
  ];
  const lists: Said[] = [
    { status: 200, body: { id: 'pi_1', latest_charge: { amount_refunded: 7, currency: 'eur' } } },
    {
      status: 200,
      body: { object: 'list', has_more: false, data: statuses.map((status) => refund(status)) },
    },
    {
      status: 200,
      body: { object: 'list', has_more: false, data: disputed.map((status) => dispute(status, 60)) },
    },
  ];
  const other = await stripeThatSays(
    t,
    [],
    (path) =>
      lists[['payment_intents', 'refunds', 'disputes'].findIndex((name) => path.includes(`/${name}`))] ??
      'nothing',
  );
  const found = await other.payments.findTakeBacks('pi_1');
  assert.equal(found.refundedMinor, 7);
  assert.deepEqual(
    found.refunds.map(({ state }) => state),
    ['SUCCEEDED', 'FAILED', 'CANCELED'],
  );
  assert.deepEqual(
    found.disputes.map(({ state }) => state),
    ['INQUIRY', 'NEEDS_RESPONSE', 'UNDER_REVIEW', 'WON', 'LOST', 'CLOSED'],
  );
  assert.deepEqual([found.disputes[0]?.dueAt, found.disputes[0]?.currency], [new Date(60_000), 'EUR']);
});
