import type { MessageVoting } from '#domains/foundation/polls/message-voting.service.ts';
import { load } from '#platform/request/loader.ts';
import { conversationViewerById } from '../conversations/conversations.loaders.ts';
import { canSend } from '../conversations/conversations.service.ts';
import { visibleMessageById } from '../messages/messages.loaders.ts';
import { openMessageRefusals, openMessageRefusedIf, openMessageRowSql } from '../messages/messages.policy.ts';

/** A message that takes reactions takes votes. */
export const messagePollVoting: MessageVoting = {
  rowSql: openMessageRowSql,
  refusals: openMessageRefusals('pollId'),
  refusedIf: openMessageRefusedIf,

  async isOpen(ctx, messageId) {
    const message = await load(ctx, visibleMessageById, messageId);
    const viewer = message && (await load(ctx, conversationViewerById, message.conversationId));
    return viewer !== null && canSend(ctx, viewer);
  },
};
