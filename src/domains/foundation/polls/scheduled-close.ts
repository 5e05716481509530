import type { Services } from '#platform/outbox/services.ts';
import { defineJob } from '#platform/outbox/jobs/definition.ts';
import { pollClosed } from './polls.events.ts';
import { updatePollClosedOnSchedule } from './polls.queries.ts';

/** Runs at `closesAt`. */
export const closePollJob = defineJob<{ pollId: string }>('polls.close');

/**
 * Emits the event of an automatic close once; `closed_at` marks it as emitted. Only the queue decides that it is
 * time: a worker whose clock is behind the database's would otherwise skip the poll.
 */
export async function closeScheduledPoll(
  { transaction }: Services,
  { pollId }: { pollId: string },
): Promise<void> {
  await transaction(async (tx) => {
    const closed = await updatePollClosedOnSchedule(tx, pollId);
    if (closed) tx.emit(pollClosed, { pollId, ...closed });
  });
}
