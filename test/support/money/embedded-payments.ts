import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { PaymentsError, type PaymentsPort } from '#ports/payments.ts';
import { movableClock, type MovableClock } from '#test/support/clock.ts';
import { testDatabase } from '#test/support/database.ts';
import { createEmbeddedPayments } from '#adapters/payments/embedded.ts';

type Opened = { readonly payments: PaymentsPort; readonly clock: MovableClock };

export async function opened(t: TestContext): Promise<Opened> {
  const ends: (() => unknown)[] = [];
  t.after(async () => {
    for (const end of ends.toReversed()) await end();
  });
  const { connectionString } = await testDatabase({ after: (end) => ends.push(end as () => unknown) });
  const clock = movableClock();
  const payments = createEmbeddedPayments({
    connectionString,
    callbackSecret: null,
    statementDescriptor: null,
    clock,
  });
  ends.push(() => payments.close());
  return { payments, clock };
}

export async function newSetup(
  payments: PaymentsPort,
  name: string,
): Promise<{ customerId: string; setupId: string }> {
  const customerId = await payments.createCustomer({ reference: name, idempotencyKey: `customer-${name}` });
  const { id } = await payments.createSetup({ customerId, reference: name, idempotencyKey: `setup-${name}` });
  return { customerId, setupId: id };
}

export const codeOf = (code: string) => (error: unknown) =>
  error instanceof PaymentsError && error.code === code;

export const LONG_AGO = new Date('2000-01-01T00:00:00Z');

/** The newest facts, oldest first. */
export async function newestFacts(payments: PaymentsPort, limit: number) {
  const { facts } = await payments.listFacts({ since: LONG_AGO, after: null, limit });
  return facts.toReversed();
}

export const PRICE = { amountMinor: 499, currency: 'EUR' };
export const ASK = { ...PRICE, isOffSession: false };

/** The id of a payment that has succeeded. */
export async function paid(payments: PaymentsPort, name: string, methodId: string): Promise<string> {
  const { customerId, setupId } = await newSetup(payments, name);
  const { method } = await payments.confirmSetup({ setupId, methodId });
  const reference = { reference: name, idempotencyKey: name };
  const { id, state } = await payments.createPayment({
    ...ASK,
    customerId,
    ...reference,
    methodId: method?.id ?? null,
  });
  assert.equal(state, 'SUCCEEDED');
  return id;
}
