import { UserAccountRef } from '#domains/identity/user-accounts/user-accounts.schema.ts';
import { NEWEST_FIRST } from '#platform/db/keyset.ts';
import { builder } from '#platform/graphql/builder.ts';
import { connectionType } from '#platform/graphql/connection.ts';
import { listField } from '#platform/graphql/list.ts';
import { load } from '#platform/request/loader.ts';
import { mediaViewById } from './admin-content.loaders.ts';
import { CommentViewRef, ModerationStateRef, PostViewRef } from './admin-content.schema.ts';
import { adminGetComments, adminGetMedia, adminGetPosts } from './content-lists.service.ts';
import { MediaViewRef } from './media-views.schema.ts';

const READ = { permission: 'REPORTS_READ' } as const;

listField('adminGetPosts', {
  connection: connectionType('AdminPostView', PostViewRef, { description: 'Posts, newest first.' }),
  description: 'Posts in every moderation state, newest first, without those that are deleted.',
  access: READ,
  args: (t) => ({
    authorId: t.idOf('user', { description: 'Only posts of this user.' }),
    moderationState: t({ type: ModerationStateRef, description: 'Only posts in this state.' }),
  }),
  order: NEWEST_FIRST,
  rows: (ctx, args, page) => adminGetPosts(ctx, args, page),
});

listField('adminGetComments', {
  connection: connectionType('AdminCommentView', CommentViewRef, { description: 'Comments, newest first.' }),
  description: 'Comments in every moderation state, newest first, without those that are deleted.',
  access: READ,
  args: (t) => ({
    authorId: t.idOf('user', { description: 'Only comments of this user.' }),
    moderationState: t({ type: ModerationStateRef, description: 'Only comments in this state.' }),
  }),
  order: NEWEST_FIRST,
  rows: (ctx, args, page) => adminGetComments(ctx, args, page),
});

listField('adminGetMedia', {
  connection: connectionType('AdminMediaView', MediaViewRef, { description: 'Media items, newest first.' }),
  description:
    'Media items of a user, newest first, those that nothing shows among them. Private ones have neither a link nor texts.',
  access: READ,
  args: (t) => ({ ownerId: t.idOf('user', { required: true, description: 'The owner.' }) }),
  order: NEWEST_FIRST,
  rows: (ctx, args, page) => adminGetMedia(ctx, args, page),
});

builder.objectFields(UserAccountRef, (t) => ({
  avatar: t.field({
    type: MediaViewRef,
    nullable: true,
    description: 'The avatar. Null if there is none, and without the permission `REPORTS_READ`.',
    resolve: ({ avatarMediaId }, _args, ctx) =>
      avatarMediaId === null ? null : load(ctx, mediaViewById, avatarMediaId),
  }),
  cover: t.field({
    type: MediaViewRef,
    nullable: true,
    description: 'The cover. Null if there is none, and without the permission `REPORTS_READ`.',
    resolve: ({ coverMediaId }, _args, ctx) =>
      coverMediaId === null ? null : load(ctx, mediaViewById, coverMediaId),
  }),
}));
