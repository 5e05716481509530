import { visibleUserById } from '#domains/identity/users/users.loaders.ts';
import { UserRef } from '#domains/identity/users/users.schema.ts';
import type { User } from '#domains/identity/users/users.types.ts';
import type { RequestContext } from '#platform/context.ts';
import { signedIn } from '#platform/graphql/access.ts';
import { builder } from '#platform/graphql/builder.ts';
import { connectionOf, forwardPageArgs } from '#platform/graphql/connection.ts';
import { enumOf } from '#platform/graphql/enum.ts';
import { load, loadMany } from '#platform/loader.ts';
import { PostRef } from '../posts/posts.schema.ts';
import { REPOSTERS_MAX, reposterIdsByPost } from './feed.loaders.ts';
import { feed } from './feed.service.ts';
import type { FeedPost, FeedReason } from './feed.types.ts';

const FeedReasonRef = enumOf<FeedReason>('FeedReason', {
  description: 'Why a post is in the feed.',
  values: {
    FOLLOWING: 'The caller follows its author.',
    OWN: 'The caller published it.',
    REPOST: 'The caller, or somebody whom they follow, reposted it, and they do not follow its author.',
  },
});

const FeedConnectionRef = connectionOf<typeof PostRef, FeedPost>('Feed', PostRef, {
  description:
    'The home feed, newest first. Each post is there once, where it came first: when it was published or, of an author whom the caller does not follow, when the first of those they follow reposted it. A page that would have to look through very many posts hidden from the caller ends before it is full: then `hasNextPage` is true, and `endCursor` leads on.',
  edgeFields: (t) => ({
    reason: t.field({
      type: FeedReasonRef,
      description: 'Why the post is there.',
      resolve: ({ node }) => node.reason,
    }),
    repostedBy: t.field({
      type: [UserRef],
      description:
        'Who reposted the post of the caller and the people they follow, as far as the caller sees them and has not muted their reposts: at most 3, the first one first.',
      extensions: { listSize: REPOSTERS_MAX },
      resolve: ({ node }, _args, ctx) => repostersOf(ctx, node.id),
    }),
  }),
});

async function repostersOf(ctx: RequestContext, postId: string): Promise<User[]> {
  const ids = await load(ctx, reposterIdsByPost, postId);
  return loadMany(ctx, visibleUserById, ids ?? []);
}

builder.queryField('feed', (t) =>
  t.field({
    type: FeedConnectionRef,
    nullable: true,
    description:
      'What the caller and the people they follow published and reposted, as far as the caller may see it and has not muted it, newest first.',
    access: 'user',
    args: forwardPageArgs(t.arg),
    resolve: (_root, args, ctx) => feed(signedIn(ctx), args),
  }),
);
