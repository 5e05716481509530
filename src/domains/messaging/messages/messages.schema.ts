import { z } from 'zod';
import { visibleUserById } from '#domains/identity/users/users.loaders.ts';
import { UserRef } from '#domains/identity/users/users.schema.ts';
import { cursorIn, type Order } from '#platform/db/keyset.ts';
import { signedIn } from '#platform/graphql/access.ts';
import { builder } from '#platform/graphql/builder.ts';
import { connectionType } from '#platform/graphql/connection.ts';
import { enumType } from '#platform/graphql/enum.ts';
import { childListField, listField } from '#platform/graphql/list.ts';
import { listSize } from '#platform/graphql/list-size.ts';
import { NodeRef, nodeType } from '#platform/graphql/node.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import type { RequestContext } from '#platform/request/context.ts';
import { load } from '#platform/request/loader.ts';
import { ConversationRef } from '../conversations/conversations.schema.ts';
import { ownConversationById } from '../conversations/conversations.loaders.ts';
import { visibleMessageById } from './messages.loaders.ts';
import { MessageContentRef } from './message-content.schema.ts';
import { messageContent, UNAVAILABLE } from './message-content.service.ts';
import type { MessageContent } from './message-content.types.ts';
import {
  AROUND_MAX,
  conversationMedia,
  conversationMessages,
  messagesAround,
  type MessagesAround,
} from './messages.service.ts';
import type { AttachmentKind, Message, SeqKey } from './messages.types.ts';

const MessageReplyRef = builder.objectRef<Message>('MessageReply').implement({
  description: 'The message above a reply, as the caller sees it now.',
  fields: (t) => ({
    messageId: t.id({
      description: 'Global id of the message, `message_…`.',
      resolve: ({ replyToId }) => toGlobalId('message', replyToId ?? ''),
    }),
    sender: t.field({
      type: UserRef,
      nullable: true,
      description: 'The sender. Null if the caller cannot see them or the message.',
      varies: 'people',
      resolve: async (reply, _args, ctx) => {
        const senderId = (await repliedMessage(ctx, reply))?.senderId;
        return senderId == null ? null : load(ctx, visibleUserById, senderId);
      },
    }),
    content: t.field({
      type: MessageContentRef,
      description:
        'The content. UnavailableContent if the caller does not see the message: they joined after it, have deleted it for themselves, or it was removed.',
      varies: 'people',
      resolve: async (reply, _args, ctx) => {
        const found = await repliedMessage(ctx, reply);
        return found ? messageContent(ctx, found) : UNAVAILABLE;
      },
    }),
  }),
});

const repliedMessage = (ctx: RequestContext, { replyToId }: Message) =>
  replyToId === null ? null : load(ctx, visibleMessageById, replyToId);

/** Contents with which the data of the client is not shown either. */
const WITHOUT_DATA: ReadonlySet<MessageContent['kind']> = new Set(['UNAVAILABLE', 'LOCKED']);

export const MessageRef = builder.objectRef<Message>('Message').implement({
  description: 'A message in a conversation. Visible to participants who joined before it was sent.',
  interfaces: [NodeRef],
  fields: (t) => ({
    id: t.id({
      description: 'Global id, `message_…`.',
      resolve: (message) => toGlobalId('message', message.id),
    }),
    seq: t.exposeInt('seq', {
      description: 'Position in the conversation, strictly increasing: order by it.',
    }),
    conversation: t.field({
      type: ConversationRef,
      nullable: true,
      description: 'The conversation. Null if the caller has just left it.',
      varies: 'no',
      resolve: (message, _args, ctx) => load(ctx, ownConversationById, message.conversationId),
    }),
    sender: t.field({
      type: UserRef,
      nullable: true,
      description: 'The sender. Null if the caller cannot see them, and for messages of the system.',
      varies: 'people',
      resolve: ({ senderId }, _args, ctx) =>
        senderId === null ? null : load(ctx, visibleUserById, senderId),
    }),
    content: t.field({
      type: MessageContentRef,
      description:
        'The content, such as text or media. DeletedContent once it is deleted for everyone, LockedContent until the caller has bought it, UnavailableContent if they cannot see it.',
      varies: 'people',
      resolve: (message, _args, ctx) => messageContent(ctx, message),
    }),
    replyTo: t.field({
      type: MessageReplyRef,
      nullable: true,
      description: 'The message that it replies to. Null if it is no reply.',
      resolve: (message) => (message.replyToId === null || message.deletedAt ? null : message),
    }),
    clientData: t.field({
      type: 'JSON',
      nullable: true,
      description:
        'Free data of the client that sent it, never read by the server. Null if none, and when the content is unavailable or locked.',
      varies: 'people',
      resolve: async (message, _args, ctx) =>
        WITHOUT_DATA.has((await messageContent(ctx, message)).kind) ? null : message.clientData,
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'Time of sending.',
      resolve: (message) => message.createdAt,
    }),
    editedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Time of the last edit. Null if never edited.',
      resolve: (message) => message.editedAt,
    }),
    deletedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Time of its deletion for everyone; buyers keep `content` for days. Null if it was not.',
      resolve: (message) => message.deletedAt,
    }),
    expiresAt: t.field({
      type: 'DateTime',
      nullable: true,
      description:
        'Time at which it disappears for everyone, by the `disappearAfterSeconds` of the conversation when it was sent. Null if it does not.',
      resolve: (message) => message.expiresAt,
    }),
  }),
});

