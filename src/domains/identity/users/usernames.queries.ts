import { type RawBuilder, sql } from 'kysely';
import { anyOf } from '#platform/db/any-of.ts';
import type { Db } from '#platform/db/database.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { UsernameChange, UsernameConflict } from './usernames.types.ts';

/** The user who claims a username, null before registration; and the time since which given-up names are reserved. */
type Claimant = { readonly userId: string | null; readonly heldSince: Date };

/** The conflict of `asked.username` with other users; the claimant's own names, former ones too, do not conflict. */
const conflictSql = ({ userId, heldSince }: Claimant): RawBuilder<UsernameConflict | null> => {
  const others = sql`u.state <> 'DELETED' and u.id is distinct from ${userId}::uuid`;
  const kept = sql`
    h.username_skeleton = username_skeleton(asked.username) and h.changed_at > ${heldSince}::timestamptz
    and h.user_id is distinct from ${userId}::uuid`;
  return sql`case
    when exists (select from users u where u.username = asked.username and ${others}) then 'TAKEN'
    when exists (select from username_history h where h.username = asked.username and ${kept}) then 'HELD'
    when exists (select from users u where u.username_skeleton = username_skeleton(asked.username) and ${others})
      or exists (select from username_history h where ${kept}) then 'CONFUSABLE' end`;
};

export async function findUsernameConflict(
  db: Db,
  claim: Claimant & { readonly username: string },
): Promise<UsernameConflict | null> {
  const [found] = await listUsernameConflicts(db, { ...claim, usernames: [claim.username] });
  return found?.conflict ?? null;
}

/** In the order of `usernames`. */
export async function listUsernameConflicts(
  db: Db,
  claim: Claimant & { readonly usernames: readonly string[] },
): Promise<{ username: string; conflict: UsernameConflict | null }[]> {
  const { rows } = await sql<{ username: string; conflict: UsernameConflict | null }>`
    select asked.username, ${conflictSql(claim)} as conflict
    from unnest(${claim.usernames}::text[]) with ordinality as asked (username, place)
    order by asked.place`.execute(db);
  return rows;
}

/** As `findUsernameConflict`, also with both names folded to the letters of usernames. */
export async function findUsernameWish(
  db: Db,
  claim: Claimant & { readonly username: string; readonly displayName: string },
): Promise<{ conflict: UsernameConflict | null; username: string; displayName: string }> {
  const { rows } = await sql<{ conflict: UsernameConflict | null; username: string; displayName: string }>`
    select ${conflictSql(claim)} as conflict, fold_name(asked.username) as username,
      fold_name(${claim.displayName}::text) as "displayName"
    from (select ${claim.username}::text) as asked (username)`.execute(db);
  const [wish] = rows;
  if (!wish) throw new Error('a statement without a condition gave no row');
  return wish;
}

/** Advisory lock class of usernames, apart from the locks of other code. */
const LOCKS_OF_USERNAMES = 1_971_012_843;

/** Takes advisory locks on a username and its skeleton until the end of the transaction. */
export async function lockUsername(tx: Tx, username: string): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(${LOCKS_OF_USERNAMES}::integer, hashtext(username_skeleton(${username}::text)))`.execute(
    tx,
  );
}

/** A user's username and the time of the last change; null if it was never changed. */
export async function findUsernameChange(
  db: Db,
  userId: string,
): Promise<{ username: string; changedAt: Date | null }> {
  return db
    .selectFrom('users as u')
    .leftJoin('username_history as h', 'h.user_id', 'u.id')
    .select(['u.username', 'h.changed_at as changedAt'])
    .where('u.id', '=', userId)
    .orderBy('h.changed_at', (order) => order.desc().nullsLast())
    .limit(1)
    .executeTakeFirstOrThrow();
}

/** Changes a user's username and inserts the former one into the history. */
export async function updateUsername(
  tx: Tx,
  change: { userId: string; username: string; formerUsername: string; changedAt: Date },
): Promise<void> {
  await tx
    .updateTable('users')
    .set({ username: change.username, lookalike_rank: 0, updated_at: change.changedAt })
    .where('id', '=', change.userId)
    .execute();
  await tx
    .insertInto('username_history')
    .values({ user_id: change.userId, username: change.formerUsername, changed_at: change.changedAt })
    .execute();
}

/** The user who has this username, or had it until after `heldSince`, in any state. */
export async function findUserIdByAnyUsername(
  db: Db,
  name: { username: string; heldSince: Date },
): Promise<string | null> {
  const { rows } = await sql<{ id: string | null }>`
    select coalesce(
      (select u.id from users u where u.username = ${name.username} and u.state <> 'DELETED'),
      (select h.user_id from username_history h
        where h.username_skeleton = username_skeleton(${name.username}) and h.username = ${name.username}
          and h.changed_at > ${name.heldSince}::timestamptz
        order by h.changed_at desc limit 1)
    ) as id`.execute(db);
  return rows[0]?.id ?? null;
}

/** Former usernames of each user, newest first, at most `limit` of each. */
export async function listUsernameChanges(
  db: Db,
  userIds: readonly string[],
  limit: number,
): Promise<(UsernameChange & { userId: string })[]> {
  return db
    .selectFrom('users as u')
    .crossJoinLateral((from) =>
      from
        .selectFrom('username_history as h')
        .select(['h.user_id as userId', 'h.username', 'h.changed_at as changedAt'])
        .whereRef('h.user_id', '=', 'u.id')
        .orderBy('h.changed_at', 'desc')
        .limit(limit)
        .as('h'),
    )
    .selectAll('h')
    .where('u.id', '=', anyOf(userIds))
    .orderBy('h.userId')
    .orderBy('h.changedAt', 'desc')
    .execute();
}
