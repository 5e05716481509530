import { builder } from '#platform/graphql/builder.ts';
import { connectionType } from '#platform/graphql/connection.ts';
import { enumType } from '#platform/graphql/enum.ts';
import { childListField, listField } from '#platform/graphql/list.ts';
import { PostRef } from '../posts/posts.schema.ts';
import { CommentRef } from './comments.schema.ts';
import { comment } from './comments.service.ts';
import type { CommentSort } from './comments.types.ts';
import { postComments, replies, replyOrder, TOP_LEVEL_ORDER } from './threads.service.ts';

const CommentSortRef = enumType<CommentSort>('CommentSort', {
  description: 'Sort order of comments on one level of a thread.',
  values: {
    TOP: 'Most reactions and replies first, rounded above 16; newer first among equals. A comment that rises while pages are read can be skipped.',
    NEWEST: 'Newest first.',
    OLDEST: 'Oldest first.',
  },
});

const CommentConnectionRef = connectionType('Comment', CommentRef, {
  description:
    'Comments on one level of a thread, without comments by muted users or with muted words and the replies below them.',
});

listField('postComments', {
  connection: CommentConnectionRef,
  description: 'Comments on the post itself, pinned ones first. Null if the caller cannot see the post.',
  access: 'anyone',
  args: (t) => ({
    postId: t.idOf('post', { required: true, description: 'The post.' }),
    sort: t({ type: CommentSortRef, description: 'Sort order. Defaults to TOP.' }),
  }),
  order: TOP_LEVEL_ORDER,
  rows: (ctx, { postId, sort }, page) => postComments(ctx, { postId, sort: sort ?? 'TOP' }, page),
});

childListField(PostRef, 'comments', {
  connection: CommentConnectionRef,
  description:
    'Comments on the post itself, pinned ones first. Null if the post becomes invisible to the caller during the request. Cursors are those of `postComments`.',
  args: (t) => ({ sort: t({ type: CommentSortRef, description: 'Sort order. Defaults to TOP.' }) }),
  nullable: true,
  varies: 'viewer',
  root: { name: 'postComments', idArg: 'postId' },
  order: TOP_LEVEL_ORDER,
  rows: (ctx, { id: postId }, { sort }, page) => postComments(ctx, { postId, sort: sort ?? 'TOP' }, page),
});

builder.objectField(CommentRef, 'replyCount', (t) =>
  t.exposeInt('replyCount', {
    description:
      'Number of direct replies, including tombstones; the same for every viewer, so the caller may see fewer.',
  }),
);

childListField(CommentRef, 'replies', {
  connection: CommentConnectionRef,
  description: 'Direct replies to the comment.',
  pageSizeDefault: 'replyPageSizeDefault',
  args: (t) => ({ sort: t({ type: CommentSortRef, description: 'Sort order. Defaults to OLDEST.' }) }),
  order: ({ sort }) => replyOrder(sort ?? 'OLDEST'),
  rows: (ctx, comment, { sort }, page) => replies(ctx, comment, sort ?? 'OLDEST', page),
});

builder.queryField('comment', (t) =>
  t.field({
    type: CommentRef,
    nullable: true,
    description: 'A comment or its tombstone. Null if there is neither or the caller cannot see the post.',
    access: 'anyone',
    args: { id: t.arg.idOf('comment', { required: true, description: 'Global id of the comment.' }) },
    resolve: (_root, { id }, ctx) => comment(ctx, id),
  }),
);
