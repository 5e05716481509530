import { listMutuallyAllowed } from '#domains/graph/privacy/privacy.service.ts';
import type { Services } from '#platform/outbox/services.ts';
import type { UserContext } from '#platform/request/context.ts';
import { localUserContext } from '#platform/request/local-context.ts';
import { membersAt } from '../conversations/members.service.ts';
import { listMutuallyVisible } from './receipts.queries.ts';

/**
 * The users among `otherIds` who share read receipts with the caller, and the caller with them, unless one of the two does not
 * see the other: who may know of each other what they read, what reached them and what they are writing.
 */
export async function listReceiptPeers(
  ctx: UserContext,
  otherIds: readonly string[],
): Promise<readonly string[]> {
  if (otherIds.length === 0) return [];
  const visible = await listMutuallyVisible(ctx.db, {
    userId: ctx.user.id,
    now: ctx.clock.now(),
    ids: otherIds,
  });
  return listMutuallyAllowed(ctx, 'SEE_READ_RECEIPTS', visible);
}

/**
 * The other members who may be told what a member does; nobody in a conversation that is too large for receipts. Asks only for those
 * who listen in this process.
 */
export async function listReceiptAudience(
  services: Services,
  event: { conversationId: string; membersVersion: number; userId: string },
  isHere: (userId: string) => boolean,
): Promise<ReadonlySet<string>> {
  const { userId } = event;
  const members = await membersAt(services, event);
  if (members.size > services.limits.receiptParticipants) return new Set();
  const otherIds = [...members].filter((id) => id !== userId && isHere(id));
  return new Set(await listReceiptPeers(localUserContext(services, userId), otherIds));
}
