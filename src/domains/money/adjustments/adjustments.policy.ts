import { z } from 'zod';
import { AppError, ValidationFailed } from '#platform/kernel/errors.ts';
import { perLimits } from '#platform/kernel/limits.ts';
import { parseInput } from '#platform/kernel/parse-input.ts';
import type { Limits } from '#platform/kernel/limits.ts';

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

/** Refuses to let admins decide about what they have requested. @throws ValidationFailed with FORBIDDEN */
export function assertAnotherAdmin(adminId: string, { requestedBy }: { readonly requestedBy: string }): void {
  if (adminId !== requestedBy) return;
  const message = 'Another admin has to decide about your own adjustment.';
  throw new ValidationFailed([new AppError('FORBIDDEN', message, { path: ['adjustmentId'] })]);
}
