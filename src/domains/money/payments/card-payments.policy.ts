import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#platform/kernel/clock.ts';
import { firstIdAt } from '#platform/kernel/ids.ts';
import type { ProviderPayment } from '#ports/payments.ts';
import type { Payment, PaymentFilter, PaymentState } from './card-payments.types.ts';

/** States in which the payment can still be paid. A card that was declined can be followed by another one. */
export const OPEN_STATES = [
  'CREATED',
  'REQUIRES_ACTION',
  'PROCESSING',
  'FAILED',
] as const satisfies readonly PaymentState[];

export const isOpen = ({ state }: Pick<Payment, 'state'>): boolean =>
  OPEN_STATES.some((open) => open === state);

/**
 * A lower rank never replaces a higher one. Open states follow each other in any order, as cards are tried; money that has
 * moved counts for more than what ended without it.
 */
const RANKS: Readonly<Record<PaymentState, number>> = {
  CREATED: 0,
  REQUIRES_ACTION: 0,
  PROCESSING: 0,
  FAILED: 0,
  CANCELED: 1,
  EXPIRED: 1,
  SUCCEEDED: 2,
};

/** Whether a state may be replaced by another one. */
export const isReplaceable = (state: PaymentState, next: PaymentState): boolean =>
  isOpen({ state }) ? RANKS[next] >= RANKS[state] : RANKS[next] > RANKS[state];

/** Time in which it has to be paid. The provider keeps idempotency keys for a day, so all repetitions fit into it. */
const PAYMENT_LIFE_MS = HOUR_MS;
const LOOKS_MS = [5 * SECOND_MS, 30 * SECOND_MS, 5 * MINUTE_MS, PAYMENT_LIFE_MS];

export const expiryOf = ({ createdAt }: Pick<Payment, 'createdAt'>): Date =>
  new Date(createdAt.getTime() + PAYMENT_LIFE_MS);

/** The next time at which the provider is asked without a fact from it: less and less often, and when the time is over. */
export function nextPaymentLookAt({ createdAt }: Pick<Payment, 'createdAt'>, now: Date): Date {
  const times = LOOKS_MS.map((ms) => new Date(createdAt.getTime() + ms));
  return times.find((time) => time > now) ?? new Date(now.getTime() + PAYMENT_LIFE_MS);
}

/** Time for which a paid payment is compared with the provider. */
const COMPARED_MS = 180 * DAY_MS;
const COMPARED_EACH_MS = 7 * DAY_MS;

/** The next time at which a paid payment is compared with the provider; null when that is over. */
export function nextComparisonAt({ createdAt }: Pick<Payment, 'createdAt'>, now: Date): Date | null {
  const next = new Date(now.getTime() + COMPARED_EACH_MS);
  return next.getTime() - createdAt.getTime() <= COMPARED_MS ? next : null;
}

const BOOKING_LOOKS_MS = { least: MINUTE_MS, most: 6 * HOUR_MS };

/** The next time at which the provider is asked for what it does not show yet: less and less often. */
export function nextBookingLookAt(since: Date, now: Date): Date {
  const { least, most } = BOOKING_LOOKS_MS;
  const waitMs = Math.min(Math.max(now.getTime() - since.getTime(), least), most);
  return new Date(now.getTime() + waitMs);
}

/** The state of a payment by what the provider says of it. */
export function stateOf(
  payment: Pick<Payment, 'createdAt'>,
  { state, declineReason }: Pick<ProviderPayment, 'state' | 'declineReason'>,
  now: Date,
): PaymentState {
  if (state === 'PENDING') return declineReason === null ? 'CREATED' : 'FAILED';
  if (state === 'CANCELED') return now < expiryOf(payment) ? 'CANCELED' : 'EXPIRED';
  return state;
}

type FilterArgs = {
  readonly userId?: string | null | undefined;
  readonly state?: PaymentState | null | undefined;
  readonly createdFrom?: Date | null | undefined;
  readonly createdBefore?: Date | null | undefined;
};

/** The filter of a list of payments, by the arguments of its field. */
export const filterOf = ({ userId, state, createdFrom, createdBefore }: FilterArgs): PaymentFilter => ({
  userId: userId ?? null,
  state: state ?? null,
  from: createdFrom ?? null,
  until: createdBefore ?? null,
});

/** Whether the payment `p` is in a filtered list below an id. Only what is asked for is a condition, so that its index serves the list. */
export function isListedSql(
  { userId, state, from, until }: PaymentFilter,
  beforeId: string,
): RawBuilder<SqlBool> {
  const endId = until === null ? beforeId : firstIdAt(until);
  const conditions = [
    sql`p.id < ${endId < beforeId ? endId : beforeId}::uuid`,
    ...(userId === null ? [] : [sql`p.user_id = ${userId}::uuid`]),
    ...(state === null ? [] : [sql`p.state = ${state}`]),
    ...(from === null ? [] : [sql`p.id >= ${firstIdAt(from)}::uuid`]),
  ];
  return sql<SqlBool>`${sql.join(conditions, sql` and `)}`;
}
