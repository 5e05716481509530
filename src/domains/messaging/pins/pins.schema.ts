import { visibleUserById } from '#domains/identity/users/users.loaders.ts';
import { UserRef } from '#domains/identity/users/users.schema.ts';
import { latestFirst } from '#platform/db/keyset.ts';
import { builder } from '#platform/graphql/builder.ts';
import { connectionType } from '#platform/graphql/connection.ts';
import { childListField } from '#platform/graphql/list.ts';
import { mutationField } from '#platform/graphql/mutation.ts';
import { load } from '#platform/request/loader.ts';
import { ConversationRef, ConversationViewerRef } from '../conversations/conversations.schema.ts';
import { canSend } from '../conversations/conversations.service.ts';
import { MessageRef } from '../messages/messages.schema.ts';
import type { Message } from '../messages/messages.types.ts';
import { pinByMessage } from './pins.loaders.ts';
import { canPin } from './pins.policy.ts';
import { type PinnedMessage, pinMessage, pinnedMessages, unpinMessage } from './pins.service.ts';

builder.objectField(MessageRef, 'pinnedAt', (t) =>
  t.field({
    type: 'DateTime',
    nullable: true,
    description: 'Time at which it was pinned in its conversation. Null if it is not.',
    varies: 'no',
    resolve: async ({ id }, _args, ctx) => (await load(ctx, pinByMessage, id))?.pinnedAt ?? null,
  }),
);

builder.objectField(MessageRef, 'pinnedBy', (t) =>
  t.field({
    type: UserRef,
    nullable: true,
    description:
      'The user who pinned it. Null if it is not pinned, if the caller cannot see them, and if it was not kept.',
    // Events about a message do not name the one who pinned it.
    varies: 'viewer',
    resolve: async ({ id }, _args, ctx) => {
      const pinnedById = (await load(ctx, pinByMessage, id))?.pinnedById ?? null;
      return pinnedById === null ? null : load(ctx, visibleUserById, pinnedById);
    },
  }),
);

builder.objectField(ConversationViewerRef, 'canPinMessages', (t) =>
  t.boolean({
    description:
      'Whether the caller can pin and unpin messages: the owner and admins of a group; both users of a direct conversation while they can send messages.',
    resolve: async (viewer, _args, ctx) => canPin(viewer, viewer.role) && canSend(ctx, viewer),
  }),
);

childListField(ConversationRef, 'pinnedMessages', {
  connection: connectionType<Message, PinnedMessage>('PinnedMessage', MessageRef, {
    description: 'Pinned messages of a conversation, newest pin first.',
  }),
  description:
    'Pinned messages that the caller sees, newest pin first, at most {pinnedMessages}: not those from before they joined or that they have deleted for themselves.',
  varies: 'viewer',
  order: latestFirst<PinnedMessage>(({ pinnedAt }) => pinnedAt),
  rows: (ctx, { id }, _args, page) => pinnedMessages(ctx, id, page),
});

const PIN_BUDGET = { points: 60, windowSeconds: 60, per: 'user' } as const;

mutationField('pinMessage', {
  description:
    'Pins a message for all participants of its conversation, who are told by `messageUpdated`, and in a group by a message of the system. Succeeds without a change if it is pinned.',
  refusals:
    'FORBIDDEN for members of a group; INVALID_STATE where the caller cannot send messages; LIMIT_REACHED past {pinnedMessages} pinned messages.',
  access: 'user',
  restriction: 'MESSAGING',
  budget: PIN_BUDGET,
  input: (t) => ({
    messageId: t.idOf('message', {
      required: true,
      description:
        'The message to pin. INVALID_STATE for messages of the system and those whose content is deleted or not available.',
    }),
  }),
  payload: { message: { type: MessageRef, description: 'The pinned message.' } },
  resolve: async (ctx, { messageId }) => ({ message: await pinMessage(ctx, messageId) }),
});

mutationField('unpinMessage', {
  description:
    'Unpins a message for all participants of its conversation, who are told by `messageUpdated`. Succeeds without a change if it is not pinned. Fails with FORBIDDEN for members of a group.',
  access: 'user',
  // Unpinning only takes back.
  restriction: null,
  budget: PIN_BUDGET,
  input: (t) => ({ messageId: t.idOf('message', { required: true, description: 'The message to unpin.' }) }),
  payload: { message: { type: MessageRef, description: 'The message.' } },
  resolve: async (ctx, { messageId }) => ({ message: await unpinMessage(ctx, messageId) }),
});
