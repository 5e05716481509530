import { z } from 'zod';
import { UserRef } from '#domains/identity/users/users.schema.ts';
import { FIRST_ID, LAST_ID, LAST_MOMENT_MS, type Order } from '#platform/db/keyset.ts';
import { builder } from '#platform/graphql/builder.ts';
import { connectionType } from '#platform/graphql/connection.ts';
import { listSize } from '#platform/graphql/list-size.ts';
import { listField } from '#platform/graphql/list.ts';
import { mutationField } from '#platform/graphql/mutation.ts';
import { load } from '#platform/request/loader.ts';
import { MessageViewerRef } from '../message-changes/message-changes.schema.ts';
import { MessageRef } from '../messages/messages.schema.ts';
import { ownEmojisByMessage } from './reactions.loaders.ts';
import { emojiCounts, messageReactors, reactToMessage, removeMessageReaction } from './reactions.service.ts';
import type { EmojiCount, Reactor, ReactorKey } from './reactions.types.ts';

const EmojiCountRef = builder.objectRef<EmojiCount>('MessageReactionCount').implement({
  description: 'An emoji on a message; the same for every viewer.',
  fields: (t) => ({
    emoji: t.exposeString('emoji', { description: 'The emoji.' }),
    count: t.exposeInt('count', { description: 'Number of users who reacted with it, at least 1.' }),
    firstAt: t.field({
      type: 'DateTime',
      description: 'Time of the first of these reactions.',
      resolve: ({ firstAt }) => firstAt,
    }),
  }),
});

builder.objectField(MessageRef, 'reactions', (t) =>
  t.field({
    type: [EmojiCountRef],
    description:
      'Emojis of reactions, in the order of their first use, at most {messageReactionKinds}. Empty while the content is not available.',
    varies: 'people',
    extensions: listSize('messageReactionKinds'),
    resolve: async (message, _args, ctx) => [...(await emojiCounts(ctx, message))],
  }),
);

builder.objectField(MessageViewerRef, 'reactions', (t) =>
  t.field({
    type: ['String'],
    description: "Emojis of the caller's own reactions, first ones first, at most {messageReactionsPerUser}.",
    extensions: listSize('messageReactionsPerUser'),
    resolve: async ({ id }, _args, ctx) => [...((await load(ctx, ownEmojisByMessage, id)) ?? [])],
  }),
);

const ReactorRef = builder.objectRef<Reactor>('MessageReactor').implement({
  description: 'A user who reacted to a message. Visible to viewers who see both.',
  fields: (t) => ({
    user: t.field({ type: UserRef, description: 'The user.', resolve: (reactor) => reactor }),
    emoji: t.exposeString('emoji', { description: 'The emoji.' }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'Time of the reaction.',
      resolve: ({ reactedAt }) => reactedAt,
    }),
  }),
});

/** More than any emoji has. */
const EMOJI_LENGTH_MAX = 64;

const NEWEST_REACTION_FIRST: Order<Reactor, ReactorKey> = {
  key: z.tuple([z.int().min(0).max(LAST_MOMENT_MS), z.uuid(), z.string().max(EMOJI_LENGTH_MAX)]),
  keyOf: ({ reactedAt, id, emoji }) => [reactedAt.getTime(), id, emoji],
  start: [LAST_MOMENT_MS, LAST_ID, ''],
  end: [0, FIRST_ID, ''],
};

listField('messageReactors', {
  connection: connectionType('MessageReactor', ReactorRef, {
    description: 'Users who reacted to a message, most recent reaction first; once for each of their emojis.',
  }),
  description:
    'Users who reacted to a message and are visible to the caller, most recent first. Null if the caller cannot see the message or its content.',
  access: 'user',
  args: (t) => ({
    messageId: t.idOf('message', { required: true, description: 'The message.' }),
    emoji: t.string({ description: 'Only reactions with this emoji; all reactions when omitted.' }),
  }),
  order: NEWEST_REACTION_FIRST,
  rows: (ctx, args, page) => messageReactors(ctx, args, page),
});

const REACTION_BUDGET = { points: 120, windowSeconds: 60, per: 'user' } as const;
const EMOJI = 'Exactly one emoji. It is returned in its qualified form.';

mutationField('reactToMessage', {
  description:
    'Adds an emoji to a message, beside other emojis of the caller. Succeeds without a change when repeated.',
  refusals:
    'LIMIT_REACHED past {messageReactionsPerUser} emojis of the caller or {messageReactionKinds} different ones on the message; INVALID_STATE where the caller cannot send messages, and for messages of the system and those whose content is deleted or not available.',
  access: 'user',
  restriction: 'MESSAGING',
  isJudgedByWrite: true,
  budget: REACTION_BUDGET,
  input: (t) => ({
    messageId: t.idOf('message', { required: true, description: 'The message.' }),
    emoji: t.string({ required: true, description: EMOJI }),
  }),
  payload: { message: { type: MessageRef, description: 'The message with its new counts.' } },
  resolve: async (ctx, input) => ({ message: await reactToMessage(ctx, input) }),
});

mutationField('removeMessageReaction', {
  description:
    'Removes an emoji of the caller from a message, also when they no longer see it. Succeeds without a change when there is none. `messageUpdated` tells the members.',
  access: 'user',
  // Removing a reaction only takes back.
  restriction: null,
  budget: REACTION_BUDGET,
  input: (t) => ({
    messageId: t.idOf('message', { required: true, description: 'The message.' }),
    emoji: t.string({ required: true, description: EMOJI }),
  }),
  payload: {
    message: {
      type: MessageRef,
      description: 'The message with its new counts. Null when the caller cannot see it.',
    },
  },
  resolve: async (ctx, input) => ({ message: await removeMessageReaction(ctx, input) }),
});
