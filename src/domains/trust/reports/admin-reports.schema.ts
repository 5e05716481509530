import { UserAccountRef } from '#domains/identity/user-accounts/user-accounts.schema.ts';
import { userAccountById } from '#domains/identity/user-accounts/user-accounts.loaders.ts';
import { NEWEST_FIRST } from '#platform/db/keyset.ts';
import { adminSignedIn } from '#platform/graphql/access.ts';
import { builder } from '#platform/graphql/builder.ts';
import { connectionType } from '#platform/graphql/connection.ts';
import { listField } from '#platform/graphql/list.ts';
import { mutationField } from '#platform/graphql/mutation.ts';
import { AdminNodeRef, adminNodeType } from '#platform/graphql/node.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { load } from '#platform/request/loader.ts';
import { caseById } from '../cases/cases.loaders.ts';
import { CaseRef } from '../cases/cases.schema.ts';
import { adminMuteReporter, adminUnmuteReporter } from './reporters.service.ts';
import { reportFields, ReportStateRef } from './reports.schema.ts';
import { adminGetReport, adminGetReports } from './reports.service.ts';
import type { Report } from './reports.types.ts';

export const AdminReportRef = builder.objectRef<Report>('AdminReport').implement({
  description: 'A report as moderators see it.',
  interfaces: [AdminNodeRef],
  fields: (t) => ({
    ...reportFields(t),
    reporterId: t.id({
      nullable: true,
      description: 'Global id of the reporter. Null once they are erased, and in notices.',
      resolve: ({ reporterId }) => reporterId && toGlobalId('user', reporterId),
    }),
    reporter: t.field({
      type: UserAccountRef,
      nullable: true,
      description: 'Account of the reporter. Null once erased, and without the permission `USERS_READ`.',
      resolve: ({ reporterId }, _args, ctx) =>
        reporterId === null ? null : load(ctx, userAccountById, reporterId),
    }),
    case: t.field({
      type: CaseRef,
      nullable: true,
      description: 'Case of the subject. Null without the permission `REPORTS_READ`.',
      resolve: ({ caseId }, _args, ctx) => load(ctx, caseById, caseId),
    }),
    snapshotVersion: t.exposeString('snapshotVersion', {
      description: 'Version of the content that was reported, one of `case.snapshots`.',
    }),
    text: t.exposeString('text', { description: 'Text of the reporter; may be empty.' }),
    isIllegalNotice: t.exposeBoolean('isIllegalNotice', {
      description: 'Whether it is a notice of illegal content, by `submitIllegalContentNotice`.',
    }),
    weight: t.exposeInt('weight', {
      description: 'Weight of the reporter: 100 for an ordinary one, 0 for a muted one and in notices.',
    }),
    decisionId: t.id({
      nullable: true,
      description: 'Global id of the decision that closed it. Null while there is none.',
      resolve: ({ decisionId }) => decisionId && toGlobalId('decision', decisionId),
    }),
    closedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Time at which it was closed. Null while it is open.',
      resolve: ({ closedAt }) => closedAt,
    }),
  }),
});

const READ = { permission: 'REPORTS_READ' } as const;

adminNodeType(AdminReportRef, 'report', READ, adminGetReport);

builder.queryField('adminGetReport', (t) =>
  t.field({
    type: AdminReportRef,
    nullable: true,
    description: 'A report. Null when there is none.',
    access: READ,
    args: { reportId: t.arg.idOf('report', { required: true, description: 'The report.' }) },
    resolve: (_root, { reportId }, ctx) => adminGetReport(adminSignedIn(ctx), reportId),
  }),
);

listField('adminGetReports', {
  connection: connectionType('AdminReport', AdminReportRef, { description: 'Reports, newest first.' }),
  description: 'Reports of all cases or of one, newest first.',
  access: READ,
  args: (t) => ({
    state: t({ type: ReportStateRef, description: 'The state. Null for all.' }),
    caseId: t.idOf('case', { description: 'The case. Null for all.' }),
    reporterId: t.idOf('user', { description: 'Only reports by this user.' }),
    ownerId: t.idOf('user', { description: 'Only reports about this user and what they have published.' }),
  }),
  order: NEWEST_FIRST,
  rows: (ctx, { state = null, caseId = null, reporterId = null, ownerId = null }, page) =>
    adminGetReports(ctx, { state, caseId, reporterId, ownerId }, page),
});

mutationField('adminMuteReporter', {
  description:
    'Gives the reports that a user sends from now on no weight; the user does not learn of it. Repeating it replaces reason and expiry time.',
  access: { permission: 'CASES_DECIDE' },
  restriction: null,
  input: (t) => ({
    userId: t.idOf('user', { required: true, description: 'The user.' }),
    reason: t.string({ required: true, description: 'Reason for other admins, 1 to 500 characters.' }),
    expiresAt: t.field({
      type: 'DateTime',
      description: 'Expiry time, in the future. When omitted, it lasts until `adminUnmuteReporter`.',
    }),
  }),
  payload: { userId: { type: 'ID', description: 'Global id of the user.' } },
  resolve: async (ctx, input) => ({ userId: toGlobalId('user', await adminMuteReporter(ctx, input)) }),
});

mutationField('adminUnmuteReporter', {
  description:
    'Lets the reports that a user sends from now on weigh again. Succeeds without a change for a user who is not muted.',
  access: { permission: 'CASES_DECIDE' },
  restriction: null,
  input: (t) => ({
    userId: t.idOf('user', { required: true, description: 'The user.' }),
    reason: t.string({ required: true, description: 'Reason for other admins, 1 to 500 characters.' }),
  }),
  payload: { userId: { type: 'ID', description: 'Global id of the user.' } },
  resolve: async (ctx, input) => ({ userId: toGlobalId('user', await adminUnmuteReporter(ctx, input)) }),
});
