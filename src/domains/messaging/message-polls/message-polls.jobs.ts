import { pollClosed, pollVoted } from '#domains/foundation/polls/polls.events.ts';
import { type EventFollower, followEvents } from '#platform/outbox/followers/event-followers.ts';
import { emitMessageUpdatedSoon } from '../messages/change-notices.service.ts';

const BATCH_EVENTS = 500;

export const messagePollFollowers: readonly EventFollower[] = [
  followEvents('messagePolls.tell', [pollVoted, pollClosed], {
    batch: BATCH_EVENTS,
    async work({ clock }, tx, events) {
      const messageIds = events.flatMap(({ payload: { messageId } }) => messageId ?? []);
      emitMessageUpdatedSoon(tx, clock, { messageIds, change: 'POLL' });
    },
  }),
];
