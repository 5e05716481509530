import type { Loader } from '#platform/request/loader.ts';
import { listEntitlementEdges } from './entitlements.queries.ts';
import type { EntitlementEdges } from './entitlements.types.ts';

/** The entitlements in force between the caller and other users; none for anonymous callers. */
export const entitlementEdgesByUser: Loader<EntitlementEdges> = {
  name: 'entitlementEdgesByUser',
  batch: async (ctx, ids) => {
    const viewerId = ctx.user?.id;
    const edges = viewerId ? await listEntitlementEdges(ctx.db, { viewerId, now: ctx.clock.now(), ids }) : [];
    return new Map(edges.map((edge) => [edge.id, edge]));
  },
};
