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
  joinVisibleAuthor,
} from './comment-rows.service.ts';
import type { AuthoredComment, CommentSort } from './comments.types.ts';

type Order = {
  /** `order by` terms, of rows with this alias. */
  readonly by: (alias: 'c' | 'listed') => RawBuilder<unknown>;
  /** Condition: the row `c` comes after the key in this order. */
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
  case when u."authorId" is null then c.reply_count > 0
    else u."authorId" = ${viewer.id}::uuid or ${notMutedSql(viewer, sql.ref('c.author_id'), 'COMMENTS')}
      and not ${containsMutedWordSql(viewer, sql.ref('c.text'), sql.ref('c.author_id'))}
  end`;

/** Start key and limit of a page. */
export type ThreadCursorBounds = { readonly score: number; readonly id: string; readonly limit: number };

type Viewer = { readonly viewerId: string | null; readonly now: Date };

/**
 * Comments on a post itself, which the viewer can see: pinned ones first, listed only once. At most `limit` pinned and
 * `limit` others.
 */
export async function listTopLevelComments(
  db: Db,
  sort: CommentSort,
  roots: Viewer & ThreadCursorBounds & { postId: string; pinnedBefore: Date; pinnedBeforeId: string },
): Promise<AuthoredComment[]> {
  return (await topLevelByOrder[sort](db, roots)).map(authoredCommentOf);
}

const topLevelByOrder = forEachOrder(({ by, beyond }) =>
  prepared<Parameters<typeof listTopLevelComments>[2], CommentRow>(
    (db, { viewerId, now, postId, pinnedBefore, pinnedBeforeId, score, id, limit }) => {
      const viewer = { id: viewerId, now };
      const selected = sql`
        select ${COMMENT_SELECTION} from comments c join posts p on p.id = c.post_id ${joinVisibleAuthor(viewer)}
        where c.post_id = ${postId}::uuid and c.parent_id is null and ${isListedSql(viewer)}`;
      return sql<CommentRow>`
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

const repliesByOrder = forEachOrder(({ by, beyond }) =>
  prepared<RepliesParameters, CommentRow & { index: number }>(
    (db, { viewerId, now, parentIds, scores, ids, limits }) => {
      const viewer = { id: viewerId, now };
      return sql<CommentRow & { index: number }>`
        select listed.*, (request.ordinal - 1)::integer as index
        from unnest(${ofAnyLength(sql`${parentIds}::uuid[]`)}, ${scores}::integer[], ${ids}::uuid[], ${limits}::integer[])
          with ordinality as request (parent_id, score, id, size, ordinal)
        join comments parent on parent.id = request.parent_id
        join posts p on p.id = parent.post_id
        cross join lateral (
          select ${COMMENT_SELECTION} from comments c ${joinVisibleAuthor(viewer)}
          where c.parent_id = request.parent_id and ${beyond(sql.ref('request.score'), sql.ref('request.id'))}
            and ${isListedSql(viewer)}
          order by ${by('c')} limit request.size
        ) listed
        order by request.ordinal, ${by('listed')}`.compile(db);
    },
  ),
);
