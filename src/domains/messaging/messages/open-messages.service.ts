import { notFound } from '#platform/kernel/errors.ts';
import type { UserContext } from '#platform/request/context.ts';
import { load } from '#platform/request/loader.ts';
import { assertCanSend, requireConversation } from '../conversations/conversations.service.ts';
import { messageContent, seesSender } from './message-content.service.ts';
import { visibleMessageById } from './messages.loaders.ts';
import { messageClosed } from './messages.policy.ts';
import { listMessagesWithState } from './messages.queries.ts';
import type { Message } from './messages.types.ts';

const CLOSED = new Set(['DELETED', 'SYSTEM', 'UNAVAILABLE']);

/**
 * Finds why the caller cannot react to a message, pin it or vote in its poll: `openMessageSql`, for reasons.
 * @throws AppError NOT_FOUND | INVALID_STATE
 */
export async function assertOpen(
  ctx: UserContext,
  messageId: string,
  path: readonly string[] = ['messageId'],
): Promise<Message> {
  const found = await load(ctx, visibleMessageById, messageId);
  if (!found) throw notFound('Message', path);
  await assertCanSend(ctx, await requireConversation(ctx, found.conversationId, path), path);
  const { kind } = await messageContent(ctx, found);
  const [row] = await listMessagesWithState(ctx.db, { ids: [messageId], now: ctx.clock.now() });
  // Buyers read what they have bought without seeing its sender, and nothing more.
  const isAvailable = !CLOSED.has(kind) && (await seesSender(ctx, found));
  if (!isAvailable || row?.moderationState === 'HELD') {
    throw messageClosed(path);
  }
  return found;
}
