import { AppError, ValidationFailed } from '#platform/kernel/errors.ts';
import { DAY_MS, HOUR_MS } from '#platform/kernel/clock.ts';
import { invalid } from '#platform/kernel/parse-input.ts';
import type { EndReason, Subscription, SubscriptionState } from './subscriptions.types.ts';

/** Days for which a period that is due in coins can still be paid, with an attempt on each of them. */
const COINS_GRACE_DAYS = 3;
const ATTEMPT_AGAIN_MS = DAY_MS;
/** Days for which a period that is due by card can still be paid, and those after its due date on which it is tried again. */
const CARD_GRACE_DAYS = 14;
const CARD_ATTEMPT_DAYS = [1, 3, 5, 7];
/** Time in which the first period has to be paid by card. */
const INCOMPLETE_MS = 23 * HOUR_MS;
/** Longer than a payment by card can be open: by then its outcome was told. */
const CHARGED_MS = 2 * HOUR_MS;
/** A renewal that comes later than this gives no access for the time before. */
const LATE_MS = DAY_MS;
/** Time for which renewals wait for one of the two who is not active. */
const PAUSED_MS = 30 * DAY_MS;
const LOOK_AGAIN_MS = DAY_MS;

/** Until when a period that was due at a time can be paid. */
export const graceOf = (dueAt: Date): Date => new Date(dueAt.getTime() + COINS_GRACE_DAYS * DAY_MS);

/** As `graceOf`, by card. */
export const cardGraceOf = (dueAt: Date): Date => new Date(dueAt.getTime() + CARD_GRACE_DAYS * DAY_MS);

/** The time of the next attempt by card; the end of the grace after the last one. */
export function nextCardAttempt({
  dueAt,
  now,
  graceUntil,
}: Record<'dueAt' | 'now' | 'graceUntil', Date>): Date {
  const times = CARD_ATTEMPT_DAYS.map((days) => new Date(dueAt.getTime() + days * DAY_MS));
  return times.find((time) => time > now) ?? graceUntil;
}

/** The end of a subscription whose first period nobody pays. */
export const incompleteUntil = (now: Date): Date => new Date(now.getTime() + INCOMPLETE_MS);

/** The time by which the outcome of a payment that is begun now was told; until then a period that is due keeps its access. */
export const chargedBy = (now: Date): Date => new Date(now.getTime() + CHARGED_MS);

/** The time of the next attempt after one that failed; the last one is at the end of the grace. */
export const nextAttempt = (now: Date, graceUntil: Date): Date =>
  new Date(Math.min(now.getTime() + ATTEMPT_AGAIN_MS, graceUntil.getTime()));

/** Whether nobody tried to renew for so long that the period begins now, since the time before had no access. */
export const isLate = ({ state, periodEnd }: Pick<Subscription, 'state' | 'periodEnd'>, now: Date): boolean =>
  state !== 'PAST_DUE' && now.getTime() - periodEnd.getTime() > LATE_MS;

/** Whether renewals have waited long enough for one of the two who is not active. */
export const isPauseOver = ({ periodEnd }: Pick<Subscription, 'periodEnd'>, now: Date): boolean =>
  now.getTime() - periodEnd.getTime() >= PAUSED_MS;

/** The time of the next look at a renewal that waits. */
export const nextLook = (now: Date): Date => new Date(now.getTime() + LOOK_AGAIN_MS);

/** The reason that the two are told: a block stays between the creator and the product. */
export const toldReason = (reason: EndReason | null, isCreator: boolean): EndReason | null =>
  reason === 'BLOCKED' && !isCreator ? 'CREATOR_ENDED' : reason;

export const ownTier = (): AppError => invalid(['tierId'], 'Subscribe to other creators.', 'others');

/** @param path of the input that names what is subscribed to */
export const notSold = (path: readonly string[]): ValidationFailed =>
  new ValidationFailed([
    new AppError('FORBIDDEN', 'The creator takes no subscriptions at present.', { path }),
  ]);

export const termsChanged = (): AppError =>
  new AppError('CONFLICT', 'The tier has changed: fetch it again and show its price.', { path: ['version'] });

export const subscribedAlready = (): AppError =>
  new AppError('INVALID_STATE', 'You have a subscription to this creator: change its tier.', {
    path: ['tierId'],
    details: { current: 'SUBSCRIBED', allowed: ['ENDED'] },
  });

export const withoutCardPrice = (path: readonly string[]): AppError =>
  invalid(path, 'The tier has no price by card: choose another one, or pay in coins.', 'price');

export const notByCard = (): AppError =>
  invalid(['subscriptionId'], 'The subscription is paid in coins.', 'card');

export const cardRemoved = (): AppError =>
  new AppError('NOT_FOUND', 'The card is removed: choose another one by `setSubscriptionPaymentMethod`.', {
    path: ['subscriptionId'],
  });

export const beingPaid = (): AppError =>
  new AppError('INVALID_STATE', 'A payment for the subscription is on its way: wait for it.', {
    path: ['subscriptionId'],
    details: { current: 'PROCESSING', allowed: ['ACTIVE'] },
  });

export const tierFull = (): AppError =>
  new AppError('LIMIT_REACHED', 'The tier has all the members that it takes.', { path: ['tierId'] });

/** @throws AppError INVALID_STATE unless the subscription is in one of the states */
export function assertState({ state }: Subscription, allowed: readonly SubscriptionState[]): void {
  if (allowed.includes(state)) return;
  throw new AppError('INVALID_STATE', MESSAGES[state], {
    path: ['subscriptionId'],
    details: { current: state, allowed },
  });
}

const MESSAGES: Readonly<Record<SubscriptionState, string>> = {
  INCOMPLETE: 'The subscription is not paid yet.',
  TRIALING: 'The subscription is in its trial.',
  ACTIVE: 'The subscription is paid.',
  PAST_DUE: 'A period of the subscription is due: pay it first.',
  ENDED: 'The subscription has ended.',
};
