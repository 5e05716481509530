import { sql } from 'kysely';
import { activeUserSql } from '#domains/foundation/visibility/visibility.policy.ts';
import { anyOf } from '#platform/db/any-of.ts';
import type { Db } from '#platform/db/database.ts';
import { FIRST_ID, type IdKey, type ListRequest } from '#platform/db/keyset.ts';
import { DAY_MS } from '#platform/kernel/clock.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { Announcement, AnnouncementAudience, AnnouncementState } from './announcements.types.ts';

const selectAnnouncements = (db: Db) =>
  db
    .selectFrom('announcements')
    .select([
      'id',
      'audience',
      'texts',
      'url',
      'state',
      'user_count as userCount',
      'sent_by as sentBy',
      'created_at as createdAt',
      'ended_at as endedAt',
    ])
    // Only `insertAnnouncement` writes these.
    .$narrowType<Pick<Announcement, 'audience' | 'texts'>>();

/** All announcements, newest first, one more than the page. */
export const listAnnouncements = (
  db: Db,
  { from: [beforeId], limit }: ListRequest<IdKey>,
): Promise<Announcement[]> =>
  selectAnnouncements(db)
    .where('id', '<', beforeId)
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();

export const listAnnouncementsByIds = (db: Db, ids: readonly string[]): Promise<Announcement[]> =>
  selectAnnouncements(db).where('id', '=', anyOf(ids)).execute();

/** Lets nobody else send one until the commit, so that their number stays true. Waits for the batch of one under way. */
export async function lockAnnouncements(tx: Tx): Promise<void> {
  await sql`lock table announcements in share row exclusive mode`.execute(tx);
}

export async function countAnnouncementsSince(tx: Tx, since: Date): Promise<number> {
  const { count } = await tx
    .selectFrom('announcements')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow();
  return count;
}

export async function insertAnnouncement(
  tx: Tx,
  announcement: Pick<Announcement, 'id' | 'audience' | 'texts' | 'url' | 'sentBy' | 'createdAt'>,
): Promise<void> {
  const { id, audience, texts, url, sentBy, createdAt } = announcement;
  await tx
    .insertInto('announcements')
    .values({
      id,
      audience: JSON.stringify(audience),
      texts: JSON.stringify(texts),
      url,
      state: 'SENDING',
      position: FIRST_ID,
      sent_by: sentBy,
      created_at: createdAt,
    })
    .execute();
}

/** An announcement with the last user to whom it came; null when there is none. Locks it until the commit. */
export async function lockAnnouncement(
  tx: Tx,
  id: string,
): Promise<(Announcement & { readonly position: string }) | null> {
  const row = await selectAnnouncements(tx)
    .select('position')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row ?? null;
}

export async function updateEnded(
  tx: Tx,
  id: string,
  { state, endedAt }: { state: AnnouncementState; endedAt: Date },
): Promise<void> {
  await tx.updateTable('announcements').set({ state, ended_at: endedAt }).where('id', '=', id).execute();
}

export async function updatePosition(
  tx: Tx,
  id: string,
  { position, reached }: { position: string; reached: number },
): Promise<void> {
  await tx
    .updateTable('announcements')
    .set(({ eb }) => ({ position, user_count: eb('user_count', '+', reached) }))
    .where('id', '=', id)
    .execute();
}

/** A user whom an announcement is for. */
export type Reader = {
  readonly userId: string;
  /** Of the device that was registered last; null without one. */
  readonly language: string | null;
};

type Batch = {
  /** The last user of the batch; null for an empty one. */
  readonly lastId: string | null;
  readonly isLast: boolean;
  readonly readers: readonly Reader[];
};

const languageSql = sql`lower(split_part(d.locale, '-', 1))`;

/** The next `limit` users, of whom those are named who fit the audience: so each batch takes about as long, whoever is meant. */
export async function readAudience(
  tx: Tx,
  {
    audience: { languages, activeDays, isCreator },
    createdAt,
    afterId,
    now,
    limit,
  }: { audience: AnnouncementAudience; createdAt: Date; afterId: string; now: Date; limit: number },
): Promise<Batch> {
  const activeSince = activeDays === null ? null : new Date(createdAt.getTime() - activeDays * DAY_MS);
  const { rows } = await sql<Reader & { readonly fits: boolean }>`
    with u as materialized (
      select id, state, suspended_until from users
      where id > ${afterId} and created_at <= ${createdAt}::timestamptz order by id limit ${limit}
    )
    select u.id as "userId",
      (select ${languageSql} from push_devices d where d.user_id = u.id order by d.registered_at desc limit 1) as language,
      ${activeUserSql(now)}
        and (${languages}::text[] is null or exists (
          select from push_devices d where d.user_id = u.id and ${languageSql} = any(${languages}::text[])))
        and (${activeSince}::timestamptz is null or exists (
          select from sessions s where s.user_id = u.id and s.last_seen_at >= ${activeSince}::timestamptz))
        and (${isCreator}::boolean is null or ${isCreator}::boolean = exists (
          select from subscription_tiers t where t.creator_id = u.id and t.state = 'ACTIVE')) as fits
    from u order by u.id`.execute(tx);
  return {
    lastId: rows.at(-1)?.userId ?? null,
    isLast: rows.length < limit,
    readers: rows.flatMap(({ fits, ...reader }) => (fits ? [reader] : [])),
  };
}
