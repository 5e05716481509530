import { pageLoader } from '#platform/request/page-loader.ts';
import { listEntries } from './block-lists.queries.ts';

/** Entries of block lists, newest first. */
export const entriesOfBlockList = pageLoader('entriesOfBlockList', (ctx, pages) =>
  listEntries(ctx.db, pages),
);
