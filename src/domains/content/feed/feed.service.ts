import { visibleUserById } from '#domains/identity/users/users.loaders.ts';
import type { UserContext } from '#platform/context.ts';
import {
  idKey,
  type IdKey,
  type KeysetList,
  type Page,
  type PageArgs,
  pageOf,
  parsePage,
} from '#platform/db/keyset.ts';
import { prime } from '#platform/loader.ts';
import type { Post } from '../posts/posts.types.ts';
import { listFeedPosts } from './feed.queries.ts';

const feedList: KeysetList<IdKey> = { name: 'feed', key: idKey };

/** What the caller and the people they follow published, newest first. */
export async function feed(ctx: UserContext, args: PageArgs): Promise<Page<Post>> {
  const page = parsePage(feedList, args, ctx.limits);
  const rows = await listFeedPosts(ctx.db, ctx.user.id, page);
  for (const { author } of rows) prime(ctx, visibleUserById, author.id, author);
  const posts = rows.map(({ post }) => post);
  return pageOf(feedList, page, posts, (post): IdKey => [post.id]);
}
