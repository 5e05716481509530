import type { Db } from '#platform/db/database.ts';
import { defineJob } from '#platform/outbox/jobs/definition.ts';
import type { Services } from '#platform/outbox/services.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { insertDeliveries } from './deliveries.queries.ts';
import { devicesFor, PROVIDER_OF } from './push.policy.ts';
import { listDevicesOf } from './push.queries.ts';
import type { Delivery, PushContent, PushDevice, PushQueue } from './push.types.ts';
import { deleteWaitingWith, insertWaiting } from './waiting.queries.ts';

/** Sends what is due in a queue. */
export const sendDueJob = defineJob<PushQueue>('push.sendDue');

/** Key of the job that sends from a queue. */
export const queueKeyOf = ({ provider, isBulk }: PushQueue): string =>
  isBulk ? `${provider} bulk` : provider;

export const SEALED_TOKEN = 'push token';
export const SEALED_CONTENT = 'push content';

type Push = {
  readonly userId: string;
  readonly content: PushContent;
  /** Texts by the locale of the device, where they are not the same for all. */
  readonly shownIn?: ReadonlyMap<string, PushContent['shown']>;
  /** Time after which it is told no more. */
  readonly expiresAt: Date;
  /** Whether it is one of those that go to everybody at once, for which no other waits. */
  readonly isBulk?: boolean;
};

/**
 * Has a notification sent to the devices of a user after the commit, and writes down why it is not sent to others. It may be sent more
 * than once, each time with the same id.
 * @returns the number of devices to which it goes
 */
export async function queuePush(
  services: Pick<Services, 'clock' | 'ids' | 'ports' | 'sealer'>,
  tx: Tx,
  { userId, content, shownIn, expiresAt, isBulk = false }: Push,
): Promise<number> {
  const { clock, ids, ports, sealer } = services;
  const now = clock.now();
  const devices = devicesFor(content.kind, await listDevicesOf(tx, userId));
  const isConfigured = ({ platform }: PushDevice): boolean => ports.push[PROVIDER_OF[platform]] !== undefined;
  const reached = devices.filter(isConfigured);
  const skipped = {
    recipientId: userId,
    type: content.type,
    state: 'SKIPPED',
    detail: null,
    at: now,
  } as const;
  await insertDeliveries(
    tx,
    devices.length === 0
      ? [{ ...skipped, id: ids.next(), deviceId: null, platform: null, reason: 'NO_DEVICE' }]
      : devices
          .filter((device) => !isConfigured(device))
          .map(({ id: deviceId, platform }) => ({
            ...skipped,
            id: ids.next(),
            deviceId,
            platform,
            reason: 'NOT_CONFIGURED',
          })),
  );
  const waiting = reached.map(({ id: deviceId, platform, locale }) => ({
    id: ids.next(),
    provider: PROVIDER_OF[platform],
    isBulk,
    deviceId,
    userId,
    sealedContent: sealer.seal(
      SEALED_CONTENT,
      JSON.stringify({ ...content, shown: shownIn?.get(locale) ?? content.shown }),
    ),
    collapseKey: content.collapseKey,
    dueAt: now,
    expiresAt,
  }));
  await insertWaiting(tx, waiting);
  for (const provider of new Set(waiting.map((row) => row.provider)))
    tx.enqueue(sendDueJob, { provider, isBulk }, { key: queueKeyOf({ provider, isBulk }) });
  return reached.length;
}

/** The locales of the devices of a user, each once. */
export const deviceLocales = async (db: Db, userId: string): Promise<string[]> => [
  ...new Set((await listDevicesOf(db, userId)).map(({ locale }) => locale)),
];

/** Takes back what still waits for devices of a user, as it was read elsewhere or is gone. @returns how many */
export const withdrawPushes = (
  tx: Tx,
  pushes: readonly { readonly userId: string; readonly collapseKey: string }[],
): Promise<number> => (pushes.length === 0 ? Promise.resolve(0) : deleteWaitingWith(tx, pushes));

/** Notes why a notification of a user goes to none of their devices. */
export async function noteUnsent(
  { clock, ids }: Pick<Services, 'clock' | 'ids'>,
  tx: Tx,
  unsent: Pick<Delivery, 'recipientId' | 'type' | 'state' | 'reason'>,
): Promise<void> {
  const nowhere = { deviceId: null, platform: null, detail: null };
  await insertDeliveries(tx, [{ ...unsent, ...nowhere, id: ids.next(), at: clock.now() }]);
}
