import { defineEvent } from '#platform/events/definition.ts';

export const userFollowed = defineEvent<{ followerId: string; followeeId: string }>('user.followed');
export const userUnfollowed = defineEvent<{ followerId: string; followeeId: string }>('user.unfollowed');
export const followRequested = defineEvent<{ requesterId: string; targetId: string }>('follow.requested');
/** Besides `user.followed`, which says the same of every edge. */
export const followRequestAccepted = defineEvent<{ requesterId: string; targetId: string }>(
  'follow.requestAccepted',
);
