import { builder } from '#platform/graphql/builder.ts';
import { connectionOf, forwardPageArgs } from '#platform/graphql/connection.ts';
import { enumOf } from '#platform/graphql/enum.ts';
import { fromGlobalId } from '#platform/ids.ts';
import { CommentRef } from './comments.schema.ts';
import { comment } from './comments.service.ts';
import type { CommentSort } from './comments.types.ts';
import { postComments, replies } from './threads.service.ts';

const CommentSortRef = enumOf<CommentSort>('CommentSort', {
  description: 'The order of comments on one level of a thread.',
  values: {
    TOP: 'Those first that others reacted to and answered most, roughly among those with more than 16 of both together; of equal ones the newer first. One that rises while the pages are read can be passed over.',
    NEWEST: 'The newest first.',
    OLDEST: 'The oldest first.',
  },
});

const CommentConnectionRef = connectionOf('Comment', CommentRef, {
  description:
    'Comments on one level of a thread. Left out are people whom the caller mutes for comments and texts with their muted words, with everything below them.',
});

builder.queryField('postComments', (t) =>
  t.field({
    type: CommentConnectionRef,
    nullable: true,
    description:
      'The comments that answer a post itself, pinned ones first and not once more in their place; null when the caller may not see the post.',
    access: 'anyone',
    args: {
      postId: t.arg.id({ required: true, description: 'The post.' }),
      sort: t.arg({ type: CommentSortRef, description: 'The order; TOP when left out.' }),
      ...forwardPageArgs(t.arg),
    },
    resolve: (_root, { postId, ...args }, ctx) =>
      postComments(ctx, { ...args, postId: fromGlobalId('post', postId) }),
  }),
);

builder.objectField(CommentRef, 'replyCount', (t) =>
  t.exposeInt('replyCount', {
    description:
      'How many comments answer this one, tombstones among them; the same for everybody, so the caller may see fewer.',
  }),
);

builder.objectField(CommentRef, 'replies', (t) =>
  t.field({
    type: CommentConnectionRef,
    description: 'The comments that answer this one.',
    args: {
      sort: t.arg({ type: CommentSortRef, description: 'The order; OLDEST when left out.' }),
      ...forwardPageArgs(t.arg),
    },
    resolve: (found, args, ctx) => replies(ctx, found, args),
  }),
);

builder.queryField('comment', (t) =>
  t.field({
    type: CommentRef,
    nullable: true,
    description:
      'A comment, or its tombstone while there are replies below it; null when there is neither or the caller may not see the post.',
    access: 'anyone',
    args: { id: t.arg.id({ required: true, description: 'The id of the comment.' }) },
    resolve: (_root, { id }, ctx) => comment(ctx, fromGlobalId('comment', id)),
  }),
);
