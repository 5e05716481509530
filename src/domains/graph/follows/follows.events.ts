import { defineEvent } from '#platform/outbox/events/definition.ts';

export const userFollowed = defineEvent<{ followerId: string; followeeId: string }>('user.followed');
export const userUnfollowed = defineEvent<{ followerId: string; followeeId: string }>('user.unfollowed');
export const followRequested = defineEvent<{ requesterId: string; targetId: string }>('follow.requested');

/**
 * How an open request ended. ACCEPTED and MADE_PUBLIC are emitted in addition to `user.followed`, which follows from every new
 * follow; at MADE_PUBLIC the requester has followed the account, which is public since. ERASED is the account of either.
 */
export type RequestOutcome = 'ACCEPTED' | 'REJECTED' | 'CANCELED' | 'BLOCKED' | 'MADE_PUBLIC' | 'ERASED';

/**
 * Emitted once for each `follow.requested`. A rejected request has ended here, although its requester still sees it: what
 * becomes of it later is told by no event.
 */
export const followRequestEnded = defineEvent<{
  requesterId: string;
  targetId: string;
  outcome: RequestOutcome;
}>('follow.requestEnded');
