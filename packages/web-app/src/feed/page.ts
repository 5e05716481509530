import type { ApolloClient } from '@apollo/client';
import { HomeFeedDocument } from './feed.generated.ts';

/** Size of a page of the feed: one list in the cache, by whomever it is read. */
export const FEED_PAGE = 20;

/** Asks for the first page before the frame is drawn; the screen joins the request, or says that it failed. */
export function askForFeed(apollo: ApolloClient): void {
  apollo.query({ query: HomeFeedDocument, variables: { first: FEED_PAGE } }).catch(() => undefined);
}
