import { type RawBuilder, sql } from 'kysely';
import { inForceSql } from '#domains/foundation/visibility/restrictions.policy.ts';
import { type ViewerSql, visibleUserSql } from '#domains/foundation/visibility/visibility.policy.ts';
import { anyOf } from '#platform/db/any-of.ts';
import type { Db } from '#platform/db/database.ts';
import { FIRST_ID, type IdKey, type ListRequest } from '#platform/db/keyset.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type {
  Offer,
  Subscription,
  SubscriptionChange,
  SubscriptionState,
  Terms,
} from './subscriptions.types.ts';

/** A subscription from rows of the aliases `s`, `t` for its tier, and `v` for the version of it. */
const SUBSCRIPTION_ROW = sql`
  s.id, s.subscriber_id as "subscriberId", s.creator_id as "creatorId", s.tier_id as "tierId", s.version, t.level::integer as "tierLevel",
  v.price_coins as "priceCoins", v.price_minor as "priceMinor", v.currency, v.interval, s.state, s.funding, s.payment_method_id as "paymentMethodId", s.anchor_at as "anchorAt", s.periods,
  s.period_start as "periodStart", s.period_end as "periodEnd", s.ends_at_period_end as "endsAtPeriodEnd", s.next_tier_id as "nextTierId",
  s.next_version as "nextVersion", s.grace_until as "graceUntil", s.attempts::integer as attempts, s.next_attempt_at as "nextAttemptAt",
  s.ended_at as "endedAt", s.end_reason as "endReason", s.created_at as "createdAt"`;

