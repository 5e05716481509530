import type { Loader } from '#platform/request/loader.ts';
import { listLastBadges, listShownBadges } from './badges.queries.ts';
import { listDocuments } from './documents.queries.ts';
import type { Badge, ShownBadge, VerificationDocument } from './verification.types.ts';

/** Badges that everybody who sees a user sees beside the names, by user. */
export const shownBadgesByUser: Loader<readonly ShownBadge[]> = {
  name: 'shownBadgesByUser',
  isForEverybody: true,
  batch: async (ctx, userIds) =>
    Map.groupBy(await listShownBadges(ctx.db, userIds, ctx.clock.now()), ({ userId }) => userId),
};

/** The last badge of each kind, by user. For admins alone. */
export const lastBadgesByUser: Loader<readonly Badge[]> = {
  name: 'lastBadgesByUser',
  batch: async (ctx, userIds) =>
    ctx.admin === null
      ? new Map()
      : Map.groupBy(await listLastBadges(ctx.db, userIds), ({ userId }) => userId),
};

/** Documents by request. Who may see the request may know of them; only admins open them, by a mutation. */
export const documentsByRequest: Loader<readonly VerificationDocument[]> = {
  name: 'documentsByRequest',
  batch: async (ctx, requestIds) =>
    Map.groupBy(await listDocuments(ctx.db, requestIds), ({ requestId }) => requestId),
};
