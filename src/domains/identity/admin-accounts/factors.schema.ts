import { mutationField } from '#platform/graphql/mutation.ts';
import { windowText } from '#platform/kernel/rate-limit.ts';
import { CODE_FAILURES } from '../admin-factors/admin-factors.service.ts';
import { AdminUserRef } from '../admins/admins.schema.ts';
import { PROOF_TEXT } from '../admins/proofs.service.ts';
import {
  adminConfirmTotp,
  adminEnrollTotp,
  adminProveIdentity,
  adminRegenerateRecoveryCodes,
  adminResetTotp,
} from './factors.service.ts';
import { RANK_TEXT } from './ranks.service.ts';

const RECOVERY_CODES: { type: ['String']; description: string; listSize: 'adminRecoveryCodes' } = {
  type: ['String'],
  description:
    'Recovery codes, {adminRecoveryCodes} of them, which are shown this once: each signs in once without the app.',
  listSize: 'adminRecoveryCodes',
};

const CODE_TEXT = `At most ${CODE_FAILURES.points} wrong ones in ${windowText(CODE_FAILURES)} in one session.`;

mutationField('adminEnrollTotp', {
  description:
    'Begins the enrolment of an authenticator app as the second factor. It is in force once `adminConfirmTotp` takes its first code, within 15 minutes; one of before stays in force until then.',
  refusals: PROOF_TEXT,
  access: 'enrollingAdmin',
  restriction: null,
  payload: {
    secret: {
      type: 'String',
      description: 'The secret in base32, to be typed into the app. Shown this once.',
    },
    uri: { type: 'String', description: 'The same as an `otpauth://` link, to be shown as a QR code.' },
  },
  resolve: (ctx) => adminEnrollTotp(ctx),
});

mutationField('adminConfirmTotp', {
  description:
    'Puts the enrolled second factor in force by a code of it. Ends all other sessions of the admin, and replaces the recovery codes.',
  access: 'enrollingAdmin',
  restriction: null,
  input: (t) => ({ code: t.string({ required: true, description: `A code of the app. ${CODE_TEXT}` }) }),
  payload: {
    recoveryCodes: RECOVERY_CODES,
    endedSessionCount: { type: 'Int', description: 'Number of sessions that ended.' },
  },
  resolve: async (ctx, input) => {
    const { recoveryCodes, endedSessionCount } = await adminConfirmTotp(ctx, input);
    return { recoveryCodes: [...recoveryCodes], endedSessionCount };
  },
});

mutationField('adminRegenerateRecoveryCodes', {
  description: 'Replaces the recovery codes of the admin: those of before count no more.',
  access: 'admin',
  restriction: null,
  input: (t) => ({
    code: t.string({ required: true, description: `A code of the second factor. ${CODE_TEXT}` }),
  }),
  payload: { recoveryCodes: RECOVERY_CODES },
  resolve: async (ctx, input) => ({ recoveryCodes: [...(await adminRegenerateRecoveryCodes(ctx, input))] }),
});

mutationField('adminProveIdentity', {
  description:
    'Proves the identity of the caller in this session, for the acts of the next 5 minutes that fail with PROOF_REQUIRED without. A sign-in is a proof too.',
  access: 'enrollingAdmin',
  restriction: null,
  input: (t) => ({
    code: t.string({
      description: `A code of the second factor, which an admin who has one must give. ${CODE_TEXT}`,
    }),
    password: t.string({ description: 'The password, of an admin without a second factor.' }),
  }),
  payload: { provedAt: { type: 'DateTime', description: 'Time of the proof.' } },
  resolve: async (ctx, input) => ({ provedAt: await adminProveIdentity(ctx, input) }),
});

mutationField('adminResetTotp', {
  description: `Takes the second factor and recovery codes from an admin who has lost them, and ends their sessions. They enrol anew before anything else. ${RANK_TEXT}`,
  access: { permission: 'ADMINS_MANAGE' },
  restriction: null,
  input: (t) => ({
    adminId: t.idOf('admin', { required: true, description: 'The admin.' }),
    reason: t.string({ required: true, description: 'Reason for the record, 1 to 500 characters.' }),
  }),
  payload: { admin: { type: AdminUserRef, description: 'The admin.' } },
  resolve: async (ctx, input) => ({ admin: await adminResetTotp(ctx, input) }),
});
