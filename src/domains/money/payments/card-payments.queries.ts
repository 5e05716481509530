import { anyOf } from '#platform/db/any-of.ts';
import type { Db } from '#platform/db/database.ts';
import type { IdKey, ListRequest } from '#platform/db/keyset.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { DeclineReason, ProviderCharge } from '#ports/payments.ts';
import { isListedSql, OPEN_STATES } from './card-payments.policy.ts';
import type { NewPayment, Payment, PaymentFilter, PaymentState } from './card-payments.types.ts';

const selectPayments = (db: Db) =>
  db
    .selectFrom('payments as p')
    .select(['p.id', 'p.user_id as userId', 'p.purpose', 'p.provider', 'p.provider_id as providerId'])
    .select(['p.method_provider_id as methodProviderId', 'p.amount_minor as amountMinor', 'p.currency'])
    .select(['p.state', 'p.decline_reason as declineReason', 'p.decline_id as declineId'])
    .select([
      'p.is_off_session as isOffSession',
      'p.session_id as sessionId',
      'p.version',
      'p.unbooked_since as unbookedSince',
    ])
    .select('p.created_at as createdAt')
    .select(['p.card_brand as cardBrand', 'p.card_last4 as cardLast4', 'p.receipt_url as receiptUrl'])
    // States, reasons and brands are written as their types name them.
    .$castTo<Payment>();

export const findPayment = async (db: Db, id: string): Promise<Payment | null> =>
  (await selectPayments(db).where('p.id', '=', id).executeTakeFirst()) ?? null;

/** Locks a payment until the commit, and reads it after that; null when there is none. */
export async function lockPayment(tx: Tx, id: string): Promise<Payment | null> {
  await tx.selectFrom('payments').select('id').where('id', '=', id).forNoKeyUpdate().execute();
  return findPayment(tx, id);
}

export async function listPaymentsByIds(db: Db, ids: readonly string[]): Promise<Payment[]> {
  return selectPayments(db).where('p.id', '=', anyOf(ids)).execute();
}

/** Newest first, one more than the page. */
export async function listPayments(
  db: Db,
  filter: PaymentFilter,
  { from: [beforeId], limit }: ListRequest<IdKey>,
): Promise<Payment[]> {
  return selectPayments(db)
    .where(isListedSql(filter, beforeId))
    .orderBy('p.id', 'desc')
    .limit(limit + 1)
    .execute();
}

type NewRow = NewPayment & {
  readonly userId: string;
  readonly provider: string;
  readonly methodProviderId: string | null;
  readonly isOffSession: boolean;
  readonly sessionId: string | null;
  readonly createdAt: Date;
};

export async function insertPayment(tx: Tx, payment: NewRow): Promise<void> {
  await tx
    .insertInto('payments')
    .values({
      id: payment.id,
      user_id: payment.userId,
      purpose: payment.purpose,
      provider: payment.provider,
      method_provider_id: payment.methodProviderId,
      is_off_session: payment.isOffSession,
      session_id: payment.sessionId,
      amount_minor: payment.amountMinor,
      currency: payment.currency,
      state: 'CREATED',
      created_at: payment.createdAt,
    })
    .execute();
}

/** Payments that the payer has begun and that can still be paid. */
export async function countOpenPayments(tx: Tx, userId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('payments')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('state', 'in', OPEN_STATES)
    .where('is_off_session', '=', false)
    .executeTakeFirstOrThrow();
  return count;
}

/** A saved method of a user by the provider's id; null when they have no such one. Without an id the default. */
export async function findChargeableMethod(
  db: Db,
  { userId, provider, id }: { userId: string; provider: string; id: string | null },
): Promise<ChargeableMethod | null> {
  const row = await db
    .selectFrom('payment_methods')
    .select(['provider_id as providerId', 'fingerprint'])
    .where('user_id', '=', userId)
    .where('provider', '=', provider)
    .where('removed_at', 'is', null)
    .$if(id !== null, (query) => query.where('id', '=', id))
    .$if(id === null, (query) => query.where('is_default', '=', true))
    .executeTakeFirst();
  return row ?? null;
}

export type ChargeableMethod = { readonly providerId: string; readonly fingerprint: string | null };

