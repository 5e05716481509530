import type { ApolloClient } from '@apollo/client';
import { useApolloClient } from '@apollo/client/react';
import { useEffect, useState } from 'react';
import { HomeFeedDocument, type HomeFeedQuery } from './feed.generated.ts';
import { NewestOfFeedDocument } from './newest.generated.ts';
import { FEED_PAGE } from './page.ts';

const LOOK_MS = 30_000;

type Edges = NonNullable<HomeFeedQuery['feed']>['edges'];

/**
 * Looks for new posts while the tab is seen, since the API has no event for them, and tells how many there are. `take` puts them into
 * the list: before what is loaded already where both overlap, and else in its place.
 */
export function useNewPosts(edges: Edges | undefined) {
  const client = useApolloClient();
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set());
  const isLoaded = edges !== undefined;
  useEffect(() => {
    if (!isLoaded) return undefined;
    const look = (): void => {
      if (document.visibilityState === 'visible') void idsOfNewest(client).then(setFresh);
    };
    const interval = setInterval(look, LOOK_MS);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(interval);
      document.removeEventListener('visibilitychange', look);
    };
  }, [client, isLoaded]);

  const known = new Set(edges?.map(({ node }) => node.id));
  const count = [...fresh].findIndex((id) => known.has(id));
  return {
    /** New posts; a page of them where none of it is known. */
    count: count === -1 ? fresh.size : count,
    async take(): Promise<void> {
      await takeNewest(client);
      setFresh(new Set());
    },
  };
}

/** None where the server is not reached: the next look comes soon. */
async function idsOfNewest(client: ApolloClient): Promise<ReadonlySet<string>> {
  const options = { variables: { first: FEED_PAGE }, fetchPolicy: 'no-cache' as const };
  const result = await client.query({ query: NewestOfFeedDocument, ...options }).catch(() => null);
  return new Set(result?.data?.feed?.edges.map(({ node }) => node.id));
}

async function takeNewest(client: ApolloClient): Promise<void> {
  const variables = { first: FEED_PAGE };
  const { data } = await client.query({ query: HomeFeedDocument, variables, fetchPolicy: 'no-cache' });
  if (!data?.feed) return;
  const { edges } = data.feed;
  const ids = new Set(edges.map(({ node }) => node.id));
  client.cache.updateQuery({ query: HomeFeedDocument, variables }, (stored) => {
    const older = stored?.feed?.edges.filter(({ node }) => !ids.has(node.id)) ?? [];
    const hasOverlap = older.length < (stored?.feed?.edges.length ?? 0);
    if (!stored?.feed || !hasOverlap) return data;
    return { ...stored, feed: { ...stored.feed, edges: [...edges, ...older] } };
  });
}
