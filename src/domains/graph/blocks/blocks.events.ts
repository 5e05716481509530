import { defineEvent } from '#platform/events/definition.ts';

/** For the product alone: who is blocked must never hear of it. */
export const userBlocked = defineEvent<{ blockerId: string; blockedId: string }>('user.blocked');
