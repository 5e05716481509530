import { adminSignedIn } from '#platform/graphql/access.ts';
import { builder } from '#platform/graphql/builder.ts';
import { enumType } from '#platform/graphql/enum.ts';
import { mutationField } from '#platform/graphql/mutation.ts';
import { AdminNodeRef, adminNodeType } from '#platform/graphql/node.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import type { Permission } from '#platform/kernel/permissions.ts';
import { windowText } from '#platform/kernel/rate-limit.ts';
import { REPLACED_TOKEN_TEXT } from '../sign-ins/refresh-tokens.service.ts';
import { CODE_FAILURES } from '../admin-factors/admin-factors.service.ts';
import { DEVICE_TOKEN_TEXT, passwordRulesText } from '../sign-ins/sign-ins.policy.ts';
import { permissionsOf } from './admins.policy.ts';
import {
  ADMIN_REFRESH_ALLOWANCE,
  adminLogin,
  adminLogout,
  adminMe,
  adminRefreshSession,
  findAdmin,
} from './admins.service.ts';
import type { AdminRole, AdminUser } from './admins.types.ts';

export const AdminRoleRef = enumType<AdminRole>('AdminRole', {
  description: 'Role of an admin: a set of permissions.',
  values: {
    OWNER: 'Everything, including admins.',
    ADMIN: 'Everything except owners.',
    MODERATOR: 'Users and content.',
    FINANCE: 'Coins and payments.',
    SUPPORT: 'Reads user accounts.',
    ANALYST: 'Reads statistics.',
  },
});

const PermissionRef = builder.enumType('AdminPermission', {
  description: 'Permission that an admin needs for a field: the description of the field names it.',
  // The modules declare the values, which are added when the schema is built.
  values: {} as Readonly<Record<Permission, { value: Permission }>>,
});

export const AdminUserRef = builder.objectRef<AdminUser>('AdminUser').implement({
  description: 'A person who runs the platform. Visible only to admins.',
  interfaces: [AdminNodeRef],
  fields: (t) => ({
    id: t.id({ description: 'The global id, `admin_…`.', resolve: (admin) => toGlobalId('admin', admin.id) }),
    email: t.exposeString('email', { description: 'The e-mail address to sign in with.' }),
    displayName: t.exposeString('displayName', { description: 'The display name.' }),
    role: t.field({
      type: AdminRoleRef,
      description: 'Role of the admin.',
      resolve: (admin) => admin.role,
    }),
    permissions: t.field({
      type: [PermissionRef],
      description: 'Permissions of the role.',
      resolve: (admin) => [...permissionsOf(admin.role)],
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'Time at which the admin was created.',
      resolve: (admin) => admin.createdAt,
    }),
  }),
});

builder.queryField('adminMe', (t) =>
  t.field({
    type: AdminUserRef,
    nullable: true,
    description: 'The caller.',
    access: 'enrollingAdmin',
    resolve: (_root, _args, ctx) => adminMe(adminSignedIn(ctx)),
  }),
);

export const adminSignedInPayload = {
  accessToken: {
    type: 'String',
    description: 'The bearer token for the header `Authorization`; valid for 15 minutes.',
  },
  refreshToken: {
    type: 'String',
    description: 'Token for `adminRefreshSession`. Store it in place of the one before.',
  },
  expiresAt: { type: 'DateTime', description: 'Time at which the access token expires.' },
  admin: { type: AdminUserRef, description: 'The admin who signed in.' },
} as const;

mutationField('adminLogin', {
  description:
    'Signs an admin in. An admin with a second factor also gives a code or a recovery code. A refusal does not reveal whether the account exists.',
  access: 'anyone',
  restriction: null,
  input: (t) => ({
    email: t.string({ required: true, description: 'The e-mail address.' }),
    password: t.string({ required: true, description: `The password. ${passwordRulesText('admin')}` }),
    code: t.string({
      description: `The code of the second factor, six digits. At most ${CODE_FAILURES.points} wrong ones in ${windowText(CODE_FAILURES)} for one account, or on one known device.`,
    }),
    recoveryCode: t.string({
      description: 'A recovery code in place of a code. Each is taken once.',
    }),
    deviceToken: t.string({ description: DEVICE_TOKEN_TEXT }),
  }),
  payload: {
    needsCode: {
      type: 'Boolean',
      description:
        'Whether the password is right and a code is needed too: sign in again with it. All other fields are null then, and the try counts as a wrong password.',
    },
    ...adminSignedInPayload,
    deviceToken: {
      type: 'String',
      description:
        'Token by which the device is known from now on: keep it, also after signing out, and give it with the next sign-in.',
    },
  },
  resolve: (ctx, input) => adminLogin(ctx, input),
});

mutationField('adminRefreshSession', {
  description: `Exchanges a refresh token for a new pair, at most ${ADMIN_REFRESH_ALLOWANCE.points} times in ${windowText(ADMIN_REFRESH_ALLOWANCE)}. ${REPLACED_TOKEN_TEXT}`,
  access: 'anyone',
  restriction: null,
  input: (t) => ({ refreshToken: t.string({ required: true, description: 'The current refresh token.' }) }),
  payload: adminSignedInPayload,
  resolve: (ctx, input) => adminRefreshSession(ctx, input),
});

mutationField('adminLogout', {
  description: 'Ends the session of this request: its tokens are refused at once.',
  access: 'enrollingAdmin',
  restriction: null,
  payload: { sessionId: { type: 'ID', description: 'Global id of the ended session.' } },
  resolve: async (ctx) => ({ sessionId: toGlobalId('adminsession', await adminLogout(ctx)) }),
});

adminNodeType(AdminUserRef, 'admin', 'admin', findAdmin);
