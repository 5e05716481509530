import type { Loader } from '#platform/request/loader.ts';
import { listConversationsOf, listParticipants } from './conversations.queries.ts';
import type { Conversation, Participant } from './conversations.types.ts';

/** Conversations in which the caller takes part. */
export const ownConversationById: Loader<Conversation> = {
  name: 'ownConversationById',
  batch: async (ctx, ids) => {
    const conversations = ctx.user ? await listConversationsOf(ctx.db, ctx.user.id, ids) : [];
    return new Map(conversations.map((conversation) => [conversation.id, conversation]));
  },
};

/** Participants of conversations in which the caller takes part. */
export const participantsByConversation: Loader<readonly Participant[]> = {
  name: 'participantsByConversation',
  batch: async (ctx, ids) =>
    Map.groupBy(await listParticipants(ctx.db, ids), (participant) => participant.conversationId),
};
