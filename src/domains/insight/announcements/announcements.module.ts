/**
 * Announcements: notifications by admins to many users, which a job hands out in batches.
 * Owns `announcements`; the notifications are those of `notifications`.
 * Begin with announcements.service.ts; announcements.jobs.ts walks the audience.
 */
import { limit, type LimitsOf } from '#platform/kernel/limits.ts';
import { defineModule } from '#platform/request/module.ts';
import { announcementJobs } from './announcements.jobs.ts';
import './announcements.schema.ts';

const announcementsLimits = {
  announcements: limit(5, 'Maximum announcements of all admins in 24 hours.'),
};

defineModule({
  name: 'announcements',
  ids: ['announcement'],
  limits: announcementsLimits,
  permissions: { ANNOUNCEMENTS_SEND: 'Send announcements to users.' },
  jobs: announcementJobs,
});

declare module '#platform/kernel/ids.ts' {
  interface IdTypes {
    announcement: true;
  }
}

declare module '#platform/kernel/limits.ts' {
  interface Limits extends LimitsOf<typeof announcementsLimits> {}
}

declare module '#platform/kernel/permissions.ts' {
  interface Permissions {
    ANNOUNCEMENTS_SEND: true;
  }
}
