import type { ObjectState } from '#platform/kernel/object-states.ts';
import { sql } from 'kysely';
import { anyOf } from '#platform/db/any-of.ts';
import type { Db } from '#platform/db/database.ts';
import type { IdKey, ListRequest } from '#platform/db/keyset.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { AccountStanding, RestrictionKind } from '#platform/kernel/restriction-kinds.ts';
import { accountStandingSql, inForceSql } from '#domains/foundation/visibility/restrictions.policy.ts';
import type { NewRestriction, Restriction, Suspension } from './restrictions.types.ts';

export async function findAccountStanding(
  db: Db,
  userId: string,
  kind: RestrictionKind,
  now: Date,
): Promise<AccountStanding> {
  const { rows } = await sql<Found>`
    select state, restriction as kind, restricted_until as "expiresAt", decision_id as "decisionId"
    from (${accountStandingSql({ id: userId, now }, kind)}) account`.execute(db);
  const [account] = rows;
  if (!account) throw new Error('a user who acts has no account');
  const { state, kind: found, ...restriction } = account;
  return { state, restriction: found && { kind: found, ...restriction } };
}

type Found = {
  readonly state: ObjectState;
  readonly kind: RestrictionKind | null;
  readonly expiresAt: Date | null;
  readonly decisionId: string | null;
};

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

const COLUMNS = [
  'id',
  'user_id as userId',
  'kind',
  'reason',
  'scope',
  'decision_id as decisionId',
  'created_at as createdAt',
  'expires_at as expiresAt',
  'lifted_at as liftedAt',
  'acknowledged_at as acknowledgedAt',
] as const;

const selectRestrictions = (db: Db) =>
  db.selectFrom('restrictions').select(COLUMNS).$narrowType<{ kind: RestrictionKind }>();

/** A restriction of a user, or of anybody when null. */
export async function findRestriction(
  db: Db,
  { id, userId }: { id: string; userId: string | null },
): Promise<Restriction | null> {
  const found = await selectRestrictions(db)
    .where('id', '=', id)
    .$if(userId !== null, (query) => query.where('user_id', '=', userId ?? ''))
    .executeTakeFirst();
  return found ?? null;
}

/** Restrictions of a user, newest first, one more than the page. */
export async function listRestrictions(
  db: Db,
  userId: string,
  { from: [beforeId], limit }: ListRequest<IdKey>,
): Promise<Restriction[]> {
  return selectRestrictions(db)
    .where('user_id', '=', userId)
    .where('id', '<', beforeId)
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
}

export async function insertRestriction(tx: Tx, restriction: NewRestriction): Promise<void> {
  await tx
    .insertInto('restrictions')
    .values({
      id: restriction.id,
      user_id: restriction.userId,
      kind: restriction.kind,
      reason: restriction.reason,
      decision_id: restriction.decisionId ?? null,
      scope: restriction.scope ?? null,
      created_at: restriction.now,
      expires_at: restriction.expiresAt,
    })
    .execute();
}

type Lift = { readonly now: Date; readonly liftedBy: string | null };

/** Lifts suspensions in force; expired ones stay as they are. @returns the lifted one, or null */
export async function updateSuspensionsLifted(
  tx: Tx,
  userId: string,
  { now, liftedBy }: Lift,
): Promise<{ readonly expiresAt: Date | null } | null> {
  const lifted = await tx
    .updateTable('restrictions')
    .set({ lifted_at: now, lifted_by: liftedBy })
    .where('user_id', '=', userId)
    .where('kind', '=', 'SUSPENSION')
    .where(inForceSql(now))
    .returning('expires_at as expiresAt')
    .executeTakeFirst();
  return lifted ?? null;
}

/** Lifts a restriction in force. @returns whether it was */
export async function updateLifted(tx: Tx, id: string, { now, liftedBy }: Lift): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('restrictions')
    .set({ lifted_at: now, lifted_by: liftedBy })
    .where('id', '=', id)
    .where(inForceSql(now))
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Notes that a warning was acknowledged; the first time stays. */
export async function updateAcknowledged(tx: Tx, id: string, now: Date): Promise<void> {
  await tx
    .updateTable('restrictions')
    .set({ acknowledged_at: now })
    .where('id', '=', id)
    .where('kind', '=', 'WARNING')
    .where('acknowledged_at', 'is', null)
    .execute();
}

/** All restrictions of an account, oldest first, without the notes of admins. */
export async function listAllRestrictions(
  db: Db,
  userId: string,
): Promise<Omit<Restriction, 'userId' | 'reason'>[]> {
  const found = await selectRestrictions(db).where('user_id', '=', userId).orderBy('id').execute();
  return found.map(({ userId: _userId, reason: _reason, ...restriction }) => restriction);
}
