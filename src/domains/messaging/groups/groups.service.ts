import { privacyAllows } from '#domains/graph/privacy/privacy.service.ts';
import { visibleUserById } from '#domains/identity/users/users.loaders.ts';
import type { UserContext } from '#platform/request/context.ts';
import { AppError, notFound, ValidationFailed } from '#platform/kernel/errors.ts';
import { invalid } from '#platform/kernel/parse-input.ts';
import { loadMany } from '#platform/request/loader.ts';
import { canManageParticipants } from '../conversations/conversations.policy.ts';
import { messageNotAllowed, requireConversation } from '../conversations/conversations.service.ts';
import type { Conversation, ParticipantRole } from '../conversations/conversations.types.ts';
import { strangersAmong } from '../conversations/request-limits.service.ts';
import { assertGroup, forbidden, lockAs } from '../conversations/group-locks.service.ts';
import {
  addToConversation,
  changeRoles,
  endParticipation,
  lockOwnConversation,
  type ParticipantKey,
  participantNotFound,
  participationBy,
  participationsOf,
} from '../conversations/membership.service.ts';
import { endJoinRequests } from '../invites/join-requests.service.ts';
import { addSystemMessage } from '../messages/system-messages.service.ts';
import { canRemove } from './groups.policy.ts';

/**
 * Adds users to a group. Those who are in it already are left alone; strangers, and whoever left or declined it or would meet somebody
 * across a block, are invited.
 * @throws ValidationFailed with FORBIDDEN for each user who does not accept messages from the caller
 */
export async function addParticipants(
  ctx: UserContext,
  input: { conversationId: string; userIds: readonly string[] },
): Promise<Conversation> {
  const { conversationId } = input;
  const found = await requireConversation(ctx, conversationId);
  assertGroup(found);
  const ids = [...new Set(input.userIds)].filter((id) => id !== ctx.user.id);
  if (ids.length === 0) throw invalid(['userIds'], 'Give at least one other user.', 'minItems', 1);
  const visible = await loadMany(ctx, visibleUserById, ids);
  if (visible.length < ids.length) throw notFound('User', ['userIds']);
  const areOpen = await Promise.all(ids.map((id) => privacyAllows(ctx, 'MESSAGE', id)));
  const closedIds = new Set(ids.filter((_id, index) => !areOpen[index]));
  const strangers = await strangersAmong(ctx, ids);

  await ctx.transaction(async (tx) => {
    const { conversation } = await lockAs(ctx, tx, conversationId, canManageParticipants);
    const known = await participationsOf(tx, conversation, ids);
    const statusOf = (id: string) => known.get(id)?.status;
    const userIds = ids.filter((id) => !isIn(statusOf(id)));
    const refused = userIds.filter((id) => closedIds.has(id));
    if (refused.length > 0) {
      throw new ValidationFailed(refused.map((id) => messageNotAllowed(input.userIds.indexOf(id))));
    }
    if (userIds.length === 0) return;
    const joining = {
      userIds,
      rejoiningIds: new Set(userIds.filter((id) => statusOf(id) === 'REMOVED')),
      askedIds: new Set(
        userIds.filter((id) => strangers.has(id) || ['LEFT', 'DECLINED'].includes(statusOf(id) ?? '')),
      ),
      addedById: ctx.user.id,
      joinedAt: ctx.clock.now(),
    };
    await endJoinRequests(tx, { conversationId, userIds });
    const joinedIds = await addToConversation(ctx, tx, { conversation, joining });
    if (joinedIds.length === 0) return;
    await addSystemMessage(ctx, tx, {
      conversationId,
      change: 'PARTICIPANTS_ADDED',
      byId: ctx.user.id,
      userIds: joinedIds,
    });
  });
  return requireConversation(ctx, conversationId);
}

