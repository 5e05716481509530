import type { InTransaction, UserContext } from '#platform/request/context.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { AppError, notFound } from '#platform/kernel/errors.ts';
import { invalid } from '#platform/kernel/parse-input.ts';
import { listManagers } from './changes.queries.ts';
import {
  conversationAdded,
  conversationLeft,
  conversationManagersUpdated,
  conversationUpdated,
} from './conversations.events.ts';
import { groupSizeMax } from './conversations.policy.ts';
import type {
  AddedReason,
  ConversationChange,
  ParticipantRole,
  SettingChanges,
} from './conversations.types.ts';
import {
  findOwnerSince,
  findParticipation,
  isJoinedAfter,
  isSettledFor,
  listBlockedWith,
  listParticipations,
  lockConversation,
  type LockedConversation,
  type Participation,
  raiseMembersVersion,
  updateParticipantEnded,
  updateRole,
  updateSettings,
  upsertParticipants,
} from './membership.queries.ts';
import { assertCanAsk } from './request-limits.service.ts';
import { listOwners, removeFromGroups, promoteNewOwners } from './participants.queries.ts';

/** A locked conversation with the caller's own part in it, which may have ended. */
export type OwnConversation = { readonly conversation: LockedConversation; readonly own: Participation };

/**
 * Locks a conversation before anything about its participants is decided. All changes of them take this lock first, and it
 * waits for messages that are being sent.
 *
 * @returns `own` null for a caller who never took part in it
 * @throws AppError NOT_FOUND when there is none
 */
export async function lockConversationFor(
  ctx: Pick<UserContext, 'user'>,
  tx: Tx,
  id: string,
): Promise<{ conversation: LockedConversation; own: Participation | null }> {
  const conversation = await lockConversation(tx, id);
  if (!conversation) throw notFound('Conversation', ['conversationId']);
  const [own = null] = await listParticipations(tx, { conversationId: id, userIds: [ctx.user.id] });
  return { conversation, own };
}

/** Locks a conversation of the caller, whose part may have ended. @throws AppError NOT_FOUND when they never took part in it */
export async function lockOwnConversation(
  ctx: Pick<UserContext, 'user'>,
  tx: Tx,
  id: string,
): Promise<OwnConversation> {
  const { conversation, own } = await lockConversationFor(ctx, tx, id);
  if (!own) throw notFound('Conversation', ['conversationId']);
  return { conversation, own };
}

/** Whether the caller can send in a locked conversation of which nobody has still to accept anything. */
export const isSettled = (
  { user, clock }: InTransaction<UserContext>,
  tx: Tx,
  { id: conversationId }: LockedConversation,
): Promise<boolean> => isSettledFor(tx, { conversationId, userId: user.id, now: clock.now() });

