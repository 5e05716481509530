import { defineJob } from '#platform/outbox/jobs/definition.ts';
import type { Services } from '#platform/outbox/services.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { deleteCustomersOf, type DeletedCustomer } from './personal-data.queries.ts';

/** Deletes the customer of an erased user at the provider, and with it the payment methods there. */
export const forgetCustomerJob = defineJob<DeletedCustomer>('payments.forgetCustomer');

/** @returns how many were deleted */
export async function eraseCustomersOf(tx: Tx, userId: string): Promise<number> {
  const deleted = await deleteCustomersOf(tx, userId);
  for (const customer of deleted) tx.enqueue(forgetCustomerJob, customer, { key: customer.id });
  return deleted.length;
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
