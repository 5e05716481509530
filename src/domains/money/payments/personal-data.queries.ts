import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { listPaymentsAfter } from './card-payments.queries.ts';
import type { Payment } from './card-payments.types.ts';
import { FINAL_STATES } from './payments.policy.ts';
import { listTakeBacks } from './take-backs.queries.ts';
import type { TakeBacks } from './take-backs.types.ts';

type Batch = { readonly userId: string; readonly limit: number };

export async function deleteSetupsOf(tx: Tx, { userId, limit }: Batch): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from payment_setups where id in (
      select id from payment_setups where user_id = ${userId} order by id limit ${limit}
    )`.execute(tx);
  return Number(numAffectedRows);
}

/** Deletes the methods of a user, whose number is bounded by `savedPaymentMethods` and what waits to be detached. */
export async function deleteMethodsOf(tx: Tx, userId: string): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('payment_methods')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

export type DeletedCustomer = {
  readonly id: string;
  readonly provider: string;
  readonly providerId: string | null;
};

/** Deletes the customers of a user: one for each provider. */
export async function deleteCustomersOf(tx: Tx, userId: string): Promise<DeletedCustomer[]> {
  return tx
    .deleteFrom('payment_customers')
    .where('user_id', '=', userId)
    .returning(['id', 'provider', 'provider_id as providerId'])
    .execute();
}

export type OwnPayment = Payment & TakeBacks;

/** Payments of a user for the export, oldest first, after `afterId`. */
export async function listOwnPayments(
  db: Db,
  page: { userId: string; afterId: string; limit: number },
): Promise<OwnPayment[]> {
  const payments = await listPaymentsAfter(db, page);
  const takeBacks = await listTakeBacks(
    db,
    payments.map(({ id }) => id),
  );
  return payments.map((payment) => ({
    ...payment,
    ...(takeBacks.get(payment.id) ?? { refunds: [], disputes: [] }),
  }));
}

export type OwnMethod = {
  readonly id: string;
  readonly brand: string;
  readonly last4: string;
  readonly expiryMonth: number;
  readonly expiryYear: number;
  readonly wallet: string | null;
  readonly isDefault: boolean;
  readonly createdAt: Date;
};

export async function listOwnMethods(
  db: Db,
  { userId, after, limit }: { userId: string; after: OwnMethod | null; limit: number },
): Promise<OwnMethod[]> {
  return db
    .selectFrom('payment_methods')
    .select([
      'id',
      'brand',
      'last4',
      'expiry_month as expiryMonth',
      'expiry_year as expiryYear',
      'wallet',
      'is_default as isDefault',
      'created_at as createdAt',
    ])
    .where('user_id', '=', userId)
    .where('removed_at', 'is', null)
    .$if(after !== null, (query) => query.where('id', '>', after?.id ?? ''))
    .orderBy('id')
    .limit(limit)
    .execute();
}

type Sweep = { readonly before: Date; readonly limit: number };

export async function deleteOldSetups(tx: Tx, { before, limit }: Sweep): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from payment_setups where id in (
      select id from payment_setups where created_at <= ${before}
      order by created_at limit ${limit} for update skip locked
    )`.execute(tx);
  return Number(numAffectedRows);
}

/** Open setups for which every attempt of their job has failed. */
export async function listForgottenSetups(db: Db, { before, limit }: Sweep): Promise<string[]> {
  const rows = await db
    .selectFrom('payment_setups')
    .select('id')
    .where('created_at', '<=', before)
    .where('state', 'not in', FINAL_STATES)
    .orderBy('created_at')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Removed methods that no job has detached. */
export async function listUndetached(db: Db, { before, limit }: Sweep): Promise<string[]> {
  const rows = await db
    .selectFrom('payment_methods')
    .select('id')
    .where('removed_at', '<=', before)
    .orderBy('removed_at')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}
