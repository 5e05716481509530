import { defineEvent } from '#platform/outbox/events/definition.ts';

export const userFollowed = defineEvent<{ followerId: string; followeeId: string }>('user.followed');
export const userUnfollowed = defineEvent<{ followerId: string; followeeId: string }>('user.unfollowed');
export const followRequested = defineEvent<{ requesterId: string; targetId: string }>('follow.requested');
/** Emitted in addition to `user.followed`, which follows from every new follow. */
export const followRequestAccepted = defineEvent<{ requesterId: string; targetId: string }>(
  'follow.requestAccepted',
);
