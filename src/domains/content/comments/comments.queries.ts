import { sql } from 'kysely';
import type { TextEntity } from '#domains/foundation/entities/entities.types.ts';
import { visiblePostSql } from '#domains/foundation/visibility/visibility.policy.ts';
import { anyOf } from '#platform/db/any-of.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import { prepared } from '#platform/db/prepared.ts';
import type { AuthoredComment, Comment, CommentCounters } from './comments.types.ts';
import {
  authoredCommentOf,
  COMMENT_SELECTION,
  type CommentRow,
  joinVisibleAuthor,
} from './selection.queries.ts';

type Wanted = { readonly viewerId: string | null; readonly now: Date; readonly ids: readonly string[] };

/** The comments among `ids` that the viewer may see, and tombstones in the place of others that have replies. */
export async function listComments(db: Db, wanted: Wanted): Promise<AuthoredComment[]> {
  return (await commentRows(db, wanted)).map(authoredCommentOf);
}

const commentRows = prepared<Wanted, CommentRow>((db, { viewerId, now, ids }) => {
  const viewer = { id: viewerId, now };
  return sql<CommentRow>`
    select ${COMMENT_SELECTION} from comments c join posts p on p.id = c.post_id ${joinVisibleAuthor(viewer)}
    where c.id = ${anyOf(ids)} and (u."authorId" is not null or c.reply_count > 0)
      and exists (select from users u where u.id = p.author_id and ${visiblePostSql(viewer)})`.compile(db);
});

/** The ids of what comments answer to, from the comment on the post down. */
export const listAncestorIds = prepared<{ ids: readonly string[] }, { ofId: string; id: string }>(
  (db, { ids }) =>
    sql<{ ofId: string; id: string }>`
    with recursive ancestor as (
      select c.id as of_id, c.parent_id as id, c.depth - 1 as depth from comments c
      where c.id = ${anyOf(ids)} and c.parent_id is not null
      union all
      select a.of_id, c.parent_id, a.depth - 1 from ancestor a join comments c on c.id = a.id
      where c.parent_id is not null
    )
    select of_id as "ofId", id from ancestor order by of_id, depth`.compile(db),
);

/**
 * Holds a post as it is until the end of the transaction: nobody deletes it meanwhile.
 *
 * @returns false when it is gone
 */
export async function lockCommentedPost(tx: Tx, postId: string): Promise<boolean> {
  const locked = await tx
    .selectFrom('posts')
    .select('id')
    .where('id', '=', postId)
    .where('deleted_at', 'is', null)
    .forShare()
    .executeTakeFirst();
  return locked !== undefined;
}

/** Holds a row against being deleted, while others may still answer it too. @returns false when it is gone */
export async function lockAnsweredComment(tx: Tx, id: string): Promise<boolean> {
  const locked = await tx
    .selectFrom('comments')
    .select('id')
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirst();
  return locked !== undefined;
}

type NewComment = Pick<
  Comment,
  'id' | 'postId' | 'parentId' | 'depth' | 'text' | 'entities' | 'mediaIds' | 'createdAt'
> & { readonly authorId: string };

export async function insertComment(tx: Tx, comment: NewComment): Promise<void> {
  await tx
    .insertInto('comments')
    .values({
      id: comment.id,
      post_id: comment.postId,
      parent_id: comment.parentId,
      depth: comment.depth,
      author_id: comment.authorId,
      text: comment.text,
      entities: JSON.stringify(comment.entities),
      media_ids: [...comment.mediaIds],
      created_at: comment.createdAt,
    })
    .execute();
}

type EditedPart = Pick<Comment, 'text' | 'entities' | 'createdAt'>;

/** What of an author's comment an edit depends on, locked; null when it is not there or not theirs. */
export async function lockOwnComment(
  tx: Tx,
  own: { id: string; authorId: string },
): Promise<EditedPart | null> {
  const row = await tx
    .selectFrom('comments')
    .select(['text', 'entities', 'created_at as createdAt'])
    .where('id', '=', own.id)
    .where('author_id', '=', own.authorId)
    .forNoKeyUpdate()
    .$castTo<EditedPart>()
    .executeTakeFirst();
  return row ?? null;
}

export async function updateCommentText(
  tx: Tx,
  id: string,
  changes: { text: string; entities: readonly TextEntity[]; editedAt: Date },
): Promise<void> {
  await tx
    .updateTable('comments')
    .set({
      text: changes.text,
      entities: JSON.stringify(changes.entities),
      edited_at: changes.editedAt,
    })
    .where('id', '=', id)
    .execute();
}

const COLUMN_OF = {
  replyCount: 'reply_count',
  likeCount: 'like_count',
  loveCount: 'love_count',
  hahaCount: 'haha_count',
  wowCount: 'wow_count',
  sadCount: 'sad_count',
  angryCount: 'angry_count',
} as const satisfies Record<keyof CommentCounters, string>;

/** Adds to the counters of one comment. Nothing happens for one that is gone. */
export async function addToCommentCounters(
  tx: Tx,
  id: string,
  changes: Partial<CommentCounters>,
): Promise<void> {
  const sums = Object.entries(changes).map(([name, change]) => {
    // `changes` has no other names than those of `CommentCounters`.
    const column = COLUMN_OF[name as keyof CommentCounters];
    return [column, sql<number>`${sql.ref(column)} + ${change}`] as const;
  });
  await tx.updateTable('comments').set(Object.fromEntries(sums)).where('id', '=', id).execute();
}

/** Counts one more reply to a comment. @returns false when it is deleted or gone */
export async function updateAnswered(tx: Tx, id: string): Promise<boolean> {
  const updated = await tx
    .updateTable('comments')
    .set({ reply_count: sql`reply_count + 1` })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return updated !== undefined;
}
