import { sql } from 'kysely';
import { visibleUserSql } from '#domains/foundation/visibility/visibility.policy.ts';
import { USER_COLUMNS } from '#domains/identity/users/users.types.ts';
import { anyOf } from '#platform/db/any-of.ts';
import type { Db } from '#platform/db/database.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { ListRequest, TimeKey } from '#platform/db/keyset.ts';
import type { Mute, MutedUser, MuteScope } from './mutes.types.ts';

const SETTINGS_COLUMNS = ['m.scopes', 'm.created_at as mutedAt', 'm.expires_at as expiresAt'] as const;

type Muter = { readonly id: string; readonly now: Date };

const selectCurrentMutes = (db: Db, muter: Muter) =>
  db
    .selectFrom('mutes as m')
    .select(SETTINGS_COLUMNS)
    .where('m.muter_id', '=', muter.id)
    .where(({ or, eb }) => or([eb('m.expires_at', 'is', null), eb('m.expires_at', '>', muter.now)]));

/** Lists the mutes of a user in force, of those among `ids`. */
export async function listMutes(db: Db, muter: Muter, ids: readonly string[]): Promise<Mute[]> {
  return selectCurrentMutes(db, muter)
    .select('m.muted_id as mutedId')
    .where('m.muted_id', '=', anyOf(ids))
    .$narrowType<{ scopes: MuteScope[] }>()
    .execute();
}

/** Lists the users whom a user mutes and can see, newest first, one more than the page. */
export async function listMutedUsers(
  db: Db,
  muter: Muter,
  { from: [beforeMs, beforeId], limit }: ListRequest<TimeKey>,
): Promise<MutedUser[]> {
  return selectCurrentMutes(db, muter)
    .innerJoin('users as u', 'u.id', 'm.muted_id')
    .select(USER_COLUMNS)
    .where(visibleUserSql(muter))
    .where(({ eb, refTuple, tuple }) =>
      eb(refTuple('m.created_at', 'm.muted_id'), '<', tuple(new Date(beforeMs), beforeId)),
    )
    .orderBy('m.created_at', 'desc')
    .orderBy('m.muted_id', 'desc')
    .limit(limit + 1)
    .$narrowType<{ scopes: MuteScope[] }>()
    .execute();
}

/**
 * Mutes, or changes scopes and expiry of a mute. An expired one starts again; an equal one is not written.
 * @returns whether it was written
 */
export async function upsertMute(tx: Tx, mute: Mute & { muterId: string }): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    insert into mutes (muter_id, muted_id, scopes, created_at, expires_at)
    values (${mute.muterId}::uuid, ${mute.mutedId}::uuid, ${mute.scopes}::text[], ${mute.mutedAt}::timestamptz,
      ${mute.expiresAt}::timestamptz)
    on conflict (muter_id, muted_id) do update set
      scopes = excluded.scopes,
      expires_at = excluded.expires_at,
      created_at = case when mutes.expires_at <= excluded.created_at then excluded.created_at else mutes.created_at end
    where mutes.expires_at <= excluded.created_at
      or (mutes.scopes, mutes.expires_at) is distinct from (excluded.scopes, excluded.expires_at)
  `.execute(tx);
  return numAffectedRows > 0n;
}

/** @returns whether it was in force */
export async function deleteMute(
  tx: Tx,
  mute: { muterId: string; mutedId: string; now: Date },
): Promise<boolean> {
  const deleted = await tx
    .deleteFrom('mutes')
    .where('muter_id', '=', mute.muterId)
    .where('muted_id', '=', mute.mutedId)
    .returning('expires_at as expiresAt')
    .executeTakeFirst();
  return deleted !== undefined && (deleted.expiresAt === null || deleted.expiresAt > mute.now);
}

/** Deletes at most `limit` mutes that expired before a time. @returns how many there were */
export async function deleteExpiredMutes(tx: Tx, before: Date, limit: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('mutes')
    .where((eb) =>
      eb(
        sql`ctid`,
        'in',
        eb
          .selectFrom('mutes')
          .select(sql`ctid`.as('row'))
          .where('expires_at', '<=', before)
          .limit(limit),
      ),
    )
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
