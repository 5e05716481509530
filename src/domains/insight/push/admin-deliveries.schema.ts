import { NEWEST_FIRST } from '#platform/db/keyset.ts';
import { builder } from '#platform/graphql/builder.ts';
import { connectionType } from '#platform/graphql/connection.ts';
import { listField } from '#platform/graphql/list.ts';
import { AdminNodeRef, adminNodeType } from '#platform/graphql/node.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { DeliveryReasonRef, DeliveryStateRef } from './deliveries.schema.ts';
import { PushPlatformRef } from './push.schema.ts';
import { adminGetNotificationDeliveries, findAnyDelivery } from './push.service.ts';
import type { Delivery } from './push.types.ts';

const READ = { permission: 'NOTIFICATIONS_READ' } as const;

const AdminDeliveryRef = builder.objectRef<Delivery>('AdminNotificationDelivery').implement({
  description:
    'Result of a notification for one device of a user, as admins see it: nothing of what the notification said. Kept for 30 days.',
  interfaces: [AdminNodeRef],
  fields: (t) => ({
    id: t.id({
      description: 'Global id, the same as on the client endpoint.',
      resolve: ({ id }) => toGlobalId('pushdelivery', id),
    }),
    recipientId: t.id({
      description: 'Global id of the user.',
      resolve: ({ recipientId }) => toGlobalId('user', recipientId),
    }),
    deviceId: t.id({
      nullable: true,
      description: 'Global id of the device, which may be gone. Null where there was none.',
      resolve: ({ deviceId }) => deviceId && toGlobalId('pushdevice', deviceId),
    }),
    platform: t.field({
      type: PushPlatformRef,
      nullable: true,
      description: 'Service of the device. Null where there was none.',
      resolve: ({ platform }) => platform,
    }),
    type: t.exposeString('type', {
      description: 'Type of the notification; `TEST` for that of `sendTestNotification`.',
    }),
    state: t.field({ type: DeliveryStateRef, description: 'The result.', resolve: ({ state }) => state }),
    reason: t.field({
      type: DeliveryReasonRef,
      nullable: true,
      description: 'Reason why it was not sent. Null once it was.',
      resolve: ({ reason }) => reason,
    }),
    detail: t.exposeString('detail', {
      nullable: true,
      description: 'Word of the service about its refusal, such as `BadDeviceToken`. Null without one.',
    }),
    occurredAt: t.field({
      type: 'DateTime',
      description: 'Time of the result.',
      resolve: ({ at }) => at,
    }),
  }),
});

adminNodeType(AdminDeliveryRef, 'pushdelivery', READ, findAnyDelivery);

listField('adminGetNotificationDeliveries', {
  connection: connectionType('AdminNotificationDelivery', AdminDeliveryRef, {
    description: 'Results of notifications, newest first.',
  }),
  description:
    'Results of notifications for the devices of a user, newest first, of 30 days: the answer to why none came. Those that wait are absent.',
  access: READ,
  args: (t) => ({ userId: t.idOf('user', { required: true, description: 'The user.' }) }),
  order: NEWEST_FIRST,
  rows: (ctx, { userId }, page) => adminGetNotificationDeliveries(ctx, userId, page),
});