/** Notes in which session a card is asked for. */
export async function updateSession(tx: Tx, payment: { id: string; sessionId: string }): Promise<void> {
  await tx
    .updateTable('payments')
    .set({ session_id: payment.sessionId })
    .where('id', '=', payment.id)
    .where('session_id', 'is distinct from', payment.sessionId)
    .execute();
}

export async function updatePaymentProviderId(
  tx: Tx,
  payment: { id: string; providerId: string },
): Promise<void> {
  await tx
    .updateTable('payments')
    .set({ provider_id: payment.providerId })
    .where('id', '=', payment.id)
    .where('provider_id', 'is', null)
    .execute();
}

/** Forgets the method of a payment that the provider has not made, since it refuses the method. */
export async function updateMethodRefused(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('payments')
    .set({ method_provider_id: null })
    .where('id', '=', id)
    .where('provider_id', 'is', null)
    .execute();
}

type AppliedPayment = {
  readonly id: string;
  readonly state: PaymentState;
  readonly declineReason: DeclineReason | null;
  readonly declineId: string | null;
  readonly charge: ProviderCharge | null;
  /** Whether the payer has an account, so that the card can be shown to them. */
  readonly showsCard: boolean;
  /** Time at which it is compared with the provider, once it is paid. */
  readonly comparesAt: Date | null;
  /** Set while the provider does not show what it has moved. */
  readonly unbooked: Unbooked | null;
  /** The version that was read before the provider was asked. */
  readonly version: number;
};

/** Since when a part of a payment waits to be booked, and when the provider is asked next. */
export type Unbooked = { readonly since: Date; readonly lookAt: Date };

/** @returns false when something else was applied since the version was read */
export async function updatePaymentState(tx: Tx, applied: AppliedPayment): Promise<boolean> {
  const { id, state, declineReason, declineId, charge, showsCard, comparesAt, unbooked, version } = applied;
  const shown = showsCard ? charge : null;
  const { numUpdatedRows } = await tx
    .updateTable('payments')
    .set({
      state,
      decline_reason: declineReason,
      decline_id: declineId,
      charge_id: charge?.id ?? null,
      card_brand: shown?.brand ?? null,
      card_last4: shown?.last4 ?? null,
      receipt_url: shown?.receiptUrl ?? null,
      compare_at: comparesAt,
      unbooked_since: unbooked?.since ?? null,
      book_at: unbooked?.lookAt ?? null,
      version: version + 1,
    })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Paid payments of which something waits to be booked, and whose turn it is. */
export async function listUnbooked(
  db: Db,
  { provider, now, limit }: { provider: string; now: Date; limit: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('payments')
    .select('id')
    .where('book_at', '<=', now)
    .where('provider', '=', provider)
    .orderBy('book_at')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Open payments for which every attempt of their job has failed. */
export async function listForgottenPayments(
  db: Db,
  { before, limit }: { before: Date; limit: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('payments')
    .select('id')
    .where('created_at', '<=', before)
    .where('state', 'in', OPEN_STATES)
    .orderBy('created_at')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Forgets the cards and receipts of a user, and keeps what the books need. @returns the number of changed rows */
export async function erasePaymentsOf(
  tx: Tx,
  { userId, limit }: { userId: string; limit: number },
): Promise<number> {
  const ids = tx
    .selectFrom('payments')
    .select('id')
    .where('user_id', '=', userId)
    .where(({ eb, or }) =>
      or(
        (['method_provider_id', 'card_brand', 'card_last4', 'receipt_url', 'session_id'] as const).map(
          (column) => eb(column, 'is not', null),
        ),
      ),
    )
    .limit(limit);
  const { numUpdatedRows } = await tx
    .updateTable('payments')
    .set({
      method_provider_id: null,
      card_brand: null,
      card_last4: null,
      receipt_url: null,
      session_id: null,
    })
    .where('id', 'in', ids)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/** Payments of a user after `afterId`, oldest first. */
export async function listPaymentsAfter(
  db: Db,
  { userId, afterId, limit }: { userId: string; afterId: string; limit: number },
): Promise<Payment[]> {
  return selectPayments(db)
    .where('p.user_id', '=', userId)
    .where('p.id', '>', afterId)
    .orderBy('p.id')
    .limit(limit)
    .execute();
}
