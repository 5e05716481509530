import { leavePlace } from '../tiers/tier-members.service.ts';
import type { Services } from '#platform/outbox/services.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { periodAfter } from '../subscriptions/periods.policy.ts';
import { findTerms, readStanding } from './renewals.queries.ts';
import { subscriptionRenewed } from '../subscriptions/subscriptions.events.ts';
import { isLate, isPauseOver, nextLook } from '../subscriptions/subscriptions.policy.ts';
import type { Subscription } from '../subscriptions/subscriptions.types.ts';

import {
  admit,
  change,
  dueIds,
  end,
  fail,
  invoiceOf,
  lockIfDue,
  putOff,
  stepped,
  tell,
  tryToPayInCoins,
  type Working,
} from '../subscriptions/transitions.service.ts';

const BATCH_SUBSCRIPTIONS = 50;

/**
 * Renews what is due, each subscription in a transaction of its own: the coins of one subscriber are not held while another one pays, and
 * what fails holds up nobody else.
 */
export async function renewDue(services: Services): Promise<void> {
  const { clock, db } = services;
  let done = BATCH_SUBSCRIPTIONS;
  while (done > 0) {
    done = 0;
    for (const id of await dueIds(db, { now: clock.now(), limit: BATCH_SUBSCRIPTIONS })) {
      if (await tryToRenew(services, id)) done += 1;
    }
  }
}

/** @returns whether it is not due any more; false where another worker has it */
async function tryToRenew(services: Services, id: string): Promise<boolean> {
  try {
    return await services.transaction((tx) => renew(services, tx, id));
  } catch (error) {
    services.log.error({ err: error, subscriptionId: id }, 'a subscription cannot be renewed now');
    await services.transaction((tx) => putOff(tx, id, nextLook(services.clock.now())));
    return true;
  }
}

/** Renews a subscription, if anything is due. @returns false when it is not, or another worker has it */
async function renew(ctx: Working, tx: Tx, id: string): Promise<boolean> {
  const now = ctx.clock.now();
  const found = await lockIfDue(tx, id, now);
  if (!found) return false;
  if (found.periodEnd > now) {
    // A job that comes late or twice must not bill the next period early.
    await change(tx, found, { nextAttemptAt: found.periodEnd });
    return true;
  }
  if (found.endsAtPeriodEnd) {
    await end(ctx, tx, found, { reason: 'CANCELED' });
    return true;
  }
  const standing = await readStanding(tx, found, now);
  if (!standing.areActive || standing.isBlocked) {
    await wait(ctx, tx, found, standing);
    return true;
  }
  const due = await agreed(tx, isLate(found, now) ? { ...found, anchorAt: now, periods: 0 } : found);
  const period = periodAfter(due, due.periods);
  const invoice = await invoiceOf(ctx, tx, due, { reason: 'CYCLE', period, amountCoins: due.priceCoins });
  if (!(await tryToPayInCoins(ctx, tx, invoice))) {
    await fail(ctx, tx, found);
    return true;
  }
  await advance(tx, found, due);
  return true;
}

/** A subscription by the terms that hold from the next period on. */
async function agreed(tx: Tx, subscription: Subscription): Promise<Subscription> {
  const { nextTierId: tierId, nextVersion: version } = subscription;
  if (tierId === null || version === null) return subscription;
  const terms = await findTerms(tx, { tierId, version });
  if (terms.interval === subscription.interval) return { ...subscription, ...terms };
  return { ...subscription, ...terms, anchorAt: subscription.periodEnd, periods: 0 };
}

/** Begins the period that is paid now. */
async function advance(tx: Tx, found: Subscription, due: Subscription): Promise<void> {
  const period = periodAfter(due, due.periods);
  await change(tx, found, {
    tierId: due.tierId,
    version: due.version,
    state: stepped('pay', found),
    anchorAt: due.anchorAt,
    periods: due.periods + 1,
    periodStart: period.start,
    periodEnd: period.end,
    nextTierId: null,
    nextVersion: null,
    graceUntil: null,
    attempts: 0,
    nextAttemptAt: period.end,
  });
  if (due.tierId !== found.tierId) await leavePlace(tx, found.tierId);
  await admit(tx, due, period.end);
  tell(tx, subscriptionRenewed, due);
}

type Standing = {
  readonly areActive: boolean;
  readonly isCreatorActive: boolean;
  readonly isBlocked: boolean;
};

/** Waits with a renewal for one of the two who is not active, and ends it when they do not come back, or block each other. */
async function wait(
  ctx: Working,
  tx: Tx,
  found: Subscription,
  { isCreatorActive, isBlocked }: Standing,
): Promise<void> {
  const now = ctx.clock.now();
  if (isBlocked) await end(ctx, tx, found, { reason: 'CANCELED' });
  else if (isPauseOver(found, now))
    await end(ctx, tx, found, { reason: isCreatorActive ? 'CANCELED' : 'CREATOR_GONE' });
  else await change(tx, found, { nextAttemptAt: nextLook(now) });
}
