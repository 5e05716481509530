import { defineJob } from '#platform/outbox/jobs/definition.ts';
import type { Services } from '#platform/outbox/services.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { PaymentsError, type ProviderPayment } from '#ports/payments.ts';
import {
  expiryOf,
  isOpen,
  isReplaceable,
  nextBookingLookAt,
  nextComparisonAt,
  nextPaymentLookAt,
  stateOf,
} from './card-payments.policy.ts';
import {
  findPayment,
  listUnbooked,
  updateMethodRefused,
  updatePaymentProviderId,
  updatePaymentState,
} from './card-payments.queries.ts';
import type { Payment } from './card-payments.types.ts';
import { bookMoves } from '../cash/cash.service.ts';
import { noteDecline, notePaid } from '../card-pauses/card-pauses.service.ts';
import { ensureCustomer } from './customers.service.ts';
import { paymentChanged } from './payments.events.ts';
import { findCustomer, lockCustomer } from './payments.queries.ts';
import { lookAtTakeBacks } from './take-backs.service.ts';

/** Makes a payment at the provider while its payer is away, once however often it is repeated: the key there is its id. */
export const chargePaymentJob = defineJob<{ paymentId: string }>('payments.charge');

/** Asks the provider how a payment stands, and cancels it there when its time is over. It never charges anything. */
export const reconcilePaymentJob = defineJob<{ paymentId: string }>('payments.reconcilePayment');

/** Payments of a minute; the others have a later turn. */
const BATCH_UNBOOKED = 200;

/** Asks the provider for what it did not show yet of payments, refunds and disputes, which is then booked. */
export async function lookAtUnbooked({ clock, db, ports, transaction }: Services): Promise<void> {
  const due = { provider: ports.payments.provider, now: clock.now(), limit: BATCH_UNBOOKED };
  const paymentIds = await listUnbooked(db, due);
  if (paymentIds.length === 0) return;
  await transaction(async (tx) => {
    for (const paymentId of paymentIds) tx.enqueue(reconcilePaymentJob, { paymentId }, { key: paymentId });
  });
}

export function enqueuePaymentLook(tx: Tx, payment: Pick<Payment, 'id' | 'createdAt'>, now: Date): void {
  const runAt = nextPaymentLookAt(payment, now);
  tx.enqueue(reconcilePaymentJob, { paymentId: payment.id }, { key: payment.id, runAt });
}

/** Whether a payment that the provider does not have is made there: while its payer waits for it, or if it is made without them. */
type Making = { readonly isMade: boolean };

/** Each round loses against another look that was faster. */
const ROUNDS_MAX = 5;

/**
 * Asks the provider about a payment and stores the answer, whoever else does so at the same time.
 * @returns null when the provider has none, or is another one
 * @throws PaymentsError
 */
export async function lookAtPayment(
  services: Services,
  id: string,
  making: Making,
): Promise<ProviderPayment | null> {
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    // Read before the provider is asked: what is applied meanwhile is newer.
    const payment = await findPayment(services.db, id);
    const providerId = payment && (await ensurePayment(services, payment, making));
    if (!payment || providerId === null) return null;
    const said = await services.ports.payments.findPayment(providerId);
    if (await apply(services, payment, said)) return said;
  }
  throw new Error(`The payment ${id} changes faster than it can be looked at.`);
}

/**
 * The payment at the provider, made there under the key of its row, or found by its reference where the answer was lost.
 * @returns the provider's id of it; null when there is none
 */
export async function ensurePayment(
  services: Services,
  payment: Payment,
  { isMade }: Making,
): Promise<string | null> {
  const { db, ports, transaction } = services;
  if (payment.provider !== ports.payments.provider) return null;
  if (payment.providerId !== null) return payment.providerId;
  const isMadeNow = isMade && isOpen(payment);
  const said = isMadeNow ? await makeOrEnd(services, payment) : await find();
  if (!said) return null;
  await transaction((tx) => updatePaymentProviderId(tx, { id: payment.id, providerId: said.id }));
  return said.id;

  async function find(): Promise<ProviderPayment | null> {
    const own = { userId: payment.userId, provider: payment.provider };
    const customerId = (await findCustomer(db, own))?.providerId ?? null;
    if (customerId === null) return null;
    return ports.payments.findPaymentByReference({ customerId, reference: payment.id });
  }
}

/** The codes with which the provider has not made a payment, and will not. */
const REFUSED: ReadonlySet<string> = new Set(['AMOUNT_REFUSED', 'NOT_FOUND', 'REJECTED']);

/** A payment that the provider refuses to make ends at once, so that it does not count as open. */
async function makeOrEnd(services: Services, payment: Payment): Promise<ProviderPayment | null> {
  try {
    return await make(services, payment);
  } catch (error) {
    if (error instanceof PaymentsError && REFUSED.has(error.code))
      await apply(services, payment, unpaidOf(payment));
    throw error;
  }
}

/** The answer about a payment that the provider does not have, and that ends. */
const unpaidOf = ({ amountMinor, currency }: Payment): Said => ({
  state: 'CANCELED',
  declineReason: null,
  decline: null,
  charge: null,
  amountMinor,
  currency,
});

