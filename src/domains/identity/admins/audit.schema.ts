import { NEWEST_FIRST } from '#platform/db/keyset.ts';
import { builder } from '#platform/graphql/builder.ts';
import { connectionType } from '#platform/graphql/connection.ts';
import { listField } from '#platform/graphql/list.ts';
import { AdminNodeRef, adminNodeType } from '#platform/graphql/node.ts';
import { type IdType, toGlobalId } from '#platform/kernel/ids.ts';
import { AdminUserRef } from './admins.schema.ts';
import { adminGetAuditEntries, findAuditEntry } from './audit.service.ts';
import type { AuditEntry } from './audit.types.ts';

const AuditEntryRef = builder.objectRef<AuditEntry>('AuditEntry').implement({
  description: 'An act of an admin, or of a command of the server. Entries are never changed or deleted.',
  interfaces: [AdminNodeRef],
  fields: (t) => ({
    id: t.id({
      description: 'The global id, `auditentry_…`.',
      resolve: ({ id }) => toGlobalId('auditentry', id),
    }),
    admin: t.field({
      type: AdminUserRef,
      nullable: true,
      description: 'The admin who acted. Null for a command of the server, such as `admin:reset-totp`.',
      resolve: ({ admin }) => admin,
    }),
    action: t.exposeString('action', { description: 'Name of the mutation, such as `adminSuspendUser`.' }),
    subjectId: t.id({
      nullable: true,
      description:
        'Global id of what was changed; it may be deleted by now. Null for settings, of which there is one.',
      resolve: ({ subjectKind, subjectId }) =>
        // The writer of the entry took the kind from the types of ids.
        subjectId === null ? null : toGlobalId(subjectKind as IdType, subjectId),
    }),
    reason: t.exposeString('reason', {
      nullable: true,
      description: 'Reason that the admin gave. Null where none is asked for.',
    }),
    before: t.field({
      type: 'JSON',
      nullable: true,
      description: 'Values before the act, an object. Null if there was nothing.',
      resolve: ({ before }) => before,
    }),
    after: t.field({
      type: 'JSON',
      nullable: true,
      description: 'Values of the same names after the act; the same as before if it changed nothing.',
      resolve: ({ after }) => after,
    }),
    requestId: t.exposeString('requestId', {
      nullable: true,
      description:
        'Id of the request, which is in the log and was in the header `X-Request-Id` of its answer.',
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'Time of the act.',
      resolve: ({ createdAt }) => createdAt,
    }),
  }),
});

adminNodeType(AuditEntryRef, 'auditentry', { permission: 'AUDIT_READ' }, findAuditEntry);

listField('adminGetAuditEntries', {
  connection: connectionType('AuditEntry', AuditEntryRef, { description: 'Acts of admins, newest first.' }),
  description: 'Acts of admins, sign-ins included, newest first.',
  access: { permission: 'AUDIT_READ' },
  args: (t) => ({
    adminId: t.idOf('admin', { description: 'Only acts of this admin.' }),
    subjectId: t.id({ description: 'Only acts on this object: a global id of any type.' }),
  }),
  order: NEWEST_FIRST,
  rows: (ctx, filter, page) => adminGetAuditEntries(ctx, filter, page),
});
