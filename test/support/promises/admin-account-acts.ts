import { totpCodeOf, totpStepOf } from '#domains/identity/admin-factors/totp.ts';
import { type Act, REASON, type Things } from './audited-act.ts';

/** The code of the admin's app at the moment of the act, or of the step after it. */
const codeAt = ({ totpSecret = '', now }: Things, later = 0): string =>
  totpCodeOf(totpSecret, totpStepOf(new Date(Number(now))) + later);

/** Of an admin who has no second factor before; the last ones are about an admin who is invited here. */
export const ADMIN_ACCOUNT_ACTS: Readonly<Record<string, Act>> = {
  adminProveIdentity: {
    input: () => ({ password: 'correct horse battery' }),
    subject: 'ownSessionId',
    before: null,
    after: null,
  },
  adminEnrollTotp: {
    input: () => null,
    subject: 'ownAdminId',
    gives: ['totpSecret', 'secret', null],
    before: null,
    after: null,
  },
  adminConfirmTotp: {
    input: (things) => ({ code: codeAt(things) }),
    subject: 'ownAdminId',
    before: { hasSecondFactor: false },
    after: { hasSecondFactor: true },
  },
  adminRegenerateRecoveryCodes: {
    input: (things) => ({ code: codeAt(things, 1) }),
    subject: 'ownAdminId',
    before: null,
    after: null,
  },
  adminChangePassword: {
    input: () => ({ currentPassword: 'correct horse battery', newPassword: 'battery horse correct' }),
    subject: 'ownAdminId',
    before: null,
    after: { endedSessionCount: 0 },
  },
  adminRevokeAdminSession: {
    input: ({ otherSessionId }) => ({ sessionId: otherSessionId, reason: REASON }),
    subject: 'otherSessionId',
    before: { isInForce: true },
    after: { isInForce: false },
  },
  adminCreateAdmin: {
    input: () => ({ email: 'new@example.com', displayName: 'New', role: 'SUPPORT', reason: REASON }),
    subject: 'newAdminId',
    gives: ['newAdminId', 'admin', 'id'],
    before: null,
    after: { displayName: 'New', role: 'SUPPORT' },
  },
  adminUpdateAdmin: {
    input: ({ newAdminId }) => ({
      adminId: newAdminId,
      displayName: 'Newer',
      role: 'ANALYST',
      reason: REASON,
    }),
    subject: 'newAdminId',
    before: { displayName: 'New', role: 'SUPPORT' },
    after: { displayName: 'Newer', role: 'ANALYST' },
  },
  adminResetTotp: {
    input: ({ newAdminId }) => ({ adminId: newAdminId, reason: REASON }),
    subject: 'newAdminId',
    before: { hasSecondFactor: false },
    after: { hasSecondFactor: false },
  },
  adminDisableAdmin: {
    input: ({ newAdminId }) => ({ adminId: newAdminId, reason: REASON }),
    subject: 'newAdminId',
    before: { isDisabled: false },
    after: { isDisabled: true },
  },
  adminEnableAdmin: {
    input: ({ newAdminId }) => ({ adminId: newAdminId, reason: REASON }),
    subject: 'newAdminId',
    before: { isDisabled: true },
    after: { isDisabled: false },
  },
};
