import { adminExportFields } from '#domains/foundation/admin-exports/admin-exports.schema.ts';
import { adminExportsOf, findAdminExport } from '#domains/foundation/admin-exports/admin-exports.service.ts';
import type { AdminExport } from '#domains/foundation/admin-exports/admin-exports.types.ts';
import { NEWEST_FIRST } from '#platform/db/keyset.ts';
import { builder } from '#platform/graphql/builder.ts';
import { connectionType } from '#platform/graphql/connection.ts';
import { enumType } from '#platform/graphql/enum.ts';
import { listField } from '#platform/graphql/list.ts';
import { mutationField } from '#platform/graphql/mutation.ts';
import { AdminNodeRef, adminNodeType } from '#platform/graphql/node.ts';
import { adminExportBooks, BOOK_EXPORTS } from './book-exports.service.ts';
import type { BookExportKind } from './book-exports.types.ts';

const BookExportKindRef = enumType<BookExportKind>('AdminBookExportKind', {
  description: 'Content of a file with the books of a month. It names people by their ids alone.',
  values: {
    CASH_ENTRIES: 'Entries of cash that are booked in the month.',
    COIN_ENTRIES: 'Entries of coins of the month.',
    PAYOUTS: 'Payouts that were recorded or reversed in the month.',
  },
});

const BookExportRef = builder.objectRef<AdminExport<BookExportKind>>('AdminBookExport').implement({
  description:
    'The books of a month as a file, CSV by RFC 4180 in UTF-8, with the names of its columns in the first line.',
  interfaces: [AdminNodeRef],
  fields: (t) => ({
    ...adminExportFields(t, BOOK_EXPORTS, 'Lines without the first one.'),
    month: t.string({
      description: 'The month in UTC, such as `2026-11`.',
      resolve: ({ period }) => period,
    }),
    kind: t.field({
      type: BookExportKindRef,
      description: 'The content.',
      resolve: ({ content }) => content,
    }),
  }),
});

adminNodeType(BookExportRef, 'bookexport', { permission: 'COINS_READ' }, (ctx, id) =>
  findAdminExport(ctx, BOOK_EXPORTS, id),
);

listField('adminGetBookExports', {
  connection: connectionType('AdminBookExport', BookExportRef, {
    description: 'Files with books of months, newest first.',
  }),
  description: 'Files with books of months that admins have requested, newest first.',
  access: { permission: 'COINS_READ' },
  order: NEWEST_FIRST,
  rows: (ctx, _args, page) => adminExportsOf(ctx, BOOK_EXPORTS, page),
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
