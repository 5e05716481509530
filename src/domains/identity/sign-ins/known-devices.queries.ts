import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { AccountKind } from './sign-ins.policy.ts';

/** The account that a device belongs to. */
export type DeviceOwner = { readonly accountKind: AccountKind; readonly accountId: string };

const OWNER_COLUMN = { user: 'user_id', admin: 'admin_id' } as const;
const OWNERS = { user: 'users', admin: 'admins' } as const;

/** Whether the device is known to the account with this address. */
export async function findKnownDevice(
  db: Db,
  device: { accountKind: AccountKind; email: string; tokenHash: string; usedAfter: Date },
): Promise<boolean> {
  const { rows } = await sql`
    select from known_devices d join ${sql.table(OWNERS[device.accountKind])} a
      on a.id = d.${sql.ref(OWNER_COLUMN[device.accountKind])}
    where d.token_hash = ${device.tokenHash} and a.email = ${device.email} and d.used_at > ${device.usedAfter}`.execute(
    db,
  );
  return rows.length > 0;
}

export async function insertKnownDevice(
  tx: Tx,
  device: DeviceOwner & { tokenHash: string; createdAt: Date },
): Promise<void> {
  await tx
    .insertInto('known_devices')
    .values({
      token_hash: device.tokenHash,
      [OWNER_COLUMN[device.accountKind]]: device.accountId,
      created_at: device.createdAt,
      used_at: device.createdAt,
    })
    .execute();
}

export async function updateDeviceUsed(tx: Tx, device: { tokenHash: string; usedAt: Date }): Promise<void> {
  await tx
    .updateTable('known_devices')
    .set({ used_at: device.usedAt })
    .where('token_hash', '=', device.tokenHash)
    .execute();
}

/** Deletes all devices of an account but the `kept` that were used last. */
export async function trimKnownDevices(tx: Tx, owner: DeviceOwner, kept: number): Promise<void> {
  await tx
    .deleteFrom('known_devices')
    .where('token_hash', 'in', (device) =>
      device
        .selectFrom('known_devices')
        .select('token_hash')
        .where(OWNER_COLUMN[owner.accountKind], '=', owner.accountId)
        .orderBy('used_at', 'desc')
        .offset(kept),
    )
    .execute();
}

/** Deletes at most `limit` devices that were not used since. @returns how many there were */
export async function deleteForgottenDevices(tx: Tx, usedBefore: Date, limit: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('known_devices')
    .where('token_hash', 'in', (device) =>
      device.selectFrom('known_devices').select('token_hash').where('used_at', '<', usedBefore).limit(limit),
    )
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** Deletes at most `limit` devices of a user. @returns how many there were */
export async function deleteDevicesOfUser(tx: Tx, userId: string, limit: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('known_devices')
    .where('token_hash', 'in', (device) =>
      device.selectFrom('known_devices').select('token_hash').where('user_id', '=', userId).limit(limit),
    )
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
