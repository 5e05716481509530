import { FIRST_ID } from '#platform/db/keyset.ts';
import { DAY_MS } from '#platform/kernel/clock.ts';
import { writeInBatches } from '#platform/outbox/batches.ts';
import { type EventFollower, followEvents } from '#platform/outbox/followers/event-followers.ts';
import type { Services } from '#platform/outbox/services.ts';
import { handleCron, handleJob, type JobHandler } from '#platform/outbox/worker/worker.ts';
import { told } from './catalogue.ts';
import { listClosedReports, listMembersAfter } from './collecting.queries.ts';
import { collect } from './collecting.service.ts';
import {
  collectBatch,
  collectLaterJob,
  draftsOf,
  FOLLOWED_EVENTS,
  mentionAllJob,
  type MentionedAll,
  removeAboutJob,
  removeBatch,
  tellReportersJob,
} from './following.service.ts';
import { REPEATED_WITHIN_MS } from './notifications.policy.ts';
import { deleteEmptied, deleteOld } from './marks.queries.ts';

const BATCH_EVENTS = 500;
const BATCH_ROWS = 1_000;

export const notificationFollowers: readonly EventFollower[] = [
  followEvents('notifications.collect', FOLLOWED_EVENTS, { batch: BATCH_EVENTS, work: collectBatch }),
];

export const notificationJobs: readonly JobHandler[] = [
  handleJob(collectLaterJob, (services, { drafts }) =>
    services.transaction((tx) => collect(services, tx, tx, draftsOf(drafts))),
  ),
  handleJob(mentionAllJob, mentionAll),
  handleJob(tellReportersJob, tellReporters),
  handleJob(removeAboutJob, (services, { targetId }) =>
    writeInBatches(services, (tx) => removeBatch(tx, tx, [targetId], BATCH_ROWS)),
  ),
  handleCron('notifications.sweep', '43 * * * *', sweep),
];

/** Tells the members whom a message mentions together, in batches. */
async function mentionAll(
  services: Services,
  { messageId, conversationId, senderId, at }: MentionedAll,
): Promise<void> {
  let afterId: string | null = FIRST_ID;
  while (afterId !== null) {
    const members: string[] = await listMembersAfter(services.db, {
      conversationId,
      afterId,
      limit: BATCH_ROWS,
    });
    await services.transaction((tx) =>
      collect(
        services,
        tx,
        tx,
        members.map((to) =>
          told(
            { at: new Date(at), eventId: messageId },
            {
              type: 'MESSAGE_MENTION',
              to,
              actor: senderId,
              target: ['message', messageId],
              parent: conversationId,
            },
          ),
        ),
      ),
    );
    afterId = members.length < BATCH_ROWS ? null : (members.at(-1) ?? null);
  }
}

/** Tells those who reported something that it is decided, in batches. */
async function tellReporters(
  services: Services,
  { decisionId, at }: { decisionId: string; at: string },
): Promise<void> {
  let afterId: string | null = FIRST_ID;
  while (afterId !== null) {
    const reports: Awaited<ReturnType<typeof listClosedReports>> = await listClosedReports(services.db, {
      decisionId,
      afterId,
      limit: BATCH_ROWS,
    });
    await services.transaction((tx) =>
      collect(
        services,
        tx,
        tx,
        reports.flatMap(({ id, reporterId, outcome }) =>
          reporterId === null
            ? []
            : [
                told(
                  { at: new Date(at), eventId: id },
                  {
                    type: 'REPORT_CLOSED',
                    to: reporterId,
                    target: ['report', id],
                    key: `${id}:${decisionId}`,
                    facts: { outcome },
                  },
                ),
              ],
        ),
      ),
    );
    afterId = reports.length < BATCH_ROWS ? null : (reports.at(-1)?.id ?? null);
  }
}

/** Deletes what is old, and groups whose acts were taken back and not done again. */
async function sweep(services: Services): Promise<void> {
  const { clock, limits } = services;
  const nowMs = clock.now().getTime();
  const readBefore = new Date(nowMs - limits.notificationsReadDays * DAY_MS);
  const before = new Date(nowMs - limits.notificationsKeptDays * DAY_MS);
  const emptiedBefore = new Date(nowMs - REPEATED_WITHIN_MS);
  await writeInBatches(services, (tx) => deleteOld(tx, { before, readBefore, limit: BATCH_ROWS }));
  await writeInBatches(services, (tx) => deleteEmptied(tx, { emptiedBefore, limit: BATCH_ROWS }));
}
