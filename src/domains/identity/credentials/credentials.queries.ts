import type { Db } from '#platform/db/database.ts';
import type { ProviderAccount } from './credentials.types.ts';

const CREDENTIAL_COLUMNS = [
  'id as userId',
  'subject',
  'email',
  'is_email_verified as isEmailVerified',
] as const;

export async function findProviderAccount(db: Db, userId: string): Promise<ProviderAccount | null> {
  const row = await db
    .selectFrom('users')
    .select(CREDENTIAL_COLUMNS)
    .where('id', '=', userId)
    .where('state', '<>', 'DELETED')
    .executeTakeFirst();
  return row ?? null;
}
