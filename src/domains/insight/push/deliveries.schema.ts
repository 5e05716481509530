import { NEWEST_FIRST } from '#platform/db/keyset.ts';
import { builder } from '#platform/graphql/builder.ts';
import { connectionType } from '#platform/graphql/connection.ts';
import { enumType } from '#platform/graphql/enum.ts';
import { listField } from '#platform/graphql/list.ts';
import { NodeRef, nodeType } from '#platform/graphql/node.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { PushPlatformRef } from './push.schema.ts';
import { findOwnDelivery, myNotificationDeliveries } from './push.service.ts';
import type { Delivery, DeliveryReason, DeliveryState } from './push.types.ts';

export const DeliveryStateRef = enumType<DeliveryState>('NotificationDeliveryState', {
  description: 'Result of a notification for a device.',
  values: {
    FAILED: 'Not sent, as `reason` says.',
    HELD: 'Held for the summary at the end of quiet hours or snoozing.',
    SENT: 'The service of the device has taken it; whether the device shows it, nobody tells.',
    SKIPPED: 'Not tried, as `reason` says.',
  },
});

export const DeliveryReasonRef = enumType<DeliveryReason>('NotificationDeliveryReason', {
  description: 'Reason why a notification was not sent.',
  values: {
    ACTIVE: 'The conversation was open on another device, where the message was read.',
    EXPIRED: 'The service could not be reached, or asked to wait, until it was too late.',
    GONE: 'The app is not installed any more, or has another token: the device is removed.',
    MUTED: 'The conversation, or who wrote, is muted.',
    NOT_CONFIGURED: 'This server sends nothing to the platform of the device.',
    NOT_VISIBLE: 'The thing was gone, or the recipient could not see it any more.',
    NO_DEVICE: 'No device is registered.',
    PREFERENCE: 'The settings of the recipient exclude it.',
    QUIET_HOURS: 'Quiet hours held it, or snoozing did.',
    READ: 'The recipient had read it before.',
    REFUSED: 'The service refused it; `detail` has its word.',
    UNREADABLE: 'The stored token cannot be read: the app registers again at its next start.',
  },
});

const DeliveryRef = builder.objectRef<Delivery>('NotificationDelivery').implement({
  description:
    'Result of a notification for one device of the caller. Visible only to its recipient, for 30 days.',
  interfaces: [NodeRef],
  fields: (t) => ({
    id: t.id({
      description: 'Global id, `pushdelivery_…`.',
      resolve: ({ id }) => toGlobalId('pushdelivery', id),
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

nodeType(DeliveryRef, 'pushdelivery', findOwnDelivery);

listField('myNotificationDeliveries', {
  connection: connectionType('NotificationDelivery', DeliveryRef, {
    description: 'Results of notifications, newest first.',
  }),
  description:
    'Results of notifications for the devices of the caller, newest first, of 30 days: the answer to why none came. Those that wait are absent.',
  access: 'user',
  order: NEWEST_FIRST,
  rows: (ctx, _args, page) => myNotificationDeliveries(ctx, page),
});
