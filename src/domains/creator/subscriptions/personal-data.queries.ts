import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { Subscription } from './subscriptions.types.ts';

type OwnPage = { readonly userId: string; readonly afterId: string; readonly limit: number };

export type ExportedSubscription = Pick<
  Subscription,
  | 'id'
  | 'tierId'
  | 'version'
  | 'state'
  | 'periodStart'
  | 'periodEnd'
  | 'endsAtPeriodEnd'
  | 'endedAt'
  | 'endReason'
  | 'createdAt'
> & {
  /** The other one of the two. */
  readonly userId: string;
  readonly username: string;
};

const SIDES = {
  subscriber: ['s.subscriber_id', 's.creator_id'],
  creator: ['s.creator_id', 's.subscriber_id'],
} as const;

/** Subscriptions of a user, or to a user, oldest first. */
export async function listExportedSubscriptions(
  db: Db,
  { userId, as, afterId, limit }: OwnPage & { readonly as: keyof typeof SIDES },
): Promise<ExportedSubscription[]> {
  const [own, other] = SIDES[as];
  const { rows } = await sql<ExportedSubscription>`
    select s.id, u.id as "userId", u.username, s.tier_id as "tierId", s.version, s.state, s.period_start as "periodStart",
      s.period_end as "periodEnd", s.ends_at_period_end as "endsAtPeriodEnd", s.ended_at as "endedAt", s.end_reason as "endReason",
      s.created_at as "createdAt"
    from subscriptions s join users u on u.id = ${sql.ref(other)}
    where ${sql.ref(own)} = ${userId}::uuid and s.id > ${afterId}::uuid order by s.id limit ${limit}`.execute(
    db,
  );
  return rows;
}

/** Forgets the cards with which an erased subscriber has paid. @returns how many there were */
export async function clearMethodsOf(tx: Tx, subscriberId: string, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update subscriptions set payment_method_id = null where id in (
      select id from subscriptions where subscriber_id = ${subscriberId}::uuid and payment_method_id is not null
      order by id limit ${limit} for no key update)`.execute(tx);
  return Number(numAffectedRows);
}

/** @returns how many */
export async function deleteTrialsOf(tx: Tx, userId: string, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from trials_used where ctid in (
      select ctid from trials_used where user_id = ${userId}::uuid or creator_id = ${userId}::uuid limit ${limit})`.execute(
    tx,
  );
  return Number(numAffectedRows);
}
