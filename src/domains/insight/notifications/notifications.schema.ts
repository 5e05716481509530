import { visibleUserById } from '#domains/identity/users/users.loaders.ts';
import { UserRef } from '#domains/identity/users/users.schema.ts';
import { latestFirst } from '#platform/db/keyset.ts';
import { signedIn } from '#platform/graphql/access.ts';
import { builder } from '#platform/graphql/builder.ts';
import { connectionType } from '#platform/graphql/connection.ts';
import { listField } from '#platform/graphql/list.ts';
import { listSize } from '#platform/graphql/list-size.ts';
import { mutationField } from '#platform/graphql/mutation.ts';
import { findNode, NodeRef, nodeType } from '#platform/graphql/node.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { load, loadMany } from '#platform/request/loader.ts';
import { NOTIFICATION_KINDS } from '../notification-settings/notification.types.ts';
import {
  NotificationCategoryRef,
  NotificationTypeRef,
} from '../notification-settings/notification-types.schema.ts';
import { ownNotificationById } from './notifications.loaders.ts';
import { NOTIFICATION_ACTORS_MAX, NOTIFICATION_COUNT_MAX } from './notifications.policy.ts';
import {
  deleteNotification,
  markNotificationsRead,
  markNotificationsSeen,
  markNotificationUnread,
  myNotificationCounts,
  myNotifications,
  READ_IDS_MAX,
} from './notifications.service.ts';
import type { CappedCount, Notification, NotificationCounts } from './notifications.types.ts';
import { notificationBody, notificationTitle } from './texts.service.ts';
import { languageOf } from './texts.policy.ts';

const TEXT = 'in the first language of `Accept-Language` that there is: German or else English';

export const NotificationRef = builder.objectRef<Notification>('Notification').implement({
  description:
    'Something that the caller is told of, or a group of acts of one kind about one thing in half a day. Visible to its recipient alone.',
  interfaces: [NodeRef],
  fields: (t) => ({
    id: t.id({
      description: 'Global id, `notification_…`.',
      resolve: ({ id }) => toGlobalId('notification', id),
    }),
    type: t.field({
      type: NotificationTypeRef,
      description: 'Kind of what it tells.',
      resolve: ({ type }) => type,
    }),
    category: t.field({
      type: NotificationCategoryRef,
      description: 'Category of the kind, as settings show it.',
      resolve: ({ type }) => NOTIFICATION_KINDS[type].category,
    }),
    actors: t.field({
      type: [UserRef],
      description: `Users who did it and whom the caller sees, the latest first, at most ${NOTIFICATION_ACTORS_MAX}. Empty for what nobody did.`,
      extensions: listSize(NOTIFICATION_ACTORS_MAX),
      varies: 'personal',
      resolve: ({ actorIds }, _args, ctx) => loadMany(ctx, visibleUserById, actorIds),
    }),
    actorCount: t.exposeInt('actorCount', {
      description: `Number of users who did it; past ${NOTIFICATION_ACTORS_MAX} also those whom the caller does not see.`,
    }),
    target: t.field({
      type: NodeRef,
      nullable: true,
      description:
        'The object that it is about, as `node` gives it: a post, comment, message, conversation, call or user, or one of the caller’s own. Null where there is none.',
      varies: 'personal',
      resolve: ({ targetType, targetId }, _args, ctx) =>
        targetType && targetId ? findNode(ctx, targetType, targetId) : null,
    }),
    title: t.string({
      description: `Sentence for clients that do not know the type, ${TEXT}.`,
      varies: 'personal',
      resolve: (notification, _args, ctx) =>
        notificationTitle(ctx, notification, languageOf(ctx.caller.languages)),
    }),
    body: t.string({
      nullable: true,
      description: `Beginning of what it is about, or a hint, ${TEXT}. Null where there is nothing to read.`,
      varies: 'personal',
      resolve: (notification, _args, ctx) =>
        notificationBody(ctx, notification, languageOf(ctx.caller.languages)),
    }),
    isRead: t.exposeBoolean('isRead', { description: 'Whether the caller has read it.' }),
    isSeen: t.exposeBoolean('isSeen', {
      description: 'Whether the caller has looked at the list since it came, or has read it.',
    }),
  }),
});

