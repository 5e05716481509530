import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { ProviderMethod, ProviderSetup } from '#ports/payments.ts';
import { FINAL_STATES } from './payments.policy.ts';
import type { PaymentCustomer, PaymentMethod, PaymentSetup } from './payments.types.ts';

/** Rows of one provider: those of another one mean nothing to it. */
type Own = { readonly userId: string; readonly provider: string };

const METHOD_COLUMNS = [
  'm.id',
  'm.brand',
  'm.last4',
  'm.expiry_month as expiryMonth',
  'm.expiry_year as expiryYear',
  'm.wallet',
  'm.is_default as isDefault',
  'm.created_at as createdAt',
] as const;

const selectMethods = (db: Db, { userId, provider }: Own) =>
  db
    .selectFrom('payment_methods as m')
    .select(METHOD_COLUMNS)
    .where('m.user_id', '=', userId)
    .where('m.provider', '=', provider)
    .where('m.removed_at', 'is', null)
    // Brands and wallets are written as the port names them.
    .$castTo<PaymentMethod>();

/** The default first, then the newest; their number is bounded by `savedPaymentMethods`. */
export const listMethods = (db: Db, own: Own): Promise<PaymentMethod[]> =>
  selectMethods(db, own).orderBy('m.is_default', 'desc').orderBy('m.id', 'desc').execute();

export const findMethod = async (db: Db, own: Own & { id: string }): Promise<PaymentMethod | null> =>
  (await selectMethods(db, own).where('m.id', '=', own.id).executeTakeFirst()) ?? null;

const selectSetups = (db: Db) =>
  db
    .selectFrom('payment_setups as s')
    .select([
      's.id',
      's.user_id as userId',
      's.provider_id as providerId',
      's.state',
      's.decline_reason as declineReason',
      's.decline_id as declineId',
      's.session_id as sessionId',
      's.method_id as methodId',
      's.version',
      's.created_at as createdAt',
    ])
    // States and reasons are written as the port names them.
    .$castTo<PaymentSetup>();

export const findSetup = async (
  db: Db,
  setup: { id: string; provider: string },
): Promise<PaymentSetup | null> =>
  (await selectSetups(db)
    .where('s.id', '=', setup.id)
    .where('s.provider', '=', setup.provider)
    .executeTakeFirst()) ?? null;

export async function insertCustomer(tx: Tx, customer: Own & { id: string; createdAt: Date }): Promise<void> {
  const { id, userId, provider, createdAt } = customer;
  await tx
    .insertInto('payment_customers')
    .values({ id, user_id: userId, provider, provider_id: null, created_at: createdAt })
    .onConflict((conflict) => conflict.columns(['user_id', 'provider']).doNothing())
    .execute();
}

/** Serializes the writes to the payment methods and setups of a user. Null when the user has none, or is erased. */
export async function lockCustomer(tx: Tx, own: Own): Promise<PaymentCustomer | null> {
  const row = await selectCustomers(tx, own).forUpdate().executeTakeFirst();
  return row ?? null;
}

export const findCustomer = async (db: Db, own: Own): Promise<PaymentCustomer | null> =>
  (await selectCustomers(db, own).executeTakeFirst()) ?? null;

const selectCustomers = (db: Db, { userId, provider }: Own) =>
  db
    .selectFrom('payment_customers')
    .select(['id', 'provider_id as providerId'])
    .where('user_id', '=', userId)
    .where('provider', '=', provider);

