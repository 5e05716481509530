import type { Db } from '#platform/db/database.ts';

/** Account of a user at the identity provider. */
export type AccountIdentity = {
  readonly userId: string;
  readonly provider: string;
  readonly subject: string;
  readonly email: string | null;
};

/** Null for a deleted user. */
export async function findAccountIdentity(db: Db, userId: string): Promise<AccountIdentity | null> {
  const row = await db
    .selectFrom('users')
    .select(['id as userId', 'provider', 'subject', 'email'])
    .where('id', '=', userId)
    .where('state', '<>', 'DELETED')
    .executeTakeFirst();
  return row ?? null;
}

/** Time of the first request of a session key. Null if there was none. */
export async function findSignedInAt(db: Db, sessionKey: string): Promise<Date | null> {
  const row = await db
    .selectFrom('sessions')
    .select('created_at')
    .where('session_key', '=', sessionKey)
    .executeTakeFirst();
  return row?.created_at ?? null;
}

/** Time at which the account is to be erased. Null unless requested. */
export async function findDeletionDueAt(db: Db, userId: string): Promise<Date | null> {
  const row = await db
    .selectFrom('users')
    .select('deletion_due_at')
    .where('id', '=', userId)
    .executeTakeFirst();
  return row?.deletion_due_at ?? null;
}

/** Ids of accounts that are due for erasure, by id after `after`. */
export async function listDueAccounts(
  db: Db,
  due: { now: Date; after: string | null; limit: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('deletion_due_at', '<=', due.now)
    .$if(due.after !== null, (query) => query.where('id', '>', due.after ?? ''))
    .orderBy('id')
    .limit(due.limit)
    .execute();
  return rows.map((row) => row.id);
}

/** Account of an erased user at the identity provider, while the row still has it. */
export async function findErasedIdentity(
  db: Db,
  userId: string,
): Promise<{ provider: string; subject: string } | null> {
  const row = await db
    .selectFrom('users')
    .select(['provider', 'subject'])
    .where('id', '=', userId)
    .where('state', '=', 'DELETED')
    .executeTakeFirst();
  return row ?? null;
}
