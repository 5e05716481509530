import { sql } from 'kysely';
import { visibleUserSql } from '#domains/foundation/visibility/visibility.policy.ts';
import { anyOf } from '#platform/db/any-of.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import { prepared } from '#platform/db/prepared.ts';
import type { ProviderIdentity, User, UserFlags } from './users.types.ts';

/** The columns of a `User`, of a row of `users` with the alias `u`. */
export const USER_COLUMNS = [
  'u.id',
  'u.email',
  'u.username',
  'u.display_name as displayName',
  'u.bio',
  'u.avatar_media_id as avatarMediaId',
  'u.cover_media_id as coverMediaId',
  'u.state',
  'u.is_private as isPrivate',
  'u.follower_count as followerCount',
  'u.following_count as followingCount',
  'u.post_count as postCount',
  'u.created_at as createdAt',
] as const;

const selectUsers = (db: Db) => db.selectFrom('users as u').select(USER_COLUMNS).$castTo<User>();

/** The users among `ids` that the viewer may see. */
export const listVisibleUsers = prepared<
  { viewerId: string | null; now: Date; ids: readonly string[] },
  User
>((db, { viewerId, now, ids }) =>
  selectUsers(db)
    .where('u.id', '=', anyOf(ids))
    .where(visibleUserSql({ id: viewerId, now }))
    .compile(),
);

/** Whatever their state: for the account's owner and for admins. */
export async function findUserById(db: Db, id: string): Promise<User | null> {
  return (await selectUsers(db).where('u.id', '=', id).executeTakeFirst()) ?? null;
}

export async function findUserByIdentity(db: Db, identity: ProviderIdentity): Promise<User | null> {
  const user = await selectUsers(db)
    .where('u.provider', '=', identity.provider)
    .where('u.subject', '=', identity.subject)
    .executeTakeFirst();
  return user ?? null;
}

export async function findUserIdByUsername(db: Db, username: string): Promise<string | null> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('username', '=', username)
    .where('state', '<>', 'DELETED')
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Does nothing when the identity is already there. The username has been claimed. */
export async function insertUser(
  tx: Tx,
  user: ProviderIdentity & {
    id: string;
    email: string | null;
    username: string;
    displayName: string;
    createdAt: Date;
  },
): Promise<void> {
  await tx
    .insertInto('users')
    .values({
      id: user.id,
      provider: user.provider,
      subject: user.subject,
      email: user.email,
      username: user.username,
      display_name: user.displayName,
      created_at: user.createdAt,
      updated_at: user.createdAt,
    })
    .onConflict((conflict) => conflict.columns(['provider', 'subject']).doNothing())
    .execute();
}

/** The pictures of a profile; null where there is none. */
export type ProfilePictures = { readonly avatarMediaId: string | null; readonly coverMediaId: string | null };

/** @returns the pictures before the change, when there is such a user */
export async function updateUserProfile(
  tx: Tx,
  id: string,
  changes: Partial<ProfilePictures> & { displayName?: string; bio?: string; updatedAt: Date },
): Promise<ProfilePictures | undefined> {
  return tx
    .with('before', (db) =>
      db
        .selectFrom('users')
        .select(['id', 'avatar_media_id', 'cover_media_id'])
        .where('id', '=', id)
        .forNoKeyUpdate(),
    )
    .updateTable('users')
    .from('before')
    .set({
      updated_at: changes.updatedAt,
      ...(changes.displayName === undefined ? {} : { display_name: changes.displayName }),
      ...(changes.bio === undefined ? {} : { bio: changes.bio }),
      ...(changes.avatarMediaId === undefined ? {} : { avatar_media_id: changes.avatarMediaId }),
      ...(changes.coverMediaId === undefined ? {} : { cover_media_id: changes.coverMediaId }),
    })
    .whereRef('users.id', '=', 'before.id')
    .returning(['before.avatar_media_id as avatarMediaId', 'before.cover_media_id as coverMediaId'])
    .executeTakeFirst();
}

/** Changes the given flags alone. */
export async function updateUserFlags(
  tx: Tx,
  id: string,
  changes: Partial<UserFlags> & { readonly updatedAt: Date },
): Promise<void> {
  await tx
    .updateTable('users')
    .set({
      updated_at: changes.updatedAt,
      ...(changes.isPrivate === undefined ? {} : { is_private: changes.isPrivate }),
      ...(changes.isDiscoverable === undefined ? {} : { is_discoverable: changes.isDiscoverable }),
      ...(changes.requiresSignIn === undefined ? {} : { requires_sign_in: changes.requiresSignIn }),
    })
    .where('id', '=', id)
    .execute();
}

/** Moves the counter of an author by `step`. */
export async function updatePostCount(tx: Tx, authorId: string, step: number): Promise<void> {
  await tx
    .updateTable('users')
    .set({ post_count: sql`post_count + ${step}::integer` })
    .where('id', '=', authorId)
    .execute();
}

/**
 * Locks the users' rows in the order of their ids, so that two people who follow one another cannot wait for each other.
 * The weaker lock lets rows that refer to these users, such as their posts, be written meanwhile.
 */
export async function lockUsers(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', anyOf(ids))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

/** Notes that an address is the person's, and that it is this one: the provider may know a newer one than the profile. */
export async function updateEmailVerified(
  tx: Tx,
  verified: ProviderIdentity & { email: string },
): Promise<void> {
  await tx
    .updateTable('users')
    .set({ email: verified.email, is_email_verified: true })
    .where('provider', '=', verified.provider)
    .where('subject', '=', verified.subject)
    .where((where) =>
      where.or([where('is_email_verified', '=', false), where('email', 'is distinct from', verified.email)]),
    )
    .execute();
}

/** @returns false when there is no such user or they are deleted */
export async function updateSuspendedUntil(
  tx: Tx,
  id: string,
  until: Date | 'infinity' | null,
): Promise<boolean> {
  const updated = await tx
    .updateTable('users')
    .set({ suspended_until: sql`${until}::timestamptz` })
    .where('id', '=', id)
    .where('state', '<>', 'DELETED')
    .returning('id')
    .executeTakeFirst();
  return updated !== undefined;
}

/** Moves both counters of an edge by `step`; the rows are locked. */
export async function updateFollowCounts(
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

/** Takes edges that are gone out of the counters of both their ends; the rows are locked. */
export async function updateFollowCountsSevered(
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
