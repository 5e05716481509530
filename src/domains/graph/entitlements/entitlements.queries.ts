import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '#platform/db/database.ts';
import { deletePairsOf } from '#platform/db/pairs.ts';
import { prepared } from '#platform/db/prepared.ts';
import type { EntitlementEdges } from './entitlements.types.ts';

/** Which of `ids` the viewer has paid, and which have paid the viewer. */
export const listEntitlementEdges = prepared<
  { viewerId: string; now: Date; ids: readonly string[] },
  EntitlementEdges
>((db, { viewerId, now, ids }) =>
  sql<EntitlementEdges>`
    select id, ${edgeSql(viewerId, sql.ref('id'), now)} as "isSubscribed",
      ${edgeSql(sql.ref('id'), viewerId, now)} as "isSubscriber"
    from unnest(${ids}::uuid[]) as id`.compile(db),
);

function edgeSql(
  subscriberId: RawBuilder<string>,
  creatorId: RawBuilder<string>,
  now: RawBuilder<Date>,
): RawBuilder<boolean> {
  return sql<boolean>`exists (
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

/** Everybody whom a person has paid, or who has paid them, in the order of the ids, beyond `after`. */
export async function listOwnEntitlements(
  db: Db,
  own: { userId: string; as: 'subscriber' | 'creator'; after: string | null; limit: number },
): Promise<OwnEntitlement[]> {
  const [self, other] = SIDES[own.as];
  return db
    .selectFrom('entitlements as e')
    .innerJoin('users as u', 'u.id', other)
    .select([`${other} as id`, 'u.username', 'e.tier_level as tierLevel', 'e.valid_until as validUntil'])
    .where(self, '=', own.userId)
    .$if(own.after !== null, (query) => query.where(other, '>', own.after ?? ''))
    .orderBy(other)
    .limit(own.limit)
    .execute();
}

/** Ends entitlements of a person on either side, at most `limit` of each. @returns how many */
export function deleteEntitlementsOf(tx: Tx, userId: string, limit: number): Promise<number> {
  return deletePairsOf(
    tx,
    { table: 'entitlements', from: 'subscriber_id', to: 'creator_id' },
    { userId, limit },
  );
}
