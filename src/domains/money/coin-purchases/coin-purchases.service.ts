import type { IdKey, ListRequest } from '#platform/db/keyset.ts';
import { type AppError, notFound } from '#platform/kernel/errors.ts';
import { giveBackPoint } from '#platform/graphql/field-budget.ts';
import type { Services } from '#platform/outbox/services.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { AdminContext, RequestContext, UserContext } from '#platform/request/context.ts';
import { type IdempotencyKey, once } from '#platform/request/idempotency.ts';
import { load } from '#platform/request/loader.ts';
import { requireOffer } from '../coin-packages/coin-packages.service.ts';
import { coinBalanceByUser } from '../ledger/ledger.loaders.ts';
import { assertRoomFor } from '../ledger/ledger.policy.ts';
import { creditPurchasedCoins } from '../ledger/ledger.service.ts';
import { type PurchaseRoom, roomForPurchase } from '../spending-limits/spending-limits.service.ts';
import {
  beginPayment,
  cancelPayment,
  lockPayer,
  nextPaymentStep,
  payBy,
  presentPaymentStep,
  type PayingCard,
} from '../payments/card-payments.service.ts';
import type { PaymentFilter, PaymentStep } from '../payments/card-payments.types.ts';
import { purchaseChanged, purchaseSettled } from './coin-purchases.events.ts';
import { coinPurchaseById } from './coin-purchases.loaders.ts';
import {
  assertBelowMaximum,
  assertNotPaid,
  heldUntil,
  liveSince,
  PURCHASE_BUDGET,
} from './coin-purchases.policy.ts';
import {
  countBought,
  findLivePurchaseId,
  listDeclinedIds,
  listPurchasesByIds,
  findPurchase,
  insertPurchase,
  listPurchases,
  lockPurchase,
  readPayer,
  updateCredited,
} from './coin-purchases.queries.ts';
import type { CoinPurchase } from './coin-purchases.types.ts';

/** Null when it is not the caller's. */
export async function findCoinPurchase(ctx: RequestContext, id: string): Promise<CoinPurchase | null> {
  const found = await load(ctx, coinPurchaseById, id);
  return found && found.userId === ctx.user?.id ? found : null;
}

export const findAnyPurchase = async (ctx: AdminContext, id: string): Promise<CoinPurchase | null> =>
  load(ctx, coinPurchaseById, id);

/** Purchases of the caller, newest first. */
export const myCoinPurchases = (ctx: UserContext, page: ListRequest<IdKey>): Promise<CoinPurchase[]> =>
  listPurchases(ctx.db, { userId: ctx.user.id, state: null, from: null, until: null }, page);

/** Purchases of all users, newest first. */
export const adminGetCoinPurchases = (
  ctx: AdminContext,
  filter: PaymentFilter,
  page: ListRequest<IdKey>,
): Promise<CoinPurchase[]> => listPurchases(ctx.db, filter, page);

type Order = {
  readonly packageId: string;
  /** Version of the offer that the buyer has seen. */
  readonly version: number;
  /** The saved method to charge: the default one when undefined, and none when null. */
  readonly paymentMethodId?: string | null | undefined;
  /** Whether the buyer wants another one beside a live purchase of the same offer. */
  readonly allowSecond?: boolean | null | undefined;
};

/** The buyer has a live purchase of the same offer, which is given back in place of another one. */
class LivePurchase extends Error {
  override readonly name = 'LivePurchase';
  readonly purchaseId: string;

  constructor(purchaseId: string) {
    super('The buyer has a live purchase of the same offer.');
    this.purchaseId = purchaseId;
  }
}

/** Purchases whose card was declined, and which another card may still pay, take the room that the buyer's own limits have. */
class TakenByDeclined extends Error {
  override readonly name = 'TakenByDeclined';
  readonly refusal: AppError;

  constructor(refusal: AppError) {
    super('Purchases whose card was declined take the room for another one.');
    this.refusal = refusal;
  }
}

