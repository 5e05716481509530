import { z } from 'zod';
import { AppError, ValidationFailed } from '#platform/kernel/errors.ts';
import { perLimits } from '#platform/kernel/limits.ts';
import { parseInput } from '#platform/kernel/parse-input.ts';
import type { Limits } from '#platform/kernel/limits.ts';
import { HOUR_MS } from '#platform/kernel/clock.ts';
import type { Adjustment } from './adjustments.types.ts';

const amountInput = perLimits(({ coinAdjustmentCoins: most }) => {
  const message = `Use a whole number from -${most} to ${most}, and not 0.`;
  const amountCoins = z
    .int(message)
    .min(-most, message)
    .max(most, message)
    .refine((amount) => amount !== 0, message);
  return z.object({ amountCoins });
});

/** Parses the coins of an adjustment. @throws ValidationFailed */
export const parseAmount = (limits: Limits, input: { readonly amountCoins: number }): number =>
  parseInput(amountInput(limits), input).amountCoins;

/** An adjustment as it is at a time: whoever is asked has some hours to decide. */
export const asOf = (adjustment: Adjustment, { now, limits }: { now: Date; limits: Limits }): Adjustment =>
  adjustment.state === 'PENDING' && adjustment.createdAt <= requestsSince(limits, now)
    ? { ...adjustment, state: 'EXPIRED' }
    : adjustment;

/** The time since which requests still wait for another admin. */
export const requestsSince = ({ otherAdminHours }: Limits, now: Date): Date =>
  new Date(now.getTime() - otherAdminHours * HOUR_MS);

/** Whether an admin adjusts coins without another one. @param aloneCoins those that they have moved so within a day */
export const isAlone = (limits: Limits, aloneCoins: number, amountCoins: number): boolean =>
  Math.abs(amountCoins) <= limits.coinAdjustmentOnceAloneCoins &&
  aloneCoins + Math.abs(amountCoins) <= limits.coinAdjustmentAloneCoins;

/** Refuses to let admins decide about what they have requested. @throws ValidationFailed with FORBIDDEN */
export function assertAnotherAdmin(adminId: string, { requestedBy }: { readonly requestedBy: string }): void {
  if (adminId !== requestedBy) return;
  const message = 'Another admin has to decide about your own adjustment.';
  throw new ValidationFailed([new AppError('FORBIDDEN', message, { path: ['adjustmentId'] })]);
}
