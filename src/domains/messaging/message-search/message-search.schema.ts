import { z } from 'zod';
import { FIRST_ID, LAST_ID, type Order } from '#platform/db/keyset.ts';
import { connectionType } from '#platform/graphql/connection.ts';
import { listField } from '#platform/graphql/list.ts';
import { AttachmentKindRef, MessageRef } from '../messages/messages.schema.ts';
import type { Message } from '../messages/messages.types.ts';
import { searchMessages } from './message-search.service.ts';
import type { MessageSearchKey } from './message-search.types.ts';

const FoundMessageConnectionRef = connectionType('FoundMessage', MessageRef, {
  description:
    'Found messages. A page may end before it is full where there is very much to search, or very much that the caller does not see: then `hasNextPage` is true, and `endCursor` continues.',
});

const GROUP_MAX = 2_147_483_647;
/** One millisecond below the last time of the API: a search excludes messages from the next millisecond on. */
const SEARCHED_AT_MS_MAX = 253_402_300_799_998;

/** By group at one time, newest first in each of them. */
const BY_GROUP: Order<Message, MessageSearchKey> = {
  key: z.tuple([z.int().min(0).max(SEARCHED_AT_MS_MAX), z.int().min(0).max(GROUP_MAX), z.uuid()]),
  keyOf: ({ id }) => [0, 0, id],
  start: [SEARCHED_AT_MS_MAX, 0, LAST_ID],
  end: [0, GROUP_MAX, FIRST_ID],
};

listField('searchMessages', {
  connection: FoundMessageConnectionRef,
  description:
    'Messages of the caller that match the query, newest first. What is searched is the text and the caption of messages whose content the caller sees, in all inboxes; not deleted messages, nor earlier texts of edited ones. Where the conversations of the caller have more than 8 000 messages, these are searched in groups of about that many, those of the conversations with the newest messages first; each group newest first. Messages sent after the first page are not in the following ones. A message is found some seconds after it is sent or edited. Null if the caller does not take part in the conversation.',
  access: 'user',
  budget: { points: 60, windowSeconds: 60, per: 'user' },
  args: (t) => ({
    query: t.string({
      required: true,
      description:
        'The query, 1 to 200 characters. Case, accents and differences of script do not matter.\n\n- `word` finds messages with the word; messages must match every part of the query.\n- `"a phrase"` finds the words in this order.\n- `-` before any of these excludes messages with it; a query of exclusions or signs alone finds nothing.\n- The last word also matches as a beginning, unless a space follows it.\n\nThe first 10 words and phrases count, and their first 16 words.',
    }),
    conversationId: t.idOf('conversation', {
      description: 'Only messages of this conversation. All conversations of the caller when omitted.',
    }),
    senderId: t.idOf('user', { description: 'Only messages of this sender.' }),
    kind: t({ type: AttachmentKindRef, description: 'Only messages with attachments of this kind.' }),
    sentAfter: t({ type: 'DateTime', description: 'Only messages sent at this time or later.' }),
    sentBefore: t({ type: 'DateTime', description: 'Only messages sent before this time.' }),
  }),
  order: BY_GROUP,
  rows: (ctx, args, page) => searchMessages(ctx, args, page),
});
