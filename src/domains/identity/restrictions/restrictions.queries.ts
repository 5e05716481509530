import { type RawBuilder, sql } from 'kysely';
import { anyOf } from '#platform/db/any-of.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import type { ActiveRestriction, RestrictionKind } from '#platform/restriction-kinds.ts';
import type { Suspension } from './restrictions.types.ts';

/**
 * The restriction of one of `kinds` that is in force at `now`: a suspension before the others, and of several the one
 * that lasts longest.
 */
export async function findRestriction(
  db: Db,
  userId: string,
  kinds: readonly RestrictionKind[],
  now: Date,
): Promise<ActiveRestriction | null> {
  const row = await db
    .selectFrom('restrictions')
    .select(['kind', 'expires_at as expiresAt'])
    .where('user_id', '=', userId)
    .where('kind', 'in', kinds)
    .where(isInForce(now))
    .orderBy(sql`kind = 'SUSPENSION'`, 'desc')
    .orderBy('expires_at', (order) => order.desc().nullsFirst())
    .limit(1)
    .executeTakeFirst();
  // The column holds only kinds: the service that writes it takes nothing else.
  return row ? { kind: row.kind as RestrictionKind, expiresAt: row.expiresAt } : null;
}

function isInForce(now: Date): RawBuilder<boolean> {
  return sql<boolean>`lifted_at is null and (expires_at is null or expires_at > ${now})`;
}

/** The suspensions in force of the users among `userIds` who have one. */
export async function listSuspensions(db: Db, userIds: readonly string[], now: Date): Promise<Suspension[]> {
  return db
    .selectFrom('restrictions')
    .select(['user_id as userId', 'reason', 'created_at as createdAt', 'expires_at as expiresAt'])
    .where('user_id', '=', anyOf(userIds))
    .where('kind', '=', 'SUSPENSION')
    .where(isInForce(now))
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

/** Lifts what is in force; what has ended by itself stays as it was. */
export async function updateSuspensionsLifted(tx: Tx, userId: string, now: Date): Promise<void> {
  await tx
    .updateTable('restrictions')
    .set({ lifted_at: now })
    .where('user_id', '=', userId)
    .where('kind', '=', 'SUSPENSION')
    .where(isInForce(now))
    .execute();
}
