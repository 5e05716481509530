import { defineEvent } from '#platform/outbox/events/definition.ts';

/** Without recipients: the blocked user is never notified. */
export const userBlocked = defineEvent<{ blockerId: string; blockedId: string }>('user.blocked');