builder.objectFields(NotificationRef, (t) => ({
  createdAt: t.field({
    type: 'DateTime',
    description: 'Time of the first act.',
    resolve: ({ createdAt }) => createdAt,
  }),
  latestAt: t.field({
    type: 'DateTime',
    description: 'Time of the latest act, by which the list is ordered.',
    resolve: ({ latestAt }) => latestAt,
  }),
}));

nodeType(NotificationRef, 'notification', (ctx, id) =>
  ctx.user ? load(ctx, ownNotificationById, id) : null,
);

listField('myNotifications', {
  connection: connectionType('Notification', NotificationRef, {
    description: 'Notifications, the latest first.',
  }),
  description:
    'Notifications of the caller, the latest first, without those whose target they do not see any more, and groups in which they see nobody.',
  access: 'user',
  order: latestFirst<Notification>(({ latestAt }) => latestAt),
  rows: (ctx, _args, page) => myNotifications(ctx, page),
});

export const NotificationCountRef = builder.objectRef<CappedCount>('NotificationCount').implement({
  description: 'A number of notifications that is counted up to a bound.',
  fields: (t) => ({
    count: t.exposeInt('count', { description: `Number, at most ${NOTIFICATION_COUNT_MAX}.` }),
    isCapped: t.exposeBoolean('isCapped', { description: 'Whether there are more.' }),
  }),
});

const NotificationCountsRef = builder.objectRef<NotificationCounts>('NotificationCounts').implement({
  description: 'Numbers of notifications of `myNotifications`, for badges.',
  fields: (t) => ({
    unread: t.field({
      type: NotificationCountRef,
      description: 'Notifications that are not read.',
      resolve: ({ unread }) => unread,
    }),
    unseen: t.field({
      type: NotificationCountRef,
      description: 'Unread ones that came since the caller last looked at the list.',
      resolve: ({ unseen }) => unseen,
    }),
  }),
});

builder.queryField('myUnreadNotificationCount', (t) =>
  t.field({
    type: NotificationCountsRef,
    nullable: true,
    description: 'Numbers of unread notifications of the caller, and of those that they have not seen.',
    access: 'user',
    resolve: (_root, _args, ctx) => myNotificationCounts(signedIn(ctx)),
  }),
);

const COUNTS = { type: NotificationCountsRef, description: 'Numbers that are left.' } as const;

mutationField('markNotificationsSeen', {
  description:
    'Marks all notifications up to a time as seen, as when the list is opened; they stay unread. A time before an earlier one changes nothing.',
  access: 'user',
  restriction: null,
  input: (t) => ({
    upTo: t.field({
      type: 'DateTime',
      required: true,
      description: '`latestAt` of the latest notification that was shown; a time to come is now.',
    }),
  }),
  payload: { counts: COUNTS },
  resolve: async (ctx, { upTo }) => ({ counts: await markNotificationsSeen(ctx, upTo) }),
});

mutationField('markNotificationsRead', {
  description: 'Marks notifications of the caller as read. Acts that come later begin another group.',
  access: 'user',
  restriction: null,
  takesOneOf: true,
  input: (t) => ({
    ids: t.idListOf('notification', {
      description: `Some notifications, at most ${READ_IDS_MAX}. Those that are not the caller's are passed over.`,
    }),
    upTo: t.field({
      type: 'DateTime',
      description: 'All up to the `latestAt` of this one.',
    }),
  }),
  payload: { counts: COUNTS },
  resolve: async (ctx, input) => ({ counts: await markNotificationsRead(ctx, input) }),
});

mutationField('markNotificationUnread', {
  description: 'Marks a notification of the caller as not read.',
  access: 'user',
  restriction: null,
  input: (t) => ({
    notificationId: t.idOf('notification', {
      required: true,
      description: 'The notification. NOT_FOUND unless the caller sees it.',
    }),
  }),
  payload: { notification: { type: NotificationRef, description: 'The notification.' } },
  resolve: async (ctx, { notificationId }) => ({
    notification: await markNotificationUnread(ctx, notificationId),
  }),
});

mutationField('deleteNotification', {
  description:
    'Deletes a notification of the caller. Acts that come later are told anew. Succeeds without a change if there is none.',
  access: 'user',
  restriction: null,
  input: (t) => ({
    notificationId: t.idOf('notification', { required: true, description: 'The notification.' }),
  }),
  payload: { notificationId: { type: 'ID', description: 'Global id of the notification.' } },
  resolve: async (ctx, { notificationId }) => {
    await deleteNotification(ctx, notificationId);
    return { notificationId: toGlobalId('notification', notificationId) };
  },
});
