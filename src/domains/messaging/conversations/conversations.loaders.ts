import type { Loader } from '#platform/request/loader.ts';
import { pageLoader } from '#platform/request/page-loader.ts';
import { listConversationsOf } from './conversations.queries.ts';
import type { Conversation, ConversationViewer, Participant } from './conversations.types.ts';
import {
  type GroupOwner,
  listOwners,
  listParticipants,
  listParticipantsById,
  listSendRefusals,
  listViewers,
  type OwnSendRefusal,
} from './participants.queries.ts';

/** Conversations in which the caller takes part. */
export const ownConversationById: Loader<Conversation> = {
  name: 'ownConversationById',
  batch: async (ctx, ids) => {
    const found = ctx.user ? await listConversationsOf(ctx.db, ctx.user.id, ids) : [];
    return new Map(found.flatMap((one) => (one.status === 'ACTIVE' ? [[one.id, one]] : [])));
  },
};

/** Conversations in which the caller takes part, or to which they are invited. */
export const visibleConversationById: Loader<Conversation> = {
  name: 'visibleConversationById',
  batch: async (ctx, ids) => {
    const found = ctx.user ? await listConversationsOf(ctx.db, ctx.user.id, ids) : [];
    return new Map(found.map((conversation) => [conversation.id, conversation]));
  },
};

/** The caller's own part in conversations. */
export const conversationViewerById: Loader<ConversationViewer> = {
  name: 'conversationViewerById',
  batch: async (ctx, conversationIds) => {
    const own = ctx.user ? await listViewers(ctx.db, { userId: ctx.user.id, conversationIds }) : [];
    return new Map(own.map((viewer) => [viewer.conversationId, viewer]));
  },
};

/** Why the caller cannot send messages in conversations in which they take part. */
export const sendRefusalByConversation: Loader<OwnSendRefusal> = {
  name: 'sendRefusalByConversation',
  batch: async (ctx, ids) => {
    const { requestMessages } = ctx.limits;
    const now = ctx.clock.now();
    const found = ctx.user
      ? await listSendRefusals(ctx.db, { ids, userId: ctx.user.id, now, requestMessages })
      : [];
    return new Map(found.map((own) => [own.id, own]));
  },
};

/** The owners of groups in which the caller takes part. */
export const ownerByConversation: Loader<GroupOwner> = {
  name: 'ownerByConversation',
  batch: async (ctx, ids) => {
    const owners = await listOwners(ctx.db, ids);
    return new Map(owners.map((owner) => [owner.conversationId, owner]));
  },
};

/** Pages of the participants of conversations in which the caller takes part. */
export const participantsOf = pageLoader<Participant>('participantsOf', async (ctx, pages) =>
  ctx.user ? listParticipants(ctx.db, { viewerId: ctx.user.id, ...pages }) : [],
);

/** Participants of conversations in which the caller takes part. */
export const participantById: Loader<Participant> = {
  name: 'participantById',
  batch: async (ctx, ids) => {
    const found = ctx.user ? await listParticipantsById(ctx.db, { viewerId: ctx.user.id, ids }) : [];
    return new Map(found.map((participant) => [participant.id, participant]));
  },
};
