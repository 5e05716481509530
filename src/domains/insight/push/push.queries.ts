import { sql } from 'kysely';
import { anyOf } from '#platform/db/any-of.ts';
import type { Db } from '#platform/db/database.ts';
import type { IdKey, ListRequest } from '#platform/db/keyset.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { NewDevice, PushDevice } from './push.types.ts';

const DEVICE_COLUMNS = [
  'id',
  'user_id as userId',
  'session_id as sessionId',
  'platform',
  'app_id as appId',
  'locale',
  'environment',
  'registered_at as registeredAt',
  'last_success_at as lastSuccessAt',
] as const;

const selectDevices = (db: Db) =>
  db
    .selectFrom('push_devices')
    .select(DEVICE_COLUMNS)
    // Constraints hold the values.
    .$castTo<PushDevice>();

/** Locks a live session against its end; false when it has ended. */
export async function lockSession(tx: Tx, { id, userId }: { id: string; userId: string }): Promise<boolean> {
  const found = await tx
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .forShare()
    .executeTakeFirst();
  return found !== undefined;
}

/** Inserts a device, or takes it from its former owner: then it has the new id. */
export async function upsertDevice(tx: Tx, device: NewDevice): Promise<PushDevice> {
  return (
    tx
      .insertInto('push_devices')
      .values({
        id: device.id,
        user_id: device.userId,
        session_id: device.sessionId,
        platform: device.platform,
        token_hash: device.tokenHash,
        sealed_token: device.sealedToken,
        app_id: device.appId,
        locale: device.locale,
        environment: device.environment,
        registered_at: device.registeredAt,
      })
      .onConflict((conflict) =>
        conflict.columns(['platform', 'token_hash']).doUpdateSet({
          id: sql`case when push_devices.user_id = excluded.user_id then push_devices.id else excluded.id end`,
          last_success_at: sql`case when push_devices.user_id = excluded.user_id then push_devices.last_success_at end`,
          user_id: device.userId,
          session_id: device.sessionId,
          sealed_token: device.sealedToken,
          app_id: device.appId,
          locale: device.locale,
          environment: device.environment,
          registered_at: device.registeredAt,
          failure_count: 0,
        }),
      )
      .returning(DEVICE_COLUMNS)
      // Constraints hold the values.
      .$castTo<PushDevice>()
      .executeTakeFirstOrThrow()
  );
}

/** Deletes the devices that a device replaces, whose app has got another token in the same session. */
export async function deleteReplacedDevices(
  tx: Tx,
  { id, sessionId, platform, appId }: Pick<PushDevice, 'id' | 'sessionId' | 'platform' | 'appId'>,
): Promise<void> {
  await tx
    .deleteFrom('push_devices')
    .where('session_id', '=', sessionId)
    .where('platform', '=', platform)
    .where('app_id', '=', appId)
    .where('id', '<>', id)
    .execute();
}

/** Deletes all devices of a user but the `kept` that were registered last. */
export async function trimDevices(tx: Tx, userId: string, kept: number): Promise<void> {
  await tx
    .deleteFrom('push_devices')
    .where('id', 'in', (device) =>
      device
        .selectFrom('push_devices')
        .select('id')
        .where('user_id', '=', userId)
        .orderBy('registered_at', 'desc')
        .orderBy('id', 'desc')
        .offset(kept),
    )
    .execute();
}

/** Newest first, one more than the page. */
export const listDevices = (
  db: Db,
  userId: string,
  { from: [beforeId], limit }: ListRequest<IdKey>,
): Promise<PushDevice[]> =>
  selectDevices(db)
    .where('user_id', '=', userId)
    .where('id', '<', beforeId)
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();

/** All devices of a user, of which there are few. */
export const listDevicesOf = (db: Db, userId: string): Promise<PushDevice[]> =>
  selectDevices(db).where('user_id', '=', userId).orderBy('id').execute();

export async function findDevice(db: Db, userId: string, id: string): Promise<PushDevice | null> {
  const found = await selectDevices(db).where('user_id', '=', userId).where('id', '=', id).executeTakeFirst();
  return found ?? null;
}

export async function deleteDevice(tx: Tx, userId: string, id: string): Promise<void> {
  await tx.deleteFrom('push_devices').where('user_id', '=', userId).where('id', '=', id).execute();
}

/** Deletes a device whose token is gone, unless it has another one by now or was registered again. */
export async function deleteGoneDevice(
  tx: Tx,
  { id, tokenHash, registeredAt }: { id: string; tokenHash: Buffer; registeredAt: Date },
): Promise<void> {
  await tx
    .deleteFrom('push_devices')
    .where('id', '=', id)
    .where('token_hash', '=', tokenHash)
    .where('registered_at', '<=', registeredAt)
    .execute();
}

export async function deleteDevicesOfSessions(tx: Tx, sessionIds: readonly string[]): Promise<void> {
  await tx.deleteFrom('push_devices').where('session_id', '=', anyOf(sessionIds)).execute();
}

/** Deletes at most `limit` devices of a user. @returns how many there were */
export async function deleteDevicesOf(tx: Tx, userId: string, limit: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('push_devices')
    .where('id', 'in', (device) =>
      device.selectFrom('push_devices').select('id').where('user_id', '=', userId).limit(limit),
    )
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

export async function updateSucceeded(tx: Tx, ids: readonly string[], at: Date): Promise<void> {
  await tx
    .updateTable('push_devices')
    .set({ last_success_at: at, failure_count: 0 })
    .where('id', '=', anyOf(ids))
    .execute();
}

export async function updateFailed(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx
    .updateTable('push_devices')
    .set({ failure_count: sql`failure_count + 1` })
    .where('id', '=', anyOf(ids))
    .execute();
}
