import { signedIn } from '#platform/graphql/access.ts';
import { builder } from '#platform/graphql/builder.ts';
import { enumType } from '#platform/graphql/enum.ts';
import { listSize } from '#platform/graphql/list-size.ts';
import { mutationField } from '#platform/graphql/mutation.ts';
import {
  NotificationAudienceRef,
  NotificationCategoryRef,
  NotificationTypeRef,
} from './notification-types.schema.ts';
import {
  DAY_MINUTES,
  kindOf,
  NOTIFICATION_TYPES,
  SNOOZE_DAYS_MAX,
  TIME_ZONE_LENGTH_MAX,
} from './notification-settings.policy.ts';
import {
  myNotificationSettings,
  snoozeNotifications,
  updateNotificationPreferences,
  updateNotificationSettings,
  updateQuietHours,
} from './notification-settings.service.ts';
import type {
  DigestFrequency,
  NotificationPreference,
  NotificationSettings,
  QuietInterval,
  Weekday,
} from './notification-settings.types.ts';

const WeekdayRef = enumType<Weekday>('Weekday', {
  description: 'Day of the week.',
  values: {
    FRIDAY: 'Friday.',
    MONDAY: 'Monday.',
    SATURDAY: 'Saturday.',
    SUNDAY: 'Sunday.',
    THURSDAY: 'Thursday.',
    TUESDAY: 'Tuesday.',
    WEDNESDAY: 'Wednesday.',
  },
});

const DigestRef = enumType<DigestFrequency>('NotificationDigest', {
  description: 'Frequency of the mail with unread notifications.',
  values: { DAILY: 'Each day.', NONE: 'Never.', WEEKLY: 'Each week.' },
});

/** Descriptions of the fields that objects and inputs share. */
const FIELDS = {
  timeZone: 'Time zone of the user, a name of the IANA database such as `Europe/Berlin`.',
  digest: 'Frequency of the mail with unread notifications.',
  showsPreviews: 'Whether pushes show texts, and not only what kind of thing has come.',
  quietCallAudience: 'People whose calls ring in quiet hours and while notifications are snoozed.',
  inApp: 'Whether it enters the list of notifications.',
  push: 'Whether it is pushed to devices.',
  email: 'Whether the digest by mail has it.',
  audience: 'People from whom it may come; others notify in no way.',
  weekday: 'Day on which the interval begins.',
  startMinute: `First minute of local time, 0 to ${DAY_MINUTES - 1} from midnight.`,
  endMinute: `Minute of local time at which it ends, 1 to ${DAY_MINUTES} from midnight. Up to \`startMinute\` it is on the next day.`,
} as const;

const PreferenceRef = builder.objectRef<NotificationPreference>('NotificationPreference').implement({
  description: 'Ways in which a user is notified of one type.',
  fields: (t) => ({
    type: t.field({ type: NotificationTypeRef, description: 'The type.', resolve: ({ type }) => type }),
    category: t.field({
      type: NotificationCategoryRef,
      description: 'Group of the type, for headings.',
      resolve: ({ type }) => kindOf(type).category,
    }),
    isMandatory: t.boolean({
      description: 'Whether `inApp` cannot be switched off.',
      resolve: ({ type }) => kindOf(type).isMandatory,
    }),
    isCritical: t.boolean({
      description: 'Whether its pushes pass quiet hours and snoozing.',
      resolve: ({ type }) => kindOf(type).isCritical,
    }),
    hasAudience: t.boolean({
      description: 'Whether it comes from people, so that `audience` can be set.',
      resolve: ({ type }) => kindOf(type).hasActor,
    }),
    inApp: t.exposeBoolean('inApp', { description: FIELDS.inApp }),
    push: t.exposeBoolean('push', { description: FIELDS.push }),
    email: t.exposeBoolean('email', { description: FIELDS.email }),
    audience: t.field({
      type: NotificationAudienceRef,
      description: FIELDS.audience,
      resolve: ({ audience }) => audience,
    }),
  }),
});

const QuietIntervalRef = builder.objectRef<QuietInterval>('QuietInterval').implement({
  description: 'Interval of each week in which pushes are held; one summary comes at its end.',
  fields: (t) => ({
    weekday: t.field({ type: WeekdayRef, description: FIELDS.weekday, resolve: ({ weekday }) => weekday }),
    startMinute: t.exposeInt('startMinute', { description: FIELDS.startMinute }),
    endMinute: t.exposeInt('endMinute', { description: FIELDS.endMinute }),
  }),
});

