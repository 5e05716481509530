import { listLastSeen } from '#domains/identity/sessions/sessions.service.ts';
import type { RequestContext } from '#platform/context.ts';
import type { Loader } from '#platform/loader.ts';
import { listPrivacySettings } from './privacy.queries.ts';
import type { PrivacySettings, SubscriptionEdges } from './privacy.types.ts';

/** The settings of people in force, whether the caller may see these people or not. */
export const privacyByUser: Loader<PrivacySettings> = {
  name: 'privacyByUser',
  batch: async (ctx, userIds) => {
    const settings = await listPrivacySettings(ctx.db, userIds);
    return new Map(settings.map((found) => [found.userId, found]));
  },
};

/** When people were last seen, for whoever was found to be admitted to it; absent for who never signed in. */
export const lastSeenByUser: Loader<Date> = {
  name: 'lastSeenByUser',
  batch: async (ctx, userIds) => {
    const seen = await listLastSeen(ctx.db, { userIds });
    return new Map(seen.map(({ userId, lastSeenAt }) => [userId, lastSeenAt]));
  },
};

/** Who among `ids` pays the caller or is paid by them. */
type ReadSubscriptions = (
  ctx: RequestContext,
  ids: readonly string[],
) => Promise<readonly SubscriptionEdges[]>;

let readSubscriptions: ReadSubscriptions = async () => [];

/** Lets the domain that keeps subscriptions, which stands below this one, say who pays whom. Until it does, nobody pays anybody. */
export function provideSubscriptions(read: ReadSubscriptions): void {
  readSubscriptions = read;
}

/** The subscriptions between the caller and other people; none for anonymous callers. */
export const subscriptionEdgesByUser: Loader<SubscriptionEdges> = {
  name: 'subscriptionEdgesByUser',
  batch: async (ctx, ids) => {
    const edges = ctx.user ? await readSubscriptions(ctx, ids) : [];
    return new Map(edges.map((edge) => [edge.id, edge]));
  },
};
