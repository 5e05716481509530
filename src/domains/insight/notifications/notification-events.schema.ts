import { signedIn } from '#platform/graphql/access.ts';
import { builder } from '#platform/graphql/builder.ts';
import { enumType } from '#platform/graphql/enum.ts';
import { type Delivered, EventRef, subscriptionField } from '#platform/graphql/subscription.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { load } from '#platform/request/loader.ts';
import { notificationChanged } from './notifications.events.ts';
import { ownNotificationById } from './notifications.loaders.ts';
import { NotificationCountRef, NotificationRef } from './notifications.schema.ts';
import { type ChangedFacts, loadOwnCounts, readChanges } from './notifications.service.ts';
import type { NotificationChange } from './notifications.types.ts';

const NotificationChangeRef = enumType<NotificationChange>('NotificationChange', {
  description: 'How the list of notifications has changed.',
  values: {
    NEW: 'The notification is in the list from now on.',
    REGROUPED: 'The users behind it have changed; with a later `latestAt` it is the first of the list.',
    REMOVED: 'The notification has left the list: all behind it was taken back, or its target is gone.',
  },
});

const NotificationAddedRef = builder.objectRef<Delivered<ChangedFacts>>('NotificationAddedEvent').implement({
  description: 'The list of notifications of the caller has changed.',
  interfaces: [EventRef],
  fields: (t) => ({
    notificationId: t.id({
      description: 'Global id of the notification.',
      resolve: ({ facts }) => toGlobalId('notification', facts.notificationId),
    }),
    notification: t.field({
      type: NotificationRef,
      nullable: true,
      description:
        'The notification as it is now. Null of REMOVED, and where the caller does not see it any more.',
      varies: 'personal',
      resolve: ({ facts }, _args, ctx) =>
        facts.kind === 'REMOVED' ? null : load(ctx, ownNotificationById, facts.notificationId),
    }),
    kind: t.field({
      type: NotificationChangeRef,
      description: 'How the list has changed.',
      resolve: ({ facts }) => facts.kind,
    }),
    unreadCount: t.field({
      type: NotificationCountRef,
      description: 'Unread notifications of the caller.',
      varies: 'personal',
      resolve: async (_event, _args, ctx) => (await loadOwnCounts(signedIn(ctx))).unread,
    }),
    unseenCount: t.field({
      type: NotificationCountRef,
      description: 'Unread notifications that came since the caller last looked.',
      varies: 'personal',
      resolve: async (_event, _args, ctx) => (await loadOwnCounts(signedIn(ctx))).unseen,
    }),
  }),
});

subscriptionField('notificationAdded', {
  description:
    'Notifications of the caller that come, and groups to which somebody was added or whose acts were taken back: at most one event for each group and batch.',
  events: [notificationChanged],
  args: () => ({}),
  authorize: async () => undefined,
  topics: null,
  read: (services, changes) => readChanges(services, changes),
  people: () => [],
  apart: () => 'everybody',
  type: NotificationAddedRef,
  filter: (userId, _args, { recipientId }) => recipientId === userId,
});
