/** How the caller and another person stand to each other. */
export type FollowEdges = { readonly id: string; readonly isFollowed: boolean; readonly isFollower: boolean };
