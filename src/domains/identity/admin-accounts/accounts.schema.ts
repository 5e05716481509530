import { NEWEST_FIRST } from '#platform/db/keyset.ts';
import { builder } from '#platform/graphql/builder.ts';
import { connectionType } from '#platform/graphql/connection.ts';
import { listField } from '#platform/graphql/list.ts';
import { mutationField } from '#platform/graphql/mutation.ts';
import { load } from '#platform/request/loader.ts';
import { AdminRoleRef, AdminUserRef } from '../admins/admins.schema.ts';
import { adminAccountById } from './accounts.loaders.ts';
import { adminDisableAdmin, adminEnableAdmin, adminGetAdmins, adminUpdateAdmin } from './accounts.service.ts';
import type { AdminAccount } from './admin-accounts.types.ts';
import { RANK_TEXT } from './ranks.service.ts';

const AdminAccountRef = builder.objectRef<AdminAccount>('AdminAccount').implement({
  description: 'Account of an admin: state, second factor and last sign-in.',
  fields: (t) => ({
    disabledAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Time at which the admin was disabled. Null while they can sign in.',
      resolve: ({ disabledAt }) => disabledAt,
    }),
    invitationExpiresAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Time until which the invitation can be accepted. Null without one that waits.',
      resolve: ({ invitedUntil }) => invitedUntil,
    }),
    hasSecondFactor: t.exposeBoolean('hasFactor', {
      description: 'Whether the admin signs in with a second factor.',
    }),
    needsSecondFactor: t.boolean({
      description: 'Whether the admin can only enrol a second factor before anything else.',
      resolve: ({ hasFactor, mustEnroll }, _args, ctx) =>
        !hasFactor && (mustEnroll || ctx.adminTotp === 'required'),
    }),
    recoveryCodeCount: t.exposeInt('recoveryCodeCount', { description: 'Number of recovery codes left.' }),
    lastSignedInAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Time of the last sign-in. Null before the first one, and 90 days after its session.',
      resolve: ({ lastSignedInAt }) => lastSignedInAt,
    }),
    updatedAt: t.field({
      type: 'DateTime',
      description: 'Time of the last change of name, role, password, second factor or state.',
      resolve: ({ updatedAt }) => updatedAt,
    }),
  }),
});

builder.objectField(AdminUserRef, 'account', (t) =>
  t.field({
    type: AdminAccountRef,
    nullable: true,
    description: "The admin's account. Null for others without the permission `ADMINS_READ`.",
    resolve: async (admin, _args, ctx) => (await load(ctx, adminAccountById, admin.id)) ?? null,
  }),
);

listField('adminGetAdmins', {
  connection: connectionType('AdminUser', AdminUserRef, { description: 'Admins, newest first.' }),
  description: 'Admins in every state, newest first.',
  access: { permission: 'ADMINS_READ' },
  args: (t) => ({
    role: t({ type: AdminRoleRef, description: 'Only admins with this role.' }),
    updatedAfter: t({ type: 'DateTime', description: 'Only admins who were changed after this time.' }),
  }),
  order: NEWEST_FIRST,
  rows: (ctx, filter, page) => adminGetAdmins(ctx, filter, page),
});

const REASON = 'Reason for the record, 1 to 500 characters.';

mutationField('adminUpdateAdmin', {
  description: `Changes the name or the role of an admin; the role holds from their next request on. ${RANK_TEXT}`,
  access: { permission: 'ADMINS_MANAGE' },
  restriction: null,
  input: (t) => ({
    adminId: t.idOf('admin', { required: true, description: 'The admin.' }),
    displayName: t.string({
      description: 'The display name, 1 to {displayNameLength} characters. It cannot be null.',
    }),
    role: t.field({
      type: AdminRoleRef,
      description: 'Role of the admin: OWNER and ADMIN only an owner gives. It cannot be null.',
    }),
    reason: t.string({ required: true, description: REASON }),
  }),
  payload: { admin: { type: AdminUserRef, description: 'The changed admin.' } },
  resolve: async (ctx, input) => ({ admin: await adminUpdateAdmin(ctx, input) }),
});

mutationField('adminDisableAdmin', {
  description: `Keeps an admin from signing in, ends their sessions and invitations, and gives what they had taken over back. ${RANK_TEXT}`,
  access: { permission: 'ADMINS_MANAGE' },
  restriction: null,
  input: (t) => ({
    adminId: t.idOf('admin', { required: true, description: 'The admin.' }),
    reason: t.string({ required: true, description: REASON }),
  }),
  payload: { admin: { type: AdminUserRef, description: 'The disabled admin.' } },
  resolve: async (ctx, input) => ({ admin: await adminDisableAdmin(ctx, input) }),
});

mutationField('adminEnableAdmin', {
  description: `Lets a disabled admin sign in again, with the password and the second factor of before. ${RANK_TEXT}`,
  access: { permission: 'ADMINS_MANAGE' },
  restriction: null,
  input: (t) => ({
    adminId: t.idOf('admin', { required: true, description: 'The admin.' }),
    reason: t.string({ required: true, description: REASON }),
  }),
  payload: { admin: { type: AdminUserRef, description: 'The enabled admin.' } },
  resolve: async (ctx, input) => ({ admin: await adminEnableAdmin(ctx, input) }),
});
