import { NEWEST_FIRST } from '#platform/db/keyset.ts';
import { builder } from '#platform/graphql/builder.ts';
import { connectionType } from '#platform/graphql/connection.ts';
import { enumType } from '#platform/graphql/enum.ts';
import { listField } from '#platform/graphql/list.ts';
import { mutationField } from '#platform/graphql/mutation.ts';
import { NodeRef, nodeType } from '#platform/graphql/node.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { REAUTHENTICATION_BUDGET, reauthenticationFields } from './accounts.schema.ts';
import { stateAt } from './exports.policy.ts';
import { myDataExports, exportUrl, findOwnExport, requestDataExport } from './exports.service.ts';
import type { ExportState } from './exports.state.ts';
import type { DataExport } from './exports.types.ts';

const DataExportStateRef = enumType<ExportState>('DataExportState', {
  description: 'State of a data export.',
  values: {
    PENDING: 'The archive is being written, which takes minutes.',
    READY: 'The archive can be downloaded.',
    FAILED: 'Writing failed; another export can be requested immediately.',
    EXPIRED: 'The export has expired and the file is deleted.',
  },
});

const DataExportRef = builder.objectRef<DataExport>('DataExport').implement({
  description: 'An archive of all data of a user. Visible only to its owner.',
  interfaces: [NodeRef],
  fields: (t) => ({
    id: t.id({
      description: 'The global id, `dataexport_…`.',
      resolve: (found) => toGlobalId('dataexport', found.id),
    }),
    state: t.field({
      type: DataExportStateRef,
      description: 'State of the export.',
      resolve: (found, _args, ctx) => stateAt(found, ctx.clock.now()),
    }),
    sizeBytes: t.float({
      nullable: true,
      description: 'Size of the file in bytes, a whole number. Null until READY.',
      resolve: (found) => found.sizeBytes,
    }),
    url: t.string({
      nullable: true,
      description:
        'Link to the ZIP file, valid for 10 to 15 minutes without a token: query it again instead of storing it. Null unless READY.',
      resolve: (found, _args, ctx) => exportUrl(ctx, found),
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'Time of the request.',
      resolve: (found) => found.createdAt,
    }),
    expiresAt: t.field({
      type: 'DateTime',
      nullable: true,
      description:
        'Time at which the export expires, {dataExportLifeDays} days after it was written. Null until READY.',
      resolve: (found) => found.expiresAt,
    }),
  }),
});

nodeType(DataExportRef, 'dataexport', findOwnExport);

const DataExportConnectionRef = connectionType('DataExport', DataExportRef, {
  description: 'Data exports, newest first.',
});

listField('myDataExports', {
  connection: DataExportConnectionRef,
  description: 'Exports that the caller has requested, newest first.',
  access: 'user',
  order: NEWEST_FIRST,
  rows: (ctx, _args, page) => myDataExports(ctx, page),
});

mutationField('requestDataExport', {
  description: `Requests an archive of all data and files of the caller, at most once in {dataExportIntervalHours} hours; a mail notifies when it is ready. Requires re-authentication.`,
  access: 'anyone',
  restriction: null,
  budget: REAUTHENTICATION_BUDGET,
  input: (t) => reauthenticationFields(t, 'Give the password or the provider token.'),
  payload: {
    dataExport: {
      type: DataExportRef,
      description:
        'The requested export. While one is being written, a repeated request returns it; users who cannot sign in get the newest archive by repeating the request.',
    },
  },
  resolve: async (ctx, input) => ({ dataExport: await requestDataExport(ctx, input) }),
});
