/**
 * Messages: rows, contents, mentions, and the events of their lists; who sees which, and what each recipient sees of it.
 * Owns `messages`, `message_mentions`, `message_revisions` and `hidden_messages`; other domains change messages by
 * message-rows.service.ts, and the domain `sending` inserts them.
 * Begin with messages.schema.ts and message-content.service.ts; message-events.schema.ts streams.
 */
import { defineModule } from '#platform/request/module.ts';
import { limit, type LimitsOf } from '#platform/kernel/limits.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { listExport } from '#platform/request/personal-data.ts';
import { deleteDesertedConversations } from '../conversations/conversations.service.ts';
import { exportedContent, exportedLock } from './exported-content.service.ts';
import { deleteMentionsOf } from './message-mentions.queries.ts';
import { messageFollowers, messageJobs } from './messages.jobs.ts';
import { deleteMessagesOf, stripSender } from './message-erasure.service.ts';
import {
  deleteHidden,
  deleteRevisionsOf,
  type ExportedMessage,
  listSentMessages,
} from './messages.queries.ts';
import './message-events.schema.ts';
import './messages.schema.ts';

const BATCH_MESSAGES = 500;

const messagesLimits = {
  messageTextLength: limit(4_000, 'Maximum characters of a message.'),
  messageMedia: limit(10, 'Maximum media items of a message.'),
};

defineModule({
  name: 'messages',
  ids: ['message'],
  limits: messagesLimits,
  jobs: messageJobs,
  followers: messageFollowers,
  personalData: {
    tables: {
      'public.messages': {
        erased: {
          sender_id: 'other rows refer to it; nothing identifies the user any more',
          text: 'its recipients keep it',
          forwarded_from_id: 'other rows refer to it; nothing identifies the user any more',
          media_ids: 'ids of files that are deleted, in what others have forwarded',
          content: 'the group keeps what it was told of its changes',
          entities: 'its recipients keep it with the text; mentions of deleted users are shown as text',
        },
        exported: ['messages'],
      },
      'public.hidden_messages': {
        erased: 'messages.eraseHidden',
        exported: 'messages of others, which belong to their senders',
      },
      'public.message_mentions': {
        erased: 'messages.eraseMentions',
        exported: 'messages of others, which belong to their senders',
      },
    },
    exports: [
      listExport<ExportedMessage>({
        name: 'messages',
        description:
          'The messages that you sent; of those that you forwarded not the content. Those that you received belong to their senders.',
        list: ({ db }, { userId, now, after, limit: rows }) =>
          listSentMessages(db, { senderId: userId, now, after: after?.id ?? null, limit: rows }),
        show: (message) => ({
          id: toGlobalId('message', message.id),
          conversationId: toGlobalId('conversation', message.conversationId),
          seq: message.seq,
          kind: message.kind,
          isForwarded: message.forwardedFromId !== null,
          ...(message.forwardedFromId === null && exportedContent(message)),
          ...(message.lock && exportedLock(message.lock)),
          createdAt: message.createdAt,
        }),
      }),
    ],
    erasures: [
      {
        name: 'messages.eraseHidden',
        batches: [(tx, { userId }) => deleteHidden(tx, { userId, limit: BATCH_MESSAGES })],
      },
      {
        name: 'messages.eraseMentions',
        batches: [(tx, { userId }) => deleteMentionsOf(tx, { userId, limit: BATCH_MESSAGES })],
      },
      {
        // Recipients keep the text. A conversation is deleted with its messages when no participant is left to read it.
        name: 'messages.eraseSender',
        batches: [
          (tx, { userId }) => deleteRevisionsOf(tx, userId, BATCH_MESSAGES),
          (tx, { userId, now }) => stripSender(tx, { senderId: userId, now, limit: BATCH_MESSAGES }),
          (tx, { userId }) =>
            deleteDesertedConversations(
              tx,
              userId,
              async (ids) => (await deleteMessagesOf(tx, ids, BATCH_MESSAGES)) < BATCH_MESSAGES,
            ),
        ],
      },
    ],
  },
});

declare module '#platform/kernel/ids.ts' {
  interface IdTypes {
    message: true;
  }
}

declare module '#platform/kernel/limits.ts' {
  interface Limits extends LimitsOf<typeof messagesLimits> {}
}
