/**
 * Notifications that leave the product: the devices that people have registered, what waits to be sent to them, and what became of it.
 * Owns `push_devices`, `waiting_pushes` and `push_deliveries`, and `recorded_pushes`, which the adapter that sends nothing keeps for a week.
 * Begin with `queuePush` in sending.service.ts; due-pushes.ts sends, push.service.ts is what the API does.
 */
import { LAST_ID } from '#platform/db/keyset.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { limit, type LimitsOf } from '#platform/kernel/limits.ts';
import { defineModule } from '#platform/request/module.ts';
import { listExport } from '#platform/request/personal-data.ts';
import { deleteDeliveriesTo, listDeliveries } from './deliveries.queries.ts';
import { pushJobs } from './push.jobs.ts';
import { deleteDevicesOf, listDevicesOf } from './push.queries.ts';
import { endDevices } from './push.service.ts';
import type { Delivery, PushDevice } from './push.types.ts';
import { deleteWaitingOf } from './waiting.queries.ts';
import './admin-deliveries.schema.ts';
import './deliveries.schema.ts';
import './push.schema.ts';

const BATCH_ROWS = 500;

const pushLimits = {
  pushDevices: limit(
    20,
    'Maximum devices of a user for notifications; the ones registered longest ago make room.',
  ),
};

defineModule({
  name: 'push',
  ids: ['pushdevice', 'pushdelivery'],
  limits: pushLimits,
  permissions: { NOTIFICATIONS_READ: 'See why notifications of users came, or did not.' },
  jobs: pushJobs,
  onSessionsEnded: endDevices,
  personalData: {
    tables: {
      'public.push_devices': { erased: 'push.eraseDevices', exported: ['push-devices'] },
      'public.waiting_pushes': { erased: 'push.eraseDevices', exported: 'gone within the hour' },
      'public.push_deliveries': { erased: 'push.eraseDeliveries', exported: ['push-deliveries'] },
    },
    exports: [
      listExport<PushDevice>({
        name: 'push-devices',
        description: 'Your devices that get notifications.',
        list: async ({ db }, { userId, after }) => (after ? [] : listDevicesOf(db, userId)),
        show: ({ userId: _userId, sessionId, id, ...shown }) => ({
          id: toGlobalId('pushdevice', id),
          sessionId: toGlobalId('session', sessionId),
          ...shown,
        }),
      }),
      listExport<Delivery>({
        name: 'push-deliveries',
        description: 'What became of notifications to your devices, of 30 days.',
        list: ({ db }, { userId, after, limit: rows }) =>
          listDeliveries(db, userId, { beforeId: after?.id ?? LAST_ID, limit: rows }),
        show: ({ recipientId: _recipientId, id, deviceId, ...shown }) => ({
          id: toGlobalId('pushdelivery', id),
          deviceId: deviceId && toGlobalId('pushdevice', deviceId),
          ...shown,
        }),
      }),
    ],
    erasures: [
      {
        name: 'push.eraseDevices',
        batches: [
          (tx, { userId }) => deleteWaitingOf(tx, userId, BATCH_ROWS),
          (tx, { userId }) => deleteDevicesOf(tx, userId, BATCH_ROWS),
        ],
      },
      {
        name: 'push.eraseDeliveries',
        batches: [(tx, { userId }) => deleteDeliveriesTo(tx, userId, BATCH_ROWS)],
      },
    ],
  },
});

declare module '#platform/kernel/ids.ts' {
  interface IdTypes {
    pushdevice: true;
    pushdelivery: true;
  }
}

declare module '#platform/kernel/limits.ts' {
  interface Limits extends LimitsOf<typeof pushLimits> {}
}

declare module '#platform/kernel/permissions.ts' {
  interface Permissions {
    NOTIFICATIONS_READ: true;
  }
}
