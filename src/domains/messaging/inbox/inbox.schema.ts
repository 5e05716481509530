import { z } from 'zod';
import { LAST_ID, FIRST_ID, type Order } from '#platform/db/keyset.ts';
import { builder } from '#platform/graphql/builder.ts';
import { connectionType } from '#platform/graphql/connection.ts';
import { enumType } from '#platform/graphql/enum.ts';
import { listField } from '#platform/graphql/list.ts';
import { mutationField } from '#platform/graphql/mutation.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { load } from '#platform/request/loader.ts';
import type { UserContext } from '#platform/request/context.ts';
import { ConversationRef, ConversationViewerRef } from '../conversations/conversations.schema.ts';
import type { Conversation } from '../conversations/conversations.types.ts';
import { MessageRef } from '../messages/messages.schema.ts';
import { lastMessageByConversation } from './inbox.loaders.ts';
import {
  acceptConversation,
  archiveConversation,
  clearConversation,
  declineConversation,
  inboxOf,
  markConversationUnread,
  muteConversation,
  isMuted,
  muteExpiresAt,
  myConversations,
  pinConversation,
  unarchiveConversation,
  unmuteConversation,
  unpinConversation,
} from './inbox.service.ts';
import type { Inbox, InboxConversation, InboxKey } from './inbox.types.ts';

export const InboxRef = enumType<Inbox>('Inbox', {
  description: "Part of the caller's conversations.",
  values: {
    PRIMARY: 'Conversations in which the caller takes part.',
    REQUESTS:
      'Conversations that wait for an answer: direct ones begun by users whom the caller did not follow then, and invitations to groups.',
    ARCHIVED: 'Conversations that the caller has archived.',
  },
});

builder.objectFields(ConversationViewerRef, (t) => ({
  inbox: t.field({
    type: InboxRef,
    nullable: true,
    description:
      'The inbox that lists the conversation. Null for a direct one that the caller has emptied, until its next message.',
    resolve: inboxOf,
  }),
  isMuted: t.boolean({
    description: 'Whether the caller has muted it.',
    resolve: (viewer, _args, ctx) => isMuted(ctx, viewer),
  }),
  muteExpiresAt: t.field({
    type: 'DateTime',
    nullable: true,
    description: 'Time at which the mute ends. Null if it lasts until removed, and if not muted.',
    resolve: (viewer, _args, ctx) => muteExpiresAt(ctx, viewer),
  }),
  isPinned: t.boolean({
    description: 'Whether the caller has pinned it.',
    resolve: ({ pinnedAt }) => pinnedAt !== null,
  }),
  isArchived: t.boolean({
    description: 'Whether the caller has archived it.',
    resolve: ({ archivedAt }) => archivedAt !== null,
  }),
  clearedSeq: t.exposeInt('clearedSeq', {
    description:
      '`Message.seq` up to which the caller has emptied the conversation: see `clearConversation`. 0 for never.',
  }),
  isMarkedUnread: t.boolean({
    description: 'Whether the caller has marked it as unread.',
    resolve: ({ markedUnreadAt }) => markedUnreadAt !== null,
  }),
}));

builder.objectField(ConversationRef, 'lastMessage', (t) =>
  t.field({
    type: MessageRef,
    nullable: true,
    description: 'The newest message that the caller can see. Null if there is none.',
    varies: 'viewer',
    resolve: (found, _args, ctx) => load(ctx, lastMessageByConversation, found.id),
  }),
);

/** The end of the year 9999: no message is newer. */
const LAST_MOMENT_MS = 253_402_300_799_999;

const PINNED_THEN_LATEST_FIRST: Order<InboxConversation, InboxKey> = {
  key: z.tuple([z.int().min(0).max(1), z.int().min(0).max(LAST_MOMENT_MS), z.uuid()]),
  keyOf: ({ isPinned, updatedAt, id }) => [isPinned ? 1 : 0, updatedAt.getTime(), id],
  start: [1, LAST_MOMENT_MS, LAST_ID],
  end: [0, 0, FIRST_ID],
};

