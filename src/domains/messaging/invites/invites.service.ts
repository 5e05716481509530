import { createHash, randomBytes } from 'node:crypto';
import type { UserContext } from '#platform/request/context.ts';
import { AppError, notFound } from '#platform/kernel/errors.ts';
import { invalid } from '#platform/kernel/parse-input.ts';
import { load } from '#platform/request/loader.ts';
import { ownConversationById } from '../conversations/conversations.loaders.ts';
import { canManageParticipants } from '../conversations/conversations.policy.ts';
import { requireConversation } from '../conversations/conversations.service.ts';
import type { Conversation } from '../conversations/conversations.types.ts';
import { assertGroup, lockAs } from '../conversations/group-locks.service.ts';
import { joinConversationGroup, lockConversationFor } from '../conversations/membership.service.ts';
import { acceptRequest } from '../conversations/requests.service.ts';
import { addSystemMessage } from '../messages/system-messages.service.ts';
import {
  addInviteUse,
  countLiveInvites,
  findGroupOfInvite,
  findInvite,
  findManagedInvite,
  insertInvite,
  updateInviteRevoked,
} from './invites.queries.ts';
import type { ConversationInvite, InvitePreview, JoinRequest } from './invites.types.ts';
import { askToJoin, endJoinRequests, ownJoinRequest } from './join-requests.service.ts';

export const INVITE_USES_MAX = 1_000;

/** Codes that a user may try in vain. */
export const WRONG_CODES_MAX = { points: 20, windowSeconds: 60 } as const;

const CODE_BYTES = 18;
const CODE_LENGTH_MAX = 100;

type NewInvite = {
  readonly conversationId: string;
  readonly expiresAt?: Date | null | undefined;
  readonly maxUses?: number | null | undefined;
  readonly needsApproval?: boolean | null | undefined;
};

/**
 * Creates a link of a group. Only a hash of its code is stored, so that nobody who reads the database can join by it.
 * @returns `code`, which cannot be read again
 * @throws AppError NOT_FOUND | INVALID_STATE | FORBIDDEN | VALIDATION_FAILED | LIMIT_REACHED
 */
export async function createConversationInvite(
  ctx: UserContext,
  { conversationId, expiresAt = null, maxUses = null, needsApproval }: NewInvite,
): Promise<{ invite: ConversationInvite; code: string }> {
  const now = ctx.clock.now();
  if (expiresAt !== null && expiresAt <= now) {
    throw invalid(['expiresAt'], 'Give a time in the future.', 'future');
  }
  if (maxUses !== null && (maxUses < 1 || maxUses > INVITE_USES_MAX)) {
    throw invalid(['maxUses'], `Give a number from 1 to ${INVITE_USES_MAX}.`, 'range', INVITE_USES_MAX);
  }
  assertGroup(await requireConversation(ctx, conversationId));
  const code = randomBytes(CODE_BYTES).toString('base64url');
  const invite = {
    id: ctx.ids.next(),
    conversationId,
    createdById: ctx.user.id,
    createdAt: now,
    expiresAt,
    maxUses,
    useCount: 0,
    needsApproval: needsApproval ?? false,
  };
  await ctx.transaction(async (tx) => {
    await lockAs(ctx, tx, conversationId, canManageParticipants);
    const max = ctx.limits.conversationInvites;
    if ((await countLiveInvites(tx, { conversationId, now })) >= max) {
      throw new AppError('LIMIT_REACHED', `A group has at most ${max} invite links. Revoke one first.`, {
        details: { limit: max },
      });
    }
    await insertInvite(tx, { ...invite, codeHash: hashOf(code) });
  });
  return { invite, code };
}

/** A link, not revoked, of a group that the caller manages. */
export const managedInvite = ({ db, user }: UserContext, id: string): Promise<ConversationInvite | null> =>
  findManagedInvite(db, { id, viewerId: user.id });

/** Revokes a link of a group that the caller manages; succeeds without a change when it is revoked. @returns its group */
export async function revokeConversationInvite(
  ctx: UserContext,
  { inviteId }: { inviteId: string },
): Promise<Conversation> {
  const conversationId = await findGroupOfInvite(ctx.db, inviteId);
  const found = conversationId && (await load(ctx, ownConversationById, conversationId));
  if (!found) throw notFound('Invite', ['inviteId']);
  await ctx.transaction(async (tx) => {
    await lockAs(ctx, tx, found.id, canManageParticipants);
    await updateInviteRevoked(tx, { id: inviteId, revokedAt: ctx.clock.now() });
  });
  return found;
}

/** The group of a link that the caller can use; null for any other code, whatever the reason. @throws AppError RATE_LIMITED */
export async function conversationInvite(
  ctx: UserContext,
  { code }: { code: string },
): Promise<InvitePreview | null> {
  const found = await inviteOf(ctx, code);
  return found?.isUsable ? found : null;
}

/**
 * Joins the group of a link, from its newest message on, or asks to join it. Succeeds without a change for a member, and for a
 * user who waits for an answer.
 * @returns the one of the two that is so now
 * @throws AppError NOT_FOUND for a code that the caller cannot use, LIMIT_REACHED, RATE_LIMITED
 */
export async function joinConversation(
  ctx: UserContext,
  { code }: { code: string },
): Promise<{ conversation: Conversation | null; joinRequest: JoinRequest | null }> {
  const found = await inviteOf(ctx, code);
  // Nothing is locked for a code that leads nowhere.
  if (!found) throw unusable();
  const { conversationId } = found;
  const userId = ctx.user.id;
  await ctx.transaction(async (tx) => {
    const { conversation, own } = await lockConversationFor(ctx, tx, conversationId);
    if (own?.status === 'ACTIVE') return;
    const viewer = { id: userId, now: ctx.clock.now() };
    const invite = await findInvite(tx, { codeHash: hashOf(code), viewer });
    if (!invite?.isUsable) throw unusable();
    if (own?.status === 'INVITED') await acceptRequest(ctx, tx, conversationId);
    else if (invite.needsApproval) return askToJoin(ctx, tx, { conversationId, inviteId: invite.id });
    else {
      await endJoinRequests(tx, { conversationId, userIds: [userId] });
      await addInviteUse(tx, invite.id);
      await joinConversationGroup(ctx, tx, { conversation, userId, addedById: null });
    }
    await addSystemMessage(ctx, tx, { conversationId, change: 'PARTICIPANT_JOINED', byId: userId });
  });
  const conversation = await load(ctx, ownConversationById, conversationId);
  return { conversation, joinRequest: conversation ? null : await ownJoinRequest(ctx, { conversationId }) };
}

/**
 * The link of a code, if the caller can use it or is in the group by now; any other code counts as a guess.
 * @throws AppError RATE_LIMITED
 */
async function inviteOf(ctx: UserContext, code: string): ReturnType<typeof findInvite> {
  const guess = await ctx.budgets.spend({
    name: 'invites:code',
    allowance: WRONG_CODES_MAX,
    key: ctx.user.id,
  });
  if (code.length > CODE_LENGTH_MAX) return null;
  const viewer = { id: ctx.user.id, now: ctx.clock.now() };
  const found = await findInvite(ctx.db, { codeHash: hashOf(code), viewer });
  if (!found || !(found.isUsable || found.ownStatus === 'ACTIVE')) return null;
  await guess.giveBack();
  return found;
}

/** A plain digest suffices: the code is random, so it cannot be guessed. */
const hashOf = (code: string): string => createHash('sha256').update(code).digest('base64url');

const unusable = (): AppError =>
  new AppError('NOT_FOUND', 'This link cannot be used. Ask for a new one.', { path: ['code'] });
