import { sql } from 'kysely';
import { anyOf } from '#platform/db/any-of.ts';
import type { Db } from '#platform/db/database.ts';
import { FIRST_ID, LAST_ID } from '#platform/db/keyset.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { newestPublicationsSql } from './publications.queries.ts';

/** A post by its author, or a repost by its reposter. */
export type Publication = { readonly publisherId: string; readonly sortId: string; readonly postId: string };

/** @returns false when the user has a timeline */
export async function insertTimeline(tx: Tx, userId: string): Promise<boolean> {
  const inserted = await tx
    .insertInto('timelines')
    .values({ user_id: userId, floor_id: FIRST_ID })
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Serializes all changes of a timeline but fan-out. @returns false when the user has no timeline */
export async function lockTimeline(tx: Tx, userId: string): Promise<boolean> {
  const locked = await tx
    .selectFrom('timelines')
    .select('user_id')
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  return locked !== undefined;
}

export type PulledFollow = {
  readonly followeeId: string;
  readonly isDelivered: boolean;
  /** Number of followers of the followee. */
  readonly followerCount: number;
};

/** Locks the follows that a user pulls until the end of the transaction; most followed first. */
export async function lockPulledFollows(tx: Tx, followerId: string): Promise<PulledFollow[]> {
  return tx
    .selectFrom('follows as f')
    .innerJoin('users as u', 'u.id', 'f.followee_id')
    .select([
      'f.followee_id as followeeId',
      'f.is_delivered as isDelivered',
      'u.follower_count as followerCount',
    ])
    .where('f.follower_id', '=', followerId)
    .where('f.is_pulled', '=', true)
    .orderBy('u.follower_count', 'desc')
    .orderBy('u.id')
    .forNoKeyUpdate('f')
    .execute();
}

/**
 * Inserts the newest publications of users into a timeline, from its floor on, at most `limit`. There may be more: a caller
 * that asks for as many as the timeline keeps must trim it.
 */
export async function insertBackfillEntries(
  tx: Tx,
  { userId, publisherIds, limit }: { userId: string; publisherIds: readonly string[]; limit: number },
): Promise<void> {
  await sql`
    with source as (
      select id, true as shows_posts, true as shows_reposts from unnest(${publisherIds}::uuid[]) as id
    ),
    ${newestPublicationsSql('source', {
      viewerId: sql`${userId}`,
      before: sql`${LAST_ID}::uuid`,
      floor: sql`(select floor_id from timelines where user_id = ${userId}::uuid)`,
      limit: sql`${limit}::integer`,
      isSubscribed: sql`true`,
      isShown: sql`true`,
    })}
    insert into timeline_entries (user_id, sort_id, post_id)
    select ${userId}::uuid, sort_id, post_id from newest
    on conflict do nothing`.execute(tx);
}

/** Followers in the order of their ids. */
export type FollowerRange = { readonly afterId: string; readonly limit: number };

/**
 * Inserts a publication into the timelines of a range of followers, of a PRIVATE post those of its audience alone.
 * @returns the last follower of the range; null when there are no more
 */
export async function insertTimelineEntries(
  tx: Tx,
  { publisherId, sortId, postId }: Publication,
  { afterId, limit }: FollowerRange,
): Promise<string | null> {
  const { rows } = await sql<{ lastId: string }>`
    with edge as materialized (
      select f.follower_id from follows f
      where f.followee_id = ${publisherId}::uuid and f.is_delivered and f.follower_id > ${afterId}::uuid
      order by f.follower_id limit ${limit}::integer
    ), placed as (
      insert into timeline_entries (user_id, sort_id, post_id)
      select e.follower_id, ${sortId}::uuid, p.id
      from edge e join posts p on p.id = ${postId}::uuid and p.deleted_at is null
      where exists (select from timelines t where t.user_id = e.follower_id)
        and (p.visibility <> 'PRIVATE' or exists (
          select from post_audience a where a.post_id = p.id and a.user_id = e.follower_id))
      on conflict do nothing
    )
    select follower_id as "lastId" from edge order by follower_id desc limit 1`.execute(tx);
  return rows[0]?.lastId ?? null;
}

/** Each fan-out trims one of this many timelines, chosen by the last bits of the ids of follower and entry. */
const TRIMMED_OF = 64;

/** The followers of a range whose timelines this fan-out trims. */
export async function listFollowersToTrim(
  tx: Tx,
  { publisherId, sortId }: Publication,
  { afterId, lastId }: { afterId: string; lastId: string },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select f.follower_id as id from follows f
    where f.followee_id = ${publisherId}::uuid and f.is_delivered
      and f.follower_id > ${afterId}::uuid and f.follower_id <= ${lastId}::uuid
      and get_byte(uuid_send(f.follower_id), 15) % ${TRIMMED_OF} =
        get_byte(uuid_send(${sortId}::uuid), 15) % ${TRIMMED_OF}`.execute(tx);
  return rows.map((row) => row.id);
}

/** Deletes entries below the newest `length` of timelines; skips timelines that are locked. */
export async function trimTimelines(
  tx: Tx,
  { userIds, length }: { userIds: readonly string[]; length: number },
): Promise<void> {
  await sql`
    with locked as materialized (
      select user_id from timelines where user_id = ${anyOf(userIds)} order by user_id for update skip locked
    ), floor as materialized (
      select l.user_id, e.sort_id
      from locked l
      cross join lateral (
        select sort_id from timeline_entries where user_id = l.user_id
        order by sort_id desc offset ${length}::integer - 1 limit 1
      ) e
    ), raised as (
      update timelines t set floor_id = f.sort_id from floor f
      where t.user_id = f.user_id and t.floor_id < f.sort_id
    )
    delete from timeline_entries e using floor f
    where e.user_id = f.user_id and e.sort_id < f.sort_id`.execute(tx);
}

/** Deletes the entries of one publisher from a timeline, unless its owner follows them. */
export async function deleteEntriesOfPublisher(
  tx: Tx,
  { userId, publisherId }: { userId: string; publisherId: string },
): Promise<void> {
  await sql`
    delete from timeline_entries e using posts p
    where e.user_id = ${userId}::uuid and p.id = e.post_id
      and case when e.sort_id = e.post_id then p.author_id = ${publisherId}::uuid
        else exists (select from reposts r where r.id = e.sort_id and r.user_id = ${publisherId}::uuid) end
      and not exists (
        select from follows f where f.follower_id = ${userId}::uuid and f.followee_id = ${publisherId}::uuid)
  `.execute(tx);
}

/** Locks a post against restoring until the transaction ends. @returns false when it is VISIBLE or erased */
export async function lockHiddenPost(tx: Tx, postId: string): Promise<boolean> {
  const hidden = await tx
    .selectFrom('posts')
    .select('id')
    .where('id', '=', postId)
    .where('moderation_state', '<>', 'VISIBLE')
    .forShare()
    .executeTakeFirst();
  return hidden !== undefined;
}

/** Deletes at most `limit` entries of a post, or of one repost of it, from timelines. @returns how many */
export async function deleteEntriesOfPost(
  tx: Tx,
  { postId, sortId }: { postId: string; sortId: string | null },
  limit: number,
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from timeline_entries where (user_id, sort_id) in (
      select user_id, sort_id from timeline_entries
      where post_id = ${postId}::uuid and (${sortId}::uuid is null or sort_id = ${sortId}::uuid)
      limit ${limit}::integer
    )`.execute(tx);
  return Number(numAffectedRows);
}

/** Deletes a timeline with its entries. @returns how many rows they were */
export async function deleteTimeline(tx: Tx, userId: string): Promise<number> {
  const timeline = await tx.deleteFrom('timelines').where('user_id', '=', userId).executeTakeFirstOrThrow();
  const entries = await tx
    .deleteFrom('timeline_entries')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(timeline.numDeletedRows + entries.numDeletedRows);
}

/** A batch of timeline owners after `afterId`, each with whether they were active since `seenBefore`. */
export async function listTimelineOwners(
  db: Db,
  { seenBefore, afterId, limit }: { seenBefore: Date; afterId: string; limit: number },
): Promise<{ id: string; isUnseen: boolean }[]> {
  const { rows } = await sql<{ id: string; isUnseen: boolean }>`
    select t.user_id as id, not exists (
      select from sessions s where s.user_id = t.user_id and s.last_seen_at >= ${seenBefore}::timestamptz
    ) as "isUnseen"
    from timelines t where t.user_id > ${afterId}::uuid order by t.user_id limit ${limit}::integer`.execute(
    db,
  );
  return rows;
}
