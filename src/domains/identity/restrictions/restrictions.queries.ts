import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import type { ActiveRestriction, RestrictionKind } from '#platform/restriction-kinds.ts';

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
    .where('lifted_at', 'is', null)
    .where('kind', 'in', kinds)
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', now)]))
    .orderBy(sql`kind = 'SUSPENSION'`, 'desc')
    .orderBy('expires_at', (order) => order.desc().nullsFirst())
    .limit(1)
    .executeTakeFirst();
  // The column holds only kinds: the service that writes it takes nothing else.
  return row ? { kind: row.kind as RestrictionKind, expiresAt: row.expiresAt } : null;
}
