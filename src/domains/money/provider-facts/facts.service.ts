import { DAY_MS, MINUTE_MS } from '#platform/kernel/clock.ts';
import { defineJob } from '#platform/outbox/jobs/definition.ts';
import type { Services } from '#platform/outbox/services.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { FactsPage, ProviderFact } from '#ports/payments.ts';
import { findPaymentId, findPolledAt, findSetupId, insertFacts, upsertPolledAt } from './facts.queries.ts';
import { reconcileMethodJob } from '../payments/methods.service.ts';
import { reconcilePaymentJob } from '../payments/payment-looks.service.ts';
import { isId } from '../payments/payments.policy.ts';
import { reconcileSetupJob } from '../payments/setups.service.ts';

/**
 * Reads the facts since the last poll, and those of some minutes before it, of which some come to be seen late; the ids of
 * what was taken are stored. Call-backs only come earlier.
 */
export const pollFactsJob = defineJob<object>('payments.pollFacts');

const PAGE_FACTS = 100;
/** Longer than a fact is on its way; also what the clocks may differ by. */
const OVERLAP_MS = 10 * MINUTE_MS;
/** Span of the first poll of a provider. */
const FIRST_SPAN_MS = DAY_MS;

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
export async function pollFacts({ clock, db, ports, transaction }: Services): Promise<void> {
  const { payments } = ports;
  const { provider } = payments;
  const startedAt = clock.now();
  const since = sinceOf(await findPolledAt(db, provider), startedAt);
  let after: string | null = null;
  do {
    const page: FactsPage = await payments.listFacts({ since, after, limit: PAGE_FACTS });
    const facts = page.facts.toReversed();
    await transaction((tx) => takeFacts(tx, { provider, facts, now: clock.now() }));
    after = page.next;
  } while (after !== null);
  await transaction((tx) => upsertPolledAt(tx, { provider, polledAt: startedAt }));
}

const sinceOf = (polledAt: Date | null, now: Date): Date =>
  polledAt === null ? new Date(now.getTime() - FIRST_SPAN_MS) : new Date(polledAt.getTime() - OVERLAP_MS);
