import type { Db } from '#platform/db/database.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { IdKey, ListRequest } from '#platform/db/keyset.ts';
import { decayedScoreSql, isCurrentTrendSql, isTrendingSql } from './hashtags.policy.ts';
import type { HashtagSettings, HashtagState, ReviewedHashtag } from './hashtags.types.ts';

const selectReviewedHashtags = (db: Db, now: Date) =>
  db
    .selectFrom('hashtags as h')
    .leftJoin('hashtag_trends as t', (join) =>
      join.onRef('t.hashtag_id', '=', 'h.id').on(isCurrentTrendSql(now)),
    )
    .select([
      'h.id',
      'h.name',
      'h.display_name as displayName',
      'h.post_count as postCount',
      'h.follower_count as followerCount',
      'h.state',
      'h.state_reason as stateReason',
      'h.state_changed_at as stateChangedAt',
      'h.created_at as createdAt',
    ])
    .select(isTrendingSql(now).as('isTrending'))
    .select(decayedScoreSql(now).as('trendScore'));

export async function findReviewedHashtag(
  db: Db,
  key: { name: string } | { id: string },
  now: Date,
): Promise<ReviewedHashtag | null> {
  const query = selectReviewedHashtags(db, now);
  const keyed = 'id' in key ? query.where('h.id', '=', key.id) : query.where('h.name', '=', key.name);
  return (await keyed.executeTakeFirst()) ?? null;
}

type Filter = {
  readonly state: HashtagState | null;
  /** The beginning of the name. */
  readonly prefix: string | null;
  readonly isRising: boolean;
  readonly now: Date;
};

/** Newest first, one more than the page. */
export async function listReviewedHashtags(
  db: Db,
  { state, prefix, isRising, now }: Filter,
  { from: [beforeId], limit }: ListRequest<IdKey>,
): Promise<ReviewedHashtag[]> {
  return selectReviewedHashtags(db, now)
    .$if(state !== null, (query) => query.where('h.state', '=', state))
    .$if(prefix !== null, (query) =>
      query.where('h.name', '>=', prefix ?? '').where('h.name', '<', `${prefix ?? ''}\u{10ffff}`),
    )
    .$if(isRising, (query) => query.where('t.hashtag_id', 'is not', null))
    .where('h.id', '<', beforeId)
    .orderBy('h.id', 'desc')
    .limit(limit + 1)
    .execute();
}

/** Sets the state of a hashtag; inserts a hashtag that was never used. */
/** Locks a hashtag for a change of its state; null when there is none. */
export async function lockHashtagState(tx: Tx, name: string): Promise<HashtagState | null> {
  const found = await tx
    .selectFrom('hashtags')
    .select('state')
    .where('name', '=', name)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return found?.state ?? null;
}

/** @returns the id of the hashtag */
export async function upsertHashtagState(
  tx: Tx,
  change: { id: string; name: string; state: HashtagState; reason: string; changedAt: Date },
): Promise<string> {
  const decision = {
    state: change.state,
    state_reason: change.reason,
    state_changed_at: change.changedAt,
  };
  const { id } = await tx
    .insertInto('hashtags')
    .values({
      ...decision,
      id: change.id,
      name: change.name,
      display_name: change.name,
      created_at: change.changedAt,
    })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(decision))
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function findHashtagSettings(db: Db): Promise<HashtagSettings> {
  return db
    .selectFrom('hashtag_settings')
    .select('trends_need_review as trendsNeedReview')
    .executeTakeFirstOrThrow();
}

/** Locks the settings for a change. */
export async function lockHashtagSettings(tx: Tx): Promise<HashtagSettings> {
  return tx
    .selectFrom('hashtag_settings')
    .select('trends_need_review as trendsNeedReview')
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
}

export async function updateHashtagSettings(tx: Tx, settings: HashtagSettings): Promise<void> {
  await tx.updateTable('hashtag_settings').set({ trends_need_review: settings.trendsNeedReview }).execute();
}
