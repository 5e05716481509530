import type { Services } from '#platform/outbox/services.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { handleJob, type JobHandler } from '#platform/outbox/worker/worker.ts';
import { addNotifications } from '../notifications/collecting.service.ts';
import { BASE_LANGUAGE } from './announcements.policy.ts';
import {
  lockAnnouncement,
  readAudience,
  type Reader,
  updateEnded,
  updatePosition,
} from './announcements.queries.ts';
import { sendBatchJob } from './announcements.service.ts';
import { stateAfter } from './announcements.state.ts';
import type { Announcement } from './announcements.types.ts';

/** Users of a transaction. */
const BATCH_USERS = 5_000;

export const announcementJobs: readonly JobHandler[] = [handleJob(sendBatchJob, sendBatch, { kind: 'bulk' })];

/**
 * Notifies the next users of an announcement, and goes on with another job. The notifications, how far they have come and that job
 * are of one transaction, so that a worker that is killed leaves nobody out and tells nobody twice.
 */
async function sendBatch(
  services: Services,
  { announcementId: id }: { announcementId: string },
): Promise<void> {
  const now = services.clock.now();
  await services.transaction(async (tx) => {
    const announcement = await lockAnnouncement(tx, id);
    const ended = announcement && stateAfter('finish', announcement.state);
    if (!announcement || !ended) return;
    const { audience, createdAt, position: afterId } = announcement;
    const batch = { audience, createdAt, afterId, now, limit: BATCH_USERS };
    const { lastId, isLast, readers } = await readAudience(tx, batch);
    await tell(services, tx, announcement, readers);
    await updatePosition(tx, id, { position: lastId ?? afterId, reached: readers.length });
    if (isLast) await updateEnded(tx, id, { state: ended, endedAt: now });
    else tx.enqueue(sendBatchJob, { announcementId: id }, { key: id });
  });
}

/** Tells users in their languages. */
async function tell(
  services: Pick<Services, 'clock' | 'ids'>,
  tx: Tx,
  { id, texts, url, createdAt: at }: Announcement,
  readers: readonly Reader[],
): Promise<void> {
  const textIn = new Map(texts.map((text) => [text.language, text]));
  const languageOf = ({ language }: Reader): string =>
    language !== null && textIn.has(language) ? language : BASE_LANGUAGE;
  for (const [language, those] of Map.groupBy(readers, languageOf)) {
    const { title, text } = textIn.get(language) ?? { title: '', text: '' };
    await addNotifications(services, tx, {
      type: 'ANNOUNCEMENT',
      targetType: null,
      targetId: null,
      key: id,
      facts: { title, text, url },
      at,
      recipientIds: those.map(({ userId }) => userId),
    });
  }
}
