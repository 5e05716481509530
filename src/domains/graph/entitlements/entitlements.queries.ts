import { type RawBuilder, sql } from 'kysely';
import { ofAnyLength } from '#platform/db/any-of.ts';
import type { Db } from '#platform/db/database.ts';
import { prepared } from '#platform/db/prepared.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { Entitlement, EntitlementEdges, EntitlementPair } from './entitlements.types.ts';

/** Lists for each of `ids` whether the viewer has paid the user, and whether the user has paid the viewer. */
export const listEntitlementEdges = prepared<
  { viewerId: string; now: Date; ids: readonly string[] },
  EntitlementEdges
>((db, { viewerId, now, ids }) =>
  sql<EntitlementEdges>`
    select id, ${edgeSql(viewerId, sql.ref('id'), now)} as "isSubscribed",
      ${edgeSql(sql.ref('id'), viewerId, now)} as "isSubscriber"
    from unnest(${ofAnyLength(sql`${ids}::uuid[]`)}) as id`.compile(db),
);

function edgeSql(
  subscriberId: RawBuilder<string>,
  creatorId: RawBuilder<string>,
  now: RawBuilder<Date>,
): RawBuilder<boolean> {
  return sql`exists (
    select from entitlements e where e.subscriber_id = ${subscriberId}::uuid and e.creator_id = ${creatorId}::uuid
      and e.valid_until > ${now}::timestamptz)`;
}

export type OwnEntitlement = {
  readonly id: string;
  readonly username: string;
  readonly tierLevel: number;
  readonly validUntil: Date;
};

const SIDES = {
  subscriber: ['e.subscriber_id', 'e.creator_id'],
  creator: ['e.creator_id', 'e.subscriber_id'],
} as const;

/** Lists the users whom a user has paid, or who have paid the user, in the order of the ids, starting after `after`. */
export async function listOwnEntitlements(
  db: Db,
  own: { userId: string; as: 'subscriber' | 'creator'; after: OwnEntitlement | null; limit: number },
): Promise<OwnEntitlement[]> {
  const [self, other] = SIDES[own.as];
  return db
    .selectFrom('entitlements as e')
    .innerJoin('users as u', 'u.id', other)
    .select([`${other} as id`, 'u.username', 'e.tier_level as tierLevel', 'e.valid_until as validUntil'])
    .where(self, '=', own.userId)
    .$if(own.after !== null, (query) => query.where(other, '>', own.after?.id ?? ''))
    .orderBy(other)
    .limit(own.limit)
    .execute();
}

export async function upsertEntitlement(
  tx: Tx,
  { subscriberId, creatorId, tierLevel, validUntil }: Entitlement,
): Promise<void> {
  await tx
    .insertInto('entitlements')
    .values({
      subscriber_id: subscriberId,
      creator_id: creatorId,
      tier_level: tierLevel,
      valid_until: validUntil,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['subscriber_id', 'creator_id'])
        .doUpdateSet({ tier_level: tierLevel, valid_until: validUntil }),
    )
    .execute();
}

export async function updateEntitlementEnd(
  tx: Tx,
  { subscriberId, creatorId }: EntitlementPair,
  at: Date,
): Promise<void> {
  await tx
    .updateTable('entitlements')
    .set({ valid_until: at })
    .where('subscriber_id', '=', subscriberId)
    .where('creator_id', '=', creatorId)
    .where('valid_until', '>', at)
    .execute();
}
