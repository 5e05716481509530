import { type RawBuilder, sql } from 'kysely';
import type { RequestContext } from '#platform/context.ts';

/**
 * Who may see whom and what: the one rule of the product, once as a pure function and once as SQL.
 * A test holds the two against each other on random worlds; every path that shows anything uses one of them.
 */

export type AccountState = 'ACTIVE' | 'DEACTIVATED' | 'PENDING_DELETION' | 'DELETED';
export type PostVisibility = 'PUBLIC' | 'FOLLOWERS' | 'SUBSCRIBERS' | 'PRIVATE';

export type UserFacts = {
  readonly state: AccountState;
  readonly isSuspended: boolean;
  readonly isViewer: boolean;
  /** Whether either of the two has blocked the other. */
  readonly isBlocked: boolean;
  /** Whether the person shows themselves to signed-in people alone. */
  readonly requiresSignIn: boolean;
  readonly isViewerSignedIn: boolean;
};

export type PostFacts = {
  readonly author: UserFacts;
  readonly isAuthorPrivate: boolean;
  readonly isAuthorFollowed: boolean;
  readonly visibility: PostVisibility;
  /** For SUBSCRIBERS: the lowest level that is let in; null lets in every subscriber. */
  readonly tierLevel: number | null;
  /** The level that the viewer has paid the author for and that has not run out; null when there is none. */
  readonly paidLevel: number | null;
  /** For PRIVATE: whether the author has named the viewer. */
  readonly isNamed: boolean;
  readonly isDeleted: boolean;
};

export type CommentFacts = {
  readonly post: PostFacts;
  readonly author: UserFacts;
  /** Whether the authors of the comment and of the post have blocked one another, in either direction. */
  readonly areAuthorsBlocked: boolean;
  /** Hidden by the author of the post. */
  readonly isHidden: boolean;
  readonly isDeleted: boolean;
};

export function canSeeUser(user: UserFacts): boolean {
  if (user.isViewer) return user.state !== 'DELETED';
  if (user.requiresSignIn && !user.isViewerSignedIn) return false;
  return user.state === 'ACTIVE' && !user.isSuspended && !user.isBlocked;
}

export function canSeePost(post: PostFacts): boolean {
  if (post.isDeleted || !canSeeUser(post.author)) return false;
  if (post.author.isViewer) return true;
  switch (post.visibility) {
    case 'PUBLIC':
      return !post.isAuthorPrivate || post.isAuthorFollowed;
    case 'FOLLOWERS':
      return post.isAuthorFollowed;
    case 'SUBSCRIBERS':
      return post.paidLevel !== null && post.paidLevel >= (post.tierLevel ?? post.paidLevel);
    case 'PRIVATE':
      return post.isNamed;
  }
}

/**
 * Whoever blocks a person no longer sees what that person wrote below their posts, and so could not hide it: it is shown to
 * nobody else either.
 */
export function canSeeComment(comment: CommentFacts): boolean {
  if (comment.isDeleted || !canSeePost(comment.post) || !canSeeUser(comment.author)) return false;
  if (comment.areAuthorsBlocked) return false;
  return !comment.isHidden || comment.author.isViewer || comment.post.author.isViewer;
}

/** Who looks and when: values, or what stands for them in a prepared statement. */
export type ViewerSql = {
  /** Null for an anonymous viewer. */
  readonly id: string | null | RawBuilder<string | null>;
  /** Suspensions end by themselves. */
  readonly now: Date | RawBuilder<Date>;
};

export const viewerOf = (ctx: RequestContext): { readonly id: string | null; readonly now: Date } => ({
  id: ctx.user?.id ?? null,
  now: ctx.clock.now(),
});

/** `canSeeUser` over a row of `users` with the alias `u`. */
export function visibleUserSql(viewer: ViewerSql): RawBuilder<boolean> {
  return sql<boolean>`case when u.id = ${viewer.id}::uuid then u.state <> 'DELETED'
    else ${presentUserSql(viewer.now)}
      and (not u.requires_sign_in or ${viewer.id}::uuid is not null) and not ${blockedSql(viewer.id)} end`;
}

/**
 * Whether a person of the alias `u` is there for anybody but themselves. It is a part of the rule, not the rule: on its
 * own only for lists of people whom the viewer blocks, and so would see nowhere.
 */
export function presentUserSql(now: ViewerSql['now']): RawBuilder<boolean> {
  return sql<boolean>`(u.state = 'ACTIVE'
    and (u.suspended_until is null or u.suspended_until <= ${now}::timestamptz))`;
}

/** `canSeePost` over a row of `posts` with the alias `p` and its author's row with the alias `u`. */
export function visiblePostSql(viewer: ViewerSql): RawBuilder<boolean> {
  return sql<boolean>`p.deleted_at is null and ${visibleUserSql(viewer)} and ${admittedSql(viewer)}`;
}

/**
 * `canSeeComment` over a row of `comments` with the alias `c`, its author's row with the alias `u` and the row of its post
 * with the alias `p`, for a post that the viewer sees: a thread asks that once, and not for each of its comments.
 */
export function visibleCommentSql(viewer: ViewerSql): RawBuilder<boolean> {
  return sql<boolean>`c.deleted_at is null and ${visibleUserSql(viewer)}
    and (c.hidden_at is null or c.author_id = ${viewer.id}::uuid or p.author_id = ${viewer.id}::uuid)
    and not exists (select from blocks b where b.blocker_id = p.author_id and b.blocked_id = c.author_id)
    and not exists (select from blocks b where b.blocker_id = c.author_id and b.blocked_id = p.author_id)`;
}

/** Whom the author lets in: the part of the rule that depends on the post's own visibility. */
function admittedSql(viewer: ViewerSql): RawBuilder<boolean> {
  return sql<boolean>`(p.visibility = 'PUBLIC' and not u.is_private or u.id = ${viewer.id}::uuid
    or p.visibility in ('PUBLIC', 'FOLLOWERS') and exists (
      select from follows f where f.follower_id = ${viewer.id}::uuid and f.followee_id = u.id)
    or p.visibility = 'SUBSCRIBERS' and exists (
      select from entitlements e where e.subscriber_id = ${viewer.id}::uuid and e.creator_id = u.id
        and e.valid_until > ${viewer.now}::timestamptz and (p.tier_level is null or e.tier_level >= p.tier_level))
    or p.visibility = 'PRIVATE' and exists (
      select from post_audience a where a.post_id = p.id and a.user_id = ${viewer.id}::uuid))`;
}

/** Two look-ups, not one with `or`: so the planner may read the viewer's blocks once and hash them. */
function blockedSql(viewerId: ViewerSql['id']): RawBuilder<boolean> {
  return sql<boolean>`(
    exists (select from blocks b where b.blocker_id = u.id and b.blocked_id = ${viewerId}::uuid)
    or exists (select from blocks b where b.blocker_id = ${viewerId}::uuid and b.blocked_id = u.id))`;
}
