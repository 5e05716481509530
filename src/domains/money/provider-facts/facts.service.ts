import { defineJob } from '#platform/outbox/jobs/definition.ts';
import type { Services } from '#platform/outbox/services.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { PaymentsError, type ProviderFact } from '#ports/payments.ts';
import {
  deleteCursor,
  findCursor,
  findPaymentId,
  findSetupId,
  insertFacts,
  upsertCursor,
} from './facts.queries.ts';
import { reconcileMethodJob } from '../payments/methods.service.ts';
import { reconcilePaymentJob } from '../payments/payment-looks.service.ts';
import { isId } from '../payments/payments.policy.ts';
import { reconcileSetupJob } from '../payments/setups.service.ts';

/** Reads the facts after the cursor. Call-backs only come earlier; this is what no fact escapes. */
export const pollFactsJob = defineJob<object>('payments.pollFacts');

const PAGE_FACTS = 100;

/** Takes a call-back of the provider. @throws PaymentsError CALLBACK_INVALID */
export async function receiveCallback(
  { clock, ports, transaction }: Services,
  callback: { rawBody: Buffer; signature: string },
): Promise<void> {
  const fact = (await ports.payments.callbacks?.read(callback)) ?? null;
  if (fact)
    await transaction((tx) =>
      takeFacts(tx, { provider: ports.payments.provider, facts: [fact], now: clock.now() }),
    );
}

type Taken = { readonly provider: string; readonly facts: readonly ProviderFact[]; readonly now: Date };

/** One look for each object that something new is said of. */
async function takeFacts(tx: Tx, taken: Taken): Promise<void> {
  const fresh = await insertFacts(tx, taken);
  const idsOf = (subject: ProviderFact['subject']): Set<string> =>
    new Set(fresh.flatMap((fact) => (fact.subject === subject ? [fact.objectId] : [])));
  for (const providerId of idsOf('METHOD'))
    tx.enqueue(reconcileMethodJob, { providerId }, { key: providerId });
  for (const providerId of idsOf('SETUP')) {
    // A setup that is not stored yet is looked at by the job that was enqueued with its row.
    const setupId = await findSetupId(tx, { provider: taken.provider, providerId });
    if (setupId !== null) tx.enqueue(reconcileSetupJob, { setupId }, { key: setupId });
  }
  for (const { subject, objectId: providerId, reference } of fresh) {
    if (subject !== 'PAYMENT') continue;
    const named = {
      provider: taken.provider,
      providerId,
      reference: reference !== null && isId(reference) ? reference : null,
    };
    const paymentId = await findPaymentId(tx, named);
    if (paymentId !== null) tx.enqueue(reconcilePaymentJob, { paymentId }, { key: paymentId });
  }
}

/** The work of `pollFactsJob`. @throws PaymentsError when the provider is away: the next minute polls again */
export async function pollFacts({ clock, db, log, ports, transaction }: Services): Promise<void> {
  const { payments } = ports;
  const { provider } = payments;
  let after = await findCursor(db, provider);
  for (;;) {
    const facts = await listFacts(after);
    const last = facts.at(-1);
    if (!last) return;
    const now = clock.now();
    await transaction(async (tx) => {
      await takeFacts(tx, { provider, facts, now });
      await upsertCursor(tx, { provider, cursor: last.id, now });
    });
    if (after === null || facts.length < PAGE_FACTS) return;
    after = last.id;
  }

  /** The provider forgets old facts, and with them a cursor that nobody has moved for a month. */
  async function listFacts(cursor: string | null): Promise<readonly ProviderFact[]> {
    try {
      return await payments.listFacts({ after: cursor, limit: PAGE_FACTS });
    } catch (error) {
      if (cursor === null || !(error instanceof PaymentsError) || error.code !== 'NOT_FOUND') throw error;
      log.warn({ provider }, 'the cursor of facts is too old: reading on with the newest');
      await transaction((tx) => deleteCursor(tx, provider));
      return payments.listFacts({ after: null, limit: PAGE_FACTS });
    }
  }
}
