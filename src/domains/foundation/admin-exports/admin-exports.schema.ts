import { adminSignedIn } from '#platform/graphql/access.ts';
import type { Types } from '#platform/graphql/builder.ts';
import { enumType } from '#platform/graphql/enum.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { stateAt } from './admin-exports.policy.ts';
import { adminExportUrl } from './admin-exports.service.ts';
import type { AdminExport, AdminExportState, ExportSeries } from './admin-exports.types.ts';

const StateRef = enumType<AdminExportState>('AdminExportState', {
  description: 'State of a file that an admin has requested.',
  values: {
    PENDING: 'The file is being written.',
    READY: 'The file can be downloaded.',
    FAILED: 'The file could not be written: request it again.',
    EXPIRED: 'The file is deleted.',
  },
});

type Fields<Shown> = PothosSchemaTypes.ObjectFieldBuilder<Types, Shown>;

/** Fields of the type of a series, beside those that name its content. @param rows describes what `rowCount` counts */
export const adminExportFields = <Shown extends AdminExport>(
  t: Fields<Shown>,
  series: ExportSeries,
  rows: string,
) => ({
  id: t.id({
    description: `Global id, \`${series.idType}_…\`.`,
    resolve: ({ id }) => toGlobalId(series.idType, id),
  }),
  state: t.field({
    type: StateRef,
    description: 'The state.',
    resolve: (found, _args, ctx) => stateAt(found, ctx.clock.now()),
  }),
  rowCount: t.float({
    nullable: true,
    description: `${rows} Null until it is written.`,
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
    resolve: (found, _args, ctx) => adminExportUrl(adminSignedIn(ctx), series, found),
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
    description: 'Time at which the file is deleted, a week after it was written. Null until it is written.',
    resolve: ({ expiresAt }) => expiresAt,
  }),
});
