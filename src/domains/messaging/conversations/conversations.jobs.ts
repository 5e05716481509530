import { SECOND_MS } from '#platform/kernel/clock.ts';
import { writeInBatches } from '#platform/outbox/batches.ts';
import { defineJob } from '#platform/outbox/jobs/definition.ts';
import { handleInterval, handleJob, type JobHandler } from '#platform/outbox/worker/worker.ts';
import { noteDaysAfter } from './activity.queries.ts';
import { copyDays, noteBehind } from './activity.service.ts';

const BATCH_CONVERSATIONS = 1_000;

/** The migration that adds the days enqueues it: it notes those of the conversations that were there before, a batch at a time. */
const noteDaysJob = defineJob<{ afterId: string }>('conversations.noteDays');

export const conversationJobs: readonly JobHandler[] = [
  handleInterval('conversations.copyDays', SECOND_MS, async (services) => {
    await writeInBatches(services, (tx) => copyDays(tx));
    await writeInBatches(services, (tx) => noteBehind(services, tx));
  }),
  handleJob(noteDaysJob, ({ transaction }, { afterId }) =>
    transaction(async (tx) => {
      const lastId = await noteDaysAfter(tx, afterId, BATCH_CONVERSATIONS);
      if (lastId !== null) tx.enqueue(noteDaysJob, { afterId: lastId });
    }),
  ),
];
