import { defineEvent } from '#platform/outbox/events/definition.ts';

/** By whichever way the profile was created. */
export const userRegistered = defineEvent<{ userId: string }>('user.registered');

export type ProfileField = 'username' | 'displayName' | 'bio' | 'avatar' | 'cover';

/** `changed` names what differs from before. Not emitted for an erasure: `account.erased` stands for it. */
export const profileChanged = defineEvent<{ userId: string; changed: readonly ProfileField[] }>(
  'user.profileChanged',
);
