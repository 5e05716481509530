import type { RequestContext, UserContext } from '#platform/request/context.ts';
import type { ListRequest } from '#platform/db/keyset.ts';
import { notFound } from '#platform/kernel/errors.ts';
import { invalid } from '#platform/kernel/parse-input.ts';
import { load, prime } from '#platform/request/loader.ts';
import { isListed } from '../conversations/activity.policy.ts';
import { visibleConversationById } from '../conversations/conversations.loaders.ts';
import type { Conversation, ConversationViewer } from '../conversations/conversations.types.ts';
import { assertCanPin, changeOwnState, clearForUser } from '../conversations/own-states.service.ts';
import { acceptRequest, declineRequest } from '../conversations/requests.service.ts';
import { deleteReadMentions } from '../messages/message-mentions.service.ts';
import { addSystemMessage } from '../messages/system-messages.service.ts';
import { listInbox } from './inbox.queries.ts';
import type { Inbox, InboxConversation, InboxKey } from './inbox.types.ts';

/** The conversations of the caller in one of their inboxes: pinned ones first, then by the newest message. */
export async function myConversations(
  ctx: UserContext,
  inbox: Inbox,
  { from: [pinned, updatedMs, id], limit }: ListRequest<InboxKey>,
): Promise<InboxConversation[]> {
  const page = { inbox, pinned, updatedAt: new Date(updatedMs), id, limit };
  const found = await listInbox(ctx.db, { userId: ctx.user.id, ...page });
  prime(ctx, visibleConversationById, found);
  return found;
}

/** The inbox that lists a conversation of the caller; null if none does. */
export function inboxOf(viewer: ConversationViewer): Inbox | null {
  if (!isListed(viewer)) return null;
  return viewer.archivedAt === null ? viewer.inbox : 'ARCHIVED';
}

/** The end of a mute that lasts until it is removed: conditions on the column need no case for it. */
const ALWAYS = new Date('9999-12-31T23:59:59.999Z');

export const isMuted = (ctx: RequestContext, { mutedUntil }: ConversationViewer): boolean =>
  mutedUntil !== null && mutedUntil > ctx.clock.now();

/** When a mute of the caller ends; null for one that lasts until it is removed, and without one. */
export const muteExpiresAt = (ctx: RequestContext, viewer: ConversationViewer): Date | null =>
  isMuted(ctx, viewer) && viewer.mutedUntil?.getTime() !== ALWAYS.getTime() ? viewer.mutedUntil : null;

type About = { readonly conversationId: string };

export async function muteConversation(
  ctx: UserContext,
  { conversationId, expiresAt }: About & { readonly expiresAt?: Date | null | undefined },
): Promise<Conversation> {
  if (expiresAt != null && expiresAt <= ctx.clock.now()) {
    throw invalid(['expiresAt'], 'Give a time in the future.', 'future');
  }
  return change(ctx, { conversationId, change: 'MUTE', value: expiresAt ?? ALWAYS });
}

export const unmuteConversation = (ctx: UserContext, about: About): Promise<Conversation> =>
  change(ctx, { ...about, change: 'MUTE', value: null });

export const pinConversation = (ctx: UserContext, about: About): Promise<Conversation> =>
  change(ctx, { ...about, change: 'PIN', value: ctx.clock.now() });

export const unpinConversation = (ctx: UserContext, about: About): Promise<Conversation> =>
  change(ctx, { ...about, change: 'PIN', value: null });

export const archiveConversation = (ctx: UserContext, about: About): Promise<Conversation> =>
  change(ctx, { ...about, change: 'ARCHIVE', value: ctx.clock.now() });

export const unarchiveConversation = (ctx: UserContext, about: About): Promise<Conversation> =>
  change(ctx, { ...about, change: 'ARCHIVE', value: null });

export const markConversationUnread = (ctx: UserContext, about: About): Promise<Conversation> =>
  change(ctx, { ...about, change: 'UNREAD', value: ctx.clock.now() });

/** Empties a conversation for the caller alone. @throws AppError NOT_FOUND */
export async function clearConversation(ctx: UserContext, { conversationId }: About): Promise<Conversation> {
  const own = { conversationId, userId: ctx.user.id };
  await requireVisible(ctx, conversationId);
  await ctx.transaction(async (tx) => {
    const readSeq = await clearForUser(tx, { ...own, now: ctx.clock.now() });
    if (readSeq !== null) await deleteReadMentions(tx, { ...own, readSeq });
  });
  return requireVisible(ctx, conversationId);
}

/** Accepts a request, or an invitation to a group. @throws AppError NOT_FOUND */
export async function acceptConversation(ctx: UserContext, { conversationId }: About): Promise<Conversation> {
  await requireVisible(ctx, conversationId);
  await ctx.transaction(async (tx) => {
    const { hasJoinedGroup } = await acceptRequest(ctx, tx, conversationId);
    const byId = ctx.user.id;
    if (hasJoinedGroup) {
      await addSystemMessage(ctx, tx, { conversationId, change: 'PARTICIPANT_JOINED', byId });
    }
  });
  return requireVisible(ctx, conversationId);
}

/** Declines a request, or an invitation to a group. @returns its id @throws AppError NOT_FOUND | INVALID_STATE */
export async function declineConversation(ctx: UserContext, { conversationId }: About): Promise<string> {
  await ctx.transaction((tx) => declineRequest(ctx, tx, conversationId));
  return conversationId;
}

type Change = About & {
  readonly change: 'MUTE' | 'PIN' | 'ARCHIVE' | 'UNREAD';
  readonly value: Date | null;
};

async function change(ctx: UserContext, given: Change): Promise<Conversation> {
  const own = { ...given, userId: ctx.user.id };
  const found = await requireVisible(ctx, own.conversationId);
  await ctx.transaction(async (tx) => {
    if (own.change === 'PIN' && own.value !== null) {
      await assertCanPin(tx, own, ctx.limits.pinnedConversations);
    }
    await changeOwnState(tx, own);
  });
  return found;
}

async function requireVisible(ctx: UserContext, id: string): Promise<Conversation> {
  const found = await load(ctx, visibleConversationById, id);
  if (!found) throw notFound('Conversation', ['conversationId']);
  return found;
}