/** Removes a current or an invited participant; succeeds without a change when the user is no longer in. */
export async function removeParticipant(
  ctx: UserContext,
  { conversationId, ...key }: ParticipantKey & { conversationId: string },
): Promise<Conversation> {
  assertGroup(await requireConversation(ctx, conversationId));
  await ctx.transaction(async (tx) => {
    const { conversation, own } = await lockAs(ctx, tx, conversationId, canManageParticipants);
    const { participation: other, field } = await participationBy(tx, conversation, key);
    if (other.userId === ctx.user.id) {
      throw invalid([field], 'Use leaveConversation to leave the group.', 'notSelf');
    }
    if (!isIn(other.status)) return;
    const { userId } = other;
    if (!canRemove(own.role, other.role)) throw forbidden('Only the owner can remove admins and the owner.');
    await endParticipation(tx, conversation, {
      userId,
      status: 'REMOVED',
      leftAt: ctx.clock.now(),
      byId: ctx.user.id,
    });
    // Nobody has seen an invited user in the group.
    if (other.status === 'INVITED') return;
    await addSystemMessage(ctx, tx, {
      conversationId,
      change: 'PARTICIPANT_REMOVED',
      byId: ctx.user.id,
      userIds: [userId],
    });
  });
  return requireConversation(ctx, conversationId);
}

/** Leaves a group; succeeds without a change when the caller is no longer in. @returns its id */
export async function leaveConversation(
  ctx: UserContext,
  { conversationId }: { conversationId: string },
): Promise<string> {
  await ctx.transaction(async (tx) => {
    const { conversation, own } = await lockOwnConversation(ctx, tx, conversationId);
    assertGroup(conversation);
    if (own.status === 'INVITED') {
      throw new AppError('INVALID_STATE', 'Use declineConversation to decline the invitation.', {
        path: ['conversationId'],
        details: { current: 'INVITED', allowed: ['ACTIVE'] },
      });
    }
    if (own.status !== 'ACTIVE') return;
    const userId = ctx.user.id;
    await endParticipation(tx, conversation, {
      userId,
      status: 'LEFT',
      leftAt: ctx.clock.now(),
      byId: userId,
    });
    await addSystemMessage(ctx, tx, { conversationId, change: 'PARTICIPANT_LEFT', byId: userId });
  });
  return conversationId;
}

/**
 * Changes the role of another participant; the former owner of a group that gets a new one becomes an admin.
 * @throws AppError FORBIDDEN when the caller is not the owner, INVALID_STATE for a user who is only invited
 */
export async function setParticipantRole(
  ctx: UserContext,
  input: ParticipantKey & { conversationId: string; role: ParticipantRole },
): Promise<Conversation> {
  const { conversationId, role, ...key } = input;
  assertGroup(await requireConversation(ctx, conversationId));
  await ctx.transaction(async (tx) => {
    const { conversation, own } = await lockAs(ctx, tx, conversationId, () => true);
    const { participation: other, field } = await participationBy(tx, conversation, key);
    if (!isIn(other.status)) throw participantNotFound(field);
    if (other.role === role) return;
    if (own.role !== 'OWNER') throw forbidden('Only the owner can change roles.');
    const { userId } = other;
    if (userId === ctx.user.id) {
      throw invalid([field], 'Make another participant the owner instead.', 'notSelf');
    }
    if (other.status === 'INVITED') {
      throw new AppError('INVALID_STATE', 'Wait until the user has joined.', {
        path: [field],
        details: { current: 'INVITED', allowed: ['ACTIVE'] },
      });
    }
    const former = role === 'OWNER' ? [{ userId: ctx.user.id, role: 'ADMIN' as const }] : [];
    const byId = ctx.user.id;
    await changeRoles(tx, conversation, { roles: [...former, { userId, role }], byId });
    await addSystemMessage(ctx, tx, { conversationId, change: 'ROLE_CHANGED', byId, userIds: [userId] });
  });
  return requireConversation(ctx, conversationId);
}

const isIn = (status: string | undefined): boolean => status === 'ACTIVE' || status === 'INVITED';
