import { hash } from 'node:crypto';
import { DAY_MS, MINUTE_MS } from '#platform/kernel/clock.ts';

/** A trial of a card: by whom, where, and of which one. */
export type Trial = {
  readonly userId: string;
  /** Null where the device is not known. */
  readonly sessionId: string | null;
  /** The provider's name of the card, the same for everybody; null where it is not known. */
  readonly fingerprint: string | null;
};

/** Declines that everybody can have with a card or two. */
const FREE_DECLINES = 2;
const FIRST_PAUSE_MS = MINUTE_MS;
const PAUSE_MAX_MS = DAY_MS;
/** Longer than every pause, so that the next one grows on. */
const REMEMBERED_MS = 7 * DAY_MS;

/** The pause after so many declines: a minute, then each time the double, at most a day; zero for the first ones. */
export const pauseMsAfter = (declines: number): number =>
  declines <= FREE_DECLINES
    ? 0
    : Math.min(FIRST_PAUSE_MS * 2 ** (declines - FREE_DECLINES - 1), PAUSE_MAX_MS);

/** Since when declines count. */
export const rememberedSince = (now: Date): Date => new Date(now.getTime() - REMEMBERED_MS);

/** Counters of the declines of a trial, in the order of locks. Nobody else shares the first two, and a card only who tries it. */
export function keysOf({ userId, sessionId, fingerprint }: Trial): string[] {
  const named = [
    `person ${userId}`,
    sessionId && `device ${sessionId}`,
    fingerprint && `card ${fingerprint}`,
  ];
  return named.flatMap((name) => (name ? [hash('sha256', name, 'base64url')] : [])).toSorted();
}
