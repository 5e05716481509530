import type { StoredScan } from '#domains/foundation/screening/screening.types.ts';
import { latestScansOf } from '#domains/foundation/screening/scans.service.ts';
import type { Db } from '#platform/db/database.ts';
import type { RequestContext } from '#platform/request/context.ts';
import type { Loader } from '#platform/request/loader.ts';
import {
  listCommentViews,
  listMediaViews,
  listMessageViews,
  listPostViews,
} from './admin-content.queries.ts';
import type { CommentView, MediaView, MessageView, PostView } from './admin-content.types.ts';

/** Scans of a content that are shown. */
export const SCANS_SHOWN = 10;

/** A loader for admins who read reports, and for nobody else. */
function moderatorsLoader<Row extends { readonly id: string }>(
  name: string,
  list: (db: Db, ids: readonly string[]) => Promise<Row[]>,
): Loader<Row> {
  return {
    name,
    batch: async (ctx: RequestContext, ids) => {
      const rows = ctx.admin?.permissions.has('REPORTS_READ') ? await list(ctx.db, ids) : [];
      return new Map(rows.map((row) => [row.id, row]));
    },
  };
}

export const postViewById: Loader<PostView> = moderatorsLoader('postViewById', listPostViews);
export const commentViewById: Loader<CommentView> = moderatorsLoader('commentViewById', listCommentViews);
export const messageViewById: Loader<MessageView> = moderatorsLoader('messageViewById', listMessageViews);
export const mediaViewById: Loader<MediaView> = moderatorsLoader('mediaViewById', listMediaViews);

/** The newest scans of posts, comments and media items, newest first. */
export const scansBySubject: Loader<readonly StoredScan[]> = {
  name: 'scansBySubject',
  batch: async (ctx, ids) =>
    ctx.admin?.permissions.has('REPORTS_READ') ? latestScansOf(ctx, { ids, limit: SCANS_SHOWN }) : new Map(),
};
