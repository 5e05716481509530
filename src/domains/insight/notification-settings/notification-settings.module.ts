/**
 * Settings of what people are notified of, how and when: ways and audience for each type, time zone, quiet hours, snoozing and the digest.
 * Owns `notification_settings`, `notification_preferences` and `quiet_hours`.
 * Begin with notification.types.ts, all types with their defaults; notification-settings.policy.ts answers for batches in SQL, and
 * quiet-hours.policy.ts for times.
 */
import { limit, type LimitsOf } from '#platform/kernel/limits.ts';
import { defineModule } from '#platform/request/module.ts';
import {
  deleteSettingsOf,
  listPreferences,
  listQuietHours,
  listSettings,
} from './notification-settings.queries.ts';
import './notification-settings.schema.ts';

const notificationSettingsLimits = {
  quietIntervals: limit(14, 'Maximum intervals of the quiet hours of a user.'),
};

const ERASED = 'notification-settings.eraseUser';

defineModule({
  name: 'notification-settings',
  limits: notificationSettingsLimits,
  personalData: {
    tables: {
      'public.notification_settings': { erased: ERASED, exported: ['notification-settings'] },
      'public.notification_preferences': { erased: ERASED, exported: ['notification-preferences'] },
      'public.quiet_hours': { erased: ERASED, exported: ['quiet-hours'] },
    },
    exports: [
      {
        name: 'notification-settings',
        description: 'Your settings for all notifications, where they differ from the defaults.',
        async *rows({ db }, ownId) {
          for (const { userId: _userId, ...settings } of await listSettings(db, [ownId])) yield settings;
        },
      },
      {
        name: 'notification-preferences',
        description: 'What you have set for types of notifications.',
        async *rows({ db }, ownId) {
          for (const { userId: _userId, ...preference } of await listPreferences(db, [ownId]))
            yield preference;
        },
      },
      {
        name: 'quiet-hours',
        description: 'Your quiet hours, in minutes of local time from midnight.',
        async *rows({ db }, ownId) {
          for (const { userId: _userId, ...interval } of await listQuietHours(db, [ownId])) yield interval;
        },
      },
    ],
    erasures: [{ name: ERASED, batches: [(tx, { userId }) => deleteSettingsOf(tx, userId)] }],
  },
});

declare module '#platform/kernel/limits.ts' {
  interface Limits extends LimitsOf<typeof notificationSettingsLimits> {}
}
