import { sql } from 'kysely';
import { activeUserSql, visibleUserSql } from '#domains/foundation/visibility/visibility.policy.ts';
import { anyOf } from '#platform/db/any-of.ts';
import type { Db } from '#platform/db/database.ts';

/** The users among `ids` who see a user and whom the user sees. */
export async function listMutuallyVisible(
  db: Db,
  { userId, now, ids }: { userId: string; now: Date; ids: readonly string[] },
): Promise<string[]> {
  const rows = await db
    .selectFrom('users as u')
    .select('u.id')
    .where('u.id', '=', anyOf(ids))
    .where(visibleUserSql({ id: userId, now }))
    .where(sql<boolean>`exists (select from users u where u.id = ${userId}::uuid and ${activeUserSql(now)})`)
    .execute();
  return rows.map(({ id }) => id);
}
