import type { Db } from '#platform/db/database.ts';

export type OwnComment = {
  readonly id: string;
  /** Null when the post was erased. */
  readonly postId: string | null;
  readonly parentId: string | null;
  readonly text: string;
  readonly mediaIds: readonly string[];
  readonly createdAt: Date;
  readonly editedAt: Date | null;
};

/** Comments of an author that are not deleted, in the order of the ids, starting after `after`. */
export async function listOwnComments(
  db: Db,
  own: { authorId: string; after: string | null; limit: number },
): Promise<OwnComment[]> {
  return db
    .selectFrom('comments')
    .select([
      'id',
      'post_id as postId',
      'parent_id as parentId',
      'text',
      'media_ids as mediaIds',
      'created_at as createdAt',
      'edited_at as editedAt',
    ])
    .where('author_id', '=', own.authorId)
    .$if(own.after !== null, (query) => query.where('id', '>', own.after ?? ''))
    .orderBy('id')
    .limit(own.limit)
    .execute();
}
