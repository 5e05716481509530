import { sql } from 'kysely';
import type { TextEntity } from '#domains/graph/entities/entities.types.ts';
import { countedSql, visiblePostSql } from '#domains/foundation/visibility/visibility.policy.ts';
import { anyOf } from '#platform/db/any-of.ts';
import type { Db } from '#platform/db/database.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { prepared } from '#platform/db/prepared.ts';
import {
  authoredCommentOf,
  COMMENT_SELECTION,
  type CommentRow,
  hasRepliesSql,
  joinVisibleAuthor,
} from './comment-rows.service.ts';
import type { AuthoredComment, Comment } from './comments.types.ts';

type CommentsFilter = {
  readonly viewerId: string | null;
  readonly now: Date;
  readonly ids: readonly string[];
};

/** The comments among `ids` that are visible to the viewer, and tombstones of other ones that have replies. */
export async function listComments(db: Db, wanted: CommentsFilter): Promise<AuthoredComment[]> {
  return (await commentRows(db, wanted)).map(authoredCommentOf);
}

const commentRows = prepared<CommentsFilter, CommentRow>((db, { viewerId, now, ids }) => {
  const viewer = { id: viewerId, now };
  return sql<CommentRow>`
    select ${COMMENT_SELECTION} from comments c join posts p on p.id = c.post_id ${joinVisibleAuthor(viewer)}
    where c.id = ${anyOf(ids)} and (u."authorId" is not null or ${hasRepliesSql(viewer)})
      and exists (select from users u where u.id = p.author_id and ${visiblePostSql(viewer)})`.compile(db);
});

/** Where a comment stands in its list by TOP; without a post once that is erased. */
export type CommentPlace = Pick<Comment, 'id' | 'parentId' | 'score'> & { readonly postId: string | null };

/** Places of comments, whether or not anybody can see them. */
export const listPlaces = prepared<{ ids: readonly string[] }, CommentPlace>((db, { ids }) =>
  db
    .selectFrom('comments')
    .select(['id', 'post_id as postId', 'parent_id as parentId', 'score'])
    .where('id', '=', anyOf(ids))
    .compile(),
);

/** Ids of the parents of comments, from the comment on the post down. `offset 0` keeps each step a look-up by key, however many the planner expects. */
export const listAncestorIds = prepared<{ ids: readonly string[] }, { ofId: string; id: string }>(
  (db, { ids }) =>
    sql<{ ofId: string; id: string }>`
    with recursive ancestor as (
      select c.id as of_id, c.parent_id as id, c.depth - 1 as depth from comments c
      where c.id = ${anyOf(ids)} and c.parent_id is not null
      union all
      select a.of_id, c.parent_id, a.depth - 1 from ancestor a cross join lateral (
        select parent_id from comments where id = a.id and parent_id is not null offset 0
      ) c
    )
    select of_id as "ofId", id from ancestor order by of_id, depth`.compile(db),
);

/** Finds a comment that has a row, whoever can see it. */
export async function findComment(
  tx: Tx,
  id: string,
): Promise<Pick<Comment, 'id' | 'depth' | 'authorId' | 'mediaIds'> | null> {
  const row = await tx
    .selectFrom('comments')
    .select(['id', 'depth', 'author_id as authorId', 'media_ids as mediaIds'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

type EditableComment = Pick<Comment, 'text' | 'entities' | 'createdAt'> & {
  readonly version: number;
  /** Whether others may see it: not while moderation holds it. */
  readonly isShown: boolean;
};

/** Locks a comment for an edit; null when the author has no such comment. */
export async function lockOwnComment(
  tx: Tx,
  own: { id: string; authorId: string },
): Promise<EditableComment | null> {
  const row = await tx
    .selectFrom('comments')
    .select(['text', 'entities', 'created_at as createdAt', 'version'])
    .select(sql<boolean>`published_at is not null and ${countedSql('comments')}`.as('isShown'))
    .where('id', '=', own.id)
    .where('author_id', '=', own.authorId)
    .forNoKeyUpdate()
    .$castTo<EditableComment>()
    .executeTakeFirst();
  return row ?? null;
}

export async function updateCommentText(
  tx: Tx,
  id: string,
  changes: { text: string; entities: readonly TextEntity[]; editedAt: Date; version: number },
): Promise<void> {
  await tx
    .updateTable('comments')
    .set({
      text: changes.text,
      entities: JSON.stringify(changes.entities),
      edited_at: changes.editedAt,
      version: changes.version,
    })
    .where('id', '=', id)
    .execute();
}
