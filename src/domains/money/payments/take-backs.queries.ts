import { sql } from 'kysely';
import { anyOf } from '#platform/db/any-of.ts';
import type { Db } from '#platform/db/database.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { ProviderDispute, ProviderRefund } from '#ports/payments.ts';
import type { Unbooked } from './card-payments.queries.ts';
import type { PaymentDispute, PaymentRefund, TakeBacks } from './take-backs.types.ts';

/** Locks a payment until the commit. @returns its version */
export async function lockPaymentVersion(tx: Tx, id: string): Promise<number | null> {
  const row = await tx
    .selectFrom('payments')
    .select('version')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row?.version ?? null;
}

export async function raisePaymentVersion(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('payments')
    .set({ version: sql<number>`version + 1` })
    .where('id', '=', id)
    .execute();
}

/** Sets what of a payment waits to be booked, from the first time on that something does; null where nothing does. */
export async function updateUnbooked(tx: Tx, id: string, unbooked: Unbooked | null): Promise<void> {
  await tx
    .updateTable('payments')
    .set({ unbooked_since: unbooked?.since ?? null, book_at: unbooked?.lookAt ?? null })
    .where('id', '=', id)
    .execute();
}

export async function updateCompareAt(
  tx: Tx,
  payment: { id: string; compareAt: Date | null },
): Promise<void> {
  await tx
    .updateTable('payments')
    .set({ compare_at: payment.compareAt })
    .where('id', '=', payment.id)
    .execute();
}

type Row = { readonly id: string; readonly paymentId: string; readonly createdAt: Date };

/** Stores the answer to a refund that waits for it. @returns false when none does */
export async function updateAnswered(
  tx: Tx,
  { id, paymentId, now }: { id: string; paymentId: string; now: Date },
  refund: ProviderRefund,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('payment_refunds')
    .set({ provider_id: refund.id, state: refund.state, changed_at: now })
    .where('id', '=', id)
    .where('payment_id', '=', paymentId)
    .where('provider_id', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** @returns false when it is stored as it is */
export async function upsertRefund(tx: Tx, row: Row, refund: ProviderRefund): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('payment_refunds')
    .values({
      id: row.id,
      payment_id: row.paymentId,
      provider_id: refund.id,
      amount_minor: refund.amountMinor,
      state: refund.state,
      created_at: row.createdAt,
      changed_at: row.createdAt,
    })
    .onConflict((conflict) =>
      conflict
        .column('provider_id')
        .doUpdateSet({ state: refund.state, changed_at: row.createdAt })
        .where('payment_refunds.state', '<>', refund.state),
    )
    .executeTakeFirstOrThrow();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** @returns false when it is stored as it is */
export async function upsertDispute(tx: Tx, row: Row, dispute: ProviderDispute): Promise<boolean> {
  const said = {
    state: dispute.state,
    amount_minor: dispute.amountMinor,
    due_at: dispute.dueAt,
    changed_at: row.createdAt,
  };
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('payment_disputes')
    .values({
      id: row.id,
      payment_id: row.paymentId,
      provider_id: dispute.id,
      created_at: row.createdAt,
      currency: dispute.currency,
      reason: dispute.reason,
      ...said,
    })
    .onConflict((conflict) =>
      conflict
        .column('provider_id')
        .doUpdateSet(said)
        .where(
          sql<boolean>`(payment_disputes.state, payment_disputes.amount_minor, payment_disputes.due_at)
            is distinct from (${dispute.state}::text, ${dispute.amountMinor}::integer, ${dispute.dueAt}::timestamptz)`,
        ),
    )
    .executeTakeFirstOrThrow();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export const selectRefunds = (db: Db) =>
  db
    .selectFrom('payment_refunds')
    .select(['id', 'payment_id as paymentId', 'provider_id as providerId', 'amount_minor as amountMinor'])
    .select(['state', 'requested_by as requestedBy', 'kind', 'reason', 'created_at as createdAt'])
    .select('changed_at as changedAt');

export const selectDisputes = (db: Db) =>
  db
    .selectFrom('payment_disputes')
    .select(['id', 'payment_id as paymentId', 'provider_id as providerId', 'amount_minor as amountMinor'])
    .select(['currency', 'reason', 'state', 'due_at as dueAt', 'created_at as createdAt'])
    .select('changed_at as changedAt');

/** The refunds and disputes of each of some payments, oldest first; also refunds that have no answer yet. */
export async function listTakeBacks(
  db: Db,
  paymentIds: readonly string[],
): Promise<ReadonlyMap<string, TakeBacks>> {
  const [refunds, disputes] = await Promise.all([listRefunds(db, paymentIds), listDisputes(db, paymentIds)]);
  const ofPayment = (id: string) => ({
    refunds: refunds.filter(({ paymentId }) => paymentId === id),
    disputes: disputes.filter(({ paymentId }) => paymentId === id),
  });
  return new Map(paymentIds.map((id) => [id, ofPayment(id)]));
}

/** The refunds of payments, oldest first; limits and the provider bound how many there are. */
export async function listRefunds(db: Db, paymentIds: readonly string[]): Promise<PaymentRefund[]> {
  return selectRefunds(db).where('payment_id', '=', anyOf(paymentIds)).orderBy('id').execute();
}

/** The disputes of payments, oldest first; the provider bounds how many there are. */
export async function listDisputes(db: Db, paymentIds: readonly string[]): Promise<PaymentDispute[]> {
  return selectDisputes(db).where('payment_id', '=', anyOf(paymentIds)).orderBy('id').execute();
}
