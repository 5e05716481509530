import type { InTransaction, UserContext } from '#platform/request/context.ts';
import type { IdKey, ListRequest } from '#platform/db/keyset.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { AppError, notFound } from '#platform/kernel/errors.ts';
import { load } from '#platform/request/loader.ts';
import { conversationViewerById } from '../conversations/conversations.loaders.ts';
import { canManageParticipants } from '../conversations/conversations.policy.ts';
import { requireConversation } from '../conversations/conversations.service.ts';
import type { Conversation } from '../conversations/conversations.types.ts';
import { lockAs } from '../conversations/group-locks.service.ts';
import {
  joinConversationGroup,
  type OwnConversation,
  tellManagers,
} from '../conversations/membership.service.ts';
import { addSystemMessage } from '../messages/system-messages.service.ts';
import { addInviteUse, subtractInviteUses } from './invites.queries.ts';
import type { JoinRequest } from './invites.types.ts';
import {
  countWaiting,
  deleteAccepted,
  deleteCanceled,
  deleteJoinRequests,
  findAnswerable,
  findOwnRequest,
  findWaiting,
  insertJoinRequest,
  listJoinRequests,
  listWaiting,
  updateRejected,
} from './join-requests.queries.ts';

/** The requests to join a group that the caller manages; null for anybody else. */
export async function conversationJoinRequests(
  ctx: UserContext,
  conversationId: string,
  page: ListRequest<IdKey>,
): Promise<JoinRequest[] | null> {
  const own = await load(ctx, conversationViewerById, conversationId);
  const isManaged = own?.kind === 'GROUP' && own.status === 'ACTIVE' && canManageParticipants(own.role);
  if (!isManaged) return null;
  const { id: viewerId, now } = viewerOf(ctx);
  const {
    from: [beforeId],
    limit,
  } = page;
  return listJoinRequests(ctx.db, { conversationId, viewerId, now, beforeId, limit });
}

/** The caller's own requests that wait for an answer, newest first. */
export const myJoinRequests = (
  { db, user }: UserContext,
  { from: [beforeId], limit }: ListRequest<IdKey>,
): Promise<JoinRequest[]> => listWaiting(db, { userId: user.id, beforeId, limit });

/** A request of the caller, or one that they may answer. */
export async function joinRequest(ctx: UserContext, id: string): Promise<JoinRequest | null> {
  const own = await findOwnRequest(ctx.db, { id, userId: ctx.user.id });
  return own ?? findAnswerable(ctx.db, { id, viewer: viewerOf(ctx) });
}

/** The caller's own request to join a group that waits for an answer. */
export const ownJoinRequest = (
  { db, user }: UserContext,
  { conversationId }: { conversationId: string },
): Promise<JoinRequest | null> => findWaiting(db, { conversationId, userId: user.id });

/**
 * Accepts a request to join a group that the caller manages.
 * @throws AppError NOT_FOUND when it is answered or cancelled, LIMIT_REACHED
 */
export const acceptJoinRequest = (ctx: UserContext, input: RequestInput): Promise<Conversation> =>
  answer(ctx, input, async (tx, { conversation, request: { userId } }) => {
    if (!(await deleteAccepted(tx, input.requestId))) throw unknownRequest();
    const byId = ctx.user.id;
    await joinConversationGroup(ctx, tx, { conversation, userId, addedById: byId });
    await addSystemMessage(ctx, tx, {
      conversationId: conversation.id,
      change: 'PARTICIPANTS_ADDED',
      byId,
      userIds: [userId],
    });
  });

/**
 * Rejects a request to join a group that the caller manages. Whoever is rejected cannot use its links until they are added.
 * @throws AppError NOT_FOUND when it is answered or cancelled
 */
export const rejectJoinRequest = (ctx: UserContext, input: RequestInput): Promise<Conversation> =>
  answer(ctx, input, async (tx) => endAsked(tx, await updateRejected(tx, input.requestId), ctx.user.id));

type RequestInput = { readonly requestId: string };
type Answer = (
  tx: Tx,
  found: Pick<OwnConversation, 'conversation'> & { readonly request: JoinRequest },
) => Promise<void>;

/** The user can cancel a request without the lock of the group: either may find it gone. */
async function answer(ctx: UserContext, { requestId }: RequestInput, act: Answer): Promise<Conversation> {
  const found = await findAnswerable(ctx.db, { id: requestId, viewer: viewerOf(ctx) });
  if (!found) throw unknownRequest();
  const { conversationId } = found;
  await ctx.transaction(async (tx) => {
    const { conversation } = await lockAs(ctx, tx, conversationId, canManageParticipants);
    const request = await findAnswerable(tx, { id: requestId, viewer: viewerOf(ctx) });
    if (!request) throw unknownRequest();
    await act(tx, { conversation, request });
  });
  return requireConversation(ctx, conversationId);
}

/** Cancels the caller's own request. @returns its id @throws AppError NOT_FOUND when there is none, or it is answered */
export async function cancelJoinRequest(
  ctx: UserContext,
  { requestId }: { requestId: string },
): Promise<string> {
  await ctx.transaction(async (tx) => {
    await endAsked(tx, await deleteCanceled(tx, { id: requestId, userId: ctx.user.id }), ctx.user.id);
  });
  return requestId;
}

/** Asks to join a locked group by a usable link, unless the caller waits already. @throws AppError LIMIT_REACHED */
export async function askToJoin(
  ctx: InTransaction<UserContext>,
  tx: Tx,
  { conversationId, inviteId }: { conversationId: string; inviteId: string },
): Promise<void> {
  const userId = ctx.user.id;
  if (await findWaiting(tx, { conversationId, userId })) return;
  const max = ctx.limits.groupJoinRequests;
  if ((await countWaiting(tx, conversationId)) >= max) {
    throw new AppError('LIMIT_REACHED', 'Too many users wait to join this group. Try again later.', {
      details: { limit: max },
    });
  }
  const request = { id: ctx.ids.next(), conversationId, userId, inviteId, createdAt: ctx.clock.now() };
  await insertJoinRequest(tx, request);
  await addInviteUse(tx, inviteId);
  await tellManagers(tx, { conversationId, change: 'JOIN_REQUESTS', byId: userId });
}

/** Ends the requests of users who get into a locked group, and what a former rejection keeps them from. */
export async function endJoinRequests(
  tx: Tx,
  ended: { conversationId: string; userIds: readonly string[] },
): Promise<void> {
  const inviteIds = await deleteJoinRequests(tx, ended);
  if (inviteIds.length > 0) await subtractInviteUses(tx, inviteIds);
}

/**
 * Gives the use of a link back whose request is rejected or cancelled, and tells those who could have answered it. Requests are
 * changed before links, in the order of all writers.
 * @param ended null when there is no such request any more
 */
async function endAsked(
  tx: Tx,
  ended: { readonly conversationId: string; readonly inviteId: string } | null,
  byId: string,
): Promise<void> {
  if (ended === null) throw unknownRequest();
  const { conversationId, inviteId } = ended;
  await subtractInviteUses(tx, [inviteId]);
  await tellManagers(tx, { conversationId, change: 'JOIN_REQUESTS', byId });
}

const viewerOf = ({ user, clock }: InTransaction<UserContext>): { id: string; now: Date } => ({
  id: user.id,
  now: clock.now(),
});

const unknownRequest = (): AppError => notFound('Join request', ['requestId']);
