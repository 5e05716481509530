import { defineModule } from '#platform/request/module.ts';
import { limit, type LimitsOf } from '#platform/kernel/limits.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { listExport } from '#platform/request/personal-data.ts';
import { deleteDesertedConversations } from '../conversations/conversations.service.ts';
import { deleteMessages, listSentMessages, stripMessagesOf } from './messages.queries.ts';
import type { SentMessage } from './messages.types.ts';
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
  personalData: {
    tables: {
      'public.messages': {
        erased: {
          sender_id: 'other rows refer to it; nothing identifies the user any more',
          text: 'its recipients keep it',
        },
        exported: ['messages'],
      },
    },
    exports: [
      listExport<SentMessage>({
        name: 'messages',
        description: 'The messages that you sent. Those that you received belong to their senders.',
        list: ({ db }, { userId, after, limit: rows }) =>
          listSentMessages(db, { senderId: userId, after: after?.id ?? null, limit: rows }),
        show: (message) => ({
          id: toGlobalId('message', message.id),
          conversationId: toGlobalId('conversation', message.conversationId),
          seq: message.seq,
          text: message.text,
          mediaIds: message.mediaIds.map((id) => toGlobalId('media', id)),
          clientData: message.clientData,
          createdAt: message.createdAt,
        }),
      }),
    ],
    erasures: [
      {
        // Recipients keep the text. A conversation is deleted with its messages when no participant is left to read it.
        name: 'messages.eraseSender',
        batches: [
          (tx, { userId }) => stripMessagesOf(tx, userId, BATCH_MESSAGES),
          (tx, { userId }) =>
            deleteDesertedConversations(
              tx,
              userId,
              async (ids) => (await deleteMessages(tx, ids, BATCH_MESSAGES)) < BATCH_MESSAGES,
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
