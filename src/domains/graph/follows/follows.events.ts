import { defineEvent } from '#platform/events/definition.ts';

export const userFollowed = defineEvent<{ followerId: string; followeeId: string }>('user.followed');
export const userUnfollowed = defineEvent<{ followerId: string; followeeId: string }>('user.unfollowed');
