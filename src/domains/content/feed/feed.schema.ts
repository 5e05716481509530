import { signedIn } from '#platform/graphql/access.ts';
import { builder } from '#platform/graphql/builder.ts';
import { connectionOf, forwardPageArgs } from '#platform/graphql/connection.ts';
import { enumOf } from '#platform/graphql/enum.ts';
import { selectedNames } from '#platform/graphql/selection.ts';
import { PostRef } from '../posts/posts.schema.ts';
import type { Post } from '../posts/posts.types.ts';
import { feed, type FeedShows } from './feed.service.ts';

type FeedReason = 'FOLLOWING' | 'OWN';

const FeedReasonRef = enumOf<FeedReason>('FeedReason', {
  description: 'Why a post is in the feed.',
  values: { FOLLOWING: 'The caller follows its author.', OWN: 'The caller published it.' },
});

const FeedConnectionRef = connectionOf<typeof PostRef, Post>('Feed', PostRef, {
  description: 'The home feed, newest first.',
  edgeFields: (t) => ({
    reason: t.field({
      type: FeedReasonRef,
      description: 'Why the post is there.',
      resolve: ({ node }, _args, ctx) => (node.authorId === ctx.user?.id ? 'OWN' : 'FOLLOWING'),
    }),
  }),
});

builder.queryField('feed', (t) =>
  t.field({
    type: FeedConnectionRef,
    nullable: true,
    description: 'What the caller and the people they follow published, newest first.',
    access: 'user',
    args: forwardPageArgs(t.arg),
    resolve: (_root, args, ctx, info) =>
      feed(signedIn(ctx), { ...args, shows: shownBy(selectedNames(info)) }),
  }),
);

const shownBy = (names: ReadonlySet<string>): FeedShows => ({
  media: names.has('media'),
  avatars: names.has('avatar'),
});
