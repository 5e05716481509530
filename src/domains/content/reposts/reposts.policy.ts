import type { PostVisibility } from '#domains/foundation/visibility/visibility.policy.ts';

/** The facts of a post and its author that decide whether the post can be reposted. */
type PostVisibilityFacts = { readonly visibility: PostVisibility; readonly isAuthorPrivate: boolean };

/** The audience that a post reaches: PUBLIC posts of a private account reach its followers. */
export const effectiveVisibility = ({ visibility, isAuthorPrivate }: PostVisibilityFacts): PostVisibility =>
  visibility === 'PUBLIC' && isAuthorPrivate ? 'FOLLOWERS' : visibility;

/**
 * Guards `repost` and answers `viewer.canRepost`. The same for every caller, authors too: a repost shows a post to users
 * whom its author did not choose.
 */
export const canRepost = (publication: PostVisibilityFacts): boolean =>
  effectiveVisibility(publication) === 'PUBLIC';
