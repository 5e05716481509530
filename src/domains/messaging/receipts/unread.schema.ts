import { MeRef } from '#domains/identity/users/me.schema.ts';
import { signedIn } from '#platform/graphql/access.ts';
import { builder } from '#platform/graphql/builder.ts';
import { load } from '#platform/request/loader.ts';
import type { RequestContext } from '#platform/request/context.ts';
import { ConversationViewerRef } from '../conversations/conversations.schema.ts';
import {
  inboxCountsByUser,
  ownReadingByConversation,
  unreadMentionsByConversation,
} from './receipts.loaders.ts';
import { cursorAtSeq } from '../messages/messages.schema.ts';
import type { InboxCounts } from './receipts.types.ts';
import { UNREAD_CONVERSATIONS_MAX, UNREAD_MAX } from './unread.queries.ts';
import { mentionConversationCount, type UnreadCounts, unreadCounts } from './unread.service.ts';

builder.objectFields(ConversationViewerRef, (t) => ({
  lastReadSeq: t.int({
    description: '`Message.seq` up to which the caller has marked messages as read; 0 for none.',
    varies: 'viewer',
    resolve: async (found, _args, ctx) =>
      (await load(ctx, ownReadingByConversation, found.conversationId))?.readSeq ?? 0,
  }),
  unreadCount: t.int({
    description: `Number of messages of others after \`lastReadSeq\` whose content is available to the caller, among the newest 100, counted up to ${UNREAD_MAX}.`,
    varies: 'viewer',
    resolve: async (found, _args, ctx) =>
      (await load(ctx, ownReadingByConversation, found.conversationId))?.unreadCount ?? 0,
  }),
  unreadMentionCount: t.int({
    description: `Number of messages after \`lastReadSeq\` that mention the caller by name or by \`@all\` and whose content is available to them, among the newest 100 of them, counted up to ${UNREAD_MAX}.`,
    varies: 'viewer',
    resolve: async (found, _args, ctx) =>
      (await load(ctx, unreadMentionsByConversation, found.conversationId))?.count ?? 0,
  }),
  nextMentionCursor: t.string({
    nullable: true,
    description:
      'Cursor in `conversationMessages` of the oldest message that `unreadMentionCount` counts. Null for none.',
    varies: 'viewer',
    resolve: async ({ conversationId }, _args, ctx) => {
      const { nextSeq = null } = (await load(ctx, unreadMentionsByConversation, conversationId)) ?? {};
      return nextSeq === null ? null : cursorAtSeq(conversationId, nextSeq);
    },
  }),
}));

const otherInboxes = async (ctx: RequestContext): Promise<InboxCounts> =>
  (await load(ctx, inboxCountsByUser, signedIn(ctx).user.id)) ?? { requestCount: 0, archivedCount: 0 };

const UnreadCountsRef = builder.objectRef<UnreadCounts>('UnreadCounts').implement({
  description: 'Unread counts of the caller, as badges show them.',
  fields: (t) => ({
    conversationCount: t.exposeInt('conversationCount', {
      description: `Number of conversations of the inbox PRIMARY that have unread messages (\`Conversation.viewer.unreadCount\`) or are marked as unread, without muted ones, counted up to ${UNREAD_CONVERSATIONS_MAX}.`,
    }),
    mentionConversationCount: t.int({
      description: `Number of conversations of the inbox PRIMARY that have unread mentions (\`Conversation.viewer.unreadMentionCount\`), muted ones too, counted up to ${UNREAD_CONVERSATIONS_MAX}.`,
      resolve: (_counts, _args, ctx) => mentionConversationCount(signedIn(ctx)),
    }),
    requestCount: t.int({
      description: `Number of conversations of the inbox REQUESTS, counted up to ${UNREAD_CONVERSATIONS_MAX}.`,
      resolve: async (_counts, _args, ctx) => (await otherInboxes(ctx)).requestCount,
    }),
    archivedCount: t.int({
      description: `Number of conversations of the inbox ARCHIVED, counted up to ${UNREAD_CONVERSATIONS_MAX}.`,
      resolve: async (_counts, _args, ctx) => (await otherInboxes(ctx)).archivedCount,
    }),
  }),
});

builder.queryField('myUnreadCounts', (t) =>
  t.field({
    type: UnreadCountsRef,
    nullable: true,
    description: 'Unread counts of the caller.',
    access: 'user',
    resolve: (_root, _args, ctx) => unreadCounts(signedIn(ctx)),
  }),
);

builder.objectField(MeRef, 'unreadConversationCount', (t) =>
  t.int({
    description: 'As `myUnreadCounts { conversationCount }`.',
    resolve: async (_own, _args, ctx) => (await unreadCounts(signedIn(ctx))).conversationCount,
  }),
);
