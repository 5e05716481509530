import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { ProviderDispute, ProviderRefund } from '#ports/payments.ts';
import type { PaymentDispute, PaymentRefund } from './take-backs.types.ts';

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

type Row = { readonly id: string; readonly paymentId: string; readonly createdAt: Date };

/** @returns false when it is stored as it is */
export async function upsertRefund(tx: Tx, row: Row, refund: ProviderRefund): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('payment_refunds')
    .values({
      ...{ id: row.id, payment_id: row.paymentId, provider_id: refund.id },
      ...{ amount_minor: refund.amountMinor, state: refund.state, created_at: row.createdAt },
    })
    .onConflict((conflict) =>
      conflict
        .column('provider_id')
        .doUpdateSet({ state: refund.state })
        .where('payment_refunds.state', '<>', refund.state),
    )
    .executeTakeFirstOrThrow();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** @returns false when it is stored as it is */
export async function upsertDispute(tx: Tx, row: Row, dispute: ProviderDispute): Promise<boolean> {
  const said = { state: dispute.state, amount_minor: dispute.amountMinor, due_at: dispute.dueAt };
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('payment_disputes')
    .values({
      ...{ id: row.id, payment_id: row.paymentId, provider_id: dispute.id, created_at: row.createdAt },
      ...{ currency: dispute.currency, reason: dispute.reason, ...said },
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

/** The refunds of a payment, oldest first; the provider bounds how many there are. */
export async function listRefunds(db: Db, paymentId: string): Promise<PaymentRefund[]> {
  return db
    .selectFrom('payment_refunds')
    .select(['id', 'amount_minor as amountMinor', 'state'])
    .where('payment_id', '=', paymentId)
    .orderBy('id')
    .execute();
}

/** The disputes of a payment, oldest first; the provider bounds how many there are. */
export async function listDisputes(db: Db, paymentId: string): Promise<PaymentDispute[]> {
  return db
    .selectFrom('payment_disputes')
    .select(['id', 'amount_minor as amountMinor', 'state'])
    .where('payment_id', '=', paymentId)
    .orderBy('id')
    .execute();
}
