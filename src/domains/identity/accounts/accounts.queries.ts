import type { Db } from '#platform/db/database.ts';

/** Who an account is to the identity provider. */
export type AccountIdentity = {
  readonly userId: string;
  readonly provider: string;
  readonly subject: string;
  readonly email: string | null;
};

/** Null for whoever is deleted. */
export async function findAccountIdentity(db: Db, userId: string): Promise<AccountIdentity | null> {
  const row = await db
    .selectFrom('users')
    .select(['id as userId', 'provider', 'subject', 'email'])
    .where('id', '=', userId)
    .where('state', '<>', 'DELETED')
    .executeTakeFirst();
  return row ?? null;
}

/** When the sign-in of this key was first met; null when it never was. */
export async function findSignedInAt(db: Db, sessionKey: string): Promise<Date | null> {
  const row = await db
    .selectFrom('sessions')
    .select('created_at')
    .where('session_key', '=', sessionKey)
    .executeTakeFirst();
  return row?.created_at ?? null;
}

/** When the account is to be erased; null unless that was asked for. */
export async function findDeletionDueAt(db: Db, userId: string): Promise<Date | null> {
  const row = await db
    .selectFrom('users')
    .select('deletion_due_at')
    .where('id', '=', userId)
    .executeTakeFirst();
  return row?.deletion_due_at ?? null;
}

/** The ids of accounts whose time has come, in their order, beyond `after`. */
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

/** Who an erased account was to the identity provider, for as long as its row still says it. */
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
