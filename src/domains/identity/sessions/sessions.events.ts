import { defineEvent } from '#platform/events/definition.ts';

/** Every process closes the sockets of the session and forgets that its tokens were good. */
export const sessionRevoked = defineEvent<{ sessionId: string; sessionKey: string; subject: string }>(
  'session.revoked',
);
