import type { NotificationAudience, NotificationChannels, NotificationType } from './notification.types.ts';

export type DigestFrequency = 'NONE' | 'DAILY' | 'WEEKLY';

/** Settings that hold for all types. */
export type GeneralSettings = {
  /** Of the IANA database. */
  readonly timeZone: string;
  readonly digest: DigestFrequency;
  readonly showsPreviews: boolean;
  /** The people whose calls ring in quiet hours. */
  readonly quietCallAudience: NotificationAudience;
  /** Null, or past, when nothing is snoozed. */
  readonly snoozedUntil: Date | null;
};

export const WEEKDAYS = [
  'MONDAY',
  'TUESDAY',
  'WEDNESDAY',
  'THURSDAY',
  'FRIDAY',
  'SATURDAY',
  'SUNDAY',
] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** Quiet hours that begin on a day of each week, in minutes of local time from midnight. */
export type QuietInterval = {
  readonly weekday: Weekday;
  readonly startMinute: number;
  /** Not after the start: on the next day. */
  readonly endMinute: number;
};

/** The preference in force of a type: what its user has set, else the defaults. */
export type NotificationPreference = NotificationChannels & {
  readonly type: NotificationType;
  readonly audience: NotificationAudience;
};

/** The choices of a user for a type; null is as the default has it. */
export type StoredPreference = {
  readonly type: NotificationType;
  readonly inApp: boolean | null;
  readonly push: boolean | null;
  readonly email: boolean | null;
  readonly audience: NotificationAudience | null;
};

export type NotificationSettings = GeneralSettings & {
  readonly quietHours: readonly QuietInterval[];
  readonly preferences: readonly NotificationPreference[];
};
