import { type RawBuilder, sql } from 'kysely';
import type { ViewerSql } from '#domains/foundation/visibility/visibility.policy.ts';
import { containsMutedWordSql, notMutedSql } from '#domains/graph/mutes/mutes.policy.ts';
import { ofAnyLength } from '#platform/db/any-of.ts';
import type { Db } from '#platform/db/database.ts';
import { prepared } from '#platform/db/prepared.ts';
import {
  authoredCommentOf,
  COMMENT_SELECTION,
  type CommentRow,
  hasRepliesSql,
  joinVisibleAuthor,
} from './comment-rows.service.ts';
import type { AuthoredComment, CommentSort } from './comments.types.ts';

type Order = {
  /** `order by` terms, of rows with this alias. */
  readonly by: (alias: 'c' | 'listed') => RawBuilder<unknown>;
  /**
   * Condition: the row `c` comes after the key of the `request` in this order. It names the column of the level (`post_id`,
   * `parent_id`), so that a scan by id alone, which passes over all other levels, never looks cheaper than the index of the level.
   */
  readonly beyond: (level: 'post_id' | 'parent_id') => RawBuilder<boolean>;
};

const ORDERS: Readonly<Record<CommentSort, Order>> = {
  TOP: {
    by: (alias) => sql`${sql.ref(`${alias}.score`)} desc, ${sql.ref(`${alias}.id`)} desc`,
    beyond: () => sql`(c.score, c.id) < (request.score, request.id)`,
  },
  NEWEST: {
    by: (alias) => sql`${sql.ref(`${alias}.id`)} desc`,
    beyond: (level) => sql`(${sql.ref(`c.${level}`)}, c.id) < (${sql.ref(`request.${level}`)}, request.id)`,
  },
  OLDEST: {
    by: (alias) => sql.ref(`${alias}.id`),
    beyond: (level) => sql`(${sql.ref(`c.${level}`)}, c.id) > (${sql.ref(`request.${level}`)}, request.id)`,
  },
};

const forEachOrder = <Query>(make: (order: Order) => Query): Readonly<Record<CommentSort, Query>> => ({
  TOP: make(ORDERS.TOP),
  NEWEST: make(ORDERS.NEWEST),
  OLDEST: make(ORDERS.OLDEST),
});

/**
 * Condition: the comment is visible to the viewer and not muted, or a tombstone with replies. Mutes do not apply to
 * tombstones, so that an absent one does not reveal its author or text.
 */
const isListedSql = (viewer: ViewerSql): RawBuilder<boolean> => sql`
  case when u."authorId" is null then ${hasRepliesSql(viewer)}
    else u."authorId" = ${viewer.id}::uuid or ${notMutedSql(viewer, sql.ref('c.author_id'), 'COMMENTS')}
      and not ${containsMutedWordSql(viewer, sql.ref('c.text'), sql.ref('c.author_id'))}
  end`;

/** Start key and limit of a page. */
export type ThreadCursorBounds = { readonly score: number; readonly id: string; readonly limit: number };

type Viewer = { readonly viewerId: string | null; readonly now: Date };

/** A page of the comments on a post itself, which the viewer can see. */
export type TopLevelRequest = ThreadCursorBounds & {
  readonly postId: string;
  readonly pinnedBefore: Date;
  readonly pinnedBeforeId: string;
};

/**
 * Comments on posts themselves by the index in `wanted`, read by one statement: pinned ones first, listed only once. At most
 * `limit` pinned and `limit` others of each.
 */
export async function listTopLevelComments(
  db: Db,
  sort: CommentSort,
  { viewerId, now, wanted }: Viewer & { wanted: readonly TopLevelRequest[] },
): Promise<Map<number, AuthoredComment[]>> {
  const rows = await topLevelByOrder[sort](db, {
    viewerId,
    now,
    postIds: wanted.map(({ postId }) => postId),
    pinnedBefores: wanted.map(({ pinnedBefore }) => pinnedBefore),
    pinnedBeforeIds: wanted.map(({ pinnedBeforeId }) => pinnedBeforeId),
    scores: wanted.map(({ score }) => score),
    ids: wanted.map(({ id }) => id),
    limits: wanted.map(({ limit }) => limit),
  });
  return byIndex(rows);
}