/** @returns false when the row is gone, since the user is erased */
export async function updateCustomerProviderId(
  tx: Tx,
  customer: { id: string; providerId: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('payment_customers')
    .set({ provider_id: customer.providerId })
    .where('id', '=', customer.id)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

export async function countMethods(tx: Tx, { userId, provider }: Own): Promise<number> {
  const { count } = await tx
    .selectFrom('payment_methods')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('provider', '=', provider)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

export async function countOpenSetups(tx: Tx, { userId, provider }: Own): Promise<number> {
  const { count } = await tx
    .selectFrom('payment_setups')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('provider', '=', provider)
    .where('state', 'not in', FINAL_STATES)
    .executeTakeFirstOrThrow();
  return count;
}

/** An open setup that the provider has not answered for, so that nobody has its secret. */
export async function findUnansweredSetupId(
  tx: Tx,
  { userId, provider, before }: Own & { before: Date },
): Promise<string | null> {
  const row = await tx
    .selectFrom('payment_setups')
    .select('id')
    .where('user_id', '=', userId)
    .where('provider', '=', provider)
    .where('state', 'not in', FINAL_STATES)
    .where('provider_id', 'is', null)
    .where('created_at', '<=', before)
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? null;
}

export async function insertSetup(
  tx: Tx,
  setup: Own & { id: string; sessionId: string; createdAt: Date },
): Promise<void> {
  await tx
    .insertInto('payment_setups')
    .values({
      id: setup.id,
      user_id: setup.userId,
      provider: setup.provider,
      state: 'PENDING',
      session_id: setup.sessionId,
      created_at: setup.createdAt,
    })
    .execute();
}

/** @returns false when the row is gone, since the user is erased */
export async function updateSetupProviderId(
  tx: Tx,
  setup: { id: string; providerId: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('payment_setups')
    .set({ provider_id: setup.providerId })
    .where('id', '=', setup.id)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

type AppliedState = Pick<ProviderSetup, 'state' | 'declineReason'> & {
  readonly id: string;
  readonly declineId: string | null;
  /** The version that was read before the provider was asked. */
  readonly version: number;
};

/** @returns false when something else was applied since the version was read */
export async function updateSetupState(tx: Tx, applied: AppliedState): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('payment_setups')
    .set({
      state: applied.state,
      decline_reason: applied.declineReason,
      decline_id: applied.declineId,
      version: applied.version + 1,
    })
    .where('id', '=', applied.id)
    .where('version', '=', applied.version)
    .where('state', 'not in', FINAL_STATES)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

type NewMethod = Own & { readonly id: string; readonly method: ProviderMethod; readonly createdAt: Date };

/**
 * Saves a card; the first one of a user becomes the default. The customer is locked.
 * @returns its id, which it may have had before: the same one can be given twice, also when it is just removed
 */
export async function upsertMethod(
  tx: Tx,
  { id, userId, provider, method, createdAt }: NewMethod,
): Promise<string> {
  const isDefault = (await countMethods(tx, { userId, provider })) === 0;
  const saved = await tx
    .insertInto('payment_methods')
    .values({
      id,
      user_id: userId,
      provider,
      provider_id: method.id,
      ...columnsOf(method),
      is_default: isDefault,
      created_at: createdAt,
    })
    .onConflict((conflict) =>
      conflict.columns(['provider', 'provider_id']).doUpdateSet({
        ...columnsOf(method),
        removed_at: null,
        is_default: sql<boolean>`payment_methods.is_default or excluded.is_default`,
      }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  return saved.id;
}

export async function updateSetupMethod(tx: Tx, setup: { id: string; methodId: string }): Promise<void> {
  await tx
    .updateTable('payment_setups')
    .set({ method_id: setup.methodId })
    .where('id', '=', setup.id)
    .execute();
}

const columnsOf = (method: ProviderMethod) => ({
  brand: method.brand,
  last4: method.last4,
  expiry_month: method.expiryMonth,
  expiry_year: method.expiryYear,
  wallet: method.wallet,
  fingerprint: method.fingerprint,
});

/**
 * Marks as told the methods that expire at the end of a month, at most `limit`. One whose row is locked is left for the next time.
 * @param month counts from 1
 * @returns those that had not been told of this month
 */
export async function updateExpiryTold(
  tx: Tx,
  { provider, year, month, limit }: { provider: string; year: number; month: number; limit: number },
): Promise<{ methodId: string; userId: string }[]> {
  const { rows } = await sql<{ methodId: string; userId: string }>`
    update payment_methods set expiry_told_for = make_date(${year}, ${month}, 1)
    where id in (
      select id from payment_methods
      where provider = ${provider} and removed_at is null and expiry_year = ${year} and expiry_month = ${month}
        and expiry_told_for is distinct from make_date(${year}, ${month}, 1)
      limit ${limit} for update skip locked
    )
    returning id as "methodId", user_id as "userId"`.execute(tx);
  return rows;
}

/** Changes of a card by its bank, such as of its expiry. */
export async function updateMethod(
  tx: Tx,
  changed: { provider: string; method: ProviderMethod },
): Promise<void> {
  await tx
    .updateTable('payment_methods')
    .set(columnsOf(changed.method))
    .where('provider', '=', changed.provider)
    .where('provider_id', '=', changed.method.id)
    .where('removed_at', 'is', null)
    .execute();
}

/** The customer is locked. */
export async function updateDefault(tx: Tx, { userId, provider, id }: Own & { id: string }): Promise<void> {
  const own = tx
    .updateTable('payment_methods')
    .where('user_id', '=', userId)
    .where('provider', '=', provider);
  // The index allows one default at any moment.
  await own.set({ is_default: false }).where('is_default', '=', true).where('id', '<>', id).execute();
  await own.set({ is_default: true }).where('id', '=', id).where('is_default', '=', false).execute();
}

/** @returns false when the user has no such method. The customer is locked. */
export async function updateRemoved(
  tx: Tx,
  { userId, provider, id, now }: Own & { id: string; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('payment_methods')
    .set({ removed_at: now, is_default: false })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('provider', '=', provider)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Null when it is detached and deleted already. */
export async function findRemoved(
  db: Db,
  removed: { id: string; provider: string },
): Promise<{ readonly providerId: string } | null> {
  const row = await db
    .selectFrom('payment_methods')
    .select('provider_id as providerId')
    .where('id', '=', removed.id)
    .where('provider', '=', removed.provider)
    .where('removed_at', 'is not', null)
    .executeTakeFirst();
  return row ?? null;
}

export async function deleteRemoved(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('payment_methods').where('id', '=', id).where('removed_at', 'is not', null).execute();
}

/** A method that is not removed, by the provider's id. */
export async function findOwnerOfMethod(
  db: Db,
  method: { provider: string; providerId: string },
): Promise<{ readonly id: string; readonly userId: string } | null> {
  const row = await db
    .selectFrom('payment_methods')
    .select(['id', 'user_id as userId'])
    .where('provider', '=', method.provider)
    .where('provider_id', '=', method.providerId)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}
