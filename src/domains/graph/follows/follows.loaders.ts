import type { Loader } from '#platform/loader.ts';
import { listFollowEdges } from './follows.queries.ts';
import type { FollowEdges } from './follows.types.ts';

/** The edges between the caller and other people; none for anonymous callers. */
export const followEdgesByUser: Loader<FollowEdges> = {
  name: 'followEdgesByUser',
  batch: async (ctx, ids) => {
    const edges = ctx.user ? await listFollowEdges(ctx.db, ctx.user.id, ids) : [];
    return new Map(edges.map((edge) => [edge.id, edge]));
  },
};
