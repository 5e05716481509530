import { sql } from 'kysely';
import { anyOf } from '#platform/db/any-of.ts';
import type { Db } from '#platform/db/database.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { DeclineReason } from '#ports/payments.ts';
import type { Attempt, AttemptNow } from './billing.types.ts';

/** An attempt from a row of the alias `a`. */
const ATTEMPT_ROW = sql`
  a.invoice_id as "invoiceId", a.payment_id as "paymentId", a.attempt::integer as attempt, a.decline_reason as "declineReason",
  a.failed_at as "failedAt", a.closed_at as "closedAt", a.refund_id as "refundId", a.at`;

const WITH_PAYMENT = sql`
  ${ATTEMPT_ROW}, jsonb_build_object('state', p.state, 'declineReason', p.decline_reason, 'isOffSession', p.is_off_session) as payment,
  p.created_at as "createdAt"`;

type Row = Attempt & {
  readonly payment: Omit<AttemptNow['payment'], 'createdAt'>;
  readonly createdAt: Date;
};

const fromRow = ({ createdAt, payment, ...attempt }: Row): AttemptNow => ({
  ...attempt,
  payment: { ...payment, createdAt },
});

/** Null for a payment that is none of an invoice. */
export async function findAttempt(db: Db, paymentId: string): Promise<AttemptNow | null> {
  const { rows } = await sql<Row>`
    select ${WITH_PAYMENT} from subscription_attempts a join payments p on p.id = a.payment_id
    where a.payment_id = ${paymentId}::uuid`.execute(db);
  return rows[0] ? fromRow(rows[0]) : null;
}

/** The attempt of an invoice whose payment can still be paid, as far as that was noted. */
export async function findOpenAttempt(db: Db, invoiceId: string): Promise<AttemptNow | null> {
  const { rows } = await sql<Row>`
    select ${WITH_PAYMENT} from subscription_attempts a join payments p on p.id = a.payment_id
    where a.invoice_id = ${invoiceId}::uuid and a.closed_at is null`.execute(db);
  return rows[0] ? fromRow(rows[0]) : null;
}

/** The attempts of invoices, each oldest first. */
export async function listAttempts(db: Db, invoiceIds: readonly string[]): Promise<Attempt[]> {
  const { rows } = await sql<Attempt>`
    select ${ATTEMPT_ROW} from subscription_attempts a where a.invoice_id = ${anyOf(invoiceIds)}
    order by a.invoice_id, a.attempt`.execute(db);
  return rows;
}

/** The invoices that payments are to pay. */
export async function listPaidInvoices(
  db: Db,
  paymentIds: readonly string[],
): Promise<Pick<Attempt, 'invoiceId' | 'paymentId'>[]> {
  const { rows } = await sql<Pick<Attempt, 'invoiceId' | 'paymentId'>>`
    select invoice_id as "invoiceId", payment_id as "paymentId" from subscription_attempts
    where payment_id = ${anyOf(paymentIds)}`.execute(db);
  return rows;
}

/** Adds the next attempt of an invoice. */
export async function insertAttempt(
  tx: Tx,
  { invoiceId, paymentId, at }: Pick<Attempt, 'invoiceId' | 'paymentId' | 'at'>,
): Promise<void> {
  await sql`
    insert into subscription_attempts (invoice_id, attempt, payment_id, at)
    select ${invoiceId}::uuid, coalesce(max(attempt), 0) + 1, ${paymentId}::uuid, ${at}::timestamptz
    from subscription_attempts where invoice_id = ${invoiceId}::uuid`.execute(tx);
}

type Noted = {
  /** Null keeps the reason that is there. */
  readonly declineReason: DeclineReason | null;
  readonly hasFailed: boolean;
  readonly isClosed: boolean;
};

/** Notes what became of the payment of an attempt; times that are noted stay. */
export async function updateAttempt(
  tx: Tx,
  paymentId: string,
  { declineReason, hasFailed, isClosed }: Noted,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('subscription_attempts')
    .set({
      ...(declineReason !== null && { decline_reason: declineReason }),
      ...(hasFailed && { failed_at: sql<Date>`coalesce(failed_at, ${now}::timestamptz)` }),
      closed_at: isClosed ? sql<Date>`coalesce(closed_at, ${now}::timestamptz)` : null,
    })
    .where('payment_id', '=', paymentId)
    .execute();
}

export async function updateAttemptRefunded(tx: Tx, paymentId: string, refundId: string): Promise<void> {
  await tx
    .updateTable('subscription_attempts')
    .set({ refund_id: refundId })
    .where('payment_id', '=', paymentId)
    .execute();
}

/** Payments of attempts that were begun before a time, and of which no end was noted. */
export async function listUnclosed(
  db: Db,
  { before, limit }: { before: Date; limit: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('subscription_attempts')
    .select('payment_id as paymentId')
    .where('closed_at', 'is', null)
    .where('at', '<=', before)
    .orderBy('at')
    .limit(limit)
    .execute();
  return rows.map(({ paymentId }) => paymentId);
}
