import type { MessagePageFragment } from './conversation.generated.ts';

/** Messages that a list holds at most: further ones take the place of those at its other end, which are fetched again when they are read. */
export const HELD_MAX = 240;

/** A list, newest first, with the next older page; the newest of too many are let go. */
export function withOlder(held: MessagePageFragment, older: MessagePageFragment): MessagePageFragment {
  const { endCursor, hasNextPage } = older.pageInfo;
  const all = { ...held, edges: [...held.edges, ...older.edges] };
  const edges = all.edges.slice(-HELD_MAX);
  const isCut = edges.length < all.edges.length;
  return {
    ...all,
    edges,
    pageInfo: {
      ...held.pageInfo,
      endCursor,
      hasNextPage,
      ...(isCut && { startCursor: edges[0]?.node.cursor ?? null, hasPreviousPage: true }),
    },
  };
}

/** A list, newest first, with the next newer page; the oldest of too many are let go. */
export function withNewer(held: MessagePageFragment, newer: MessagePageFragment): MessagePageFragment {
  const { startCursor, hasPreviousPage } = newer.pageInfo;
  return firstOf(
    {
      ...held,
      edges: [...newer.edges, ...held.edges],
      pageInfo: { ...held.pageInfo, startCursor, hasPreviousPage },
    },
    HELD_MAX,
  );
}

/** The newest of a list. */
export function firstOf(list: MessagePageFragment, count: number): MessagePageFragment {
  const edges = list.edges.slice(0, count);
  if (edges.length === list.edges.length) return list;
  const endCursor = edges.at(-1)?.node.cursor ?? null;
  return { ...list, edges, pageInfo: { ...list.pageInfo, endCursor, hasNextPage: true } };
}

/** The newest messages with a list that reaches them; null when some between both are missing. */
export function joinedWithNewest(
  newest: MessagePageFragment,
  list: MessagePageFragment,
): MessagePageFragment | null {
  const oldest = newest.edges.at(-1)?.node.id;
  const place = list.edges.findIndex(({ node }) => node.id === oldest);
  if (place === -1) return null;
  const { endCursor, hasNextPage } = list.pageInfo;
  return {
    ...newest,
    edges: [...newest.edges, ...list.edges.slice(place + 1)],
    pageInfo: { ...newest.pageInfo, endCursor, hasNextPage },
  };
}
