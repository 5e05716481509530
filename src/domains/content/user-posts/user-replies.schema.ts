import { UserRef } from '#domains/identity/users/users.schema.ts';
import { NEWEST_FIRST } from '#platform/db/keyset.ts';
import { connectionType } from '#platform/graphql/connection.ts';
import { childListField } from '#platform/graphql/list.ts';
import { CommentRef } from '../comments/comments.schema.ts';
import { repliesOfUser } from './user-replies.loaders.ts';

const UserReplyConnectionRef = connectionType('UserReply', CommentRef, {
  description: 'Comments of a user on posts and replies to comments, newest first.',
});

childListField(UserRef, 'replies', {
  connection: UserReplyConnectionRef,
  description:
    'Comments of the user on posts and replies to comments, visible to the caller with their posts, newest first.',
  varies: 'viewer',
  order: NEWEST_FIRST,
  rows: (ctx, { id }, _args, page) => repliesOfUser(ctx, id, page),
});
