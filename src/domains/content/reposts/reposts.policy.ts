import type { ModerationState, PostVisibility } from '#domains/foundation/visibility/visibility.policy.ts';

/** The facts of a post and its author that decide whether the post can be reposted. */
type PostVisibilityFacts = {
  readonly visibility: PostVisibility;
  readonly isAuthorPrivate: boolean;
  readonly moderationState: ModerationState;
};

/** The audience that a post reaches: PUBLIC posts of a private account reach its followers. */
export const effectiveVisibility = ({
  visibility,
  isAuthorPrivate,
}: Omit<PostVisibilityFacts, 'moderationState'>): PostVisibility =>
  visibility === 'PUBLIC' && isAuthorPrivate ? 'FOLLOWERS' : visibility;

/**
 * Guards `repost` and answers `viewer.canRepost`. The same for every caller, authors too: a repost shows a post to users
 * whom its author did not choose. One that moderation holds would be told of before its release.
 */
export const canRepost = (publication: PostVisibilityFacts): boolean =>
  effectiveVisibility(publication) === 'PUBLIC' && publication.moderationState !== 'HELD';
