import type { Services } from '#platform/context.ts';
import { defineJob } from '#platform/jobs/definition.ts';
import { pollClosed } from './polls.events.ts';
import { updateClosedByItself } from './polls.queries.ts';

/** Waits for the moment that was set. */
export const closeDuePoll = defineJob<{ pollId: string }>('polls.close');

/**
 * Says once that a poll has closed by itself; its row remembers that it was said. That the moment has come is the
 * queue's word: a clock that is a little behind the database's must not make it wait for ever.
 */
export async function closeByItself(
  { transaction }: Services,
  { pollId }: { pollId: string },
): Promise<void> {
  await transaction(async (tx) => {
    const closed = await updateClosedByItself(tx, pollId);
    if (closed) tx.emit(pollClosed, { pollId, postId: closed.postId });
  });
}
