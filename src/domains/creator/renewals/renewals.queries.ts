import { sql } from 'kysely';
import { inForceSql } from '#domains/foundation/visibility/restrictions.policy.ts';
import { activeUserSql, notBlockedSql } from '#domains/foundation/visibility/visibility.policy.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { Subscription } from '../subscriptions/subscriptions.types.ts';

/** Whether both of a subscription are active, and the creator may earn; and whether either blocks the other. */
export async function readStanding(
  tx: Tx,
  { subscriberId, creatorId }: Subscription,
  now: Date,
): Promise<{
  readonly areActive: boolean;
  readonly isCreatorActive: boolean;
  readonly isBlocked: boolean;
}> {
  const isActive = (userId: string) =>
    sql`exists (select from users u where u.id = ${userId}::uuid and ${activeUserSql(now)})`;
  const mayEarn = sql`not exists (
    select from restrictions where user_id = ${creatorId}::uuid and kind = 'MONETISATION' and ${inForceSql(now)})`;
  const { rows } = await sql<{ isSubscriberActive: boolean; isCreatorActive: boolean; isBlocked: boolean }>`
    select ${isActive(subscriberId)} as "isSubscriberActive", ${isActive(creatorId)} and ${mayEarn} as "isCreatorActive",
      not ${notBlockedSql(sql`${subscriberId}::uuid`, sql`${creatorId}::uuid`)} as "isBlocked"`.execute(tx);
  const [standing] = rows;
  if (!standing) throw new Error('a statement of one row has none');
  const { isSubscriberActive, isCreatorActive, isBlocked } = standing;
  return { areActive: isSubscriberActive && isCreatorActive, isCreatorActive, isBlocked };
}