type TopLevelParameters = Viewer & {
  readonly postIds: readonly string[];
  readonly pinnedBefores: readonly Date[];
  readonly pinnedBeforeIds: readonly string[];
  readonly scores: readonly number[];
  readonly ids: readonly string[];
  readonly limits: readonly number[];
};

type IndexedRow = CommentRow & { readonly index: number };

const topLevelByOrder = forEachOrder(({ by, beyond }) =>
  prepared<TopLevelParameters, IndexedRow>(
    (db, { viewerId, now, postIds, pinnedBefores, pinnedBeforeIds, scores, ids, limits }) => {
      const viewer = { id: viewerId, now };
      const selected = sql`
        select ${COMMENT_SELECTION} from comments c ${joinVisibleAuthor(viewer)}
        where c.post_id = request.post_id and c.parent_id is null and ${isListedSql(viewer)}`;
      return sql<IndexedRow>`
        select listed.*, (request.ordinal - 1)::integer as index
        from unnest(${ofAnyLength(sql`${postIds}::uuid[]`)}, ${pinnedBefores}::timestamptz[], ${pinnedBeforeIds}::uuid[],
            ${scores}::integer[], ${ids}::uuid[], ${limits}::integer[])
          with ordinality as request (post_id, pinned_before, pinned_before_id, score, id, size, ordinal)
        join posts p on p.id = request.post_id
        cross join lateral (
          (${selected} and c.pinned_at is not null and u."authorId" is not null
            and (c.pinned_at, c.id) < (request.pinned_before, request.pinned_before_id)
          order by c.pinned_at desc, c.id desc limit request.size)
          union all
          (${selected} and (c.pinned_at is null or u."authorId" is null)
            and ${beyond('post_id')}
          order by ${by('c')} limit request.size)
        ) listed
        order by request.ordinal, listed."pinnedAt" desc nulls last,
          case when listed."pinnedAt" is not null then listed.id end desc nulls last, ${by('listed')}`.compile(
        db,
      );
    },
  ),
);

function byIndex(rows: readonly IndexedRow[]): Map<number, AuthoredComment[]> {
  const found = new Map<number, AuthoredComment[]>();
  for (const row of rows) {
    const comments = found.get(row.index);
    if (comments) comments.push(authoredCommentOf(row));
    else found.set(row.index, [authoredCommentOf(row)]);
  }
  return found;
}

/** A page of the replies to one comment that the viewer found in a thread. */
export type RepliesRequest = ThreadCursorBounds & { readonly parentId: string };

/** Replies by the index in `wanted`, read by one statement; at most `limit` of each. */
export async function listReplies(
  db: Db,
  sort: CommentSort,
  { viewerId, now, wanted }: Viewer & { wanted: readonly RepliesRequest[] },
): Promise<Map<number, AuthoredComment[]>> {
  const rows = await repliesByOrder[sort](db, {
    viewerId,
    now,
    parentIds: wanted.map(({ parentId }) => parentId),
    scores: wanted.map(({ score }) => score),
    ids: wanted.map(({ id }) => id),
    limits: wanted.map(({ limit }) => limit),
  });
  return byIndex(rows);
}

type RepliesParameters = Viewer & {
  readonly parentIds: readonly string[];
  readonly scores: readonly number[];
  readonly ids: readonly string[];
  readonly limits: readonly number[];
};

const repliesByOrder = forEachOrder(({ by, beyond }) =>
  prepared<RepliesParameters, IndexedRow>((db, { viewerId, now, parentIds, scores, ids, limits }) => {
    const viewer = { id: viewerId, now };
    return sql<IndexedRow>`
        select listed.*, (request.ordinal - 1)::integer as index
        from unnest(${ofAnyLength(sql`${parentIds}::uuid[]`)}, ${scores}::integer[], ${ids}::uuid[], ${limits}::integer[])
          with ordinality as request (parent_id, score, id, size, ordinal)
        join comments parent on parent.id = request.parent_id
        join posts p on p.id = parent.post_id
        cross join lateral (
          select ${COMMENT_SELECTION} from comments c ${joinVisibleAuthor(viewer)}
          where c.parent_id = request.parent_id and ${beyond('parent_id')}
            and ${isListedSql(viewer)}
          order by ${by('c')} limit request.size
        ) listed
        order by request.ordinal, ${by('listed')}`.compile(db);
  }),
);
