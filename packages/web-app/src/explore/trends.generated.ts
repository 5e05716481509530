/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };

import type { HashtagRowFragment } from './hashtag-row.generated';
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';
export type TrendsFragment = { __typename: 'TrendingHashtagConnection', edges: Array<{ __typename: 'TrendingHashtagEdge', cursor: string, node: (
      { __typename: 'Hashtag' }
      & HashtagRowFragment
    ) }> };

export const TrendsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Trends"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"TrendingHashtagConnection"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cursor"}},{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"HashtagRow"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"HashtagRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Hashtag"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"displayName"}},{"kind":"Field","name":{"kind":"Name","value":"postCount"}},{"kind":"Field","name":{"kind":"Name","value":"isTrending"}}]}}]} as unknown as DocumentNode<TrendsFragment, unknown>;