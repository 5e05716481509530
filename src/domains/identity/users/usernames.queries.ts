import { type RawBuilder, sql } from 'kysely';
import { anyOf } from '#platform/db/any-of.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import type { UsernameChange, UsernameConflict } from './usernames.types.ts';

/** Who wants a name, null for somebody who is not there yet; and since when a name that was given up is kept. */
type Claimant = { readonly userId: string | null; readonly heldSince: Date };

/** What others have against `asked.username`; the claimant's own names, those of before too, are not in their way. */
const conflictSql = ({ userId, heldSince }: Claimant): RawBuilder<UsernameConflict | null> => {
  const others = sql`u.state <> 'DELETED' and u.id is distinct from ${userId}::uuid`;
  const kept = sql`
    h.username_skeleton = username_skeleton(asked.username) and h.changed_at > ${heldSince}::timestamptz
    and h.user_id is distinct from ${userId}::uuid`;
  return sql<UsernameConflict | null>`case
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

/** As `findUsernameConflict`, with both names in the letters that a username has, as far as there are such for them. */
export async function findWish(
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

/** Sets these locks apart from those that others take by numbers of their own. */
const LOCKS_OF_USERNAMES = 1_971_012_843;

/** Lets everybody else who takes this name, or one that looks like it, wait until the transaction ends. */
export async function lockUsername(tx: Tx, username: string): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(${LOCKS_OF_USERNAMES}::integer, hashtext(username_skeleton(${username}::text)))`.execute(
    tx,
  );
}

/** A person's name, and when they took it; null when they have had it from the beginning. */
export async function findUsernameStanding(
  tx: Tx,
  userId: string,
): Promise<{ username: string; changedAt: Date | null }> {
  return tx
    .selectFrom('users as u')
    .leftJoin('username_history as h', 'h.user_id', 'u.id')
    .select(['u.username', 'h.changed_at as changedAt'])
    .where('u.id', '=', userId)
    .orderBy('h.changed_at', (order) => order.desc().nullsLast())
    .limit(1)
    .executeTakeFirstOrThrow();
}

/** Gives a person another name, and notes the one that they had. */
export async function updateUsername(
  tx: Tx,
  change: { userId: string; username: string; formerUsername: string; changedAt: Date },
): Promise<void> {
  await tx
    .updateTable('users')
    .set({ username: change.username, updated_at: change.changedAt })
    .where('id', '=', change.userId)
    .execute();
  await tx
    .insertInto('username_history')
    .values({ user_id: change.userId, username: change.formerUsername, changed_at: change.changedAt })
    .execute();
}

/** Whose name this is, or whose it was until after `heldSince`; whatever their state. */
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

/** What each of the people gave up, newest first, at most `limit` of each. */
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
