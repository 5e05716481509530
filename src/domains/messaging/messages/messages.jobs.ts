import { accountErased } from '#domains/identity/accounts/accounts.events.ts';
import type { Services } from '#platform/context.ts';
import { writeInBatches } from '#platform/db/batches.ts';
import { handleEvent, type JobHandler } from '#platform/jobs/worker.ts';
import { deleteConversation, listDeserted } from '../conversations/conversations.service.ts';
import { deleteMessages, updateStripped } from './messages.queries.ts';

const BATCH_MESSAGES = 500;
const BATCH_CONVERSATIONS = 100;

export const messageJobs: readonly JobHandler[] = [
  // The text stays with those to whom it was said; where nobody is left of them, nothing stays.
  handleEvent('messages.eraseSender', accountErased, async (services, { userId }) => {
    await writeInBatches(services, (tx) => updateStripped(tx, userId, BATCH_MESSAGES));
    await deleteDeserted(services, userId);
  }),
];

/** Conversations whose participants are all gone, with what was said there by any of them. */
async function deleteDeserted(services: Services, userId: string): Promise<void> {
  for (;;) {
    const ids = await listDeserted(services.db, userId, BATCH_CONVERSATIONS);
    if (ids.length === 0) return;
    for (const id of ids) {
      await writeInBatches(services, (tx) => deleteMessages(tx, id, BATCH_MESSAGES));
      await services.transaction((tx) => deleteConversation(tx, id));
    }
  }
}