/**
 * Begins the purchase of a package: `showCoinPurchase` then asks the provider to charge.
 * @returns the id of the purchase, or of a live one of the same offer, unless another one is wanted
 * @throws AppError NOT_FOUND | CONFLICT | LIMIT_REACHED
 */
export async function beginCoinPurchase(
  ctx: UserContext,
  order: Order,
  key: IdempotencyKey,
  { isRepeated } = { isRepeated: false },
): Promise<string> {
  try {
    return await beginAnother(ctx, order, key);
  } catch (error) {
    if (error instanceof LivePurchase) return once(ctx, key, error.purchaseId, async () => undefined);
    if (!(error instanceof TakenByDeclined) || isRepeated) throw refusalOf(error);
    await cancelDeclined(ctx);
    return beginCoinPurchase(ctx, order, key, { isRepeated: true });
  }
}

const refusalOf = (error: unknown): unknown => (error instanceof TakenByDeclined ? error.refusal : error);

/** Cancels the caller's purchases whose card was declined, at the provider first: one that is paid meanwhile stays. */
async function cancelDeclined(ctx: UserContext): Promise<void> {
  for (const id of await listDeclinedIds(ctx.db, ctx.user.id)) {
    await cancelPayment(ctx, id);
    await creditIfPaid(ctx, id);
  }
}

/** @throws AppError LIMIT_REACHED, unless purchases take the room that may be canceled */
function assertRoomToBuy({ refusal, isTakenByDeclined }: PurchaseRoom): void {
  if (refusal !== null) throw isTakenByDeclined ? new TakenByDeclined(refusal) : refusal;
}

async function beginAnother(
  ctx: UserContext,
  { packageId, version, paymentMethodId, allowSecond }: Order,
  key: IdempotencyKey,
): Promise<string> {
  const id = ctx.ids.next();
  const userId = ctx.user.id;
  const balance = (await load(ctx, coinBalanceByUser, userId)) ?? { coins: 0, promoCoins: 0 };
  return once(ctx, key, id, async (tx) => {
    const { maxPerUser, coins, bonusCoins, ...price } = await requireOffer(ctx, tx, { packageId, version });
    assertRoomFor(balance, coins + bonusCoins);
    await lockPayer(ctx, tx);
    const since = liveSince(ctx.clock.now());
    const liveId = allowSecond ? null : await findLivePurchaseId(tx, { userId, packageId, version, since });
    if (liveId !== null) throw new LivePurchase(liveId);
    assertBelowMaximum(await countBought(tx, { userId, packageId }), maxPerUser);
    assertRoomToBuy(await roomForPurchase(tx, { userId, coins, now: ctx.clock.now() }, ['packageId']));
    const { priceMinor: amountMinor, currency } = price;
    const payment = { id, purpose: 'COIN_PURCHASE', amountMinor, currency } as const;
    await beginPayment(ctx, tx, { ...payment, methodId: paymentMethodId });
    await insertPurchase(tx, { id, userId, packageId, version, createdAt: ctx.clock.now() });
  });
}

/** A purchase with what its buyer does next. */
export type ShownPurchase = PaymentStep & { readonly purchase: CoinPurchase };

/**
 * A purchase of the caller as the provider says now, which charges a saved method where it has not been asked to yet.
 * @throws AppError NOT_FOUND | INVALID_STATE | RATE_LIMITED | SERVICE_UNAVAILABLE
 */
export async function showCoinPurchase(ctx: UserContext, id: string): Promise<ShownPurchase> {
  try {
    return await shown(ctx, id, await nextPaymentStep(ctx, id));
  } catch (refusal) {
    // The provider has refused to make the payment, which has ended and is not asked for again: nothing counts against the buyer.
    if ((await findPurchase(ctx.db, id))?.paymentState === 'CANCELED')
      await giveBackPoint(ctx, { field: 'purchaseCoins', budget: PURCHASE_BUDGET });
    throw refusal;
  }
}