/** The participations of users in a locked conversation, by their ids; also those that have ended. */
export async function participationsOf(
  tx: Tx,
  conversation: LockedConversation,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, Participation>> {
  const found = await listParticipations(tx, { conversationId: conversation.id, userIds });
  return new Map(found.map((participation) => [participation.userId, participation]));
}

/** Names a participant by one of the two. */
export type ParticipantKey = {
  readonly userId?: string | null | undefined;
  readonly participantId?: string | null | undefined;
};

/**
 * A participation in a locked conversation, also one that has ended, and the field that names it.
 * @throws AppError VALIDATION_FAILED unless exactly one key is given, NOT_FOUND
 */
export async function participationBy(
  tx: Tx,
  conversation: LockedConversation,
  { userId, participantId }: ParticipantKey,
): Promise<{ participation: Participation; field: keyof ParticipantKey }> {
  if ((userId == null) === (participantId == null)) {
    throw invalid(['userId'], 'Give either userId or participantId.', 'exactlyOne');
  }
  const field = userId == null ? 'participantId' : 'userId';
  const by = { conversationId: conversation.id, userId, participantId };
  const participation = await findParticipation(tx, by);
  if (!participation) throw participantNotFound(field);
  return { participation, field };
}

export const participantNotFound = (field: keyof ParticipantKey): AppError =>
  notFound(field === 'userId' ? 'User' : 'Participant', [field]);

/** Whether somebody has left and joined a conversation again since a time: what they had in mind for it has ended with the first part. */
export const hasJoinedSince = (
  tx: Tx,
  { conversationId, senderId, createdAt }: { conversationId: string; senderId: string; createdAt: Date },
): Promise<boolean> => isJoinedAfter(tx, { conversationId, userId: senderId, time: createdAt });

/** The owner of a locked conversation; null when it has none. */
export async function findOwnerId(tx: Tx, { id }: LockedConversation): Promise<string | null> {
  const [owner] = await listOwners(tx, [id]);
  return owner?.userId ?? null;
}

type Joining = {
  /** Removed before, or never in. */
  readonly userIds: readonly string[];
  readonly rejoiningIds: ReadonlySet<string>;
  /** Users who are asked first, whatever their blocks are. */
  readonly askedIds: ReadonlySet<string>;
  readonly addedById: string;
  readonly joinedAt: Date;
};

/**
 * Adds users to a locked group, from its newest message on. Whoever would meet somebody across a block is invited.
 * Tells each of them and the members. @returns those who have joined
 * @throws AppError LIMIT_REACHED
 */
export async function addToConversation(
  ctx: InTransaction<UserContext>,
  tx: Tx,
  { conversation, joining }: { conversation: LockedConversation; joining: Joining },
): Promise<readonly string[]> {
  const { userIds, rejoiningIds, askedIds, addedById, joinedAt } = joining;
  await assertRoom(ctx, tx, { conversation, count: userIds.length });
  const { id } = conversation;
  const blockedIds = await listBlockedWith(tx, { conversationId: id, ids: userIds });
  const invitedIds = userIds.filter((userId) => blockedIds.has(userId) || askedIds.has(userId));
  const activeIds = userIds.filter((userId) => !invitedIds.includes(userId));
  await assertCanAsk(ctx, tx, invitedIds);
  const membersVersion = await raiseMembersVersion(tx, id, userIds.length);
  await upsertParticipants(tx, { conversationId: id, activeIds, invitedIds, addedById, joinedAt });
  const tell = (reason: Exclude<AddedReason, 'CREATED'>, ids: readonly string[]): void => {
    if (ids.length === 0) return;
    tx.emit(conversationAdded, { conversationId: id, reason, byId: addedById }, { userIds: ids });
  };
  tell(
    'ADDED',
    activeIds.filter((userId) => !rejoiningIds.has(userId)),
  );
  tell(
    'REJOINED',
    activeIds.filter((userId) => rejoiningIds.has(userId)),
  );
  tell('REQUEST', invitedIds);
  tellMembers(tx, { id, membersVersion }, ['PARTICIPANTS'], addedById);
  return activeIds;
}

/**
 * Lets a user who asked for it into a locked group, from its newest message on. Like whoever accepts an invitation they join
 * across a block: nobody in the group is told of it, and a refusal would tell them. Tells them and the members.
 *
 * @param joining `addedById` is null for a user who needs nobody's answer
 * @throws AppError LIMIT_REACHED
 */
export async function joinConversationGroup(
  ctx: InTransaction<UserContext>,
  tx: Tx,
  joining: { conversation: LockedConversation; userId: string; addedById: string | null },
): Promise<void> {
  const { conversation, userId, addedById } = joining;
  await assertRoom(ctx, tx, { conversation, count: 1 });
  const { id } = conversation;
  const membersVersion = await raiseMembersVersion(tx, id, 1);
  const joinedAt = ctx.clock.now();
  const added = { conversationId: id, activeIds: [userId], invitedIds: [], addedById, joinedAt };
  await upsertParticipants(tx, added);
  const byId = addedById ?? userId;
  tx.emit(conversationAdded, { conversationId: id, reason: 'JOINED', byId }, { userIds: [userId] });
  tellMembers(tx, { id, membersVersion }, ['PARTICIPANTS'], byId);
}

/** @throws AppError LIMIT_REACHED when a locked group cannot take `count` participants more */
async function assertRoom(
  ctx: Pick<UserContext, 'clock' | 'limits'>,
  tx: Tx,
  { conversation, count }: { conversation: LockedConversation; count: number },
): Promise<void> {
  const max = groupSizeMax(ctx, await findOwnerSince(tx, conversation.id));
  if (conversation.participantCount + count <= max) return;
  throw new AppError('LIMIT_REACHED', `A group has at most ${max} participants.`, {
    details: { limit: max },
  });
}

type Ending = {
  readonly userId: string;
  readonly status: 'LEFT' | 'REMOVED' | 'DECLINED';
  readonly leftAt: Date;
  readonly byId: string;
};

/**
 * Ends the part of a user in a locked group. One that loses its owner gets the admin, else the member, who joined first.
 * Tells the user, whose last event it is, and the members.
 */
export async function endParticipation(tx: Tx, { id }: LockedConversation, ending: Ending): Promise<void> {
  const { userId, status, byId } = ending;
  const membersVersion = await raiseMembersVersion(tx, id, -1);
  await updateParticipantEnded(tx, { conversationId: id, ...ending });
  const hasNewOwner = (await promoteNewOwners(tx, [id])) > 0;
  tx.emit(conversationLeft, { conversationId: id, userId, reason: status, byId }, { userIds: [userId] });
  const changes: ConversationChange[] = hasNewOwner ? ['PARTICIPANTS', 'ROLES'] : ['PARTICIPANTS'];
  tellMembers(tx, { id, membersVersion }, changes, byId);
}

/** Changes roles in a locked group, in order: it has one owner at any time. */
export async function changeRoles(
  tx: Tx,
  conversation: LockedConversation,
  { roles, byId }: { roles: readonly { userId: string; role: ParticipantRole }[]; byId: string },
): Promise<void> {
  for (const change of roles) await updateRole(tx, { conversationId: conversation.id, ...change });
  tellMembers(tx, conversation, ['ROLES'], byId);
}

/** Ends the part of a user whose account is erased in at most `limit` groups. @returns how many they were */
export async function leaveGroups(
  tx: Tx,
  leaver: { userId: string; leftAt: Date; limit: number },
): Promise<number> {
  const groups = await removeFromGroups(tx, leaver);
  for (const group of groups) tellMembers(tx, group, ['PARTICIPANTS'], leaver.userId);
  return groups.length;
}

/** Changes settings of a locked conversation, of which at least one is given. */
export async function changeSettings(
  tx: Tx,
  conversation: LockedConversation,
  { settings, byId }: { settings: SettingChanges; byId: string },
): Promise<void> {
  await updateSettings(tx, conversation.id, settings);
  const changes: ConversationChange[] = [];
  if (settings.title !== undefined) changes.push('TITLE');
  if (settings.description !== undefined) changes.push('DESCRIPTION');
  if (settings.avatarMediaId !== undefined) changes.push('AVATAR');
  if (settings.disappearAfterSeconds !== undefined) changes.push('TIMER');
  tellMembers(tx, conversation, changes, byId);
}

export function tellMembers(
  tx: Tx,
  { id, membersVersion }: Pick<LockedConversation, 'id' | 'membersVersion'>,
  changes: readonly ConversationChange[],
  byId: string,
): void {
  tx.emit(conversationUpdated, { conversationId: id, membersVersion, changes, byId }, { topic: id });
}

/** Tells those who manage the participants of a group of what they alone see. */
export async function tellManagers(
  tx: Tx,
  {
    conversationId,
    change,
    byId,
  }: { readonly conversationId: string; readonly change: ConversationChange; readonly byId: string },
): Promise<void> {
  const managers = await listManagers(tx, [conversationId]);
  const userIds = [...(managers.get(conversationId) ?? [])];
  const told = { conversationId, managerChanges: [change], byId };
  if (userIds.length > 0) tx.emit(conversationManagersUpdated, told, { userIds });
}
