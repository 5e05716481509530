import { sql } from 'kysely';
import type { AccountState } from '#domains/foundation/visibility/visibility.policy.ts';
import { anyOf } from '#platform/db/any-of.ts';
import type { Db } from '#platform/db/database.ts';
import type { IdKey, ListRequest } from '#platform/db/keyset.ts';
import type { UserAccount } from './user-accounts.types.ts';

const ACCOUNT_COLUMNS = [
  'id',
  'email',
  'username',
  'display_name as displayName',
  'state',
  'post_count as postCount',
  'follower_count as followerCount',
  'created_at as createdAt',
  'updated_at as updatedAt',
] as const;

/** Newest first, one more than the page. `search` is a prefix of a username or of an e-mail address. */
export async function listAccounts(
  db: Db,
  { search, state }: { search: string | null; state: AccountState | null },
  { from: [beforeId], limit }: ListRequest<IdKey>,
): Promise<UserAccount[]> {
  const prefix = `${(search ?? '').replaceAll(/[\\%_]/g, '\\$&')}%`;
  return db
    .selectFrom('users')
    .select(ACCOUNT_COLUMNS)
    .$if(search !== null, (query) =>
      query.where((where) =>
        where.or([where('username', 'like', prefix), where(sql`lower(email)`, 'like', prefix)]),
      ),
    )
    .$if(state !== null, (query) => query.where('state', '=', state))
    .where('id', '<', beforeId)
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
}

export async function listAccountsByIds(db: Db, ids: readonly string[]): Promise<UserAccount[]> {
  return db.selectFrom('users').select(ACCOUNT_COLUMNS).where('id', '=', anyOf(ids)).execute();
}
