import { callInvited, callInviteEnded } from '#domains/messaging/calls/calls.events.ts';
import { messageAdded } from '#domains/messaging/messages/messages.events.ts';
import { messageRead } from '#domains/messaging/receipts/receipts.events.ts';
import { DAY_MS } from '#platform/kernel/clock.ts';
import { type EventFollower, followEvents } from '#platform/outbox/followers/event-followers.ts';
import type { Services } from '#platform/outbox/services.ts';
import { handleCron, handleJob, type JobHandler } from '#platform/outbox/worker/worker.ts';
import { quietChanged } from '../notification-settings/notification-settings.events.ts';
import { notificationChanged, notificationsRead } from '../notifications/notifications.events.ts';
import { ring, ringJob } from './call-push.service.ts';
import { releaseHeld, releaseHeldJob, sendBadge, sendBadgeJob } from './delivering.service.ts';
import { followBatch } from './following.service.ts';
import {
  pushConversation,
  pushConversationJob,
  pushMessage,
  pushMessageJob,
} from './message-push.service.ts';
import { pushAnnouncementJob, pushNotification, pushNotificationJob } from './notification-push.service.ts';
import { deleteOldSteps } from './pushes.queries.ts';

const BATCH_EVENTS = 500;
const BATCH_ROWS = 1_000;
/** Longer than anything is pushed again. */
const STEPS_KEPT_MS = 30 * DAY_MS;

export const pushFollowers: readonly EventFollower[] = [
  followEvents(
    'notification-pushes.follow',
    [
      notificationChanged,
      notificationsRead,
      messageAdded,
      messageRead,
      callInvited,
      callInviteEnded,
      quietChanged,
    ],
    { batch: BATCH_EVENTS, work: followBatch },
  ),
];

export const pushJobs: readonly JobHandler[] = [
  handleJob(pushNotificationJob, pushNotification),
  handleJob(pushAnnouncementJob, pushNotification, { kind: 'bulk' }),
  handleJob(pushConversationJob, pushConversation),
  handleJob(pushMessageJob, pushMessage),
  handleJob(ringJob, ring),
  handleJob(releaseHeldJob, releaseHeld, { kind: 'bulk' }),
  handleJob(sendBadgeJob, sendBadge),
  handleCron('notification-pushes.sweep', '51 * * * *', sweep),
];

async function sweep({ clock, transaction }: Services): Promise<void> {
  const before = new Date(clock.now().getTime() - STEPS_KEPT_MS);
  while ((await transaction((tx) => deleteOldSteps(tx, before, BATCH_ROWS))) === BATCH_ROWS);
}
