import { type EventFollower, followEvents } from '#platform/outbox/followers/event-followers.ts';
import { emitMessageUpdatedSoon } from '../messages/change-notices.service.ts';
import { messageReacted, messageReactionRemoved } from './reactions.events.ts';

const BATCH_EVENTS = 500;

export const reactionFollowers: readonly EventFollower[] = [
  followEvents('messageReactions.tell', [messageReacted, messageReactionRemoved], {
    batch: BATCH_EVENTS,
    async work({ clock }, tx, events) {
      const messageIds = events.map(({ payload }) => payload.messageId);
      emitMessageUpdatedSoon(tx, clock, { messageIds, change: 'REACTIONS' });
    },
  }),
];
