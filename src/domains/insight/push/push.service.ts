import type { IdKey, ListRequest } from '#platform/db/keyset.ts';
import { HOUR_MS } from '#platform/kernel/clock.ts';
import { unauthenticated } from '#platform/kernel/errors.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { AdminContext, RequestContext, UserContext } from '#platform/request/context.ts';
import { findDelivery, findDeliveryById, listDeliveries } from './deliveries.queries.ts';
import { type DeviceInput, parseDevice, platformsOf, tokenHashOf } from './push.policy.ts';
import {
  deleteDevice,
  deleteDevicesOfSessions,
  deleteReplacedDevices,
  findDevice,
  listDevices,
  lockSession,
  trimDevices,
  upsertDevice,
} from './push.queries.ts';
import type { Delivery, PushDevice, PushPlatform } from './push.types.ts';
import { queuePush, SEALED_TOKEN } from './sending.service.ts';
import { deleteWaitingOfOthers } from './waiting.queries.ts';

export type PushSetup = {
  readonly platforms: readonly PushPlatform[];
  readonly webPushPublicKey: string | null;
};

export const pushSetup = ({ ports: { push } }: UserContext): PushSetup => ({
  platforms: platformsOf(push),
  webPushPublicKey: push.WEB_PUSH?.publicKey ?? null,
});

/**
 * Registers a device of the caller's session. A token that somebody else has registered is theirs no more, since whoever holds the
 * phone now has signed in; nothing that waits for the former owner reaches it.
 * @throws ValidationFailed | AppError UNAUTHENTICATED
 */
export async function registerPushDevice(ctx: UserContext, input: DeviceInput): Promise<PushDevice> {
  const { token, ...given } = parseDevice(ctx.ports.push, input);
  const { id: userId, sessionId } = ctx.user;
  return ctx.transaction(async (tx) => {
    if (!(await lockSession(tx, { id: sessionId, userId }))) throw unauthenticated('REVOKED');
    const device = await upsertDevice(tx, {
      ...given,
      id: ctx.ids.next(),
      userId,
      sessionId,
      tokenHash: tokenHashOf(given.platform, token),
      sealedToken: ctx.sealer.seal(SEALED_TOKEN, token),
      registeredAt: ctx.clock.now(),
    });
    await deleteWaitingOfOthers(tx, { deviceId: device.id, userId });
    await deleteReplacedDevices(tx, device);
    await trimDevices(tx, userId, ctx.limits.pushDevices);
    return device;
  });
}

/** Succeeds without a change where the caller has no such device. */
export const unregisterPushDevice = (ctx: UserContext, deviceId: string): Promise<void> =>
  ctx.transaction((tx) => deleteDevice(tx, ctx.user.id, deviceId));

/** The caller's devices, newest first. */
export const myPushDevices = (ctx: UserContext, page: ListRequest<IdKey>): Promise<PushDevice[]> =>
  listDevices(ctx.db, ctx.user.id, page);

export const findOwnDevice = async (ctx: RequestContext, id: string): Promise<PushDevice | null> =>
  ctx.user && findDevice(ctx.db, ctx.user.id, id);

/** Deletes the devices of sessions that end, in the same transaction: nothing is sent to a device that has signed out. */
export const endDevices = (tx: Tx, sessionIds: readonly string[]): Promise<void> =>
  deleteDevicesOfSessions(tx, sessionIds);

const TEST_LIFE_MS = HOUR_MS;

/** Sends a notification to all devices of the caller. @returns the number of devices to which it goes */
export const sendTestNotification = (ctx: UserContext): Promise<number> =>
  ctx.transaction((tx) =>
    queuePush(ctx, tx, {
      userId: ctx.user.id,
      expiresAt: new Date(ctx.clock.now().getTime() + TEST_LIFE_MS),
      content: {
        type: 'TEST',
        kind: 'ALERT',
        shown: { title: 'Test', body: 'Notifications reach this device.' },
        data: { type: 'TEST' },
        badge: null,
        collapseKey: 'test',
        isUrgent: true,
      },
    }),
  );

/** Results of notifications to the caller's devices, newest first. */
export const myNotificationDeliveries = (ctx: UserContext, page: ListRequest<IdKey>): Promise<Delivery[]> =>
  listDeliveries(ctx.db, ctx.user.id, { beforeId: page.from[0], limit: page.limit + 1 });

export const findOwnDelivery = async (ctx: RequestContext, id: string): Promise<Delivery | null> =>
  ctx.user && findDelivery(ctx.db, ctx.user.id, id);

/** Results of notifications to the devices of any user, newest first. */
export const adminGetNotificationDeliveries = (
  ctx: AdminContext,
  userId: string,
  page: ListRequest<IdKey>,
): Promise<Delivery[]> => listDeliveries(ctx.db, userId, { beforeId: page.from[0], limit: page.limit + 1 });

export const findAnyDelivery = ({ db }: Pick<AdminContext, 'db'>, id: string): Promise<Delivery | null> =>
  findDeliveryById(db, id);
