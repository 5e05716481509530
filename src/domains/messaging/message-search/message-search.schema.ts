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
    'Messages that match the query in their text or caption, and whose content the caller sees, newest first, in all inboxes. Null if the caller does not take part in the conversation. See `docs/guides/search.md`.',
  access: 'user',
  budget: { points: 60, windowSeconds: 60, per: 'user' },
  args: (t) => ({
    query: t.string({
      required: true,
      description:
        'The query, 1 to 200 characters: words and phrases (`"…"`), which messages must all match, and `-` before those that exclude messages. The last word also matches as a beginning. Case, accents and scripts make no difference. See `docs/guides/search.md`.',
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
