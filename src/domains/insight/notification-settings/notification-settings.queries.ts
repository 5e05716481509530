import { sql } from 'kysely';
import { anyOf } from '#platform/db/any-of.ts';
import type { Db } from '#platform/db/database.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import {
  type GeneralSettings,
  type QuietInterval,
  type StoredPreference,
  type Weekday,
  WEEKDAYS,
} from './notification-settings.types.ts';
import type { NotificationType } from './notification.types.ts';

type Owned = { readonly userId: string };

/** The rows of those of these users who have changed a setting. */
export const listSettings = (db: Db, userIds: readonly string[]): Promise<(Owned & GeneralSettings)[]> =>
  db
    .selectFrom('notification_settings')
    .select([
      'user_id as userId',
      'time_zone as timeZone',
      'digest',
      'shows_previews as showsPreviews',
      'quiet_call_audience as quietCallAudience',
      'snoozed_until as snoozedUntil',
    ])
    .where('user_id', '=', anyOf(userIds))
    // Constraints hold the values.
    .$castTo<Owned & GeneralSettings>()
    .execute();

export async function upsertSettings(tx: Tx, userId: string, settings: GeneralSettings): Promise<void> {
  const columns = {
    time_zone: settings.timeZone,
    digest: settings.digest,
    shows_previews: settings.showsPreviews,
    quiet_call_audience: settings.quietCallAudience,
    snoozed_until: settings.snoozedUntil,
  };
  await tx
    .insertInto('notification_settings')
    .values({ user_id: userId, ...columns })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(columns))
    .execute();
}

/** Lists what these users have set for types, in the order of their names. */
export const listPreferences = (db: Db, userIds: readonly string[]): Promise<(Owned & StoredPreference)[]> =>
  db
    .selectFrom('notification_preferences')
    .select(['user_id as userId', 'type', 'in_app as inApp', 'push', 'email', 'audience'])
    .where('user_id', '=', anyOf(userIds))
    .orderBy('user_id')
    .orderBy('type')
    // Constraints and the code that writes them hold the values.
    .$castTo<Owned & StoredPreference>()
    .execute();

/** Replaces what a user has set for types; null for all of a type deletes it. */
export async function replacePreferences(
  tx: Tx,
  userId: string,
  preferences: readonly StoredPreference[],
): Promise<void> {
  if (preferences.length === 0) return;
  await tx
    .deleteFrom('notification_preferences')
    .where('user_id', '=', userId)
    .where(
      'type',
      'in',
      preferences.map(({ type }) => type),
    )
    .execute();
  const set = preferences.filter((preference) => hasValue(preference));
  if (set.length === 0) return;
  await tx
    .insertInto('notification_preferences')
    .values(
      set.map(({ type, inApp, push, email, audience }) => ({
        user_id: userId,
        type,
        in_app: inApp,
        push,
        email,
        audience,
      })),
    )
    .execute();
}

const hasValue = ({ inApp, push, email, audience }: StoredPreference): boolean =>
  [inApp, push, email, audience].some((value) => value !== null);

/** Takes a type out of the digest of a user. */
export async function upsertUnmailed(tx: Tx, userId: string, type: NotificationType): Promise<void> {
  await tx
    .insertInto('notification_preferences')
    .values({ user_id: userId, type, email: false })
    .onConflict((conflict) => conflict.columns(['user_id', 'type']).doUpdateSet({ email: false }))
    .execute();
}

/** The quiet hours of these users, in the order of the week. */
export async function listQuietHours(db: Db, userIds: readonly string[]): Promise<(Owned & QuietInterval)[]> {
  const rows = await db
    .selectFrom('quiet_hours')
    .select(['user_id as userId', 'weekday', 'start_minute as startMinute', 'end_minute as endMinute'])
    .where('user_id', '=', anyOf(userIds))
    .orderBy('user_id')
    .orderBy('weekday')
    .orderBy('start_minute')
    .execute();
  return rows.map(({ weekday, ...row }) => ({ ...row, weekday: weekdayNamed(weekday) }));
}

/** A constraint holds 1 to 7. */
const weekdayNamed = (weekday: number): Weekday => WEEKDAYS[weekday - 1] ?? 'MONDAY';

/** Replaces the quiet hours of a user. */
export async function replaceQuietHours(
  tx: Tx,
  userId: string,
  intervals: readonly QuietInterval[],
): Promise<void> {
  await tx.deleteFrom('quiet_hours').where('user_id', '=', userId).execute();
  if (intervals.length === 0) return;
  await tx
    .insertInto('quiet_hours')
    .values(
      intervals.map(({ weekday, startMinute, endMinute }) => ({
        user_id: userId,
        weekday: WEEKDAYS.indexOf(weekday) + 1,
        start_minute: startMinute,
        end_minute: endMinute,
      })),
    )
    .execute();
}

/** @returns how many rows there were */
export async function deleteSettingsOf(tx: Tx, userId: string): Promise<number> {
  const { rows } = await sql`
    with settings as (delete from notification_settings where user_id = ${userId}::uuid returning 1),
      preferences as (delete from notification_preferences where user_id = ${userId}::uuid returning 1),
      hours as (delete from quiet_hours where user_id = ${userId}::uuid returning 1)
    select from settings union all select from preferences union all select from hours`.execute(tx);
  return rows.length;
}
