import type { AccountState } from '#domains/foundation/visibility/visibility.policy.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { LockedAccount } from './users.types.ts';

/** Locks the row like `lockUsers`, so that the second of two concurrent transitions sees the result of the first. */
export async function lockAccount(tx: Tx, id: string): Promise<LockedAccount> {
  return tx
    .selectFrom('users')
    .select(['state', 'deletion_due_at as deletionDueAt', 'email'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
}

export async function setAccountState(
  tx: Tx,
  id: string,
  change: { state: AccountState; deletionDueAt: Date | null; updatedAt: Date },
): Promise<void> {
  await tx
    .updateTable('users')
    .set({ state: change.state, deletion_due_at: change.deletionDueAt, updated_at: change.updatedAt })
    .where('id', '=', id)
    .execute();
}

/**
 * Empties a user's row, which stays because other rows refer to it. Counters and the end of a suspension
 * stay, and the provider's subject stays until the provider has deleted it.
 */
export async function eraseProfile(
  tx: Tx,
  id: string,
  erased: { username: string; erasedAt: Date },
): Promise<void> {
  await tx
    .updateTable('users')
    .set({
      state: 'DELETED',
      lookalike_rank: 0,
      deletion_due_at: null,
      email: null,
      is_email_verified: false,
      username: erased.username,
      display_name: '',
      bio: '',
      avatar_media_id: null,
      cover_media_id: null,
      is_private: false,
      is_discoverable: false,
      requires_sign_in: false,
      updated_at: erased.erasedAt,
    })
    .where('id', '=', id)
    .execute();
}

/** Placeholder of the provider in the row of an erased user. */
const NO_PROVIDER = 'erased';

export async function eraseProviderIdentity(tx: Tx, id: string): Promise<void> {
  await tx.updateTable('users').set({ provider: NO_PROVIDER, subject: id }).where('id', '=', id).execute();
}
