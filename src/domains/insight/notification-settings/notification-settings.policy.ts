import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { DAY_MS } from '#platform/kernel/clock.ts';
import { entriesOf, namesOf } from '#platform/kernel/records.ts';
import { ofAnyLength } from '#platform/db/any-of.ts';
import {
  NOTIFICATION_KINDS,
  type NotificationAudience,
  type NotificationChannels,
  type NotificationKind,
  type NotificationType,
} from './notification.types.ts';
import type {
  GeneralSettings,
  NotificationPreference,
  QuietInterval,
  StoredPreference,
} from './notification-settings.types.ts';
import { WEEKDAYS } from './notification-settings.types.ts';
import { isTimeZone } from './quiet-hours.policy.ts';

/** The settings of a user who has changed none. Nobody gets a digest who has not asked for it. */
export const DEFAULT_SETTINGS: GeneralSettings = {
  timeZone: 'UTC',
  digest: 'NONE',
  showsPreviews: true,
  quietCallAudience: 'NOBODY',
  snoozedUntil: null,
};

export const NOTIFICATION_TYPES: readonly NotificationType[] = namesOf(NOTIFICATION_KINDS);

/** Kinds by type, without the narrow types of their literals. */
export const kindOf = (type: NotificationType): NotificationKind => NOTIFICATION_KINDS[type];

/** The preference in force of a type. The list keeps what is mandatory, and never has what it leaves to other lists. */
export function preferenceOf(
  type: NotificationType,
  stored: StoredPreference | undefined,
): NotificationPreference {
  const { defaults, isMandatory } = kindOf(type);
  return {
    type,
    inApp: isMandatory || (stored?.inApp ?? defaults.inApp),
    push: stored?.push ?? defaults.push,
    email: stored?.email ?? defaults.email,
    audience: stored?.audience ?? 'EVERYBODY',
  };
}

/**
 * Whether a recipient wants notifications of a type from an actor in a channel, as SQL over the rows of a batch. An actor of null is
 * nobody, of whom no audience asks.
 */
export function wantedSql(
  channel: keyof NotificationChannels,
  pair: {
    readonly recipient: RawBuilder<string>;
    readonly type: RawBuilder<string>;
    readonly actor: RawBuilder<string | null>;
  },
): RawBuilder<boolean> {
  const { recipient, type, actor } = pair;
  const kinds = entriesOf<Record<NotificationType, NotificationKind>>(NOTIFICATION_KINDS);
  const typesWith = (has: (kind: NotificationKind) => boolean): RawBuilder<unknown> =>
    ofAnyLength(sql`${kinds.filter(([, kind]) => has(kind)).map(([name]) => name)}::text[]`);
  const byDefault = sql`${type} = any(${typesWith(({ defaults }) => defaults[channel])}::text[])`;
  const cannotBeOff =
    channel === 'inApp'
      ? sql`${type} = any(${typesWith(({ isMandatory }) => isMandatory)}::text[])`
      : sql`false`;
  return sql`(${cannotBeOff} or coalesce((
    select coalesce(np.${sql.ref(COLUMN_OF[channel])}, ${byDefault})
      and (${actor} is null or ${inNotificationAudienceSql(sql`coalesce(np.audience, 'EVERYBODY')`, { recipient, actor })})
    from notification_preferences np where np.user_id = ${recipient} and np.type = ${type}
  ), ${byDefault}))`;
}

const COLUMN_OF = { inApp: 'in_app', push: 'push', email: 'email' } as const satisfies Record<
  keyof NotificationChannels,
  string
>;

/** Whether an actor is among the people whom an audience of the recipient names. */
export const inNotificationAudienceSql = (
  audience: RawBuilder<unknown>,
  { recipient, actor }: { recipient: RawBuilder<string>; actor: RawBuilder<string | null> },
): RawBuilder<boolean> => sql<boolean>`(case ${audience}
  when 'EVERYBODY' then true
  when 'NOBODY' then false
  else exists (select from follows nf where nf.follower_id = ${recipient} and nf.followee_id = ${actor})
    and (${audience} = 'FOLLOWED'
      or exists (select from follows nf where nf.follower_id = ${actor} and nf.followee_id = ${recipient}))
  end)`;

export const TIME_ZONE_LENGTH_MAX = 64;

export const settingsSchema = z.object({
  timeZone: z
    .string()
    .max(TIME_ZONE_LENGTH_MAX)
    .refine(isTimeZone, 'Use a time zone of the IANA database, such as Europe/Berlin.')
    .optional(),
});

/** The furthest to which notifications are snoozed. */
export const SNOOZE_DAYS_MAX = 30;
export const SNOOZE_MAX_MS = SNOOZE_DAYS_MAX * DAY_MS;

export const DAY_MINUTES = 1_440;

const intervalSchema = z
  .object({
    weekday: z.enum(WEEKDAYS),
    startMinute: z
      .number()
      .int()
      .min(0)
      .max(DAY_MINUTES - 1),
    endMinute: z.number().int().min(1).max(DAY_MINUTES),
  })
  .refine(({ startMinute, endMinute }) => startMinute !== endMinute, {
    path: ['endMinute'],
    message: 'Use another minute than the start; a whole day is 0 to 1440.',
  });

/** The intervals of a week, of which no two begin at the same time. */
export const quietHoursSchema = (intervalsMax: number) =>
  z.object({
    intervals: z
      .array(intervalSchema)
      .max(intervalsMax)
      .superRefine((intervals, context) => {
        const starts = new Set<string>();
        for (const [index, interval] of intervals.entries()) {
          const start = startOf(interval);
          if (starts.has(start))
            context.addIssue({
              code: 'custom',
              path: [index, 'startMinute'],
              message: 'Begin each interval at another time.',
            });
          starts.add(start);
        }
      }),
  });

const startOf = ({ weekday, startMinute }: QuietInterval): string => `${weekday} ${startMinute}`;

export type PreferenceInput = {
  readonly type: NotificationType;
  readonly inApp?: boolean | null | undefined;
  readonly push?: boolean | null | undefined;
  readonly email?: boolean | null | undefined;
  readonly audience?: NotificationAudience | null | undefined;
};

/** The field of a preference that cannot be so for its type, with what to do; null when all can. */
export function refusedField({
  type,
  inApp,
  email,
  audience,
}: PreferenceInput): readonly [keyof PreferenceInput, string] | null {
  const { defaults, hasActor, isMandatory } = kindOf(type);
  if (isMandatory && inApp === false)
    return ['inApp', 'Leave this type in the list: it tells of safety, security or money.'];
  const isPushOnly = !defaults.inApp;
  if (isPushOnly && inApp) return ['inApp', 'Leave this type out of the list: another list shows it.'];
  if (isPushOnly && email) return ['email', 'Leave this type out of the digest: another list shows it.'];
  if (!hasActor && audience && audience !== 'EVERYBODY')
    return ['audience', 'Leave the audience of this type: it comes from nobody.'];
  return null;
}
