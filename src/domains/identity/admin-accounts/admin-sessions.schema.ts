import { NEWEST_FIRST } from '#platform/db/keyset.ts';
import { builder } from '#platform/graphql/builder.ts';
import { connectionType } from '#platform/graphql/connection.ts';
import { listField } from '#platform/graphql/list.ts';
import { mutationField } from '#platform/graphql/mutation.ts';
import { AdminNodeRef, adminNodeType } from '#platform/graphql/node.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { ADMIN_PASSWORD_TEXT } from '../admins/admins.policy.ts';
import { passwordRulesText } from '../sign-ins/sign-ins.policy.ts';
import type { AdminSession } from './admin-accounts.types.ts';
import {
  adminChangePassword,
  adminGetAdminSessions,
  adminRevokeAdminSession,
  findSession,
} from './admin-sessions.service.ts';

const AdminSessionRef = builder.objectRef<AdminSession>('AdminSession').implement({
  description: 'A sign-in of an admin, in force or ended within 90 days.',
  interfaces: [AdminNodeRef],
  fields: (t) => ({
    id: t.id({
      description: 'The global id, `adminsession_…`, as in the audit log.',
      resolve: ({ id }) => toGlobalId('adminsession', id),
    }),
    adminId: t.id({
      description: 'Global id of the admin, `admin_…`.',
      resolve: ({ adminId }) => toGlobalId('admin', adminId),
    }),
    ipAddress: t.exposeString('ip', { description: 'The IP address of the sign-in.' }),
    userAgent: t.exposeString('userAgent', { description: 'The header `User-Agent` of the sign-in.' }),
    isCurrent: t.boolean({
      description: 'Whether it is the session of this request.',
      resolve: ({ id }, _args, ctx) => id === ctx.admin?.sessionId,
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'Time of the sign-in.',
      resolve: ({ createdAt }) => createdAt,
    }),
    refreshedAt: t.field({
      type: 'DateTime',
      description: 'Time of the last refresh, or of the sign-in.',
      resolve: ({ refreshedAt }) => refreshedAt,
    }),
    expiresAt: t.field({
      type: 'DateTime',
      description: 'Time at which the session ends by itself.',
      resolve: ({ expiresAt }) => expiresAt,
    }),
    revokedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Time at which it was ended before. Null if it was not.',
      resolve: ({ revokedAt }) => revokedAt,
    }),
  }),
});

adminNodeType(AdminSessionRef, 'adminsession', 'admin', findSession);

listField('adminGetAdminSessions', {
  connection: connectionType('AdminSession', AdminSessionRef, {
    description: 'Sessions of an admin, newest first.',
  }),
  description: 'Sessions of an admin, newest first, those that ended within 90 days too.',
  access: 'admin',
  args: (t) => ({
    adminId: t.idOf('admin', {
      description: 'The admin; the caller if omitted. Another one needs the permission `ADMINS_READ`.',
    }),
  }),
  order: NEWEST_FIRST,
  rows: (ctx, args, page) => adminGetAdminSessions(ctx, args, page),
});

mutationField('adminRevokeAdminSession', {
  description:
    'Ends a session of the caller, or, with the permission `ADMINS_MANAGE`, of an admin of a lower rank, an owner of any other admin: its tokens are refused at once.',
  access: 'admin',
  restriction: null,
  input: (t) => ({
    sessionId: t.idOf('adminsession', { required: true, description: 'The session.' }),
    reason: t.string({ required: true, description: 'Reason for the record, 1 to 500 characters.' }),
  }),
  payload: { session: { type: AdminSessionRef, description: 'The ended session.' } },
  resolve: async (ctx, input) => ({ session: await adminRevokeAdminSession(ctx, input) }),
});

mutationField('adminChangePassword', {
  description: 'Changes the password of the caller and ends all their other sessions.',
  access: 'admin',
  restriction: null,
  input: (t) => ({
    currentPassword: t.string({
      required: true,
      description: `The current password. ${passwordRulesText('admin')}`,
    }),
    newPassword: t.string({ required: true, description: `The new password, ${ADMIN_PASSWORD_TEXT}.` }),
  }),
  payload: { endedSessionCount: { type: 'Int', description: 'Number of sessions that ended.' } },
  resolve: async (ctx, input) => ({ endedSessionCount: await adminChangePassword(ctx, input) }),
});
