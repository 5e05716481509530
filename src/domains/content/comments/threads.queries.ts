import { type RawBuilder, sql } from 'kysely';
import type { ViewerSql } from '#domains/foundation/visibility/visibility.policy.ts';
import { holdsMutedWordSql, mutedWordsSql, notMutedSql } from '#domains/graph/mutes/mutes.policy.ts';
import type { Db } from '#platform/db/database.ts';
import { prepared } from '#platform/db/prepared.ts';
import type { AuthoredComment, CommentSort } from './comments.types.ts';
import {
  authoredCommentOf,
  COMMENT_SELECTION,
  type CommentRow,
  joinVisibleAuthor,
} from './selection.queries.ts';

type Order = {
  /** By the columns of the rows with this alias. */
  readonly by: (alias: 'c' | 'listed') => RawBuilder<unknown>;
  /** The rows `c` that come behind a place of this order. */
  readonly beyond: (score: RawBuilder<number>, id: RawBuilder<string>) => RawBuilder<boolean>;
};

const ORDERS: Readonly<Record<CommentSort, Order>> = {
  TOP: {
    by: (alias) => sql`${sql.ref(`${alias}.score`)} desc, ${sql.ref(`${alias}.id`)} desc`,
    beyond: (score, id) => sql`(c.score, c.id) < (${score}, ${id})`,
  },
  NEWEST: {
    by: (alias) => sql`${sql.ref(`${alias}.id`)} desc`,
    beyond: (_score, id) => sql`c.id < ${id}`,
  },
  OLDEST: {
    by: (alias) => sql.ref(`${alias}.id`),
    beyond: (_score, id) => sql`c.id > ${id}`,
  },
};

const inEveryOrder = <Query>(make: (order: Order) => Query): Readonly<Record<CommentSort, Query>> => ({
  TOP: make(ORDERS.TOP),
  NEWEST: make(ORDERS.NEWEST),
  OLDEST: make(ORDERS.OLDEST),
});

/** For `wantedSql`, which searches only what no other condition has left out. */
const withMutedWordsSql = (viewer: ViewerSql): RawBuilder<unknown> => sql`
  with muted as materialized (${mutedWordsSql(viewer, 'ANYBODY')}),
  muted_of_followed as materialized (${mutedWordsSql(viewer, 'FOLLOWED')})`;

/**
 * What belongs into the viewer's lists: what they see and have not muted, and a tombstone where there are replies. Of a
 * tombstone nothing is asked, so that its absence cannot tell who or what it was.
 */
const wantedSql = (viewer: ViewerSql): RawBuilder<boolean> => sql<boolean>`
  case when u."authorId" is null then c.reply_count > 0
    else u."authorId" = ${viewer.id}::uuid or ${notMutedSql(viewer, sql.ref('c.author_id'), 'COMMENTS')}
      and not (${holdsMutedWordSql('muted', sql.ref('c.text'))} and (
        ${holdsMutedWordSql('muted_of_followed', sql.ref('c.text'))} or not exists (
          select from follows f where f.follower_id = ${viewer.id}::uuid and f.followee_id = c.author_id)))
  end`;

/** Where a page begins and how long it may be. */
export type Bounds = { readonly score: number; readonly id: string; readonly limit: number };

type Viewer = { readonly viewerId: string | null; readonly now: Date };

/**
 * What answers a post itself, of a post that the viewer sees: pinned comments first, which are not among the others then.
 * At most `limit` of either.
 */
export async function listRoots(
  db: Db,
  sort: CommentSort,
  roots: Viewer & Bounds & { postId: string; pinnedBefore: Date; pinnedBeforeId: string },
): Promise<AuthoredComment[]> {
  return (await rootsIn[sort](db, roots)).map(authoredCommentOf);
}

const rootsIn = inEveryOrder(({ by, beyond }) =>
  prepared<Parameters<typeof listRoots>[2], CommentRow>(
    (db, { viewerId, now, postId, pinnedBefore, pinnedBeforeId, score, id, limit }) => {
      const viewer = { id: viewerId, now };
      const selected = sql`
        select ${COMMENT_SELECTION} from comments c join posts p on p.id = c.post_id ${joinVisibleAuthor(viewer)}
        where c.post_id = ${postId}::uuid and c.parent_id is null and ${wantedSql(viewer)}`;
      return sql<CommentRow>`${withMutedWordsSql(viewer)}
        select * from (
          (${selected} and c.pinned_at is not null and u."authorId" is not null
            and (c.pinned_at, c.id) < (${pinnedBefore}::timestamptz, ${pinnedBeforeId}::uuid)
          order by c.pinned_at desc, c.id desc limit ${limit}::integer)
          union all
          (${selected} and (c.pinned_at is null or u."authorId" is null)
            and ${beyond(sql`${score}::integer`, sql`${id}::uuid`)}
          order by ${by('c')} limit ${limit}::integer)
        ) listed
        order by listed."pinnedAt" desc nulls last,
          case when listed."pinnedAt" is not null then listed.id end desc nulls last, ${by('listed')}`.compile(
        db,
      );
    },
  ),
);

/** Each time the replies to one comment, which the viewer found in a thread. */
export type RepliesWanted = Bounds & { readonly parentId: string };

/** By the index in `wanted`: the replies to each, at most its `limit`. One statement, however many there are. */
export async function listReplies(
  db: Db,
  sort: CommentSort,
  { viewerId, now, wanted }: Viewer & { wanted: readonly RepliesWanted[] },
): Promise<Map<number, AuthoredComment[]>> {
  const rows = await repliesIn[sort](db, {
    viewerId,
    now,
    parentIds: wanted.map(({ parentId }) => parentId),
    scores: wanted.map(({ score }) => score),
    ids: wanted.map(({ id }) => id),
    limits: wanted.map(({ limit }) => limit),
  });
  const found = new Map<number, AuthoredComment[]>();
  for (const row of rows) {
    const replies = found.get(row.index);
    if (replies) replies.push(authoredCommentOf(row));
    else found.set(row.index, [authoredCommentOf(row)]);
  }
  return found;
}

type RepliesParameters = Viewer & {
  readonly parentIds: readonly string[];
  readonly scores: readonly number[];
  readonly ids: readonly string[];
  readonly limits: readonly number[];
};

const repliesIn = inEveryOrder(({ by, beyond }) =>
  prepared<RepliesParameters, CommentRow & { index: number }>(
    (db, { viewerId, now, parentIds, scores, ids, limits }) => {
      const viewer = { id: viewerId, now };
      return sql<CommentRow & { index: number }>`${withMutedWordsSql(viewer)}
        select listed.*, (place.number - 1)::integer as index
        from unnest(${parentIds}::uuid[], ${scores}::integer[], ${ids}::uuid[], ${limits}::integer[])
          with ordinality as place (parent_id, score, id, size, number)
        join comments parent on parent.id = place.parent_id
        join posts p on p.id = parent.post_id
        cross join lateral (
          select ${COMMENT_SELECTION} from comments c ${joinVisibleAuthor(viewer)}
          where c.parent_id = place.parent_id and ${beyond(sql.ref('place.score'), sql.ref('place.id'))}
            and ${wantedSql(viewer)}
          order by ${by('c')} limit place.size
        ) listed
        order by place.number, ${by('listed')}`.compile(db);
    },
  ),
);
