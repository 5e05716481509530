import type { User } from '#domains/identity/users/users.types.ts';

export type SuggestionReason = 'FOLLOWED_BY_PEOPLE_YOU_FOLLOW' | 'SHARES_HASHTAGS' | 'POPULAR';

/** User whom the caller may want to follow. The higher the three numbers, in their order, the earlier in the list. */
export type SuggestedUser = User & {
  /** Number of users found among those whom the caller follows who follow this user. */
  readonly mutualCount: number;
  /** Number of hashtags that the caller follows found in this user's recent public posts. */
  readonly sharedHashtagCount: number;
  /** Number of followers at the last ranking, for users suggested as popular; otherwise 0. */
  readonly popularity: number;
};