const InboxConnectionRef = connectionType<Conversation, InboxConversation>('Conversation', ConversationRef, {
  description: 'Conversations of the caller, pinned ones first, then by the newest message.',
});

listField('myConversations', {
  connection: InboxConnectionRef,
  description: 'Conversations of the caller, pinned ones first, then by the newest message, else the start.',
  access: 'user',
  args: (t) => ({
    inbox: t({ type: InboxRef, required: true, description: 'Part of the conversations.' }),
  }),
  order: PINNED_THEN_LATEST_FIRST,
  rows: (ctx, { inbox }, page) => myConversations(ctx, inbox, page),
});

const BUDGET = { points: 300, windowSeconds: 600, per: 'user' } as const;
const WHICH = 'The conversation.';

type Act = (ctx: UserContext, about: { conversationId: string }) => Promise<Conversation>;

/** A mutation about what the caller alone sees of a conversation. */
function ownStateField(name: string, description: string, act: Act): void {
  mutationField(name, {
    description,
    access: 'user',
    restriction: null,
    budget: BUDGET,
    input: (t) => ({ conversationId: t.idOf('conversation', { required: true, description: WHICH }) }),
    payload: { conversation: { type: ConversationRef, description: WHICH } },
    resolve: async (ctx, input) => ({ conversation: await act(ctx, input) }),
  });
}

mutationField('muteConversation', {
  description:
    'Mutes a conversation: the caller gets no notifications of it. Muting again replaces the end. Nobody else learns of it.',
  access: 'user',
  restriction: null,
  budget: BUDGET,
  input: (t) => ({
    conversationId: t.idOf('conversation', { required: true, description: WHICH }),
    expiresAt: t.field({
      type: 'DateTime',
      description: 'Time at which the mute ends. When omitted, it lasts until it is removed.',
    }),
  }),
  payload: { conversation: { type: ConversationRef, description: 'The muted conversation.' } },
  resolve: async (ctx, input) => ({ conversation: await muteConversation(ctx, input) }),
});

ownStateField('unmuteConversation', 'Unmutes a conversation.', unmuteConversation);
ownStateField(
  'pinConversation',
  'Pins a conversation above the others, at most {pinnedConversations}; past it fails with LIMIT_REACHED.',
  pinConversation,
);
ownStateField('unpinConversation', 'Unpins a conversation.', unpinConversation);
ownStateField(
  'archiveConversation',
  'Archives a conversation. It stays archived when messages come.',
  archiveConversation,
);
ownStateField('unarchiveConversation', 'Takes a conversation out of the archive.', unarchiveConversation);
ownStateField(
  'markConversationUnread',
  'Marks a conversation as unread for the caller. Nobody else learns of it.',
  markConversationUnread,
);
ownStateField(
  'clearConversation',
  'Deletes all messages of a conversation for the caller alone, and takes back its pin and its place in the archive. No inbox lists a direct one until its next message. Others see no difference.',
  clearConversation,
);

mutationField('acceptConversation', {
  description:
    'Accepts a request: the caller can answer, and has it in PRIMARY. An invited user joins the group, also across a block, and sees what is sent from then on. Repeating it changes nothing.',
  access: 'user',
  restriction: 'MESSAGING',
  budget: BUDGET,
  input: (t) => ({ conversationId: t.idOf('conversation', { required: true, description: WHICH }) }),
  payload: { conversation: { type: ConversationRef, description: 'The accepted conversation.' } },
  resolve: async (ctx, input) => ({ conversation: await acceptConversation(ctx, input) }),
});

mutationField('declineConversation', {
  description:
    'Declines a request, which the caller no longer sees; the other user learns nothing of it. Starting the direct conversation reopens it. Succeeds without a change if it is declined; fails with INVALID_STATE if it is accepted.',
  access: 'user',
  restriction: null,
  budget: BUDGET,
  input: (t) => ({ conversationId: t.idOf('conversation', { required: true, description: WHICH }) }),
  payload: { conversationId: { type: 'ID', description: 'Global id of the conversation.' } },
  resolve: async (ctx, input) => ({
    conversationId: toGlobalId('conversation', await declineConversation(ctx, input)),
  }),
});
