import { sql } from 'kysely';
import { visibleUserSql } from '#domains/foundation/visibility/visibility.policy.ts';
import { USER_COLUMNS } from '#domains/identity/users/users.service.ts';
import { anyOf } from '#platform/db/any-of.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import type { PageRequest, TimeKey } from '#platform/db/keyset.ts';
import type { Mute, MutedUser } from './mutes.types.ts';

const SETTINGS_COLUMNS = ['m.scopes', 'm.created_at as mutedAt', 'm.expires_at as expiresAt'] as const;

type Muter = { readonly id: string; readonly now: Date };

const selectLiveMutes = (db: Db, muter: Muter) =>
  db
    .selectFrom('mutes as m')
    .select(SETTINGS_COLUMNS)
    .where('m.muter_id', '=', muter.id)
    .where(({ or, eb }) => or([eb('m.expires_at', 'is', null), eb('m.expires_at', '>', muter.now)]));

/** The mutes of one person that last, of those among `ids`. */
export async function listMutes(db: Db, muter: Muter, ids: readonly string[]): Promise<Mute[]> {
  return selectLiveMutes(db, muter)
    .select('m.muted_id as mutedId')
    .where('m.muted_id', '=', anyOf(ids))
    .$castTo<Mute>()
    .execute();
}

/** Whom one person mutes and sees, newest first, one more than the page. */
export async function listMutedUsers(db: Db, muter: Muter, page: PageRequest<TimeKey>): Promise<MutedUser[]> {
  return selectLiveMutes(db, muter)
    .innerJoin('users as u', 'u.id', 'm.muted_id')
    .select(USER_COLUMNS)
    .where(visibleUserSql(muter))
    .$if(page.from !== null, (query) => {
      const [beforeMs, id] = page.from ?? [0, ''];
      return query.where(
        sql<boolean>`(m.created_at, m.muted_id) < (${new Date(beforeMs)}::timestamptz, ${id}::uuid)`,
      );
    })
    .orderBy('m.created_at', 'desc')
    .orderBy('m.muted_id', 'desc')
    .limit(page.limit + 1)
    .$castTo<MutedUser>()
    .execute();
}

/** Mutes, or changes what a mute hides and until when. One that has ended begins anew. */
export async function upsertMute(tx: Tx, mute: Mute & { muterId: string }): Promise<void> {
  await sql`
    insert into mutes (muter_id, muted_id, scopes, created_at, expires_at)
    values (${mute.muterId}::uuid, ${mute.mutedId}::uuid, ${mute.scopes}::text[], ${mute.mutedAt}::timestamptz,
      ${mute.expiresAt}::timestamptz)
    on conflict (muter_id, muted_id) do update set
      scopes = excluded.scopes,
      expires_at = excluded.expires_at,
      created_at = case when mutes.expires_at <= excluded.created_at then excluded.created_at else mutes.created_at end
  `.execute(tx);
}

export async function deleteMute(tx: Tx, mute: { muterId: string; mutedId: string }): Promise<void> {
  await tx
    .deleteFrom('mutes')
    .where('muter_id', '=', mute.muterId)
    .where('muted_id', '=', mute.mutedId)
    .execute();
}

/** Deletes at most `limit` mutes that ended before a moment. @returns how many there were */
export async function deleteEndedMutes(tx: Tx, before: Date, limit: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('mutes')
    .where(sql<string>`ctid`, 'in', (eb) =>
      eb
        .selectFrom('mutes')
        .select(sql<string>`ctid`.as('row'))
        .where('expires_at', '<=', before)
        .limit(limit),
    )
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
