import { sql } from 'kysely';
import type { TextEntity } from '#domains/graph/entities/entities.types.ts';
import { activeUserSql, discoverableSql } from '#domains/foundation/visibility/visibility.policy.ts';
import { anyOf } from '#platform/db/any-of.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { TREND } from './hashtags.policy.ts';

/** The parts of a post and its author that decide about its hashtags. */
export type TaggedPost = {
  readonly text: string;
  readonly entities: readonly TextEntity[];
  /** Time of the last edit or, without one, of publication. */
  readonly writtenAt: Date;
  /** Whether everybody can see it, in any list of the hashtag. */
  readonly isPublic: boolean;
  /** Whether the author is discoverable and so counts for trends. */
  readonly isAuthorDiscoverable: boolean;
};

/** Null for a deleted post. */
export async function findTaggedPost(tx: Tx, postId: string, now: Date): Promise<TaggedPost | null> {
  const row = await tx
    .selectFrom('posts as p')
    .innerJoin('users as u', 'u.id', 'p.author_id')
    .select(['p.text', 'p.entities'])
    .select(sql`coalesce(p.edited_at, p.created_at)`.as('writtenAt'))
    .select(isPublicSql.as('isPublic'))
    .select(sql`${discoverableSql(now)} and ${activeUserSql(now)}`.as('isAuthorDiscoverable'))
    .where('p.id', '=', postId)
    .where('p.deleted_at', 'is', null)
    .$castTo<TaggedPost>()
    .executeTakeFirst();
  return row ?? null;
}

/**
 * The value of `post_hashtags.is_open` for a post of alias `p` and its author of alias `u`. Posts that moderation hides keep
 * their rows: restored, they count again, but are no further use for histories and trends.
 */
const isPublicSql = sql`(p.visibility = 'PUBLIC' and p.moderation_state = 'VISIBLE' and not u.is_private)`;

/** A hashtag as a post writes it. */
export type Spelling = { readonly name: string; readonly spelling: string };

/** Inserts hashtags that were never used. @returns the id of each name, locked against deletion until the transaction ends */
export async function ensureHashtags(
  tx: Tx,
  hashtags: readonly (Spelling & { readonly id: string })[],
  createdAt: Date,
): Promise<ReadonlyMap<string, string>> {
  const sorted = hashtags.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  if (sorted.length === 0) return new Map();
  await tx
    .insertInto('hashtags')
    .values(
      sorted.map(({ id, name, spelling }) => ({ id, name, display_name: spelling, created_at: createdAt })),
    )
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const rows = await tx
    .selectFrom('hashtags')
    .select(['id', 'name'])
    .where(
      'name',
      'in',
      sorted.map(({ name }) => name),
    )
    .orderBy('id')
    .forKeyShare()
    .execute();
  return new Map(rows.map(({ id, name }) => [name, id]));
}

export async function listHashtagIdsOf(tx: Tx, postId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('post_hashtags')
    .select('hashtag_id as id')
    .where('post_id', '=', postId)
    .execute();
  return rows.map((row) => row.id);
}

type Uses = {
  readonly postId: string;
  readonly authorId: string;
  readonly isPublic: boolean;
  readonly hashtagIds: readonly string[];
};

/** The counters of hashtags are locked in the order of ids. */
export async function insertUses(tx: Tx, { postId, authorId, isPublic, hashtagIds }: Uses): Promise<void> {
  await tx
    .insertInto('post_hashtags')
    .values(
      hashtagIds.toSorted().map((hashtagId) => ({
        post_id: postId,
        hashtag_id: hashtagId,
        author_id: authorId,
        is_open: isPublic,
      })),
    )
    .execute();
}

export async function deleteUses(tx: Tx, postId: string, hashtagIds: readonly string[]): Promise<void> {
  await tx
    .deleteFrom('post_hashtags')
    .where('post_id', '=', postId)
    .where('hashtag_id', '=', anyOf(hashtagIds))
    .execute();
}

export async function updatePostUsesPublic(tx: Tx, postId: string, isPublic: boolean): Promise<void> {
  await tx
    .updateTable('post_hashtags')
    .set({ is_open: isPublic })
    .where('post_id', '=', postId)
    .where('is_open', '<>', isPublic)
    .execute();
}

