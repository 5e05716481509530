import { isNewSince } from '#domains/identity/users/new-accounts.policy.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#platform/kernel/clock.ts';
import { AppError } from '#platform/kernel/errors.ts';
import type { Budget } from '#platform/kernel/rate-limit.ts';
import type { Services } from '#platform/outbox/services.ts';
import { isOpen } from '../payments/card-payments.policy.ts';
import { OPEN_DISPUTES } from '../payments/refunds.policy.ts';
import type { PaymentDispute, PaymentRefund, TakeBacks } from '../payments/take-backs.types.ts';
import type { CoinPurchase, CoinPurchaseState, Payer, PurchaseChange } from './coin-purchases.types.ts';

/** Stolen cards are tried out where it is cheap. */
export const PURCHASE_BUDGET: Budget = { points: 20, windowSeconds: 3_600, per: 'user' };

/** Time for which an open purchase can be paid. */
const OPEN_MS = HOUR_MS;
/** A second tap comes within this time, also when the first one has been paid meanwhile. */
const TAPPED_TWICE_MS = MINUTE_MS;

/** Since when a purchase has to be begun in order to be live: while it is open, and when it is paid. */
export const liveSince = (now: Date): { readonly open: Date; readonly paid: Date } => ({
  open: new Date(now.getTime() - OPEN_MS),
  paid: new Date(now.getTime() - TAPPED_TWICE_MS),
});

/** A purchase that is paid and not credited yet is still being processed. */
export function stateOfPurchase(purchase: CoinPurchase): CoinPurchaseState {
  const { paymentState, creditedTransferId } = purchase;
  if (paymentState !== 'SUCCEEDED') return paymentState;
  return creditedTransferId === null ? 'PROCESSING' : stateOfPaid(purchase);
}

/** A dispute says more than a refund. */
function stateOfPaid({
  dispute,
  refundedMinor,
  priceMinor,
}: Pick<CoinPurchase, 'dispute' | 'refundedMinor' | 'priceMinor'>): CoinPurchaseState {
  if (dispute !== null) return dispute;
  if (refundedMinor >= priceMinor) return 'REFUNDED';
  return refundedMinor > 0 ? 'PARTIALLY_REFUNDED' : 'SUCCEEDED';
}

/** The changes that a history can have: each refund and dispute makes two at most. */
export const HISTORY_SIZE = 100;

/** The states of a purchase whose times are known, oldest first: begun, credited, and what refunds and disputes made of it since. */
export function historyOf(
  { createdAt, creditedAt, priceMinor }: CoinPurchase,
  { refunds, disputes }: TakeBacks,
): PurchaseChange[] {
  const begun: PurchaseChange[] = [{ state: 'CREATED', at: createdAt }];
  if (creditedAt === null) return begun;
  const facts = [
    creditedAt,
    ...[...refunds, ...disputes].flatMap(({ createdAt: from, changedAt }) => [from, changedAt]),
  ];
  const times = [...new Set(facts.map((at) => Math.max(at.getTime(), creditedAt.getTime())))];
  const changes = times
    .toSorted((a, b) => a - b)
    .map((time) => {
      const refundedMinor = refunds.reduce(
        (sum, refund) => sum + (stands(refund, time) ? refund.amountMinor : 0),
        0,
      );
      return {
        state: stateOfPaid({ dispute: disputeAt(disputes, time), refundedMinor, priceMinor }),
        at: new Date(time),
      };
    });
  return [...begun, ...changes.filter(({ state }, index) => state !== changes[index - 1]?.state)].slice(
    0,
    HISTORY_SIZE,
  );
}

const stands = ({ state, createdAt, changedAt }: PaymentRefund, time: number): boolean =>
  createdAt.getTime() <= time && (isRefunded(state) || changedAt.getTime() > time);

const isRefunded = (state: PaymentRefund['state']): boolean => state === 'PENDING' || state === 'SUCCEEDED';

function disputeAt(disputes: readonly PaymentDispute[], time: number): CoinPurchase['dispute'] {
  const known = disputes.filter(({ createdAt }) => createdAt.getTime() <= time);
  const isDecided = ({ changedAt }: PaymentDispute): boolean => changedAt.getTime() <= time;
  if (known.some((dispute) => dispute.state === 'LOST' && isDecided(dispute))) return 'LOST';
  return known.some((dispute) => isOpenDispute(dispute.state) || !isDecided(dispute)) ? 'DISPUTED' : null;
}

const isOpenDispute = (state: PaymentDispute['state']): boolean =>
  OPEN_DISPUTES.some((open) => open === state);

/** Time until which earnings stay pending that are paid with coins of a purchase. */
export function heldUntil(
  { clock, limits }: Pick<Services, 'clock' | 'limits'>,
  { since, wallet }: Payer,
): Date {
  const now = clock.now().getTime();
  const { cardEarningsDays, walletEarningsDays, newPayerEarningsDays } = limits;
  const days = wallet === null ? cardEarningsDays : walletEarningsDays;
  const isYoung = isNewSince({ clock, limits }, since);
  return new Date(now + (isYoung ? Math.max(days, newPayerEarningsDays) : days) * DAY_MS);
}

/** Refuses to cancel what is paid. @throws AppError INVALID_STATE */
export function assertNotPaid({ paymentState }: Pick<CoinPurchase, 'paymentState'>): void {
  if (paymentState === 'CANCELED' || paymentState === 'EXPIRED') return;
  const isPaid = !isOpen({ state: paymentState });
  const message = isPaid
    ? 'The purchase is paid.'
    : 'The provider cannot cancel the purchase now: read it again shortly.';
  throw new AppError('INVALID_STATE', message, {
    path: ['purchaseId'],
    details: { current: paymentState, allowed: ['CREATED', 'REQUIRES_ACTION', 'FAILED'] },
  });
}

/** @throws AppError LIMIT_REACHED */
export function assertBelowMaximum(bought: number, maxPerUser: number | null): void {
  if (maxPerUser === null || bought < maxPerUser) return;
  throw new AppError(
    'LIMIT_REACHED',
    `A user can buy this package at most ${maxPerUser} times; purchases that are open count.`,
    {
      path: ['packageId'],
      details: { limit: maxPerUser },
    },
  );
}
