/**
 * Comments on posts and replies to them, in threads with tombstones; pinned and hidden by the author of the post.
 * Owns `comments`, and counts them in the counters of the post.
 * Begin with comments.service.ts; threads.service.ts lists, removal.ts decides between deletion and tombstone,
 * moderation.service.ts pins and hides.
 */
import { lockUsers } from '#domains/identity/users/user-rows.service.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { defineModule } from '#platform/request/module.ts';
import { listExport } from '#platform/request/personal-data.ts';
import { limit, type LimitsOf } from '#platform/kernel/limits.ts';
import { commentJobs } from './comments.jobs.ts';
import { listOwnComments, type OwnComment } from './personal-data.queries.ts';
import { listCommentsOfAuthor } from './removal.queries.ts';
import { removeComments } from './removal.ts';
import './comments.schema.ts';
import './threads.schema.ts';
import './moderation.schema.ts';

const commentsLimits = {
  commentTextLength: limit(2_200, 'Maximum characters of a comment.'),
  commentMedia: limit(4, 'Maximum media items of a comment.'),
  commentEditMinutes: limit(15, 'Minutes in which the text of a comment can be edited.'),
  replyPageSizeDefault: limit(3, 'Number of replies of a page when `first` is omitted.'),
  pinnedComments: limit(3, 'Maximum pinned comments of a post.'),
};

const ERASE_BATCH_ROWS = 100;

async function eraseComments(
  tx: Tx,
  { userId: authorId, now }: { userId: string; now: Date },
): Promise<number> {
  await lockUsers(tx, [authorId]);
  const comments = await listCommentsOfAuthor(tx, authorId, ERASE_BATCH_ROWS);
  await removeComments(tx, { comments, authorId, deletedAt: now });
  return comments.length;
}

const commentExport = listExport<OwnComment>({
  name: 'comments',
  description: 'Your comments and replies.',
  list: ({ db }, { userId, after, limit }) =>
    listOwnComments(db, { authorId: userId, after: after?.id ?? null, limit }),
  show: ({ id, postId, parentId, mediaIds, ...comment }) => ({
    id: toGlobalId('comment', id),
    postId: postId && toGlobalId('post', postId),
    parentId: parentId && toGlobalId('comment', parentId),
    ...comment,
    mediaIds: mediaIds.map((mediaId) => toGlobalId('media', mediaId)),
  }),
});

defineModule({
  name: 'comments',
  ids: ['comment'],
  limits: commentsLimits,
  restrictions: {
    COMMENTING: 'Commenting on posts, reacting to posts and comments, and voting in polls.',
  },
  jobs: commentJobs,
  personalData: {
    tables: {
      'public.comments': { erased: 'comments.eraseAuthor', exported: ['comments'] },
    },
    exports: [commentExport],
    erasures: [{ name: 'comments.eraseAuthor', batches: [eraseComments] }],
  },
});

declare module '#platform/kernel/ids.ts' {
  interface IdTypes {
    comment: true;
  }
}

declare module '#platform/kernel/limits.ts' {
  interface Limits extends LimitsOf<typeof commentsLimits> {}
}

declare module '#platform/kernel/restriction-kinds.ts' {
  interface RestrictionKinds {
    COMMENTING: true;
  }
}
