import { type Act, REASON } from '#test/support/promises/audited-act.ts';

/** Acts on requests to be verified and on badges, in the order in which each can be done. */
export const VERIFICATION_ACTS: Readonly<Record<string, Act>> = {
  adminClaimVerification: {
    input: ({ verificationId }) => ({ requestId: verificationId }),
    subject: 'verificationId',
    before: { state: 'REQUESTED' },
    after: { state: 'IN_REVIEW' },
  },
  adminOpenVerificationDocuments: {
    input: ({ verificationId }) => ({ requestId: verificationId, reason: REASON }),
    subject: 'verificationId',
    before: null,
    after: { documents: 1 },
  },
  adminDecideVerification: {
    input: ({ verificationId }) => ({ requestId: verificationId, expectedVersion: 2, decision: 'APPROVED' }),
    subject: 'verificationId',
    before: { state: 'IN_REVIEW', version: 2 },
    after: { state: 'APPROVED', version: 3 },
  },
  adminGrantBadge: {
    input: ({ userId }) => ({ userId, kind: 'NOTABLE', displayName: 'ada', username: 'ada', reason: REASON }),
    subject: 'badgeId',
    gives: ['badgeId', 'badge', 'id'],
    before: null,
    after: ({ userId }) => ({ userId, kind: 'NOTABLE', state: 'ACTIVE', expiresAt: null }),
  },
  adminRevokeBadge: {
    input: ({ badgeId }) => ({ badgeId, reason: REASON, message: 'It was sold.' }),
    subject: 'badgeId',
    before: { state: 'ACTIVE' },
    after: { state: 'REVOKED' },
  },
};
