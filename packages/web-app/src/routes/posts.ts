import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { HomeFeedDocument } from '../feed/feed.generated.ts';
import { Feed } from '../feed/feed.tsx';
import { FEED_PAGE } from '../feed/page.ts';
import { searchOf } from '../explore/search-tabs.ts';
import { inside } from './parents.ts';

const feed = createRoute({
  getParentRoute: () => inside,
  path: '/',
  // Comes with the first files: it is where nearly everybody begins.
  component: Feed,
  // Asked for while the frame is drawn for the first time; the screen joins the request, or says that it failed.
  loader: ({ context: { client } }) => {
    const first = { query: HomeFeedDocument, variables: { first: FEED_PAGE } };
    client.apollo.query(first).catch(() => undefined);
  },
});

const post = createRoute({
  getParentRoute: () => inside,
  path: '/posts/$id',
  validateSearch: ({ comment }: Record<string, unknown>): { comment?: string } =>
    typeof comment === 'string' ? { comment } : {},
  component: lazyRouteComponent(() => import('../posts/post-screen.tsx'), 'PostScreen'),
});

const quotes = createRoute({
  getParentRoute: () => inside,
  path: '/posts/$id/quotes',
  component: lazyRouteComponent(() => import('../posts/quotes.tsx'), 'Quotes'),
});

const compose = createRoute({
  getParentRoute: () => inside,
  path: '/compose',
  validateSearch: ({ quote }: Record<string, unknown>): { quote?: string } =>
    typeof quote === 'string' ? { quote } : {},
  component: lazyRouteComponent(() => import('../compose/compose-screen.tsx'), 'ComposeScreen'),
});

const saved = createRoute({
  getParentRoute: () => inside,
  path: '/saved',
  component: lazyRouteComponent(() => import('../saved/saved.tsx'), 'Saved'),
});

const collection = createRoute({
  getParentRoute: () => inside,
  path: '/saved/$id',
  component: lazyRouteComponent(() => import('../saved/collection.tsx'), 'Collection'),
});

const explore = createRoute({
  getParentRoute: () => inside,
  path: '/explore',
  component: lazyRouteComponent(() => import('../explore/explore.tsx'), 'Explore'),
});

const search = createRoute({
  getParentRoute: () => inside,
  path: '/search',
  validateSearch: searchOf,
  component: lazyRouteComponent(() => import('../explore/search.tsx'), 'SearchScreen'),
});

const followedHashtags = createRoute({
  getParentRoute: () => inside,
  path: '/tags',
  component: lazyRouteComponent(() => import('../explore/followed-hashtags.tsx'), 'FollowedHashtags'),
});

const hashtag = createRoute({
  getParentRoute: () => inside,
  path: '/tags/$name',
  component: lazyRouteComponent(() => import('../explore/hashtag.tsx'), 'HashtagScreen'),
});

const statistics = createRoute({
  getParentRoute: () => inside,
  path: '/statistics',
  component: lazyRouteComponent(() => import('../statistics/content-statistics.tsx'), 'ContentStatistics'),
});

/** The feed, posts and the ways to find them. */
export const postsRoutes = [
  feed,
  post,
  quotes,
  compose,
  saved,
  collection,
  explore,
  search,
  followedHashtags,
  hashtag,
  statistics,
] as const;
