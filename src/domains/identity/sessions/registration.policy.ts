import { MINUTE_MS } from '#platform/kernel/clock.ts';
import type { Allowance } from '#platform/kernel/rate-limit.ts';

export const CODE_LIFE_MS = 15 * MINUTE_MS;
export const CODE_TRIES_MAX = 5;
/** Mails to one address. */
export const REGISTRATION_MAILS: Allowance = { points: 5, windowSeconds: 3_600 };
