import { visibleUserById } from '#domains/identity/users/users.loaders.ts';
import { UserRef } from '#domains/identity/users/users.schema.ts';
import type { User } from '#domains/identity/users/users.types.ts';
import type { RequestContext } from '#platform/request/context.ts';
import { NEWEST_FIRST } from '#platform/db/keyset.ts';
import { connectionType } from '#platform/graphql/connection.ts';
import { enumType } from '#platform/graphql/enum.ts';
import { listSize } from '#platform/graphql/list-size.ts';
import { listField } from '#platform/graphql/list.ts';
import { load, loadMany } from '#platform/request/loader.ts';
import { PostRef } from '../posts/posts.schema.ts';
import { REPOSTERS_MAX, reposterIdsByPost } from './feed.loaders.ts';
import { feed } from './feed.service.ts';
import type { FeedReason } from './feed.types.ts';

const FeedReasonRef = enumType<FeedReason>('FeedReason', {
  description: 'Reason why a post is in the feed.',
  values: {
    FOLLOWING: 'The caller follows its author.',
    OWN: 'The caller published it.',
    REPOST: 'The caller or a user they follow reposted it, and the caller does not follow its author.',
  },
});

const FeedConnectionRef = connectionType('Feed', PostRef, {
  description:
    'The home feed, newest first. Each post appears once: at its publication or, for an author whom the caller does not follow, at its first repost by a followed user. A page may end before it is full where very many posts are hidden from the caller: then `hasNextPage` is true, and `endCursor` continues.',
  edgeFields: (t) => ({
    reason: t.field({
      type: FeedReasonRef,
      description: 'Reason why the post is in the feed.',
      resolve: ({ page, node }, _args, ctx) => {
        const [sortId] = page.keyOf(node);
        if (sortId !== node.id) return 'REPOST';
        return node.authorId === ctx.user?.id ? 'OWN' : 'FOLLOWING';
      },
    }),
    repostedBy: t.field({
      type: [UserRef],
      description:
        'The caller and followed users who reposted the post, visible to the caller and with reposts that are not muted: at most 3, earliest first.',
      extensions: listSize(REPOSTERS_MAX),
      resolve: ({ node }, _args, ctx) => repostersOf(ctx, node.id),
    }),
  }),
});

async function repostersOf(ctx: RequestContext, postId: string): Promise<User[]> {
  const ids = await load(ctx, reposterIdsByPost, postId);
  return loadMany(ctx, visibleUserById, ids ?? []);
}

listField('feed', {
  connection: FeedConnectionRef,
  description:
    'Posts and reposts of the caller and the users they follow, visible to the caller and not muted, newest first.',
  access: 'user',
  showsCachedRows: true,
  order: NEWEST_FIRST,
  rows: (ctx, _args, page) => feed(ctx, page),
});
