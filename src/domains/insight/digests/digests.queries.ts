import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { activeUserSql } from '#domains/foundation/visibility/visibility.policy.ts';
import { wantedSql } from '../notification-settings/notification-settings.policy.ts';
import type { Notification } from '../notifications/notifications.types.ts';
import type { SentFrequency } from './digests.policy.ts';

/** Zones of the users who want digests. */
export async function listTimeZones(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('notification_settings')
    .select('time_zone as timeZone')
    .distinct()
    .where('digest', '<>', 'NONE')
    .execute();
  return rows.map(({ timeZone }) => timeZone);
}

export type DueUser = {
  readonly userId: string;
  readonly email: string;
  readonly frequency: SentFrequency;
  /** Of the device that was registered last; null without one. */
  readonly locale: string | null;
  /** Time of the last digest that was sent; null before the first. */
  readonly sentAt: Date | null;
};

type Due = {
  readonly timeZone: string;
  readonly frequencies: readonly SentFrequency[];
  readonly localDay: string;
};

/** The next users of a zone who want a digest of a day, can get one and have not got it. */
export async function listDueUsers(
  db: Db,
  {
    timeZone,
    frequencies,
    localDay,
    afterId,
    now,
    limit,
  }: Due & { afterId: string; now: Date; limit: number },
): Promise<DueUser[]> {
  const { rows } = await sql<DueUser>`
    select u.id as "userId", u.email, s.digest as frequency, m.sent_at as "sentAt",
      (select d.locale from push_devices d where d.user_id = u.id order by d.registered_at desc limit 1) as locale
    from notification_settings s
      join users u on u.id = s.user_id
      left join digest_marks m on m.user_id = u.id
    where s.time_zone = ${timeZone} and s.digest <> 'NONE' and s.digest = any(${frequencies}::text[]) and s.user_id > ${afterId}
      and u.email is not null and u.is_email_verified and ${activeUserSql(now)}
      and (m.local_day is null or m.local_day < ${localDay}::date)
    order by s.user_id limit ${limit}`.execute(db);
  return rows;
}

/** Ids of those that their recipient wants by mail: of a group the latest actor decides, as for its push. */
export async function listWanted(
  db: Db,
  recipientId: string,
  notifications: readonly Pick<Notification, 'id' | 'type' | 'actorIds'>[],
): Promise<Set<string>> {
  if (notifications.length === 0) return new Set();
  const told = {
    recipient: sql<string>`${recipientId}::uuid`,
    type: sql<string>`told.type`,
    actor: sql<string | null>`told.actor_id`,
  };
  const { rows } = await sql<{ id: string }>`
    select told.id from unnest(${notifications.map(({ id }) => id)}::uuid[], ${notifications.map(({ type }) => type)}::text[],
      ${notifications.map(({ actorIds }) => actorIds[0] ?? null)}::uuid[]) as told (id, type, actor_id)
    where ${wantedSql('email', told)}`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/**
 * Marks the digest of a day as done, and as sent unless there was nothing to tell. Locks the user's row first, so that settings and
 * the state of the account stay as they are until the commit.
 * @returns false where another worker has done it, or the user wants or can get none by now
 */
export async function markDigest(
  tx: Tx,
  {
    userId,
    email,
    frequency,
    localDay,
    sentAt,
    now,
  }: Omit<DueUser, 'locale'> & { localDay: string; now: Date },
): Promise<boolean> {
  await tx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
  const { rows } = await sql`
    insert into digest_marks as m (user_id, local_day, sent_at)
    select u.id, ${localDay}::date, ${sentAt}::timestamptz
    from users u join notification_settings s on s.user_id = u.id
    where u.id = ${userId} and u.email = ${email} and u.is_email_verified and ${activeUserSql(now)} and s.digest = ${frequency}
    on conflict (user_id) do update
      set local_day = excluded.local_day, sent_at = coalesce(excluded.sent_at, m.sent_at)
      where m.local_day < excluded.local_day
    returning user_id`.execute(tx);
  return rows.length > 0;
}

/** @returns how many rows there were */
export async function deleteMarksOf(tx: Tx, userId: string): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('digest_marks')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
