import type { ApolloCache, Reference } from '@apollo/client';
import type { ModifierDetails } from '@apollo/client/cache';

export type Edge = { readonly __typename: string; readonly node: Reference; readonly cursor?: string };
type List = {
  readonly edges?: readonly Edge[];
  readonly pageInfo?: { readonly hasPreviousPage?: boolean; readonly hasNextPage?: boolean };
};

/** `hasMore` is whether the server has older ones than those of the list. */
export type Change = (edges: readonly Edge[], details: ModifierDetails, hasMore: boolean) => readonly Edge[];

export const ROOT = 'ROOT_QUERY';

/** Changes the lists of this name and object that are in the cache with their newest page. */
export function changeLists(
  cache: ApolloCache,
  [id, name]: readonly [id: string, name: string],
  change: Change,
): void {
  cache.modify<Record<string, unknown>>({
    id,
    fields: {
      [name](stored: unknown, details: ModifierDetails) {
        // The policy of connections stores nothing else.
        const list = stored as List | null;
        if (!list?.edges || list.pageInfo?.hasPreviousPage) return list;
        const edges = change(list.edges, details, list.pageInfo?.hasNextPage ?? false);
        return edges === list.edges ? list : { ...list, edges };
      },
    },
  });
}

/** No object is called undefined, and a change of it changes nothing. */
export const idOf = (cache: ApolloCache, __typename: string, id: string): string =>
  cache.identify({ __typename, id }) ?? 'undefined';
