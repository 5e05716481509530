/** Size of a page of the feed: one list in the cache, by whomever it is read. */
export const FEED_PAGE = 20;