async function make(services: Services, payment: Payment): Promise<ProviderPayment | null> {
  const { payments } = services.ports;
  const customerId = await ensureCustomer(services, payment.userId);
  if (customerId === null) return null;
  const { id, amountMinor, currency, methodProviderId: methodId, isOffSession } = payment;
  const asked = { customerId, reference: id, idempotencyKey: id, amountMinor, currency, isOffSession };
  try {
    return await payments.createPayment({ ...asked, methodId });
  } catch (error) {
    const isRefused = error instanceof PaymentsError && error.code === 'METHOD_REFUSED';
    if (!isRefused || methodId === null) throw error;
    if (isOffSession) {
      // Nobody is there to give another card.
      await apply(services, payment, unpaidOf(payment));
      return null;
    }
    // The saved card is gone at the provider: the payment waits for another one.
    await services.transaction((tx) => updateMethodRefused(tx, id));
    // Another request, which needs another key.
    return payments.createPayment({ ...asked, idempotencyKey: `${id}-without-card`, methodId: null });
  }
}

type Said = Pick<
  ProviderPayment,
  'state' | 'declineReason' | 'decline' | 'charge' | 'amountMinor' | 'currency'
>;

/** @returns false when another look was applied since `payment` was read */
async function apply(services: Services, payment: Payment, said: Said): Promise<boolean> {
  const { clock, transaction } = services;
  const { id, userId, purpose, provider, version } = payment;
  const { declineReason, decline, charge } = said;
  const declineId = decline?.id ?? null;
  if (said.amountMinor !== payment.amountMinor || said.currency !== payment.currency)
    throw new Error(`The provider has another amount for the payment ${id}.`);
  const state = stateOf(payment, said, clock.now());
  const isDeclinedAnew = decline !== null && decline.id !== payment.declineId;
  const isSame = state === payment.state && declineReason === payment.declineReason && !isDeclinedAnew;
  if (isSame || !isReplaceable(payment.state, state)) return true;
  return transaction(async (tx) => {
    // Without a customer the user is erased.
    const showsCard = (await lockCustomer(tx, payment)) !== null;
    const comparesAt = state === 'SUCCEEDED' ? nextComparisonAt(payment, clock.now()) : null;
    const unbooked = charge && !charge.balance ? unbookedFrom(payment, clock.now()) : null;
    const applied = { id, version, state, declineReason, declineId, charge, showsCard, comparesAt, unbooked };
    if (!(await updatePaymentState(tx, applied))) return false;
    if (charge?.balance) await bookMoves(services, tx, { paymentId: id, provider, moves: [charge.balance] });
    tx.emit(paymentChanged, { paymentId: id, userId, purpose, state });
    // A card that is charged again and again while its holder is away is tried out by nobody.
    const isTrial = !payment.isOffSession || payment.sessionId !== null;
    if (isDeclinedAnew && isTrial)
      await noteDecline(tx, { ...payment, fingerprint: decline.fingerprint }, clock.now());
    // A card that is saved costs nothing, so only one that has paid resets the pauses.
    if (charge) await notePaid(tx, { ...payment, fingerprint: charge.fingerprint });
    return true;
  });
}

/** A charge that the provider does not show on our account yet. */
const unbookedFrom = ({ createdAt: since }: Payment, now: Date) => ({
  since,
  lookAt: nextBookingLookAt(since, now),
});

/** The work of `chargePaymentJob`. @throws PaymentsError when the provider is away: the job is repeated, until the time of the payment is over */
export async function chargePayment(services: Services, { paymentId }: { paymentId: string }): Promise<void> {
  const { clock, db, ports } = services;
  const found = await findPayment(db, paymentId);
  if (found?.provider !== ports.payments.provider || !isOpen(found)) return;
  // Beyond this time the provider could have forgotten the key; a reconciliation ends the payment.
  if (clock.now() >= expiryOf(found)) return;
  await lookAtPayment(services, paymentId, { isMade: true });
}

/** The work of `reconcilePaymentJob`. @throws PaymentsError when the provider is away: the job is repeated */
export async function reconcilePayment(
  services: Services,
  { paymentId }: { paymentId: string },
): Promise<void> {
  const { clock, db, ports, transaction } = services;
  const found = await findPayment(db, paymentId);
  if (found?.provider !== ports.payments.provider) return;
  if (found.state === 'SUCCEEDED') {
    await lookAtTakeBacks(services, paymentId);
    return;
  }
  // A payment that ended here before the provider had it must not be paid there.
  const isOver = !isOpen(found) || clock.now() >= expiryOf(found);
  if (isOver) await cancelAtProvider(services, paymentId);
  else await lookAtPayment(services, paymentId, { isMade: false });
  const payment = await findPayment(db, paymentId);
  if (payment && isOpen(payment))
    await transaction(async (tx) => enqueuePaymentLook(tx, payment, clock.now()));
  // Refunds and disputes may have been told before it was known to be paid, and are told once.
  await lookAtTakeBacks(services, paymentId);
}

/**
 * Cancels a payment at the provider first, which says so where it was paid meanwhile.
 * @throws PaymentsError
 */
export async function cancelAtProvider(services: Services, id: string): Promise<void> {
  const { db, ports } = services;
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const payment = await findPayment(db, id);
    if (!payment) return;
    const providerId = await ensurePayment(services, payment, { isMade: false });
    const said = providerId === null ? unpaidOf(payment) : await ports.payments.cancelPayment(providerId);
    if (await apply(services, payment, said)) return;
  }
  throw new Error(`The payment ${id} changes faster than it can be canceled.`);
}