/**
 * A purchase of the caller as the provider says now, without charging anything.
 * @throws AppError NOT_FOUND | RATE_LIMITED | SERVICE_UNAVAILABLE
 */
export async function refreshCoinPurchase(ctx: UserContext, purchaseId: string): Promise<ShownPurchase> {
  await requirePurchase(ctx, purchaseId);
  return shown(ctx, purchaseId, await presentPaymentStep(ctx, purchaseId));
}

/** Purchases as they are now, for events about them. */
export async function readPurchases(
  { db }: Services,
  events: readonly { readonly purchaseId: string }[],
): Promise<(CoinPurchase | null)[]> {
  const found = await listPurchasesByIds(
    db,
    events.map(({ purchaseId }) => purchaseId),
  );
  const byId = new Map(found.map((purchase) => [purchase.id, purchase]));
  return events.map(({ purchaseId }) => byId.get(purchaseId) ?? null);
}

/**
 * Charges a card for a purchase. One that is no longer open is as it is.
 * @throws AppError NOT_FOUND | VALIDATION_FAILED | PAYMENT_DECLINED | RATE_LIMITED | SERVICE_UNAVAILABLE
 */
export async function confirmCoinPurchase(
  ctx: UserContext,
  { purchaseId, ...card }: PayingCard & { readonly purchaseId: string },
): Promise<ShownPurchase> {
  await requirePurchase(ctx, purchaseId);
  return shown(ctx, purchaseId, await payBy(ctx, purchaseId, card));
}

/**
 * Cancels a purchase that is not paid. Repeating it succeeds.
 * @throws AppError NOT_FOUND | INVALID_STATE | RATE_LIMITED | SERVICE_UNAVAILABLE
 */
export async function cancelCoinPurchase(ctx: UserContext, purchaseId: string): Promise<CoinPurchase> {
  await requirePurchase(ctx, purchaseId);
  await cancelPayment(ctx, purchaseId);
  await creditIfPaid(ctx, purchaseId);
  const purchase = await requirePurchase(ctx, purchaseId);
  assertNotPaid(purchase);
  return purchase;
}

async function shown(ctx: UserContext, id: string, step: PaymentStep): Promise<ShownPurchase> {
  await creditIfPaid(ctx, id);
  return { ...step, purchase: await requirePurchase(ctx, id) };
}

async function requirePurchase(ctx: UserContext, id: string): Promise<CoinPurchase> {
  const purchase = await findPurchase(ctx.db, id);
  if (purchase?.userId !== ctx.user.id) throw notFound('Coin purchase', ['purchaseId']);
  return purchase;
}

/** Time until which earnings stay pending that come from a payment by card. */
export const earningsHeldUntil = async (
  services: Pick<Services, 'clock' | 'limits'>,
  tx: Tx,
  paymentId: string,
): Promise<Date> => heldUntil(services, await readPayer(tx, paymentId));

/** Credits the coins of a purchase whose payment has succeeded, once. @throws AppError LIMIT_REACHED */
export async function creditIfPaid(services: Services, id: string): Promise<void> {
  const isCreditable = (purchase: CoinPurchase | null): purchase is CoinPurchase =>
    purchase?.paymentState === 'SUCCEEDED' && purchase.creditedTransferId === null;
  if (!isCreditable(await findPurchase(services.db, id))) return;
  await services.transaction(async (tx) => {
    const purchase = await lockPurchase(tx, id);
    if (!isCreditable(purchase)) return;
    const { userId, coins, bonusCoins } = purchase;
    const earningsClearAt = await earningsHeldUntil(services, tx, id);
    const credit = { userId, coins, bonusCoins, purchaseId: id, earningsClearAt };
    const posted = await creditPurchasedCoins(services, tx, credit);
    await updateCredited(tx, id, posted.transferId);
    tx.emit(purchaseSettled, { userId, purchaseId: id, outcome: 'SUCCEEDED' });
    tx.emit(purchaseChanged, { userId, purchaseId: id }, { userIds: [userId] });
  });
}
