import { sql } from 'kysely';
import { anyOf } from '#platform/db/any-of.ts';
import type { Db } from '#platform/db/database.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { entriesOf } from '#platform/kernel/records.ts';
import { prepared } from '#platform/db/prepared.ts';
import { DEFAULT_AUDIENCES } from './privacy.policy.ts';
import type { Audiences, PrivacySettings } from './privacy.types.ts';

const COLUMN_OF = {
  messageAudience: 'message_audience',
  callAudience: 'call_audience',
  commentAudience: 'comment_audience',
  mentionAudience: 'mention_audience',
  tipAudience: 'tip_audience',
  followersAudience: 'followers_audience',
  followingAudience: 'following_audience',
  lastSeenAudience: 'last_seen_audience',
  readReceiptsAudience: 'read_receipts_audience',
} as const satisfies Record<keyof Audiences, string>;

/** Lists the settings in force of these users, whatever their account state. */
export async function listPrivacySettings(
  db: Db,
  userIds: readonly string[],
): Promise<(PrivacySettings & { readonly userId: string })[]> {
  const rows = await listPrivacyRows(db, { userIds });
  return rows.map(({ hasAudiences, ...row }) => (hasAudiences ? row : { ...row, ...DEFAULT_AUDIENCES }));
}

/** The audiences are null for a user without a row. */
type PrivacyRow = PrivacySettings & { readonly userId: string; readonly hasAudiences: boolean };

const listPrivacyRows = prepared<{ userIds: readonly string[] }, PrivacyRow>((db, { userIds }) =>
  db
    .selectFrom('users as u')
    .leftJoin('privacy_settings as s', 's.user_id', 'u.id')
    .select([
      'u.id as userId',
      'u.is_private as isPrivate',
      'u.is_discoverable as isDiscoverable',
      'u.requires_sign_in as requiresSignIn',
    ])
    .select(sql`s.user_id is not null`.as('hasAudiences'))
    .select(Object.entries(COLUMN_OF).map(([name, column]) => sql.ref(`s.${column}`).as(name)))
    .where('u.id', '=', anyOf(userIds))
    .$castTo<PrivacyRow>()
    .compile(),
);

/** Changes only the given audiences; a new row has the table's defaults for the others. */
export async function upsertAudiences(
  tx: Tx,
  userId: string,
  changes: Partial<Audiences> & { readonly updatedAt: Date },
): Promise<void> {
  const { updatedAt, ...audiences } = changes;
  const columns = Object.fromEntries(
    entriesOf(audiences).map(([name, audience]) => [COLUMN_OF[name], audience]),
  );
  await tx
    .insertInto('privacy_settings')
    .values({ user_id: userId, updated_at: updatedAt, ...columns })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ updated_at: updatedAt, ...columns }))
    .execute();
}

/** @returns how many rows there were */
export async function deletePrivacySettings(tx: Tx, userId: string): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('privacy_settings')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
