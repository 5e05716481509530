import { NEWEST_FIRST } from '#platform/db/keyset.ts';
import { adminSignedIn } from '#platform/graphql/access.ts';
import { builder } from '#platform/graphql/builder.ts';
import { connectionType } from '#platform/graphql/connection.ts';
import { enumType } from '#platform/graphql/enum.ts';
import { listField } from '#platform/graphql/list.ts';
import { mutationField } from '#platform/graphql/mutation.ts';
import { AdminNodeRef, adminNodeType } from '#platform/graphql/node.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { stateAt } from './book-exports.policy.ts';
import {
  adminExportBooks,
  adminGetBookExports,
  bookExportUrl,
  findBookExport,
} from './book-exports.service.ts';
import type { BookExport, BookExportKind, BookExportState } from './book-exports.types.ts';

const BookExportKindRef = enumType<BookExportKind>('AdminBookExportKind', {
  description: 'Content of a file with the books of a month. It names people by their ids alone.',
  values: {
    CASH_ENTRIES: 'Entries of cash that are booked in the month.',
    COIN_ENTRIES: 'Entries of coins of the month.',
    PAYOUTS: 'Payouts that were recorded or reversed in the month.',
  },
});

const BookExportStateRef = enumType<BookExportState>('AdminBookExportState', {
  description: 'State of a file with the books of a month.',
  values: {
    PENDING: 'The file is being written.',
    READY: 'The file can be downloaded.',
    FAILED: 'The file could not be written: request it again.',
    EXPIRED: 'The file is deleted.',
  },
});

const BookExportRef = builder.objectRef<BookExport>('AdminBookExport').implement({
  description:
    'The books of a month as a file, CSV by RFC 4180 in UTF-8, with the names of its columns in the first line.',
  interfaces: [AdminNodeRef],
  fields: (t) => ({
    id: t.id({
      description: 'Global id, `bookexport_…`.',
      resolve: ({ id }) => toGlobalId('bookexport', id),
    }),
    month: t.exposeString('month', { description: 'The month in UTC, such as `2026-11`.' }),
    kind: t.field({ type: BookExportKindRef, description: 'The content.', resolve: ({ kind }) => kind }),
    state: t.field({
      type: BookExportStateRef,
      description: 'The state.',
      resolve: (found, _args, ctx) => stateAt(found, ctx.clock.now()),
    }),
    rowCount: t.float({
      nullable: true,
      description: 'Lines without the first one. Null until it is written.',
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
      resolve: (found, _args, ctx) => bookExportUrl(adminSignedIn(ctx), found),
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

adminNodeType(BookExportRef, 'bookexport', { permission: 'COINS_READ' }, findBookExport);

listField('adminGetBookExports', {
  connection: connectionType('AdminBookExport', BookExportRef, {
    description: 'Files with books of months, newest first.',
  }),
  description: 'Files with books of months that admins have requested, newest first.',
  access: { permission: 'COINS_READ' },
  order: NEWEST_FIRST,
  rows: (ctx, _args, page) => adminGetBookExports(ctx, page),
});

mutationField('adminExportBooks', {
  description:
    'Requests a file with the books of a month, of one that is not over as far as it is booked. Gives the same one again while it is being written. Fails with LIMIT_REACHED past 100 in 24 hours.',
  access: { permission: 'COINS_MANAGE' },
  restriction: null,
  input: (t) => ({
    month: t.string({ required: true, description: 'The month in UTC, such as `2026-11`.' }),
    kind: t.field({ type: BookExportKindRef, required: true, description: 'The content.' }),
  }),
  payload: { export: { type: BookExportRef, description: 'The file.' } },
  resolve: async (ctx, input) => ({ export: await adminExportBooks(ctx, input) }),
});
