import { NEWEST_FIRST } from '#platform/db/keyset.ts';
import { adminSignedIn } from '#platform/graphql/access.ts';
import { builder } from '#platform/graphql/builder.ts';
import { connectionType } from '#platform/graphql/connection.ts';
import { enumType } from '#platform/graphql/enum.ts';
import { listField } from '#platform/graphql/list.ts';
import { mutationField } from '#platform/graphql/mutation.ts';
import { AdminNodeRef, adminNodeType } from '#platform/graphql/node.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { stateAt } from './statement-exports.policy.ts';
import {
  adminExportStatementsOfReasons,
  adminGetStatementExports,
  findStatementExport,
  statementExportUrl,
} from './statement-exports.service.ts';
import type { StatementExport, StatementExportState } from './statement-exports.types.ts';

const StateRef = enumType<StatementExportState>('AdminStatementExportState', {
  description: 'State of a file with statements of reasons.',
  values: {
    PENDING: 'The file is being written.',
    READY: 'The file can be downloaded.',
    FAILED: 'The file could not be written: request it again.',
    EXPIRED: 'The file is deleted.',
  },
});

const READ = { permission: 'TRANSPARENCY_READ' } as const;

const StatementExportRef = builder.objectRef<StatementExport>('AdminStatementExport').implement({
  description:
    'Statements of reasons of a day as a file: a line of JSON each in UTF-8, without ids, names or texts of people and contents.',
  interfaces: [AdminNodeRef],
  fields: (t) => ({
    id: t.id({
      description: 'Global id, `statementexport_…`.',
      resolve: ({ id }) => toGlobalId('statementexport', id),
    }),
    day: t.exposeString('day', { description: 'The day in UTC, such as `2026-11-28`.' }),
    state: t.field({
      type: StateRef,
      description: 'The state.',
      resolve: (found, _args, ctx) => stateAt(found, ctx.clock.now()),
    }),
    rowCount: t.float({
      nullable: true,
      description: 'Number of statements. Null until it is written.',
      resolve: ({ rowCount }) => rowCount,
    }),
    sizeBytes: t.float({
      nullable: true,
      description: 'Size in bytes. Null until it is written.',
      resolve: ({ sizeBytes }) => sizeBytes,
    }),
    url: t.string({
      nullable: true,
      description: 'Link to the file, valid for 10 minutes for whoever has it. Null unless READY.',
      resolve: (found, _args, ctx) => statementExportUrl(adminSignedIn(ctx), found),
    }),
    requestedById: t.id({
      description: 'Global id of the admin who requested it.',
      resolve: ({ requestedBy }) => toGlobalId('admin', requestedBy),
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'Time of the request.',
      resolve: ({ createdAt }) => createdAt,
    }),
    expiresAt: t.field({
      type: 'DateTime',
      nullable: true,
      description:
        'Time at which the file is deleted, a week after it was written. Null until it is written.',
      resolve: ({ expiresAt }) => expiresAt,
    }),
  }),
});

adminNodeType(StatementExportRef, 'statementexport', READ, findStatementExport);

listField('adminGetStatementExports', {
  connection: connectionType('AdminStatementExport', StatementExportRef, {
    description: 'Files with statements of days, newest first.',
  }),
  description: 'Files with statements of reasons that admins have requested, newest first.',
  access: READ,
  order: NEWEST_FIRST,
  rows: (ctx, _args, page) => adminGetStatementExports(ctx, page),
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
