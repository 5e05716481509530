import type { Tx } from '#platform/outbox/transaction.ts';
import { sql } from 'kysely';

/** A registration that waits for its code. */
export type WaitingRegistration = {
  readonly tokenHash: string;
  readonly codeHash: string;
  readonly sealedInput: string;
};

export async function insertRegistration(
  tx: Tx,
  registration: WaitingRegistration & { expiresAt: Date },
): Promise<void> {
  await tx
    .insertInto('registrations')
    .values({
      token_hash: registration.tokenHash,
      code_hash: registration.codeHash,
      sealed_input: registration.sealedInput,
      expires_at: registration.expiresAt,
    })
    .execute();
}

/** Counts a try of a code. @returns null when there is no such registration, it has expired or its tries are used up */
export async function updateTries(
  tx: Tx,
  tried: { tokenHash: string; triesMax: number; now: Date },
): Promise<WaitingRegistration | null> {
  const row = await tx
    .updateTable('registrations')
    .set({ tries: sql`tries + 1` })
    .where('token_hash', '=', tried.tokenHash)
    .where('tries', '<', tried.triesMax)
    .where('expires_at', '>', tried.now)
    .returning(['token_hash as tokenHash', 'code_hash as codeHash', 'sealed_input as sealedInput'])
    .executeTakeFirst();
  return row ?? null;
}

export async function deleteRegistration(tx: Tx, tokenHash: string): Promise<void> {
  await tx.deleteFrom('registrations').where('token_hash', '=', tokenHash).execute();
}

/** Deletes at most `limit` expired registrations. @returns how many there were */
export async function deleteExpiredRegistrations(tx: Tx, now: Date, limit: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('registrations')
    .where('token_hash', 'in', (row) =>
      row.selectFrom('registrations').select('token_hash').where('expires_at', '<=', now).limit(limit),
    )
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
