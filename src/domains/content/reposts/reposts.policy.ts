import type { PostVisibility } from '#domains/foundation/visibility/visibility.policy.ts';

/** What of a post and its author decides whether it can be passed on. */
type Publication = { readonly visibility: PostVisibility; readonly isAuthorPrivate: boolean };

/** Whom a post reaches: what a private account publishes for everybody reaches its followers. */
export const reachOf = ({ visibility, isAuthorPrivate }: Publication): PostVisibility =>
  visibility === 'PUBLIC' && isAuthorPrivate ? 'FOLLOWERS' : visibility;

/**
 * Guards `repost` and answers `viewer.canRepost`. The same for everybody, authors too: a repost shows a post to people
 * whom its author does not choose.
 */
export const canRepost = (publication: Publication): boolean => reachOf(publication) === 'PUBLIC';
