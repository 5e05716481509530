import { defineEvent } from '#platform/events/definition.ts';

/** Every process closes the sockets of the session and forgets that its tokens were good. */
export const sessionRevoked = defineEvent<{ sessionId: string; sessionKey: string; subject: string }>(
  'session.revoked',
);

/** Somebody signed in on a device that the account was never used on before; its owner is to know. */
export const newDeviceSignedIn = defineEvent<{ userId: string; sessionId: string }>('session.newDevice');
