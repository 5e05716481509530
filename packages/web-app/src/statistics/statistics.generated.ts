/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type * as Types from '../generated/schema';

import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';
export type DayViewsFragment = { __typename: 'PostDayViews', startsAt: string, viewCount: number };

export type SourceViewsFragment = { __typename: 'PostSourceViews', source: Types.PostViewSource, viewCount: number };

export type PostStatisticsQueryVariables = Exact<{
  id: string | number;
  range: Types.PostStatsRange;
}>;


export type PostStatisticsQuery = { myPostStats: { __typename: 'PostStats', viewCount: number, reach: number, averageDurationMs: number | null, reactionCount: number, commentCount: number, repostCount: number, saveCount: number, days: Array<(
      { __typename: 'PostDayViews' }
      & DayViewsFragment
    )>, sources: Array<(
      { __typename: 'PostSourceViews' }
      & SourceViewsFragment
    )> } | null };

export type ContentStatisticsQueryVariables = Exact<{
  range: Types.PostStatsRange;
}>;


export type ContentStatisticsQuery = { myContentStats: { __typename: 'ContentStats', viewCount: number, averageDurationMs: number | null, reactionCount: number, commentCount: number, repostCount: number, saveCount: number, days: Array<(
      { __typename: 'PostDayViews' }
      & DayViewsFragment
    )>, sources: Array<(
      { __typename: 'PostSourceViews' }
      & SourceViewsFragment
    )> } | null };

export const DayViewsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"DayViews"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PostDayViews"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"startsAt"}},{"kind":"Field","name":{"kind":"Name","value":"viewCount"}}]}}]} as unknown as DocumentNode<DayViewsFragment, unknown>;
export const SourceViewsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SourceViews"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PostSourceViews"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"source"}},{"kind":"Field","name":{"kind":"Name","value":"viewCount"}}]}}]} as unknown as DocumentNode<SourceViewsFragment, unknown>;
export const PostStatisticsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"PostStatistics"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"range"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"PostStatsRange"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"myPostStats"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"postId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"range"},"value":{"kind":"Variable","name":{"kind":"Name","value":"range"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"viewCount"}},{"kind":"Field","name":{"kind":"Name","value":"reach"}},{"kind":"Field","name":{"kind":"Name","value":"averageDurationMs"}},{"kind":"Field","name":{"kind":"Name","value":"reactionCount"}},{"kind":"Field","name":{"kind":"Name","value":"commentCount"}},{"kind":"Field","name":{"kind":"Name","value":"repostCount"}},{"kind":"Field","name":{"kind":"Name","value":"saveCount"}},{"kind":"Field","name":{"kind":"Name","value":"days"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"DayViews"}}]}},{"kind":"Field","name":{"kind":"Name","value":"sources"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"SourceViews"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"DayViews"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PostDayViews"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"startsAt"}},{"kind":"Field","name":{"kind":"Name","value":"viewCount"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SourceViews"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PostSourceViews"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"source"}},{"kind":"Field","name":{"kind":"Name","value":"viewCount"}}]}}]} as unknown as DocumentNode<PostStatisticsQuery, PostStatisticsQueryVariables>;
export const ContentStatisticsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ContentStatistics"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"range"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"PostStatsRange"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"myContentStats"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"range"},"value":{"kind":"Variable","name":{"kind":"Name","value":"range"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"viewCount"}},{"kind":"Field","name":{"kind":"Name","value":"averageDurationMs"}},{"kind":"Field","name":{"kind":"Name","value":"reactionCount"}},{"kind":"Field","name":{"kind":"Name","value":"commentCount"}},{"kind":"Field","name":{"kind":"Name","value":"repostCount"}},{"kind":"Field","name":{"kind":"Name","value":"saveCount"}},{"kind":"Field","name":{"kind":"Name","value":"days"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"DayViews"}}]}},{"kind":"Field","name":{"kind":"Name","value":"sources"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"SourceViews"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"DayViews"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PostDayViews"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"startsAt"}},{"kind":"Field","name":{"kind":"Name","value":"viewCount"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SourceViews"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PostSourceViews"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"source"}},{"kind":"Field","name":{"kind":"Name","value":"viewCount"}}]}}]} as unknown as DocumentNode<ContentStatisticsQuery, ContentStatisticsQueryVariables>;