/**
 * Notifications, of which people are told: their list, its counts, and the follower of the event log that writes them.
 * Owns `notifications`, `notification_actors` and `notification_marks`. No domain calls it to tell of something: it follows their events.
 * Begin with catalogue.ts, which says who is told of what; collecting.service.ts writes it, notifications.policy.ts decides who sees it.
 */
import { limit, type LimitsOf } from '#platform/kernel/limits.ts';
import { defineModule } from '#platform/request/module.ts';
import { notificationFollowers, notificationJobs } from './notifications.jobs.ts';
import { notificationsPersonalData } from './notifications.personal-data.ts';
import './notification-events.schema.ts';
import './notifications.schema.ts';

const notificationsLimits = {
  notificationsReadDays: limit(90, 'Days for which notifications are kept that are read.'),
  notificationsKeptDays: limit(180, 'Days for which notifications are kept that are not read.'),
};

defineModule({
  name: 'notifications',
  ids: ['notification'],
  limits: notificationsLimits,
  jobs: notificationJobs,
  followers: notificationFollowers,
  personalData: notificationsPersonalData,
});

declare module '#platform/kernel/ids.ts' {
  interface IdTypes {
    notification: true;
  }
}

declare module '#platform/kernel/limits.ts' {
  interface Limits extends LimitsOf<typeof notificationsLimits> {}
}
