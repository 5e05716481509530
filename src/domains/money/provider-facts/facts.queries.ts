import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { ProviderFact } from '#ports/payments.ts';

/** @returns the facts that are new */
export async function insertFacts(
  tx: Tx,
  { provider, facts, now }: { provider: string; facts: readonly ProviderFact[]; now: Date },
): Promise<readonly ProviderFact[]> {
  if (facts.length === 0) return [];
  const inserted = await tx
    .insertInto('provider_events')
    .values(
      facts.map(({ id, type, objectId }) => ({
        provider,
        event_id: id,
        type,
        object_id: objectId,
        received_at: now,
      })),
    )
    .onConflict((conflict) => conflict.columns(['provider', 'event_id']).doNothing())
    .returning('event_id as id')
    .execute();
  const ids = new Set(inserted.map(({ id }) => id));
  return facts.filter(({ id }) => ids.has(id));
}

/** Time at which the last complete poll began. */
export async function findPolledAt(db: Db, provider: string): Promise<Date | null> {
  const row = await db
    .selectFrom('provider_cursors')
    .select('polled_at as polledAt')
    .where('provider', '=', provider)
    .executeTakeFirst();
  return row?.polledAt ?? null;
}

export async function upsertPolledAt(
  tx: Tx,
  { provider, polledAt }: { provider: string; polledAt: Date },
): Promise<void> {
  await tx
    .insertInto('provider_cursors')
    .values({ provider, polled_at: polledAt })
    .onConflict((conflict) => conflict.column('provider').doUpdateSet({ polled_at: polledAt }))
    .execute();
}

type Batch = { readonly before: Date; readonly limit: number };

export async function deleteOldFacts(tx: Tx, { before, limit }: Batch): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from provider_events where ctid = any(array(
      select ctid from provider_events where received_at <= ${before} order by received_at limit ${limit}
      for update skip locked
    ))`.execute(tx);
  return Number(numAffectedRows);
}

/** The id of a payment, by the provider's id or by ours, which the provider repeats. */
export async function findPaymentId(
  db: Db,
  { provider, providerId, reference }: { provider: string; providerId: string; reference: string | null },
): Promise<string | null> {
  const ofProvider = db.selectFrom('payments').select('id').where('provider', '=', provider);
  const known = await ofProvider.where('provider_id', '=', providerId).executeTakeFirst();
  if (known || reference === null) return known?.id ?? null;
  const row = await ofProvider
    .where('id', '=', reference)
    .where('provider_id', 'is', null)
    .executeTakeFirst();
  return row?.id ?? null;
}

export async function findSetupId(
  db: Db,
  setup: { provider: string; providerId: string },
): Promise<string | null> {
  const row = await db
    .selectFrom('payment_setups')
    .select('id')
    .where('provider', '=', setup.provider)
    .where('provider_id', '=', setup.providerId)
    .executeTakeFirst();
  return row?.id ?? null;
}
