import { type RawBuilder, sql } from 'kysely';

/**
 * Who may see whom and what: the one rule of the product, once as a pure function and once as SQL.
 * A test holds the two against each other on random worlds; every path that shows anything uses one of them.
 */

export type AccountState = 'ACTIVE' | 'DEACTIVATED' | 'PENDING_DELETION' | 'DELETED';
export type PostVisibility = 'PUBLIC' | 'FOLLOWERS' | 'PRIVATE';

export type UserFacts = {
  readonly state: AccountState;
  readonly isViewer: boolean;
  /** Whether either of the two has blocked the other. */
  readonly isBlocked: boolean;
};

export type PostFacts = {
  readonly author: UserFacts;
  readonly visibility: PostVisibility;
  readonly isDeleted: boolean;
  readonly isAuthorFollowed: boolean;
};

export function canSeeUser(user: UserFacts): boolean {
  if (user.isViewer) return user.state !== 'DELETED';
  return user.state === 'ACTIVE' && !user.isBlocked;
}

export function canSeePost(post: PostFacts): boolean {
  if (post.isDeleted || !canSeeUser(post.author)) return false;
  if (post.author.isViewer || post.visibility === 'PUBLIC') return true;
  return post.visibility === 'FOLLOWERS' && post.isAuthorFollowed;
}

/** A viewer's id, null for an anonymous one, or what stands for it in a prepared statement. */
type ViewerId = string | null | RawBuilder<string | null>;

/** `canSeeUser` over a row of `users` with the alias `u`. */
export function visibleUserSql(viewerId: ViewerId): RawBuilder<boolean> {
  return sql<boolean>`case when u.id = ${viewerId}::uuid then u.state <> 'DELETED'
    else u.state = 'ACTIVE' and not ${blockedSql(viewerId)} end`;
}

/** `canSeePost` over a row of `posts` with the alias `p` and its author's row with the alias `u`. */
export function visiblePostSql(viewerId: ViewerId): RawBuilder<boolean> {
  return sql<boolean>`p.deleted_at is null and ${visibleUserSql(viewerId)} and (
    p.visibility = 'PUBLIC' or u.id = ${viewerId}::uuid
    or p.visibility = 'FOLLOWERS' and exists (
      select from follows f where f.follower_id = ${viewerId}::uuid and f.followee_id = u.id
    ))`;
}

/** Two look-ups, not one with `or`: so the planner may read the viewer's blocks once and hash them. */
function blockedSql(viewerId: ViewerId): RawBuilder<boolean> {
  return sql<boolean>`(
    exists (select from blocks b where b.blocker_id = u.id and b.blocked_id = ${viewerId}::uuid)
    or exists (select from blocks b where b.blocker_id = ${viewerId}::uuid and b.blocked_id = u.id))`;
}
