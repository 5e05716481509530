import type { Restriction } from './restrictions.types.ts';

/** Whether a restriction holds: a WARNING until it is acknowledged, any until it is lifted or over. */
export const isInForce = (
  { expiresAt, liftedAt, acknowledgedAt }: Pick<Restriction, 'expiresAt' | 'liftedAt' | 'acknowledgedAt'>,
  now: Date,
): boolean => liftedAt === null && acknowledgedAt === null && (expiresAt === null || expiresAt > now);
