import { sql } from 'kysely';
import { visiblePostSql } from '#domains/foundation/visibility/visibility.policy.ts';
import type { Db } from '#platform/db/database.ts';
import { prepared } from '#platform/db/prepared.ts';
import { type Paged, type Pages, pagesSql } from '#platform/request/page-loader.ts';
import {
  authoredCommentOf,
  COMMENT_SELECTION,
  type CommentRow,
  joinVisibleAuthor,
} from '../comments/comment-rows.service.ts';
import type { AuthoredComment } from '../comments/comments.types.ts';

type Values = Pages & { readonly viewerId: string | null; readonly now: Date };

/** Comments of users that are visible to the viewer with their posts, newest first, one page for each user. */
export async function listUserReplies(db: Db, values: Values): Promise<Paged<AuthoredComment>[]> {
  return (await replyRows(db, values)).map((row) => ({
    ...authoredCommentOf(row),
    pageNumber: row.pageNumber,
  }));
}

const replyRows = prepared<Values, Paged<CommentRow>>((db, values) => {
  const viewer = { id: values.viewerId, now: values.now };
  return sql<Paged<CommentRow>>`
    select listed.*, page.ordinal::integer as "pageNumber" from ${pagesSql(values)}
    cross join lateral (
      select ${COMMENT_SELECTION} from comments c join posts p on p.id = c.post_id ${joinVisibleAuthor(viewer)}
      where c.author_id = page.parent_id and c.id < page.before_id and u."authorId" is not null
        and exists (select from users u where u.id = p.author_id and ${visiblePostSql(viewer)})
      order by c.id desc limit page.size
    ) listed
    order by page.ordinal, listed.id desc`.compile(db);
});
