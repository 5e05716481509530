import { signedIn } from '#platform/graphql/access.ts';
import { builder } from '#platform/graphql/builder.ts';
import { connectionOf, forwardPageArgs } from '#platform/graphql/connection.ts';
import { enumOf } from '#platform/graphql/enum.ts';
import { mutationField } from '#platform/graphql/mutation.ts';
import { NodeRef, nodeType } from '#platform/graphql/node.ts';
import { toGlobalId } from '#platform/ids.ts';
import { PROOF_BUDGET, proofFields, SIGNED_OUT_NOTE } from './accounts.schema.ts';
import { stateAt } from './exports.policy.ts';
import { dataExports, exportUrl, findOwnExport, requestDataExport } from './exports.service.ts';
import type { ExportState } from './exports.state.ts';
import type { DataExport } from './exports.types.ts';

const DataExportStateRef = enumOf<ExportState>('DataExportState', {
  description: 'How far an export is.',
  values: {
    PENDING: 'It is being made, which takes minutes.',
    READY: 'It can be fetched.',
    FAILED: 'It could not be made; another can be asked for at once.',
    EXPIRED: 'Its time is over and the file is gone.',
  },
});

const DataExportRef = builder.objectRef<DataExport>('DataExport').implement({
  description: 'An archive of everything that a person has here. Visible to its owner alone.',
  interfaces: [NodeRef],
  fields: (t) => ({
    id: t.id({
      description: 'The global id, `dataexport_…`.',
      resolve: (found) => toGlobalId('dataexport', found.id),
    }),
    state: t.field({
      type: DataExportStateRef,
      description: 'How far it is.',
      resolve: (found, _args, ctx) => stateAt(found, ctx.clock.now()),
    }),
    sizeBytes: t.float({
      nullable: true,
      description: 'Size of the file in bytes, a whole number; null until it is made.',
      resolve: (found) => found.sizeBytes,
    }),
    url: t.string({
      nullable: true,
      description:
        'The link to a ZIP file; null unless READY. Good for 10 to 15 minutes for whoever has it: ask again rather than keep it.',
      resolve: (found, _args, ctx) => exportUrl(ctx, found),
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'When it was asked for.',
      resolve: (found) => found.createdAt,
    }),
    expiresAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Until when it can be fetched, 7 days after it was made; null until it is.',
      resolve: (found) => found.expiresAt,
    }),
  }),
});

nodeType(DataExportRef, 'dataexport', findOwnExport);

const DataExportConnectionRef = connectionOf('DataExport', DataExportRef, {
  description: 'Exports, newest first.',
});

builder.queryField('dataExports', (t) =>
  t.field({
    type: DataExportConnectionRef,
    nullable: true,
    description: 'The exports that the caller has asked for, newest first.',
    access: 'user',
    args: forwardPageArgs(t.arg),
    resolve: (_root, args, ctx) => dataExports(signedIn(ctx), args),
  }),
);

mutationField('requestDataExport', {
  description: `Has an archive made of everything that the caller has here, with their files; a mail says when it is ready. While one is being made, asking again gives that one; after that once in 24 hours. ${SIGNED_OUT_NOTE}, and get the newest archive by asking again.`,
  access: 'anyone',
  restriction: null,
  budget: PROOF_BUDGET,
  input: (t) => proofFields(t, 'Ignored for who is signed in.'),
  payload: { dataExport: { type: DataExportRef, description: 'The archive that is being made.' } },
  resolve: async (ctx, input) => ({ dataExport: await requestDataExport(ctx, input) }),
});
