import type { User } from '#domains/identity/users/users.types.ts';

/** Follows between the caller and another user. */
export type FollowEdges = { readonly id: string; readonly isFollowed: boolean; readonly isFollower: boolean };

/** Follow requests between the caller and another user, as the caller sees them: a rejection looks like an open request. */
export type FollowRequests = {
  readonly id: string;
  readonly isRequested: boolean;
  readonly hasRequested: boolean;
};

export type FollowState = 'NONE' | 'REQUESTED' | 'FOLLOWING';

/** Entry of a list of users, with the time at which it entered the list. */
export type ListedUser = User & { readonly since: Date };
