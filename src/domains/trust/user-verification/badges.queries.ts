import { sql } from 'kysely';
import { anyOf } from '#platform/db/any-of.ts';
import type { Db } from '#platform/db/database.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { Badge, BadgeKind, ShownBadge } from './verification.types.ts';

const selectBadges = (db: Db) =>
  db
    .selectFrom('badges as b')
    .innerJoin('users as u', 'u.id', 'b.user_id')
    .select([
      'b.id',
      'b.user_id as userId',
      'b.kind',
      'b.verified_name as verifiedName',
      'b.verified_username as verifiedUsername',
      'u.display_name as displayName',
      'u.username',
      'b.request_id as requestId',
      'b.granted_by as grantedBy',
      'b.granted_at as grantedAt',
      'b.expires_at as expiresAt',
      'b.revoked_at as revokedAt',
      'b.message',
    ])
    // A constraint holds the kinds.
    .$narrowType<{ kind: BadgeKind }>();

/** Badges that are shown: not revoked, not expired, and under the names that were verified. */
export async function listShownBadges(
  db: Db,
  userIds: readonly string[],
  now: Date,
): Promise<(ShownBadge & { readonly userId: string })[]> {
  return db
    .selectFrom('badges as b')
    .innerJoin('users as u', 'u.id', 'b.user_id')
    .select(['b.user_id as userId', 'b.kind', 'b.granted_at as grantedAt', 'b.expires_at as expiresAt'])
    .$narrowType<{ kind: BadgeKind }>()
    .where('b.user_id', '=', anyOf(userIds))
    .where('b.revoked_at', 'is', null)
    .where((where) => where.or([where('b.expires_at', 'is', null), where('b.expires_at', '>', now)]))
    .whereRef('u.display_name', '=', 'b.verified_name')
    .whereRef('u.username', '=', 'b.verified_username')
    .orderBy('b.kind')
    .execute();
}

/** The last badge of each kind of users, whatever its state. */
export async function listLastBadges(db: Db, userIds: readonly string[]): Promise<Badge[]> {
  return selectBadges(db)
    .distinctOn(['b.user_id', 'b.kind'])
    .where('b.user_id', '=', anyOf(userIds))
    .orderBy('b.user_id')
    .orderBy('b.kind')
    .orderBy('b.id', 'desc')
    .execute();
}

export async function listBadgesByIds(db: Db, ids: readonly string[]): Promise<Badge[]> {
  return selectBadges(db).where('b.id', '=', anyOf(ids)).execute();
}

/** The badge of a kind that is not revoked; the caller has locked the user. */
export async function findBadgeOf(
  tx: Tx,
  { userId, kind }: { userId: string; kind: BadgeKind },
): Promise<Badge | null> {
  const found = await selectBadges(tx)
    .where('b.user_id', '=', userId)
    .where('b.kind', '=', kind)
    .where('b.revoked_at', 'is', null)
    .executeTakeFirst();
  return found ?? null;
}

export type Grant = Pick<
  Badge,
  | 'id'
  | 'userId'
  | 'kind'
  | 'verifiedName'
  | 'verifiedUsername'
  | 'requestId'
  | 'grantedBy'
  | 'grantedAt'
  | 'expiresAt'
>;

/** Grants a badge, or renews the one of its kind under the given names. @returns its id */
export async function upsertBadge(tx: Tx, grant: Grant): Promise<string> {
  const granted = {
    verified_name: grant.verifiedName,
    verified_username: grant.verifiedUsername,
    request_id: grant.requestId,
    granted_by: grant.grantedBy,
    granted_at: grant.grantedAt,
    expires_at: grant.expiresAt,
    suspension_told_at: null,
  };
  const { id } = await tx
    .insertInto('badges')
    .values({ id: grant.id, user_id: grant.userId, kind: grant.kind, ...granted })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'kind']).where('revoked_at', 'is', null).doUpdateSet(granted),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateRevoked(
  tx: Tx,
  id: string,
  { revokedBy, revokedAt, message }: { revokedBy: string; revokedAt: Date; message: string },
): Promise<void> {
  await tx
    .updateTable('badges')
    .set({ revoked_by: revokedBy, revoked_at: revokedAt, message })
    .where('id', '=', id)
    .execute();
}

export type Suspended = { readonly id: string; readonly kind: BadgeKind; readonly email: string | null };

/** Notes which badges of users are suspended by now, and were not told of since a time. */
export async function updateSuspensionTold(
  tx: Tx,
  { userIds, now, toldBefore }: { userIds: readonly string[]; now: Date; toldBefore: Date },
): Promise<Suspended[]> {
  const { rows } = await sql<Suspended>`
    update badges b set suspension_told_at = ${now}::timestamptz
    from users u
    where b.user_id = ${anyOf(userIds)} and u.id = b.user_id and b.revoked_at is null
      and (b.expires_at is null or b.expires_at > ${now}::timestamptz)
      and (u.display_name <> b.verified_name or u.username <> b.verified_username)
      and (b.suspension_told_at is null or b.suspension_told_at <= ${toldBefore}::timestamptz)
    returning b.id, b.kind, u.email`.execute(tx);
  return rows;
}

/** All badges of a user after one, oldest first. */
export async function listOwnBadges(
  db: Db,
  { userId, afterId, limit }: { userId: string; afterId: string; limit: number },
): Promise<Badge[]> {
  return selectBadges(db)
    .where('b.user_id', '=', userId)
    .where('b.id', '>', afterId)
    .orderBy('b.id')
    .limit(limit)
    .execute();
}

export async function deleteBadgesOf(tx: Tx, userId: string, limit: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('badges')
    .where('id', 'in', (query) =>
      query.selectFrom('badges').select('id').where('user_id', '=', userId).limit(limit),
    )
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
