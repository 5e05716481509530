import { type EventFollower, followEvents } from '#platform/outbox/followers/event-followers.ts';
import { defineJob } from '#platform/outbox/jobs/definition.ts';
import { handleJob, type JobHandler } from '#platform/outbox/worker/worker.ts';
import { messageAdded, messageUpdated } from '../messages/messages.events.ts';
import { indexMessages, indexMessagesAfter } from './message-words.queries.ts';

/** Bounds how long the messages of a batch are locked: whoever changes one of them waits. */
const BATCH_MESSAGES = 200;

export const messageSearchFollowers: readonly EventFollower[] = [
  followEvents('messageSearch.index', [messageAdded, messageUpdated], {
    batch: BATCH_MESSAGES,
    async work(_services, tx, events) {
      const written = events.filter(
        ({ payload }) => !('changes' in payload) || payload.changes.includes('CONTENT'),
      );
      await indexMessages(tx, [...new Set(written.map(({ payload }) => payload.messageId))]);
    },
  }),
];

/** The migration that makes the table enqueues it: it indexes the messages that were there before, a batch at a time. */
const fillJob = defineJob<{ afterId: string }>('messageSearch.fill');

export const messageSearchJobs: readonly JobHandler[] = [
  handleJob(fillJob, ({ transaction }, { afterId }) =>
    transaction(async (tx) => {
      const lastId = await indexMessagesAfter(tx, afterId, BATCH_MESSAGES);
      if (lastId !== null) tx.enqueue(fillJob, { afterId: lastId });
    }),
  ),
];
