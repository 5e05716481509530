import { isNewAccount } from '#domains/identity/users/new-accounts.policy.ts';
import type { MediaScans } from '#domains/foundation/media/media.types.ts';
import type { InTransaction, UserContext } from '#platform/request/context.ts';

/** For what a post or comment is held from its beginning on: a moderator, or the scan of its media alone; null for one that is published at once. */
export type HeldFor = 'MODERATORS' | 'SCAN' | null;

/** Thrown by a publication whose media ask for another hold than the one with which it is written, so that nothing of it is. */
class HeldOtherwise extends Error {
  override readonly name = 'HeldOtherwise';
  readonly heldFor: HeldFor;

  constructor(heldFor: HeldFor) {
    super();
    this.heldFor = heldFor;
  }
}

/** Publishes something by `work` with the hold that its media ask for. A scan only ever goes on, so that three attempts are enough. */
export async function heldAsNeeded<Result>(
  heldFor: HeldFor,
  work: (heldFor: HeldFor) => Promise<Result>,
): Promise<Result> {
  try {
    return await work(heldFor);
  } catch (error) {
    if (!(error instanceof HeldOtherwise)) throw error;
    return heldAsNeeded(error.heldFor, work);
  }
}

/**
 * Refuses a publication that is written with another hold than its media ask for. What new accounts show waits for the scan, where images are
 * judged at all.
 * @throws HeldOtherwise see `heldAsNeeded`
 */
export function assertHeldAsNeeded(
  ctx: InTransaction<UserContext>,
  heldFor: HeldFor,
  { isFlagged, isAwaited }: MediaScans,
): void {
  if (heldFor === 'MODERATORS') return;
  const waits = isAwaited && ctx.ports.moderation.judgesImages && isNewAccount(ctx);
  const forScan = waits ? 'SCAN' : null;
  const needed = isFlagged ? 'MODERATORS' : forScan;
  if (needed !== heldFor) throw new HeldOtherwise(needed);
}