const SettingsRef = builder.objectRef<NotificationSettings>('NotificationSettings').implement({
  description: 'Settings of what a user is notified of, how and when. Visible only to their owner.',
  fields: (t) => ({
    timeZone: t.exposeString('timeZone', { description: FIELDS.timeZone }),
    digest: t.field({ type: DigestRef, description: FIELDS.digest, resolve: ({ digest }) => digest }),
    showsPreviews: t.exposeBoolean('showsPreviews', { description: FIELDS.showsPreviews }),
    quietCallAudience: t.field({
      type: NotificationAudienceRef,
      description: FIELDS.quietCallAudience,
      resolve: ({ quietCallAudience }) => quietCallAudience,
    }),
    snoozeExpiresAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Time until which pushes are held. Null when nothing is snoozed.',
      resolve: ({ snoozedUntil }, _args, { clock }) =>
        snoozedUntil && snoozedUntil > clock.now() ? snoozedUntil : null,
    }),
    quietHours: t.field({
      type: [QuietIntervalRef],
      description: 'Quiet hours in the order of the week, at most {quietIntervals}.',
      extensions: listSize('quietIntervals'),
      resolve: ({ quietHours }) => [...quietHours],
    }),
    preferences: t.field({
      type: [PreferenceRef],
      description: `Preferences in force, one for each type, at most ${NOTIFICATION_TYPES.length}.`,
      extensions: listSize(NOTIFICATION_TYPES.length),
      resolve: ({ preferences }) => [...preferences],
    }),
  }),
});

builder.queryField('myNotificationSettings', (t) =>
  t.field({
    type: SettingsRef,
    nullable: true,
    description: 'Settings of what the caller is notified of, how and when.',
    access: 'user',
    resolve: (_root, _args, ctx) => myNotificationSettings(signedIn(ctx)),
  }),
);

const BUDGET = { points: 120, windowSeconds: 3_600, per: 'user' } as const;
const PAYLOAD = { notificationSettings: { type: SettingsRef, description: 'The settings after it.' } };

mutationField('updateNotificationSettings', {
  description: 'Changes settings that hold for all notifications. Omitted fields stay, and null is refused.',
  access: 'user',
  restriction: null,
  budget: BUDGET,
  input: (t) => ({
    timeZone: t.string({
      description: `${FIELDS.timeZone} At most ${TIME_ZONE_LENGTH_MAX} characters.`,
    }),
    digest: t.field({ type: DigestRef, description: FIELDS.digest }),
    showsPreviews: t.boolean({ description: FIELDS.showsPreviews }),
    quietCallAudience: t.field({ type: NotificationAudienceRef, description: FIELDS.quietCallAudience }),
  }),
  payload: PAYLOAD,
  resolve: async (ctx, input) => ({ notificationSettings: await updateNotificationSettings(ctx, input) }),
});

const PreferenceInputRef = builder.inputType('NotificationPreferenceInput', {
  description: 'Ways of notification of one type. Omitted fields stay; null is as the default has it.',
  fields: (t) => ({
    type: t.field({ type: NotificationTypeRef, required: true, description: 'The type.' }),
    inApp: t.boolean({ description: `${FIELDS.inApp} Mandatory types stay in it.` }),
    push: t.boolean({ description: FIELDS.push }),
    email: t.boolean({ description: FIELDS.email }),
    audience: t.field({
      type: NotificationAudienceRef,
      description: `${FIELDS.audience} Only types that come from people have one.`,
    }),
  }),
});

mutationField('updateNotificationPreferences', {
  description:
    'Changes the ways of notification of some types. Fails with VALIDATION_FAILED, and changes nothing, where a type cannot be so.',
  access: 'user',
  restriction: null,
  budget: BUDGET,
  input: (t) => ({
    preferences: t.field({
      type: [PreferenceInputRef],
      required: true,
      description: 'The types to change, each once.',
    }),
  }),
  payload: PAYLOAD,
  resolve: async (ctx, { preferences }) => ({
    notificationSettings: await updateNotificationPreferences(ctx, preferences),
  }),
});

const QuietIntervalInputRef = builder.inputType('QuietIntervalInput', {
  description: 'Interval of each week in which pushes are held.',
  fields: (t) => ({
    weekday: t.field({ type: WeekdayRef, required: true, description: FIELDS.weekday }),
    startMinute: t.int({ required: true, description: FIELDS.startMinute }),
    endMinute: t.int({ required: true, description: FIELDS.endMinute }),
  }),
});

mutationField('updateQuietHours', {
  description:
    'Replaces the quiet hours of the caller: pushes are held in them, except those of critical types and of calls of `quietCallAudience`, and one summary comes at the end.',
  access: 'user',
  restriction: null,
  budget: BUDGET,
  input: (t) => ({
    intervals: t.field({
      type: [QuietIntervalInputRef],
      required: true,
      description:
        'All intervals, at most {quietIntervals}, of which no two begin at one time. Empty ends quiet hours.',
    }),
  }),
  payload: PAYLOAD,
  resolve: async (ctx, input) => ({ notificationSettings: await updateQuietHours(ctx, input) }),
});

mutationField('snoozeNotifications', {
  description: 'Holds pushes to the caller until a time, as quiet hours do.',
  access: 'user',
  restriction: null,
  budget: BUDGET,
  input: (t) => ({
    expiresAt: t.field({
      type: 'DateTime',
      description: `Time at which it ends, within the next ${SNOOZE_DAYS_MAX} days. Null ends it now.`,
    }),
  }),
  payload: PAYLOAD,
  resolve: async (ctx, { expiresAt }) => ({
    notificationSettings: await snoozeNotifications(ctx, expiresAt ?? null),
  }),
});
