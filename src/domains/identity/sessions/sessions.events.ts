import { defineEvent } from '#platform/outbox/events/definition.ts';

/** Every process closes the sockets of the session and evicts it from the cache. */
export const sessionRevoked = defineEvent<{ sessionId: string; sessionKey: string; subject: string }>(
  'session.revoked',
);

/** A sign-in on a device that is new to the account; its owner is notified. */
export const newDeviceSignedIn = defineEvent<{ userId: string; sessionId: string }>('session.newDevice');
