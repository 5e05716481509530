import { defineJob } from '#platform/outbox/jobs/definition.ts';
import type { Services } from '#platform/outbox/services.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { findCustomer, updateCustomerProviderId } from './payments.queries.ts';
import { deleteCustomersOf, type DeletedCustomer } from './personal-data.queries.ts';

/** Deletes the customer of an erased user at the provider, and with it the payment methods there. */
export const forgetCustomerJob = defineJob<DeletedCustomer>('payments.forgetCustomer');

/** @returns how many were deleted */
export async function eraseCustomersOf(tx: Tx, userId: string): Promise<number> {
  const deleted = await deleteCustomersOf(tx, userId);
  for (const customer of deleted) tx.enqueue(forgetCustomerJob, customer, { key: customer.id });
  return deleted.length;
}

/**
 * Makes the customer at the provider, unless it has them. The idempotency key is the id of the row.
 * @returns the provider's id of the customer; null when the user is erased
 */
export async function ensureCustomer(services: Services, userId: string): Promise<string | null> {
  const { db, ports, transaction } = services;
  const { payments } = ports;
  const customer = await findCustomer(db, { userId, provider: payments.provider });
  if (!customer || customer.providerId !== null) return customer?.providerId ?? null;
  const { id } = customer;
  const providerId = await payments.createCustomer({ reference: id, idempotencyKey: id });
  return (await transaction((tx) => updateCustomerProviderId(tx, { id, providerId }))) ? providerId : null;
}

/** The work of `forgetCustomerJob`. @throws PaymentsError when the provider is away: the job is repeated */
export async function forgetCustomer(
  { ports }: Pick<Services, 'ports'>,
  { id, provider, providerId }: DeletedCustomer,
): Promise<void> {
  const { payments } = ports;
  // A former provider can no longer be asked.
  if (provider !== payments.provider) return;
  // The answer to its creation may have been lost: the same key names the customer.
  const customerId = providerId ?? (await payments.createCustomer({ reference: id, idempotencyKey: id }));
  await payments.deleteCustomer(customerId);
}
