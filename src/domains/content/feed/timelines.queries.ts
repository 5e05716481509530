import { sql } from 'kysely';
import { anyOf } from '#platform/db/any-of.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import { FIRST_ID, LAST_ID, newestOfSql } from './newest.queries.ts';

/** What is published, and by whom: a post by its author, or a repost by whoever passes it on. */
export type Publication = { readonly publisherId: string; readonly sortId: string; readonly postId: string };

/** @returns false when there is one already */
export async function insertTimeline(tx: Tx, userId: string): Promise<boolean> {
  const inserted = await tx
    .insertInto('timelines')
    .values({ user_id: userId, floor_id: FIRST_ID })
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Everything but deliveries waits for this lock before it changes a timeline. @returns false when there is none */
export async function lockTimeline(tx: Tx, userId: string): Promise<boolean> {
  const locked = await tx
    .selectFrom('timelines')
    .select('user_id')
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  return locked !== undefined;
}

export type PulledEdge = {
  readonly followeeId: string;
  readonly isDelivered: boolean;
  /** How many people follow the followee. */
  readonly followerCount: number;
};

/** Whom a person follows and looks up, the most followed first. The edges stay as they are until the transaction ends. */
export async function lockPulledEdges(tx: Tx, followerId: string): Promise<PulledEdge[]> {
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
 * Puts the newest places of people into a timeline, from its floor on, at most `limit`. There may be more: who asks for as
 * many as the timeline keeps has to cut it off there.
 */
export async function insertNewestEntries(
  tx: Tx,
  { userId, publisherIds, limit }: { userId: string; publisherIds: readonly string[]; limit: number },
): Promise<void> {
  await sql`
    with source as (
      select id, true as shows_posts, true as shows_reposts from unnest(${publisherIds}::uuid[]) as id
    ),
    ${newestOfSql('source', {
      viewerId: sql`${userId}`,
      before: sql`${LAST_ID}`,
      floor: sql`(select floor_id from timelines where user_id = ${userId}::uuid)`,
      limit: sql`${limit}`,
      isSubscribed: sql`true`,
    })}
    insert into timeline_entries (user_id, sort_id, post_id)
    select ${userId}::uuid, sort_id, post_id from newest
    on conflict do nothing`.execute(tx);
}

/** Followers in the order of their ids. */
export type FollowerRange = { readonly afterId: string; readonly limit: number };

/**
 * Puts what is published into the timelines of a range of followers; of somebody named alone when the post names people.
 * @returns the last of the range, null when nobody is left
 */
export async function insertEntries(
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

/** One timeline in so many is trimmed at a delivery, which ones the last bits of the ids of person and place decide. */
const TRIMMED_OF = 64;

/** Whose turn it is to be trimmed, of the followers to whom something was delivered. */
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

/** Cuts timelines off below their newest `length` entries. Whoever's is being changed is left out this time. */
export async function deleteOldEntries(
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

/** Takes what one person published out of a timeline, unless its owner follows them. */
export async function deleteEntriesFrom(
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

/** Takes a post, or one repost of it, out of timelines, at most `limit`. @returns of how many */
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

/** Deletes a timeline with all that is in it. */
export async function deleteTimeline(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('timelines').where('user_id', '=', userId).execute();
  await tx.deleteFrom('timeline_entries').where('user_id', '=', userId).execute();
}

/** Who has a timeline and was not seen since a moment, beyond `afterId`, with how far the look went. */
export async function listUnseenOwners(
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
