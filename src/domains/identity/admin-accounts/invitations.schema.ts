import { mutationField } from '#platform/graphql/mutation.ts';
import { AdminRoleRef, adminSignedInPayload, AdminUserRef } from '../admins/admins.schema.ts';
import { ADMIN_PASSWORD_TEXT } from '../admins/admins.policy.ts';
import { PROOF_TEXT } from '../admins/proofs.service.ts';
import { adminAcceptInvitation, adminCreateAdmin } from './invitations.service.ts';

mutationField('adminCreateAdmin', {
  description:
    'Invites an admin by a mail with a link that counts once, for {adminInvitationHours} hours. Repeated before it is accepted, it sends another link in place of the one before.',
  refusals: `CONFLICT for the address of an admin. ${PROOF_TEXT}`,
  access: { permission: 'ADMINS_MANAGE' },
  restriction: null,
  input: (t) => ({
    email: t.string({ required: true, description: 'The e-mail address.' }),
    displayName: t.string({
      required: true,
      description: 'The display name, 1 to {displayNameLength} characters.',
    }),
    role: t.field({
      type: AdminRoleRef,
      required: true,
      description: 'Role of the admin: OWNER and ADMIN only an owner gives, else FORBIDDEN.',
    }),
    reason: t.string({ required: true, description: 'Reason for the record, 1 to 500 characters.' }),
  }),
  payload: { admin: { type: AdminUserRef, description: 'The invited admin.' } },
  resolve: async (ctx, input) => ({ admin: await adminCreateAdmin(ctx, input) }),
});

mutationField('adminAcceptInvitation', {
  description:
    'Accepts an invitation with a password, and signs in. The token of the invitation counts once.',
  access: 'anyone',
  restriction: null,
  input: (t) => ({
    token: t.string({ required: true, description: 'The token of the mail.' }),
    password: t.string({ required: true, description: `The password, ${ADMIN_PASSWORD_TEXT}.` }),
  }),
  payload: adminSignedInPayload,
  resolve: (ctx, input) => adminAcceptInvitation(ctx, input),
});
