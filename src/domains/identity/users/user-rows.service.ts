import { type RawBuilder, sql } from 'kysely';
import { inForceSql } from '#domains/foundation/visibility/restrictions.policy.ts';
import { anyOf } from '#platform/db/any-of.ts';
import { prepared } from '#platform/db/prepared.ts';
import type { RestrictionKind } from '#platform/kernel/restriction-kinds.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { USER_COLUMNS } from './users.types.ts';

/**
 * Locks the users' rows in the order of their ids, so that two users who follow each other cannot deadlock.
 * The weaker lock allows concurrent writes of rows that refer to these users, such as their posts.
 */
export async function lockUsers(tx: Tx, ids: readonly string[]): Promise<void> {
  await lockedUsers(tx, { ids });
}

const lockedUsers = prepared<{ ids: readonly string[] }, { id: string }>((db, { ids }) =>
  db.selectFrom('users').select('id').where('id', '=', anyOf(ids)).orderBy('id').forNoKeyUpdate().compile(),
);

/** Adds `step` to the post count of an author. */
export async function changePostCount(tx: Tx, authorId: string, step: number): Promise<void> {
  await tx
    .updateTable('users')
    .set({ post_count: sql`post_count + ${step}::integer` })
    .where('id', '=', authorId)
    .execute();
}

/**
 * Adds one to the post count of the author of the alias `u`, as a part of a write.
 * @param from the CTE that allows it, and its conditions
 */
export const countPostSql = (from: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  update users u set post_count = u.post_count + 1 from ${from} returning u.id`;

/**
 * Adds one to both counters of a follow and returns the rows, as a part of a write that has locked them.
 * @param from the CTE that allows it
 */
export const countFollowSql = (
  follow: { readonly followerId: RawBuilder<string>; readonly followeeId: RawBuilder<string> },
  from: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`
  update users u set
    following_count = u.following_count + (u.id = ${follow.followerId}::uuid)::integer,
    follower_count = u.follower_count + (u.id = ${follow.followeeId}::uuid)::integer
  from ${from} where u.id in (${follow.followerId}::uuid, ${follow.followeeId}::uuid)
  returning u.*`;

/** The columns of a `User` from a row of the alias `u`, for writes that return it. */
export const USER_ROW: RawBuilder<unknown> = sql.join(
  USER_COLUMNS.map((column) => {
    const [reference = '', alias] = column.split(' as ');
    return alias ? sql`${sql.ref(reference)} as ${sql.ref(alias)}` : sql.ref(reference);
  }),
);

/** Adds `step` to both counters of a follow; the caller has locked the rows. */
export async function changeFollowCounts(
  tx: Tx,
  follow: { followerId: string; followeeId: string },
  step: 1 | -1,
): Promise<void> {
  const { followerId, followeeId } = follow;
  await sql`
    update users set
      following_count = following_count + case when id = ${followerId}::uuid then ${step}::integer else 0 end,
      follower_count = follower_count + case when id = ${followeeId}::uuid then ${step}::integer else 0 end
    where id in (${followerId}::uuid, ${followeeId}::uuid)`.execute(tx);
}

/** Subtracts deleted follows from the counters of both users; the caller has locked the rows. */
export async function subtractFollowCounts(
  tx: Tx,
  edges: readonly { followerId: string; followeeId: string }[],
): Promise<void> {
  await sql`
    update users u set
      following_count = u.following_count - gone.following,
      follower_count = u.follower_count - gone.followers
    from (
      select id, sum(following)::integer as following, sum(followers)::integer as followers
      from (
        select follower_id, 1, 0 from unnest(${edges.map((edge) => edge.followerId)}::uuid[]) as follower_id
        union all
        select followee_id, 0, 1 from unnest(${edges.map((edge) => edge.followeeId)}::uuid[]) as followee_id
      ) ends (id, following, followers)
      group by id
    ) gone
    where u.id = gone.id`.execute(tx);
}

/**
 * Locks a user for a change of their restrictions. @returns whether they were suspended and nobody was told of the end, though it may be over;
 * null when the user is absent or DELETED
 */
export async function lockRestricted(
  tx: Tx,
  userId: string,
): Promise<{ readonly wasSuspended: boolean } | null> {
  const locked = await tx
    .selectFrom('users')
    .select(sql<boolean>`suspended_until is not null`.as('wasSuspended'))
    .where('id', '=', userId)
    .where('state', '<>', 'DELETED')
    .forNoKeyUpdate()
    .executeTakeFirst();
  return locked ?? null;
}

/** Gives the row of a locked user, which lists ask, the ends of their restrictions in force. @returns whether they are suspended */
export async function applyRestrictions(tx: Tx, userId: string, now: Date): Promise<boolean> {
  const endOf = (kind: RestrictionKind): RawBuilder<Date | null> => sql`(
    select max(coalesce(expires_at, 'infinity')) from restrictions
    where user_id = ${userId}::uuid and kind = ${kind} and ${inForceSql(now)})`;
  const { isSuspended } = await tx
    .updateTable('users')
    .set({
      suspended_until: endOf('SUSPENSION'),
      undiscoverable_until: endOf('DISCOVERY'),
      updated_at: now,
    })
    .where('id', '=', userId)
    .returning(sql<boolean>`suspended_until is not null`.as('isSuspended'))
    .executeTakeFirstOrThrow();
  return isSuspended;
}
