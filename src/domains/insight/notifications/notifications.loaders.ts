import type { Loader } from '#platform/request/loader.ts';
import { countNotifications, listVisibleByIds } from './notifications.queries.ts';
import type { Notification, NotificationCounts } from './notifications.types.ts';

/** The caller's own notifications that they see. */
export const ownNotificationById: Loader<Notification> = {
  name: 'ownNotificationById',
  batch: async (ctx, ids) => {
    const { user } = ctx;
    if (!user) return new Map();
    const found = await listVisibleByIds(ctx.db, { ids, now: ctx.clock.now() });
    return new Map(
      found.flatMap((each) => (each.recipientId === user.id && each.isListed ? [[each.id, each]] : [])),
    );
  },
};

/** The caller's own counts, by their id. */
export const ownNotificationCounts: Loader<NotificationCounts> = {
  name: 'ownNotificationCounts',
  batch: async ({ user, db, clock }) =>
    user
      ? new Map([[user.id, await countNotifications(db, { userId: user.id, now: clock.now() })]])
      : new Map(),
};
