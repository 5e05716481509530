import { defineEvent } from '#platform/outbox/events/definition.ts';

/** `until` is in ISO 8601, and null where it lasts until it is lifted. Suspending again tells of the new end. */
export const userSuspended = defineEvent<{ userId: string; restrictionId: string; until: string | null }>(
  'user.suspended',
);

/** Once for the end of all suspensions of a user, whether they were lifted or are over; of these up to some seconds late. */
export const userUnsuspended = defineEvent<{ userId: string }>('user.unsuspended');

/** A restriction that is no suspension has ended before its time. */
export const restrictionLifted = defineEvent<{ userId: string; restrictionId: string }>('restriction.lifted');
