import type { Db } from '#platform/db/database.ts';
import { SECOND_MS } from '#platform/kernel/clock.ts';
import { AppError } from '#platform/kernel/errors.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { keysOf, pauseMsAfter, rememberedSince, type Trial } from './card-pauses.policy.ts';
import { countDecline, deletePauses, findPausedUntil, updatePausedUntil } from './card-pauses.queries.ts';

/** Refuses to try a card during a pause of its person, device or card. @throws AppError RATE_LIMITED */
export async function assertNotPaused(db: Db, trial: Trial, now: Date): Promise<void> {
  const until = await findPausedUntil(db, keysOf(trial));
  if (until === null || until <= now) return;
  const retryAfterSeconds = Math.ceil((until.getTime() - now.getTime()) / SECOND_MS);
  throw new AppError('RATE_LIMITED', `Several cards were declined: try again in ${retryAfterSeconds} s.`, {
    details: { retryAfterSeconds },
  });
}

/** Counts a declined card, and pauses where there were several. */
export async function noteDecline(tx: Tx, trial: Trial, now: Date): Promise<void> {
  const counted = await countDecline(tx, { keys: keysOf(trial), now, since: rememberedSince(now) });
  for (const { key, declines } of counted) {
    const pauseMs = pauseMsAfter(declines);
    if (pauseMs > 0) await updatePausedUntil(tx, { key, until: new Date(now.getTime() + pauseMs) });
  }
}

/** Forgets the declines of a person, a device and a card that has paid. */
export const notePaid = (tx: Tx, trial: Trial): Promise<void> => deletePauses(tx, keysOf(trial));
