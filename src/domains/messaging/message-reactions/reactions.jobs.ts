import { SECOND_MS } from '#platform/kernel/clock.ts';
import { type EventFollower, followEvents } from '#platform/outbox/followers/event-followers.ts';
import { defineJob } from '#platform/outbox/jobs/definition.ts';
import { handleJob, type JobHandler } from '#platform/outbox/jobs/worker.ts';
import { tellChange } from '../messages/message-changes.service.ts';
import { messageReacted, messageReactionRemoved } from './reactions.events.ts';

const tellReactionsJob = defineJob<{ messageId: string }>('messageReactions.tell');

const BATCH_EVENTS = 500;

export const reactionFollowers: readonly EventFollower[] = [
  followEvents('messageReactions.tell', [messageReacted, messageReactionRemoved], {
    batch: BATCH_EVENTS,
    async work({ clock }, tx, events) {
      // All reactions of a second are told at its end, by one job for each message.
      const second = Math.floor(clock.now().getTime() / SECOND_MS) + 1;
      const runAt = new Date(second * SECOND_MS);
      for (const messageId of new Set(events.map(({ payload }) => payload.messageId))) {
        tx.enqueue(tellReactionsJob, { messageId }, { runAt, key: `${messageId} ${second}` });
      }
    },
  }),
];

export const reactionJobs: readonly JobHandler[] = [
  handleJob(tellReactionsJob, ({ transaction }, { messageId }) =>
    transaction((tx) => tellChange(tx, messageId, 'REACTIONS')),
  ),
];