/** Updates `is_open` of an author's uses to posts and account, in at most `limit` rows. @returns how many changed */
export async function updateUsesPublic(tx: Tx, authorId: string, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update post_hashtags h set is_open = changed.is_open
    from (
      select h.post_id, h.hashtag_id, ${isPublicSql} as is_open
      from post_hashtags h join posts p on p.id = h.post_id join users u on u.id = h.author_id
      where h.author_id = ${authorId}::uuid and h.is_open <> ${isPublicSql}
      order by h.hashtag_id limit ${limit}
    ) changed
    where h.post_id = changed.post_id and h.hashtag_id = changed.hashtag_id`.execute(tx);
  return Number(numAffectedRows);
}

/**
 * Counts one use of each of these hashtags by an account, at a moment: the account itself once a day for the history, and
 * once in 24 hours for the trends. Uses of one account are counted one after the other.
 */
export async function recordUses(
  tx: Tx,
  { authorId, hashtagIds, usedAt }: { authorId: string; hashtagIds: readonly string[]; usedAt: Date },
): Promise<void> {
  const countedBefore = new Date(usedAt.getTime() - TREND.windowMs);
  await sql`
    with used as materialized (
      select of_post.id as hashtag_id,
        coalesce(a.used_at < date_trunc('day', ${usedAt}::timestamptz, 'UTC'), true) as is_first_of_day,
        coalesce(a.counted_at <= ${countedBefore}::timestamptz, true) as is_counted
      from unnest(${hashtagIds}::uuid[]) as of_post (id)
      left join hashtag_accounts a on a.hashtag_id = of_post.id and a.author_id = ${authorId}::uuid
    ), noted as (
      insert into hashtag_accounts (hashtag_id, author_id, used_at, counted_at)
      select hashtag_id, ${authorId}::uuid, ${usedAt}::timestamptz, ${usedAt}::timestamptz from used
      on conflict (hashtag_id, author_id) do update set
        used_at = greatest(hashtag_accounts.used_at, excluded.used_at),
        counted_at = case when hashtag_accounts.counted_at <= ${countedBefore}::timestamptz
          then excluded.counted_at else hashtag_accounts.counted_at end
    )
    insert into hashtag_hours (hashtag_id, hour, use_count, day_account_count, trend_account_count)
    select hashtag_id, date_trunc('hour', ${usedAt}::timestamptz, 'UTC'), 1, is_first_of_day::integer, is_counted::integer
    from used order by hashtag_id
    on conflict (hashtag_id, hour) do update set
      use_count = hashtag_hours.use_count + 1,
      day_account_count = hashtag_hours.day_account_count + excluded.day_account_count,
      trend_account_count = hashtag_hours.trend_account_count + excluded.trend_account_count`.execute(tx);
}

/** Counts one use of each spelling and sets the display name to the most frequent one; of equals the present one stays. */
export async function recordSpellings(
  tx: Tx,
  spellings: readonly { readonly hashtagId: string; readonly spelling: string }[],
): Promise<void> {
  const sorted = spellings.toSorted((a, b) => (a.hashtagId < b.hashtagId ? -1 : 1));
  await tx
    .insertInto('hashtag_spellings')
    .values(sorted.map(({ hashtagId, spelling }) => ({ hashtag_id: hashtagId, spelling, use_count: 1 })))
    .onConflict((conflict) =>
      conflict.columns(['hashtag_id', 'spelling']).doUpdateSet({
        use_count: sql`hashtag_spellings.use_count + 1`,
      }),
    )
    .execute();
  await sql`
    update hashtags h set display_name = most.spelling
    from unnest(${sorted.map(({ hashtagId }) => hashtagId)}::uuid[]) as shown (id)
    cross join lateral (
      select s.spelling from hashtag_spellings s join hashtags own on own.id = s.hashtag_id where s.hashtag_id = shown.id
      order by s.use_count desc, s.spelling <> own.display_name, s.spelling limit 1
    ) most
    where h.id = shown.id and h.display_name <> most.spelling`.execute(tx);
}

/** Deletes hashtags without uses, followers and review, at most `limit`. @returns how many */
export async function deleteUnusedHashtags(tx: Tx, before: Date, limit: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('hashtags')
    .where('id', 'in', (unused) =>
      unused
        .selectFrom('hashtags as h')
        .select('h.id')
        .where('h.popularity', '=', 0)
        .where('h.follower_count', '=', 0)
        .where('h.state', '=', 'PENDING')
        .where('h.created_at', '<', before)
        .where(({ not, exists }) =>
          not(exists((use) => use.selectFrom('post_hashtags as p').whereRef('p.hashtag_id', '=', 'h.id'))),
        )
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
