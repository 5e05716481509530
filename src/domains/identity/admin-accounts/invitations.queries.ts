import type { Db } from '#platform/db/database.ts';
import type { Tx } from '#platform/outbox/transaction.ts';

/** An invitation takes the place of the one before to the same admin. */
export async function upsertInvitation(
  tx: Tx,
  invitation: { adminId: string; tokenHash: string; invitedBy: string; createdAt: Date; expiresAt: Date },
): Promise<void> {
  const given = {
    token_hash: invitation.tokenHash,
    invited_by: invitation.invitedBy,
    created_at: invitation.createdAt,
    expires_at: invitation.expiresAt,
  };
  await tx
    .insertInto('admin_invitations')
    .values({ admin_id: invitation.adminId, ...given })
    .onConflict((conflict) => conflict.column('admin_id').doUpdateSet(given))
    .execute();
}

/** Takes an invitation, once. @returns its admin; null for an unknown, taken or expired token */
export async function deleteInvitationOf(tx: Tx, tokenHash: string, now: Date): Promise<string | null> {
  const row = await tx
    .deleteFrom('admin_invitations')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .returning('admin_id as adminId')
    .executeTakeFirst();
  return row?.adminId ?? null;
}

/** Deletes the invitations that an admin has sent. */
export async function deleteInvitations(tx: Tx, { invitedBy }: { invitedBy: string }): Promise<void> {
  await tx.deleteFrom('admin_invitations').where('invited_by', '=', invitedBy).execute();
}

/** The admin of an invitation that waits, without taking it. */
export async function findInvited(db: Db, tokenHash: string, now: Date): Promise<string | null> {
  const row = await db
    .selectFrom('admin_invitations')
    .select('admin_id as adminId')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row?.adminId ?? null;
}
