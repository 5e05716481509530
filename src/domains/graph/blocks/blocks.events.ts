import { defineEvent } from '#platform/outbox/events/definition.ts';

/** Without recipients, as the next: the blocked user is never notified. */
export const userBlocked = defineEvent<{ blockerId: string; blockedId: string }>('user.blocked');
export const userUnblocked = defineEvent<{ blockerId: string; blockedId: string }>('user.unblocked');