const withTier = (subscriptions: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  ${subscriptions} join subscription_tiers t on t.id = s.tier_id
  join subscription_tier_versions v on v.tier_id = s.tier_id and v.version = s.version`;

const SUBSCRIPTIONS = withTier(sql`subscriptions s`);

/** Null for a tier that cannot be subscribed to, or whose creator the viewer does not see. */
export async function findOffer(
  db: Db,
  viewer: ViewerSql & { readonly now: Date },
  tierId: string,
): Promise<Offer | null> {
  const { rows } = await sql<Offer>`
    select t.creator_id as "creatorId", t.id as "tierId", v.version, t.level::integer as "tierLevel", v.price_coins as "priceCoins",
      v.price_minor as "priceMinor", v.currency, v.interval, coalesce(v.trial_days, 0)::integer as "trialDays",
      exists (select from restrictions where user_id = t.creator_id and kind = 'MONETISATION' and ${inForceSql(viewer.now)}) as "isRestricted"
    from subscription_tiers t join subscription_tier_versions v on v.tier_id = t.id and v.version = t.current_version
    join users u on u.id = t.creator_id
    where t.id = ${tierId}::uuid and t.state = 'ACTIVE' and ${visibleUserSql(viewer)}`.execute(db);
  return rows[0] ?? null;
}

/** Null when there is no such version. */
export async function findTerms(
  db: Db,
  { tierId, version }: Pick<Terms, 'tierId' | 'version'>,
): Promise<Terms | null> {
  const { rows } = await sql<Terms>`
    select v.tier_id as "tierId", v.version, t.level::integer as "tierLevel", v.price_coins as "priceCoins", v.price_minor as "priceMinor",
      v.currency, v.interval
    from subscription_tier_versions v join subscription_tiers t on t.id = v.tier_id
    where v.tier_id = ${tierId}::uuid and v.version = ${version}::integer`.execute(db);
  return rows[0] ?? null;
}

export type NewSubscription = Pick<
  Subscription,
  | 'id'
  | 'subscriberId'
  | 'creatorId'
  | 'tierId'
  | 'version'
  | 'state'
  | 'funding'
  | 'paymentMethodId'
  | 'anchorAt'
  | 'periods'
  | 'periodStart'
  | 'periodEnd'
  | 'createdAt'
> & { readonly nextAttemptAt: Date };

/** @returns false when the pair has a live one */
export async function insertSubscription(tx: Tx, given: NewSubscription): Promise<boolean> {
  const { rows } = await sql`
    insert into subscriptions (id, subscriber_id, creator_id, tier_id, version, state, funding, payment_method_id, anchor_at, periods, period_start,
      period_end, next_attempt_at, created_at)
    values (${given.id}, ${given.subscriberId}, ${given.creatorId}, ${given.tierId}, ${given.version}, ${given.state}, ${given.funding},
      ${given.paymentMethodId}, ${given.anchorAt}, ${given.periods}, ${given.periodStart}, ${given.periodEnd}, ${given.nextAttemptAt},
      ${given.createdAt})
    on conflict (subscriber_id, creator_id) where state <> 'ENDED' do nothing returning id`.execute(tx);
  return rows.length > 0;
}

const COLUMNS = {
  tierId: 'tier_id',
  version: 'version',
  state: 'state',
  funding: 'funding',
  paymentMethodId: 'payment_method_id',
  anchorAt: 'anchor_at',
  periods: 'periods',
  periodStart: 'period_start',
  periodEnd: 'period_end',
  endsAtPeriodEnd: 'ends_at_period_end',
  nextTierId: 'next_tier_id',
  nextVersion: 'next_version',
  graceUntil: 'grace_until',
  attempts: 'attempts',
  nextAttemptAt: 'next_attempt_at',
  endedAt: 'ended_at',
  endReason: 'end_reason',
} as const satisfies Record<keyof SubscriptionChange, string>;

/** Changes a locked subscription. */
export async function updateSubscription(tx: Tx, id: string, change: SubscriptionChange): Promise<void> {
  const set = Object.entries(change).map(
    // A change has these names alone.
    ([name, value]) => [COLUMNS[name as keyof SubscriptionChange], value] as const,
  );
  await tx.updateTable('subscriptions').set(Object.fromEntries(set)).where('id', '=', id).execute();
}

/** Locks the subscription of a condition on the alias `s` until the commit. It is locked before its tier is read, which may have changed meanwhile. */
async function lockOne(tx: Tx, condition: RawBuilder<unknown>, wait = sql``): Promise<Subscription | null> {
  const { rows } = await sql<Subscription>`
    with s as materialized (select * from subscriptions s where ${condition} for no key update ${wait})
    select ${SUBSCRIPTION_ROW} from ${withTier(sql`s`)}`.execute(tx);
  return rows[0] ?? null;
}

export const lockSubscription = (tx: Tx, id: string): Promise<Subscription | null> =>
  lockOne(tx, sql`s.id = ${id}::uuid`);

/** Null for one that is not due any more, or that another worker has. */
export const lockDue = (tx: Tx, id: string, now: Date): Promise<Subscription | null> =>
  lockOne(
    tx,
    sql`s.id = ${id}::uuid and s.state <> 'ENDED' and s.next_attempt_at <= ${now}::timestamptz`,
    sql`skip locked`,
  );

/** The live subscription of a pair. */
export const lockLive = (
  tx: Tx,
  { subscriberId, creatorId }: Pick<Subscription, 'subscriberId' | 'creatorId'>,
): Promise<Subscription | null> =>
  lockOne(
    tx,
    sql`s.subscriber_id = ${subscriberId}::uuid and s.creator_id = ${creatorId}::uuid and s.state <> 'ENDED'`,
  );

/** The ids of those that are due, the longest first. */
export async function listDueIds(
  db: Db,
  { now, limit }: { now: Date; limit: number },
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('subscriptions')
    .select('id')
    .where('state', '<>', 'ENDED')
    .where('next_attempt_at', '<=', now)
    .orderBy('next_attempt_at')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** The ids of live subscriptions to creators who have been suspended since a time, oldest first. */
export async function listIdsOfSuspended(
  db: Db,
  { since, now, limit }: { since: Date; now: Date; limit: number },
): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    select s.id from restrictions r join subscriptions s on s.creator_id = r.user_id and s.state <> 'ENDED'
    where r.kind = 'SUSPENSION' and ${inForceSql(now)} and r.created_at <= ${since}::timestamptz
    order by s.id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** The ids of live subscriptions of a user, or to a user. */
export async function listLiveIds(
  db: Db,
  {
    userId,
    as,
    limit,
    afterId = FIRST_ID,
  }: { userId: string; as: 'subscriber' | 'creator'; limit: number; afterId?: string | undefined },
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('subscriptions')
    .select('id')
    .where(as === 'subscriber' ? 'subscriber_id' : 'creator_id', '=', userId)
    .where('state', '<>', 'ENDED')
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

export async function listSubscriptionsByIds(db: Db, ids: readonly string[]): Promise<Subscription[]> {
  const { rows } = await sql<Subscription>`
    select ${SUBSCRIPTION_ROW} from ${SUBSCRIPTIONS} where s.id = ${anyOf(ids)}`.execute(db);
  return rows;
}

/** Subscriptions of a user, newest first, one more than the page. */
export async function listOwnSubscriptions(
  db: Db,
  { subscriberId, status }: { subscriberId: string; status: SubscriptionState | null },
  { from: [beforeId], limit }: ListRequest<IdKey>,
): Promise<Subscription[]> {
  const inState = status === null ? sql`true` : sql`s.state = ${status}`;
  const { rows } = await sql<Subscription>`
    select ${SUBSCRIPTION_ROW} from ${SUBSCRIPTIONS}
    where s.subscriber_id = ${subscriberId}::uuid and ${inState} and s.id < ${beforeId}::uuid
    order by s.id desc limit ${limit + 1}`.execute(db);
  return rows;
}

/** Subscriptions to a creator that give access, newest first, one more than the page. */
export async function listMembers(
  db: Db,
  { creatorId, tierId }: { creatorId: string; tierId: string | null },
  { from: [beforeId], limit }: ListRequest<IdKey>,
): Promise<Subscription[]> {
  const ofTier = tierId === null ? sql`true` : sql`s.tier_id = ${tierId}::uuid`;
  const { rows } = await sql<Subscription>`
    select ${SUBSCRIPTION_ROW} from ${SUBSCRIPTIONS}
    where s.creator_id = ${creatorId}::uuid and s.state in ('TRIALING', 'ACTIVE', 'PAST_DUE') and ${ofTier} and s.id < ${beforeId}::uuid
    order by s.id desc limit ${limit + 1}`.execute(db);
  return rows;
}

export type SubscriptionFilter = {
  readonly subscriberId: string | null;
  readonly creatorId: string | null;
  readonly state: SubscriptionState | null;
};

/** Subscriptions of all users, newest first, one more than the page. Only what is asked for is a condition, so that its index serves the list. */
export async function listAnySubscriptions(
  db: Db,
  { subscriberId, creatorId, state }: SubscriptionFilter,
  { from: [beforeId], limit }: ListRequest<IdKey>,
): Promise<Subscription[]> {
  const conditions = [
    sql`s.id < ${beforeId}::uuid`,
    ...(subscriberId === null ? [] : [sql`s.subscriber_id = ${subscriberId}::uuid`]),
    ...(creatorId === null ? [] : [sql`s.creator_id = ${creatorId}::uuid`]),
    ...(state === null ? [] : [sql`s.state = ${sql.lit(state)}`]),
  ];
  const { rows } = await sql<Subscription>`
    select ${SUBSCRIPTION_ROW} from ${SUBSCRIPTIONS} where ${sql.join(conditions, sql` and `)}
    order by s.id desc limit ${limit + 1}`.execute(db);
  return rows;
}

/** Live subscriptions of a subscriber to some tiers, or to the creators of them. */
export async function listLiveByTiers(
  db: Db,
  { subscriberId, tierIds }: { subscriberId: string; tierIds: readonly string[] },
): Promise<(Subscription & { readonly ofTierId: string })[]> {
  const { rows } = await sql<Subscription & { readonly ofTierId: string }>`
    select o.id as "ofTierId", ${SUBSCRIPTION_ROW} from subscription_tiers o join ${SUBSCRIPTIONS} on s.creator_id = o.creator_id
    where o.id = ${anyOf(tierIds)} and s.subscriber_id = ${subscriberId}::uuid and s.state <> 'ENDED'`.execute(
    db,
  );
  return rows;
}

/** @returns whether it is the first trial of the user with the creator */
export async function insertTrial(
  tx: Tx,
  { subscriberId, creatorId }: Pick<Subscription, 'subscriberId' | 'creatorId'>,
): Promise<boolean> {
  const { rows } = await sql`
    insert into trials_used (user_id, creator_id) values (${subscriberId}, ${creatorId}) on conflict do nothing returning user_id`.execute(
    tx,
  );
  return rows.length > 0;
}

/** The creators among `ids` with whom a user has had a trial. */
export async function listTrials(db: Db, userId: string, creatorIds: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('trials_used')
    .select('creator_id as creatorId')
    .where('user_id', '=', userId)
    .where('creator_id', '=', anyOf(creatorIds))
    .execute();
  return rows.map(({ creatorId }) => creatorId);
}
