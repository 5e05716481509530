/**
 * Reactions to messages by emojis, and the events that tell members of them.
 * Owns `message_reactions` and `message_reaction_counts`.
 * Begin with reactions.service.ts; emoji.ts says what one emoji is, reactions.jobs.ts tells of changes.
 */
import { toGlobalId } from '#platform/kernel/ids.ts';
import { limit, type LimitsOf } from '#platform/kernel/limits.ts';
import { defineModule } from '#platform/request/module.ts';
import { type EraseBatch, listExport } from '#platform/request/personal-data.ts';
import { deleteOwnReactions, listOwnReactions } from './own-reactions.queries.ts';
import { messageReactionRemoved } from './reactions.events.ts';
import { reactionFollowers } from './reactions.jobs.ts';
import type { OwnReaction } from './reactions.types.ts';
import './reaction-events.schema.ts';
import './reactions.schema.ts';

const BATCH_REACTIONS = 100;

const messageReactionsLimits = {
  messageReactionsPerUser: limit(3, 'Maximum emojis of a user on a message.'),
  messageReactionKinds: limit(20, 'Maximum different emojis on a message.'),
};

const eraseReactions: EraseBatch = async (tx, { userId }) => {
  const own = await listOwnReactions(tx, { userId, after: null, limit: BATCH_REACTIONS });
  const messageIds = [...new Set(own.map(({ messageId }) => messageId))];
  for (const erased of await deleteOwnReactions(tx, { userId, messageIds })) {
    tx.emit(messageReactionRemoved, { ...erased, userId });
  }
  return own.length;
};

defineModule({
  name: 'message-reactions',
  limits: messageReactionsLimits,
  followers: reactionFollowers,
  personalData: {
    tables: {
      'public.message_reactions': {
        erased: 'messageReactions.eraseUser',
        exported: ['message-reactions'],
      },
    },
    exports: [
      listExport<OwnReaction>({
        name: 'message-reactions',
        description: 'Your reactions to messages.',
        list: ({ db }, { userId, after, limit: rows }) =>
          listOwnReactions(db, { userId, after, limit: rows }),
        show: ({ messageId, ...reaction }) => ({ id: toGlobalId('message', messageId), ...reaction }),
      }),
    ],
    erasures: [{ name: 'messageReactions.eraseUser', batches: [eraseReactions] }],
  },
});

declare module '#platform/kernel/limits.ts' {
  interface Limits extends LimitsOf<typeof messageReactionsLimits> {}
}
