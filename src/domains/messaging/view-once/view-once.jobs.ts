import { handleJob, type JobHandler } from '#platform/outbox/worker/worker.ts';
import { eraseMediaOf } from '../message-changes/message-changes.service.ts';
import { eraseViewOnceJob } from '../sending/sending.service.ts';
import { viewOnceSince } from './view-once.policy.ts';
import { lockEnded } from './view-once.queries.ts';
import { LINK_LIFE_MS } from './view-once.service.ts';

export const viewOnceJobs: readonly JobHandler[] = [
  handleJob(eraseViewOnceJob, async (services, { messageId }) => {
    const sentBefore = viewOnceSince(services);
    const openedBefore = new Date(services.clock.now().getTime() - LINK_LIFE_MS);
    await services.transaction(async (tx) => {
      if (await lockEnded(tx, { messageId, sentBefore, openedBefore })) await eraseMediaOf(tx, messageId);
    });
  }),
];
