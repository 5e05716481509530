import type { ObjectState } from '#platform/kernel/object-states.ts';
import { sql } from 'kysely';
import { anyOf } from '#platform/db/any-of.ts';
import type { Db } from '#platform/db/database.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { AccountStanding, RestrictionKind } from '#platform/kernel/restriction-kinds.ts';
import { accountStandingSql, inForceSql } from '#domains/foundation/visibility/restrictions.policy.ts';
import type { Suspension } from './restrictions.types.ts';

export async function findAccountStanding(
  db: Db,
  userId: string,
  kind: RestrictionKind,
  now: Date,
): Promise<AccountStanding> {
  const { rows } = await sql<{ state: ObjectState; kind: RestrictionKind | null; expiresAt: Date | null }>`
    select state, restriction as kind, restricted_until as "expiresAt"
    from (${accountStandingSql({ id: userId, now }, kind)}) account`.execute(db);
  const [account] = rows;
  if (!account) throw new Error('a user who acts has no account');
  return {
    state: account.state,
    restriction: account.kind && { kind: account.kind, expiresAt: account.expiresAt },
  };
}

/** Suspensions in force of the users among `userIds`. */
export async function listSuspensions(db: Db, userIds: readonly string[], now: Date): Promise<Suspension[]> {
  return db
    .selectFrom('restrictions')
    .select(['user_id as userId', 'reason', 'created_at as createdAt', 'expires_at as expiresAt'])
    .where('user_id', '=', anyOf(userIds))
    .where('kind', '=', 'SUSPENSION')
    .where(inForceSql(now))
    .execute();
}

export async function insertSuspension(tx: Tx, suspension: Suspension & { id: string }): Promise<void> {
  await tx
    .insertInto('restrictions')
    .values({
      id: suspension.id,
      user_id: suspension.userId,
      kind: 'SUSPENSION',
      reason: suspension.reason,
      created_at: suspension.createdAt,
      expires_at: suspension.expiresAt,
    })
    .execute();
}

/** Lifts suspensions in force; expired ones stay as they are. @returns the lifted one, or null */
export async function updateSuspensionsLifted(
  tx: Tx,
  userId: string,
  now: Date,
): Promise<{ readonly expiresAt: Date | null } | null> {
  const lifted = await tx
    .updateTable('restrictions')
    .set({ lifted_at: now })
    .where('user_id', '=', userId)
    .where('kind', '=', 'SUSPENSION')
    .where(inForceSql(now))
    .returning('expires_at as expiresAt')
    .executeTakeFirst();
  return lifted ?? null;
}

/** All restrictions of an account, oldest first, without the notes of admins. */
export async function listAllRestrictions(
  db: Db,
  userId: string,
): Promise<{ id: string; kind: string; createdAt: Date; expiresAt: Date | null; liftedAt: Date | null }[]> {
  return db
    .selectFrom('restrictions')
    .select(['id', 'kind', 'created_at as createdAt', 'expires_at as expiresAt', 'lifted_at as liftedAt'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();
}
