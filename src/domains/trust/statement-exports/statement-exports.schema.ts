import { adminExportFields } from '#domains/foundation/admin-exports/admin-exports.schema.ts';
import { adminExportsOf, findAdminExport } from '#domains/foundation/admin-exports/admin-exports.service.ts';
import type { AdminExport } from '#domains/foundation/admin-exports/admin-exports.types.ts';
import { NEWEST_FIRST } from '#platform/db/keyset.ts';
import { builder } from '#platform/graphql/builder.ts';
import { connectionType } from '#platform/graphql/connection.ts';
import { listField } from '#platform/graphql/list.ts';
import { mutationField } from '#platform/graphql/mutation.ts';
import { AdminNodeRef, adminNodeType } from '#platform/graphql/node.ts';
import { adminExportStatementsOfReasons, STATEMENT_EXPORTS } from './statement-exports.service.ts';

const READ = { permission: 'TRANSPARENCY_READ' } as const;

const StatementExportRef = builder.objectRef<AdminExport>('AdminStatementExport').implement({
  description:
    'Statements of reasons of a day as a file: a line of JSON each in UTF-8, without ids, names or texts of people and contents.',
  interfaces: [AdminNodeRef],
  fields: (t) => ({
    ...adminExportFields(t, STATEMENT_EXPORTS, 'Number of statements.'),
    day: t.string({
      description: 'The day in UTC, such as `2026-11-28`.',
      resolve: ({ period }) => period,
    }),
  }),
});

adminNodeType(StatementExportRef, 'statementexport', READ, (ctx, id) =>
  findAdminExport(ctx, STATEMENT_EXPORTS, id),
);

listField('adminGetStatementExports', {
  connection: connectionType('AdminStatementExport', StatementExportRef, {
    description: 'Files with statements of days, newest first.',
  }),
  description: 'Files with statements of reasons that admins have requested, newest first.',
  access: READ,
  order: NEWEST_FIRST,
  rows: (ctx, _args, page) => adminExportsOf(ctx, STATEMENT_EXPORTS, page),
});

mutationField('adminExportStatementsOfReasons', {
  description:
    'Requests a file with the statements of reasons of a day that is over. Gives the same one again while it is being written. Fails with LIMIT_REACHED past 100 in 24 hours.',
  access: READ,
  restriction: null,
  input: (t) => ({
    day: t.string({ required: true, description: 'The day in UTC, such as `2026-11-28`.' }),
  }),
  payload: { export: { type: StatementExportRef, description: 'The file.' } },
  resolve: async (ctx, input) => ({ export: await adminExportStatementsOfReasons(ctx, input) }),
});
