import { defineEvent } from '#platform/outbox/events/definition.ts';

/** An admin is disabled, or has another role: what they had taken over goes back to others. */
export const adminStandingChanged = defineEvent<{ adminId: string }>('admin.standingChanged');
