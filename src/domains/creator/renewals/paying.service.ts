import { cancelPayment } from '#domains/money/payments/card-payments.service.ts';
import { myPaymentMethod } from '#domains/money/payments/methods.service.ts';
import { notFound } from '#platform/kernel/errors.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { InTransaction, UserContext } from '#platform/request/context.ts';
import { type IdempotencyKey, once } from '#platform/request/idempotency.ts';
import { load } from '#platform/request/loader.ts';
import type { Invoice } from '../billing/billing.types.ts';
import {
  beginCharge,
  isIdle,
  openAttempt,
  OpenPayment,
  presentAttempt,
} from '../billing/charging.service.ts';
import { invoiceDue } from '../billing/invoices.service.ts';
import { followPayment } from '../subscriptions/card-payments.service.ts';
import { subscriptionChanged } from '../subscriptions/subscriptions.events.ts';
import { subscriptionById } from '../subscriptions/subscriptions.loaders.ts';
import { assertState, cardRemoved, notByCard, notSold } from '../subscriptions/subscriptions.policy.ts';
import { lockOwn, shown } from '../subscriptions/subscriptions.service.ts';
import type { Begun } from '../subscriptions/subscribing.service.ts';
import type { Subscription } from '../subscriptions/subscriptions.types.ts';
import { change, tell } from '../subscriptions/transitions.service.ts';
import { readStanding } from './renewals.queries.ts';
import { chargeDue } from './renewals.service.ts';

/**
 * Begins the payment of the period that is due by its payer, who is there; `showCharge` follows. A payment that can still be paid is given
 * back in place of another one.
 * @throws AppError NOT_FOUND | VALIDATION_FAILED | INVALID_STATE | LIMIT_REACHED | RATE_LIMITED | SERVICE_UNAVAILABLE
 */
export async function confirmSubscriptionPayment(
  ctx: UserContext,
  { subscriptionId }: { readonly subscriptionId: string },
  key: IdempotencyKey,
): Promise<Begun> {
  const found = await requireByCard(ctx, subscriptionId);
  await cancelDue(ctx, found, { onlyIdle: true });
  const paymentId = ctx.ids.next();
  try {
    return await once<Begun>(ctx, key, { subscriptionId, paymentId }, (tx) =>
      beginAnother(ctx, tx, { subscriptionId, paymentId }),
    );
  } catch (error) {
    if (!(error instanceof OpenPayment)) throw error;
    const open = { subscriptionId, paymentId: error.paymentId };
    return once<Begun>(ctx, key, open, async () => undefined);
  }
}

async function beginAnother(
  ctx: InTransaction<UserContext>,
  tx: Tx,
  { subscriptionId, paymentId }: { readonly subscriptionId: string; readonly paymentId: string },
): Promise<void> {
  const subscription = await lockOwn(ctx, tx, subscriptionId);
  assertState(subscription, ['INCOMPLETE', 'PAST_DUE']);
  if (!(await readStanding(tx, subscription, ctx.clock.now())).areActive) throw notSold(['subscriptionId']);
  const { paymentMethodId: methodId } = subscription;
  if (methodId === null || !(await myPaymentMethod(ctx, methodId))) throw cardRemoved();
  const invoice = await requireDue(tx, subscription);
  await beginCharge(ctx, tx, { invoice, paymentId, methodId, path: ['subscriptionId'] });
}

/** The invoice of a period that is due. */
async function requireDue(tx: Tx, { id }: Subscription): Promise<Invoice> {
  const invoice = await invoiceDue(tx, id, ['CREATE', 'CYCLE']);
  if (!invoice) throw new Error('a period that is due has no invoice');
  return invoice;
}

/** A subscription of the caller by card. @throws AppError NOT_FOUND | VALIDATION_FAILED */
async function requireByCard(ctx: UserContext, id: string): Promise<Subscription> {
  const found = await load(ctx, subscriptionById, id);
  if (found?.subscriberId !== ctx.user.id) throw notFound('Subscription', ['subscriptionId']);
  if (found.funding !== 'CARD') throw notByCard();
  return found;
}

/** Cancels the payment of what is due at the provider, which says so where it was paid meanwhile. @param only what waits for nobody */
async function cancelDue(
  ctx: UserContext,
  { id }: Subscription,
  { onlyIdle }: { readonly onlyIdle: boolean },
): Promise<void> {
  const invoice = await invoiceDue(ctx.db, id, ['CREATE', 'CYCLE']);
  const open = invoice && (await presentAttempt(ctx.db, invoice.id));
  if (!open || (onlyIdle && !isIdle(open, ctx.clock.now()))) return;
  await cancelPayment(ctx, open.paymentId);
  await followPayment(ctx, open.paymentId);
}

/**
 * Sets the saved card of a subscription of the caller; one that is another than before is charged at once where a further period is due.
 * Repeating it succeeds without a change.
 * @throws AppError NOT_FOUND | VALIDATION_FAILED | INVALID_STATE | RATE_LIMITED | SERVICE_UNAVAILABLE
 */
export async function setSubscriptionPaymentMethod(
  ctx: UserContext,
  { subscriptionId, paymentMethodId }: { readonly subscriptionId: string; readonly paymentMethodId: string },
): Promise<Subscription> {
  const found = await requireByCard(ctx, subscriptionId);
  if (!(await myPaymentMethod(ctx, paymentMethodId))) throw notFound('Payment method', ['paymentMethodId']);
  assertState(found, LIVE);
  if (found.paymentMethodId === paymentMethodId) return found;
  // A payment that is open is by the card before.
  await cancelDue(ctx, found, { onlyIdle: false });
  await ctx.transaction(async (tx) => {
    const subscription = await lockOwn(ctx, tx, subscriptionId);
    assertState(subscription, LIVE);
    if (subscription.paymentMethodId === paymentMethodId) return;
    const changed = await change(tx, subscription, { paymentMethodId });
    tell(tx, subscriptionChanged, changed);
    if (changed.state === 'PAST_DUE') await tryAtOnce(ctx, tx, changed);
  });
  return shown(ctx, subscriptionId);
}

const LIVE = ['INCOMPLETE', 'TRIALING', 'ACTIVE', 'PAST_DUE'] as const;

async function tryAtOnce(ctx: InTransaction<UserContext>, tx: Tx, subscription: Subscription): Promise<void> {
  const now = ctx.clock.now();
  const { graceUntil } = subscription;
  if (graceUntil === null || graceUntil <= now) return;
  if (!(await readStanding(tx, subscription, now)).areActive) return;
  const invoice = await requireDue(tx, subscription);
  if (await openAttempt(tx, invoice.id, now)) return;
  await chargeDue(ctx, tx, subscription, invoice);
}
