import type { Loader } from '#platform/request/loader.ts';
import { listFollowRequestsWith } from './follow-requests.queries.ts';
import { listFollowEdges } from './follows.queries.ts';
import type { FollowEdges, FollowRequests } from './follows.types.ts';

/** Follows between the caller and other users; none for anonymous callers. */
export const followEdgesByUser: Loader<FollowEdges> = {
  name: 'followEdgesByUser',
  batch: async (ctx, ids) => {
    const edges = ctx.user ? await listFollowEdges(ctx.db, { viewerId: ctx.user.id, ids }) : [];
    return new Map(edges.map((edge) => [edge.id, edge]));
  },
};

/** Follow requests between the caller and other users; none for anonymous callers. */
export const followRequestsByUser: Loader<FollowRequests> = {
  name: 'followRequestsByUser',
  batch: async (ctx, ids) => {
    const requests = ctx.user ? await listFollowRequestsWith(ctx.db, { viewerId: ctx.user.id, ids }) : [];
    return new Map(requests.map((request) => [request.id, request]));
  },
};
