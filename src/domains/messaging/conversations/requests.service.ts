import type { InTransaction, UserContext } from '#platform/request/context.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { AppError, notFound } from '#platform/kernel/errors.ts';
import { conversationAdded, conversationLeft } from './conversations.events.ts';
import { listParticipations, type LockedConversation, raiseMembersVersion } from './membership.queries.ts';
import { endParticipation, lockOwnConversation, tellMembers } from './membership.service.ts';
import { promoteNewOwners } from './participants.queries.ts';
import {
  findOtherId,
  updateDirectDeclined,
  updateInboxPrimary,
  updateParticipantJoined,
} from './requests.queries.ts';

/**
 * Accepts a request: a direct conversation that a stranger began, or an invitation to a group. Succeeds without a change when
 * the caller takes part already.
 * @throws AppError NOT_FOUND when there is none
 */
export async function acceptRequest(
  ctx: InTransaction<UserContext>,
  tx: Tx,
  id: string,
): Promise<{ hasJoinedGroup: boolean }> {
  const { conversation, own } = await lockOwnConversation(ctx, tx, id);
  const userId = ctx.user.id;
  if (own.status === 'INVITED') {
    await joinGroup(ctx, tx, conversation);
    return { hasJoinedGroup: true };
  }
  if (own.status !== 'ACTIVE') throw notFound('Conversation', ['conversationId']);
  if (own.inbox === 'REQUESTS') {
    await updateInboxPrimary(tx, { conversationId: id, userId });
    await tellAccepted(tx, { conversationId: id, userId });
  }
  return { hasJoinedGroup: false };
}

/**
 * Declines a request. The requester notices nothing: the conversation looks like one that waits for an answer. Succeeds
 * without a change when the caller has declined it.
 * @throws AppError NOT_FOUND when there is none, INVALID_STATE when it is accepted
 */
export async function declineRequest(ctx: InTransaction<UserContext>, tx: Tx, id: string): Promise<void> {
  const { conversation, own } = await lockOwnConversation(ctx, tx, id);
  const userId = ctx.user.id;
  if (own.status === 'DECLINED') return;
  if (own.status === 'INVITED') {
    const leftAt = ctx.clock.now();
    return endParticipation(tx, conversation, { userId, status: 'DECLINED', leftAt, byId: userId });
  }
  if (own.status !== 'ACTIVE') throw notFound('Conversation', ['conversationId']);
  if (own.inbox === 'PRIMARY') {
    throw new AppError('INVALID_STATE', 'Use this for requests that you have not accepted.', {
      path: ['conversationId'],
      details: { current: 'ACCEPTED', allowed: ['REQUEST'] },
    });
  }
  await raiseMembersVersion(tx, id, 0);
  await updateDirectDeclined(tx, { conversationId: id, userId });
  const left = { conversationId: id, userId, reason: 'DECLINED' as const, byId: userId };
  tx.emit(conversationLeft, left, { userIds: [userId] });
}

/**
 * Starting the direct conversation that is there accepts it: a request of the other user is answered, and whoever declined it is back in.
 */
export async function acceptByStarting(ctx: InTransaction<UserContext>, tx: Tx, id: string): Promise<void> {
  const userId = ctx.user.id;
  const [now] = await listParticipations(tx, { conversationId: id, userIds: [userId] });
  if (now?.status === 'ACTIVE' && now.inbox === 'REQUESTS') {
    await acceptRequest(ctx, tx, id);
    return;
  }
  if (now?.status !== 'DECLINED') return;
  const { own } = await lockOwnConversation(ctx, tx, id);
  if (own.status !== 'DECLINED') return;
  await raiseMembersVersion(tx, id, 0);
  await updateParticipantJoined(tx, { conversationId: id, userId, joinedAt: ctx.clock.now() });
  await tellAccepted(tx, { conversationId: id, userId });
}

async function joinGroup(
  { user, clock }: InTransaction<UserContext>,
  tx: Tx,
  { id }: LockedConversation,
): Promise<void> {
  const userId = user.id;
  const membersVersion = await raiseMembersVersion(tx, id, 0);
  await updateParticipantJoined(tx, { conversationId: id, userId, joinedAt: clock.now() });
  await promoteNewOwners(tx, [id]);
  const added = { conversationId: id, reason: 'REQUEST_ACCEPTED' as const, byId: userId };
  tx.emit(conversationAdded, added, { userIds: [userId] });
  tellMembers(tx, { id, membersVersion }, ['PARTICIPANTS'], userId);
}

/** Tells both of a direct conversation. */
async function tellAccepted(tx: Tx, own: { conversationId: string; userId: string }): Promise<void> {
  const { conversationId, userId } = own;
  const otherId = await findOtherId(tx, own);
  const added = { conversationId, reason: 'REQUEST_ACCEPTED' as const, byId: userId };
  tx.emit(conversationAdded, added, { userIds: otherId === null ? [userId] : [userId, otherId] });
}
