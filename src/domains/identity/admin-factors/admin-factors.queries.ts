import type { Db } from '#platform/db/database.ts';
import type { Tx } from '#platform/outbox/transaction.ts';

/** Second factor of an admin as it is stored: secrets are sealed, and null where there is none. */
export type StoredFactor = {
  readonly sealedSecret: string | null;
  readonly lastStep: number;
  readonly pendingSecret: string | null;
  readonly pendingAt: Date | null;
};

export async function findConfirmed(db: Db, adminId: string): Promise<boolean> {
  const row = await db
    .selectFrom('admin_totp')
    .select('admin_id')
    .where('admin_id', '=', adminId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Null for an admin who has never begun to enrol. */
export async function lockFactor(tx: Tx, adminId: string): Promise<StoredFactor | null> {
  const row = await tx
    .selectFrom('admin_totp')
    .select(['sealed_secret as sealedSecret', 'last_step as lastStep'])
    .select(['pending_secret as pendingSecret', 'pending_at as pendingAt'])
    .where('admin_id', '=', adminId)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

export async function upsertPending(
  tx: Tx,
  pending: { adminId: string; pendingSecret: string; pendingAt: Date },
): Promise<void> {
  const begun = { pending_secret: pending.pendingSecret, pending_at: pending.pendingAt };
  await tx
    .insertInto('admin_totp')
    .values({ admin_id: pending.adminId, ...begun })
    .onConflict((conflict) => conflict.column('admin_id').doUpdateSet(begun))
    .execute();
}

/** Puts a secret in place of the one before. */
export async function updateConfirmed(
  tx: Tx,
  confirmed: { adminId: string; sealedSecret: string; step: number; confirmedAt: Date },
): Promise<void> {
  await tx
    .updateTable('admin_totp')
    .set({
      sealed_secret: confirmed.sealedSecret,
      confirmed_at: confirmed.confirmedAt,
      last_step: confirmed.step,
      pending_secret: null,
      pending_at: null,
    })
    .where('admin_id', '=', confirmed.adminId)
    .execute();
}

/** @returns false when the code of this step or of a later one has been taken */
export async function updateStepTaken(
  tx: Tx,
  taken: { adminId: string; step: number; sealedSecret: string },
): Promise<boolean> {
  const row = await tx
    .updateTable('admin_totp')
    .set({ last_step: taken.step, sealed_secret: taken.sealedSecret })
    .where('admin_id', '=', taken.adminId)
    .where('last_step', '<', taken.step)
    .returning('admin_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** @returns whether there was a confirmed one */
export async function deleteFactor(tx: Tx, adminId: string): Promise<boolean> {
  await tx.deleteFrom('admin_recovery_codes').where('admin_id', '=', adminId).execute();
  const row = await tx
    .deleteFrom('admin_totp')
    .where('admin_id', '=', adminId)
    .returning('confirmed_at')
    .executeTakeFirst();
  return row !== undefined && row.confirmed_at !== null;
}

export async function replaceRecoveryCodes(
  tx: Tx,
  adminId: string,
  codeHashes: readonly Buffer[],
): Promise<void> {
  await tx.deleteFrom('admin_recovery_codes').where('admin_id', '=', adminId).execute();
  await tx
    .insertInto('admin_recovery_codes')
    .values(codeHashes.map((hash) => ({ admin_id: adminId, code_hash: hash })))
    .execute();
}

/** @returns false for a code that the admin does not have, or has used */
export async function updateRecoveryCodeUsed(
  tx: Tx,
  used: { adminId: string; codeHash: Buffer; usedAt: Date },
): Promise<boolean> {
  const row = await tx
    .updateTable('admin_recovery_codes')
    .set({ used_at: used.usedAt })
    .where('admin_id', '=', used.adminId)
    .where('code_hash', '=', used.codeHash)
    .where('used_at', 'is', null)
    .returning('admin_id')
    .executeTakeFirst();
  return row !== undefined;
}
