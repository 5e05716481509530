import { LRUCache } from 'lru-cache';
import { SECOND_MS } from '#platform/kernel/clock.ts';
import type { UserContext } from '#platform/request/context.ts';
import { load } from '#platform/request/loader.ts';
import { assertUnrestricted } from '#platform/request/restrictions.ts';
import { conversationViewerById } from '../conversations/conversations.loaders.ts';
import { assertCanSend, requireConversation } from '../conversations/conversations.service.ts';
import type { Conversation } from '../conversations/conversations.types.ts';
import { membersAt } from '../conversations/members.service.ts';
import { typingChanged } from './typing.events.ts';
import type { Typing } from './typing.types.ts';

const TYPING_LIFE_MS = 10 * SECOND_MS;
/** Within this time the same state is told once. */
const REPEATED_MS = 3 * SECOND_MS;

/** The last state that this process has told of a user in a conversation, some 200 bytes each. */
const lastTold = new LRUCache<string, Typing & { readonly toldMs: number; readonly expiresAt: Date }>({
  max: 20_000,
});

/**
 * Notifies the other members by an ephemeral event, except in requests and in conversations that are too large for receipts. Stores nothing, and reads
 * nothing when it repeats what it has just told.
 * @returns when the indicator ends automatically
 */
export async function setTyping(
  ctx: UserContext,
  { conversationId, isTyping, kind }: Typing & { conversationId: string },
): Promise<{ expiresAt: Date }> {
  const toldMs = ctx.clock.now().getTime();
  const key = `${ctx.user.id} ${conversationId}`;
  const last = lastTold.get(key);
  const isSame = last?.isTyping === isTyping && last.kind === kind;
  if (isSame && toldMs - last.toldMs < REPEATED_MS) return last;

  await assertUnrestricted(ctx, 'MESSAGING');
  const found = await requireConversation(ctx, conversationId);
  await assertCanSend(ctx, found);
  const expiresAt = new Date(toldMs + (isTyping ? TYPING_LIFE_MS : 0));
  if (!(await isRequest(ctx, found)) && (await isSmall(ctx, found))) {
    const { membersVersion } = found;
    const typing = { conversationId, membersVersion, userId: ctx.user.id, isTyping, kind };
    ctx.events.sendEphemeral(
      typingChanged,
      { ...typing, expiresAtMs: expiresAt.getTime() },
      { topic: conversationId },
    );
  }
  lastTold.set(key, { isTyping, kind, toldMs, expiresAt });
  return { expiresAt };
}

/** Whether one of a direct conversation has not accepted it. */
async function isRequest(ctx: UserContext, { id, kind }: Conversation): Promise<boolean> {
  if (kind === 'GROUP') return false;
  const viewer = await load(ctx, conversationViewerById, id);
  return viewer?.inbox === 'REQUESTS' || viewer?.otherInbox === 'REQUESTS';
}

async function isSmall(ctx: UserContext, { id, membersVersion }: Conversation): Promise<boolean> {
  const members = await membersAt(ctx, { conversationId: id, membersVersion });
  return members.size <= ctx.limits.receiptParticipants;
}
