import { shownMedia } from '#domains/foundation/media/media.loaders.ts';
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
import { loadMany, prime } from '#platform/loader.ts';
import type { Post } from '../posts/posts.types.ts';
import { type FeedPost, listFeedPosts } from './feed.queries.ts';

const feedList: KeysetList<IdKey> = { name: 'feed', key: idKey };

/** What of a page's files will be shown, so that they are read along with it. */
export type FeedShows = { readonly media: boolean; readonly avatars: boolean };

/** What the caller and the people they follow published, newest first. */
export async function feed(ctx: UserContext, args: PageArgs & { shows: FeedShows }): Promise<Page<Post>> {
  const page = parsePage(feedList, args, ctx.limits);
  const rows = await listFeedPosts(ctx.db, { id: ctx.user.id, now: ctx.clock.now() }, page);
  for (const { author } of rows) prime(ctx, visibleUserById, author.id, author);
  await loadMany(ctx, shownMedia, shownMediaIds(rows.slice(0, page.limit), args.shows));
  const posts = rows.map(({ post }) => post);
  return pageOf(feedList, page, posts, (post): IdKey => [post.id]);
}

function shownMediaIds(rows: readonly FeedPost[], shows: FeedShows): string[] {
  const ids: string[] = [];
  for (const { post, author } of rows) {
    if (shows.media) ids.push(...post.mediaIds);
    if (shows.avatars && author.avatarMediaId) ids.push(author.avatarMediaId);
  }
  return ids;
}
