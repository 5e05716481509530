import { type Act, REASON } from '../promises/audited-act.ts';

/** Acts of admins on accounts, in this order, after a deletion was requested. */
export const USER_ACTS: Readonly<Record<string, Act>> = {
  adminCancelUserDeletion: {
    input: ({ leaverId }) => ({ userId: leaverId, reason: REASON }),
    subject: 'leaverId',
    before: { state: 'PENDING_DELETION' },
    after: { state: 'ACTIVE' },
  },
  adminUpdateUser: {
    input: ({ leaverId }) => ({
      userId: leaverId,
      displayName: 'Somebody',
      username: 'somebody',
      reason: REASON,
    }),
    subject: 'leaverId',
    before: { displayName: 'leaver', username: 'leaver' },
    after: { displayName: 'Somebody', username: 'somebody' },
  },
  adminExportUserData: {
    input: ({ leaverId }) => ({ userId: leaverId, reason: REASON }),
    subject: 'leaverId',
    gives: ['requestedAt', 'requestedAt', null],
    before: null,
    after: { state: 'PENDING' },
  },
  adminRevokeUserSessions: {
    input: ({ leaverId }) => ({ userId: leaverId, reason: REASON }),
    subject: 'leaverId',
    before: { sessionId: null, liveSessions: 0 },
    after: { sessionId: null, liveSessions: 0 },
  },
};
