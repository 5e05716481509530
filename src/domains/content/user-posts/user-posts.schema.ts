import { userListField } from '#domains/identity/users/user-lists.schema.ts';
import { UserRef } from '#domains/identity/users/users.schema.ts';
import { NEWEST_FIRST } from '#platform/db/keyset.ts';
import { connectionType } from '#platform/graphql/connection.ts';
import { enumType } from '#platform/graphql/enum.ts';
import { childListField } from '#platform/graphql/list.ts';
import { PostConnectionRef, PostRef } from '../posts/posts.schema.ts';
import { NEWEST_PUBLISHED_FIRST, userTimeline } from './user-posts.service.ts';
import type { UserPost, UserTimelineFilter } from './user-posts.types.ts';

type PostShape = typeof PostRef.$inferType;

userListField('posts', {
  connection: PostConnectionRef,
  description: 'Posts of the user visible to the caller, newest first.',
  root: 'userPosts',
  order: NEWEST_FIRST,
  rows: (ctx, user, page) => userTimeline(ctx, user, 'POSTS', page),
});

const RepostedPostConnectionRef = connectionType<PostShape, UserPost>('RepostedPost', PostRef, {
  description: 'Posts that a user reposted, newest repost first.',
  edgeFields: (t) => ({
    repostedAt: t.field({
      type: 'DateTime',
      description: 'Time of the repost.',
      // All rows of the list are reposts.
      resolve: ({ node }) => node.repostedAt as Date,
    }),
  }),
});

userListField('reposts', {
  connection: RepostedPostConnectionRef,
  description: 'Posts that the user reposted, visible to the caller, newest repost first.',
  root: 'userReposts',
  order: NEWEST_PUBLISHED_FIRST,
  rows: (ctx, user, page) => userTimeline(ctx, user, 'REPOSTS', page),
});

childListField(UserRef, 'mediaPosts', {
  connection: PostConnectionRef,
  description: 'Posts of the user with media items, visible to the caller, newest first.',
  varies: 'viewer',
  order: NEWEST_FIRST,
  rows: (ctx, user, _args, page) => userTimeline(ctx, user, 'MEDIA', page),
});

const UserTimelineFilterRef = enumType<UserTimelineFilter>('UserTimelineFilter', {
  description: 'Part of the timeline of a user.',
  values: {
    ALL: 'Posts and reposts.',
    POSTS: 'Posts of the user.',
    MEDIA: 'Posts of the user with media items.',
    REPOSTS: 'Reposts.',
  },
});

const UserTimelineConnectionRef = connectionType<PostShape, UserPost>('UserTimeline', PostRef, {
  description:
    'Posts and reposts of a user, newest first. A post that the user wrote and reposted appears at both times.',
  edgeFields: (t) => ({
    repostedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Time at which the user reposted the post. Null for a post of the user.',
      resolve: ({ node }) => node.repostedAt,
    }),
  }),
});

childListField(UserRef, 'timeline', {
  connection: UserTimelineConnectionRef,
  description: 'Posts and reposts of the user in one list, visible to the caller, newest first.',
  varies: 'viewer',
  args: (t) => ({
    filter: t({ type: UserTimelineFilterRef, description: 'Posts, reposts or both. Defaults to ALL.' }),
  }),
  order: NEWEST_PUBLISHED_FIRST,
  rows: (ctx, user, { filter }, page) => userTimeline(ctx, user, filter ?? 'ALL', page),
});