builder.objectField(MessageRef, 'cursor', (t) =>
  t.string({
    description:
      'Cursor of the message in `conversationMessages`: `after` it come older messages, `before` it newer ones.',
    resolve: ({ conversationId, seq }) => cursorAtSeq(conversationId, seq),
  }),
);

nodeType(MessageRef, 'message', (ctx, id) => load(ctx, visibleMessageById, id));

/** Greater than the seq of every message. */
const LAST_SEQ = Number.MAX_SAFE_INTEGER;

const LATEST_SEQ_FIRST: Order<Pick<Message, 'seq'>, SeqKey> = {
  key: z.tuple([z.int().positive()]),
  keyOf: ({ seq }) => [seq],
  start: [LAST_SEQ],
  end: [0],
};

/** The cursor at a number of a conversation, of a message or not. */
export const cursorAtSeq = (conversationId: string, seq: number): string =>
  cursorIn({ name: 'conversationMessages', args: { conversationId }, order: LATEST_SEQ_FIRST }, { seq });

const MessageConnectionRef = connectionType('Message', MessageRef, {
  description: 'Messages, newest first.',
});

listField('conversationMessages', {
  connection: MessageConnectionRef,
  description:
    'Messages of a conversation, newest first: `first`/`after` go to older ones, `last`/`before` to newer ones. Null if the caller does not take part in it.',
  access: 'user',
  args: (t) => ({
    conversationId: t.idOf('conversation', { required: true, description: 'The conversation.' }),
  }),
  isReadBothWays: true,
  order: LATEST_SEQ_FIRST,
  rows: (ctx, { conversationId }, page) => conversationMessages(ctx, conversationId, page),
});

childListField(ConversationRef, 'messages', {
  connection: MessageConnectionRef,
  description:
    'Messages, newest first: `first`/`after` go to older ones, `last`/`before` to newer ones. Null while the caller is invited. Cursors are those of `conversationMessages`.',
  nullable: true,
  varies: 'viewer',
  root: { name: 'conversationMessages', idArg: 'conversationId' },
  isReadBothWays: true,
  order: LATEST_SEQ_FIRST,
  rows: (ctx, { id }, _args, page) => conversationMessages(ctx, id, page),
});

const MessagesAroundRef = builder.objectRef<MessagesAround>('MessagesAround').implement({
  description: 'A message amid others of its conversation, and where `conversationMessages` goes on.',
  fields: (t) => ({
    messages: t.field({
      type: [MessageRef],
      description: `At most ${2 * AROUND_MAX + 1} messages, newest first: the message, and as many older as newer ones where there are.`,
      extensions: listSize(2 * AROUND_MAX + 1),
      resolve: ({ messages }) => messages,
    }),
    olderCursor: t.string({
      nullable: true,
      description: 'The `after` of the next older page. Null if there is none.',
      resolve: ({ messages, hasOlder }) => (hasOlder ? cursorOf(messages.at(-1)) : null),
    }),
    newerCursor: t.string({
      nullable: true,
      description: 'The `before` of the next newer page. Null if there is none.',
      resolve: ({ messages, hasNewer }) => (hasNewer ? cursorOf(messages[0]) : null),
    }),
  }),
});

const cursorOf = (message: Message | undefined): string | null =>
  message ? cursorAtSeq(message.conversationId, message.seq) : null;

builder.queryField('messagesAround', (t) =>
  t.field({
    type: MessagesAroundRef,
    nullable: true,
    description: 'A message amid others of its conversation. Null if the caller cannot see it.',
    access: 'user',
    args: { messageId: t.arg.idOf('message', { required: true, description: 'The message.' }) },
    resolve: (_root, { messageId }, ctx) => messagesAround(signedIn(ctx), messageId),
  }),
);

/** Kinds of attachments, as lists and searches name them. */
export const AttachmentKindRef = enumType<AttachmentKind>('AttachmentKind', {
  description: 'Kind of what a message brings beside plain text.',
  values: {
    MEDIA: 'Images, videos and audio files.',
    FILE: 'Files, such as PDFs and ZIPs.',
    VOICE_NOTE: 'A voice note.',
    LINK: 'Links in its text.',
  },
});

listField('conversationMedia', {
  connection: MessageConnectionRef,
  description:
    'Messages of a conversation with attachments of a kind, newest first, whose content is available to the caller; not what is viewed once. Null if the caller does not take part in it.',
  access: 'user',
  args: (t) => ({
    conversationId: t.idOf('conversation', { required: true, description: 'The conversation.' }),
    kind: t({ type: AttachmentKindRef, required: true, description: 'Kind of the attachments.' }),
  }),
  isReadBothWays: true,
  order: LATEST_SEQ_FIRST,
  rows: (ctx, args, page) => conversationMedia(ctx, args, page),
});
