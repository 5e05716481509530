import type { User } from '#domains/identity/users/users.types.ts';

/** How the caller and another person stand to each other. */
export type FollowEdges = { readonly id: string; readonly isFollowed: boolean; readonly isFollower: boolean };

/** What the caller and another person ask of each other, as the caller may know it: a rejection looks like a request. */
export type FollowRequests = {
  readonly id: string;
  readonly isRequested: boolean;
  readonly hasRequested: boolean;
};

export type FollowState = 'NONE' | 'REQUESTED' | 'FOLLOWING';

/** Somebody in a list of people, and since when they have been in it. */
export type ListedUser = User & { readonly since: Date };

export type SuggestionReason = 'FOLLOWED_BY_PEOPLE_YOU_FOLLOW' | 'SHARES_HASHTAGS' | 'POPULAR';

/** Somebody whom the caller may want to follow. The higher the three numbers, in their order, the earlier in the list. */
export type SuggestedUser = User & {
  /** How many of the people whom the caller follows were found to follow them. */
  readonly mutualCount: number;
  /** How many of the hashtags that the caller follows were found in what they lately published for everybody. */
  readonly sharedHashtagCount: number;
  /** For who is suggested as popular: their followers when the popular were last looked for. Else 0. */
  readonly popularity: number;
};
