/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type * as Types from '../../generated/schema';

import type { AvatarImageFragment } from '../../parts/avatar.generated';
import type { Refusal_ConflictError_Fragment, Refusal_ConsentRequiredError_Fragment, Refusal_InsufficientCoinsError_Fragment, Refusal_ModerationNudgeError_Fragment, Refusal_PaymentDeclinedError_Fragment, Refusal_PlainError_Fragment, Refusal_PriceChangedError_Fragment, Refusal_RateLimitedError_Fragment, Refusal_RestrictedError_Fragment, Refusal_StateError_Fragment, Refusal_ValidationError_Fragment } from '../../api/refusal.generated';
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';
export type MutedUsersQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
}>;


export type MutedUsersQuery = { myMutedUsers: { __typename: 'MutedUserConnection', edges: Array<{ __typename: 'MutedUserEdge', cursor: string, node: { __typename: 'MutedUser', mutedAt: string, expiresAt: string | null, scopes: Array<Types.MuteScope>, user: (
          { __typename: 'User', username: string }
          & AvatarImageFragment
        ) } }>, pageInfo: { __typename: 'PageInfo', endCursor: string | null, hasNextPage: boolean } } | null };

export type MutedWordsQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
}>;


export type MutedWordsQuery = { myMutedWords: { __typename: 'MutedWordConnection', edges: Array<{ __typename: 'MutedWordEdge', cursor: string, node: (
        { __typename: 'MutedWord' }
        & MutedWordItemFragment
      ) }>, pageInfo: { __typename: 'PageInfo', endCursor: string | null, hasNextPage: boolean } } | null };

export type MutedWordItemFragment = { __typename: 'MutedWord', id: string, phrase: string, targets: Array<Types.MutedWordTarget>, expiresAt: string | null, excludesFollowing: boolean };

export type AddMutedWordMutationVariables = Exact<{
  input: Types.AddMutedWordInput;
}>;


export type AddMutedWordMutation = { addMutedWord: { __typename: 'AddMutedWordPayload', mutedWord: (
      { __typename: 'MutedWord' }
      & MutedWordItemFragment
    ) | null, errors: Array<
      | (
        { __typename: 'ConflictError' }
        & Refusal_ConflictError_Fragment
      )
      | (
        { __typename: 'ConsentRequiredError' }
        & Refusal_ConsentRequiredError_Fragment
      )
      | (
        { __typename: 'InsufficientCoinsError' }
        & Refusal_InsufficientCoinsError_Fragment
      )
      | (
        { __typename: 'ModerationNudgeError' }
        & Refusal_ModerationNudgeError_Fragment
      )
      | (
        { __typename: 'PaymentDeclinedError' }
        & Refusal_PaymentDeclinedError_Fragment
      )
      | (
        { __typename: 'PlainError' }
        & Refusal_PlainError_Fragment
      )
      | (
        { __typename: 'PriceChangedError' }
        & Refusal_PriceChangedError_Fragment
      )
      | (
        { __typename: 'RateLimitedError' }
        & Refusal_RateLimitedError_Fragment
      )
      | (
        { __typename: 'RestrictedError' }
        & Refusal_RestrictedError_Fragment
      )
      | (
        { __typename: 'StateError' }
        & Refusal_StateError_Fragment
      )
      | (
        { __typename: 'ValidationError' }
        & Refusal_ValidationError_Fragment
      )
    > } | null };

export type RemoveMutedWordMutationVariables = Exact<{
  input: Types.RemoveMutedWordInput;
}>;


export type RemoveMutedWordMutation = { removeMutedWord: { __typename: 'RemoveMutedWordPayload', mutedWordId: string | null, errors: Array<
      | (
        { __typename: 'ConflictError' }
        & Refusal_ConflictError_Fragment
      )
      | (
        { __typename: 'ConsentRequiredError' }
        & Refusal_ConsentRequiredError_Fragment
      )
      | (
        { __typename: 'InsufficientCoinsError' }
        & Refusal_InsufficientCoinsError_Fragment
      )
      | (
        { __typename: 'ModerationNudgeError' }
        & Refusal_ModerationNudgeError_Fragment
      )
      | (
        { __typename: 'PaymentDeclinedError' }
        & Refusal_PaymentDeclinedError_Fragment
      )
      | (
        { __typename: 'PlainError' }
        & Refusal_PlainError_Fragment
      )
      | (
        { __typename: 'PriceChangedError' }
        & Refusal_PriceChangedError_Fragment
      )
      | (
        { __typename: 'RateLimitedError' }
        & Refusal_RateLimitedError_Fragment
      )
      | (
        { __typename: 'RestrictedError' }
        & Refusal_RestrictedError_Fragment
      )
      | (
        { __typename: 'StateError' }
        & Refusal_StateError_Fragment
      )
      | (
        { __typename: 'ValidationError' }
        & Refusal_ValidationError_Fragment
      )
    > } | null };

export type UpdateMutedWordMutationVariables = Exact<{
  input: Types.UpdateMutedWordInput;
}>;


export type UpdateMutedWordMutation = { updateMutedWord: { __typename: 'UpdateMutedWordPayload', mutedWord: (
      { __typename: 'MutedWord' }
      & MutedWordItemFragment
    ) | null, errors: Array<
      | (
        { __typename: 'ConflictError' }
        & Refusal_ConflictError_Fragment
      )
      | (
        { __typename: 'ConsentRequiredError' }
        & Refusal_ConsentRequiredError_Fragment
      )
      | (
        { __typename: 'InsufficientCoinsError' }
        & Refusal_InsufficientCoinsError_Fragment
      )
      | (
        { __typename: 'ModerationNudgeError' }
        & Refusal_ModerationNudgeError_Fragment
      )
      | (
        { __typename: 'PaymentDeclinedError' }
        & Refusal_PaymentDeclinedError_Fragment
      )
      | (
        { __typename: 'PlainError' }
        & Refusal_PlainError_Fragment
      )
      | (
        { __typename: 'PriceChangedError' }
        & Refusal_PriceChangedError_Fragment
      )
      | (
        { __typename: 'RateLimitedError' }
        & Refusal_RateLimitedError_Fragment
      )
      | (
        { __typename: 'RestrictedError' }
        & Refusal_RestrictedError_Fragment
      )
      | (
        { __typename: 'StateError' }
        & Refusal_StateError_Fragment
      )
      | (
        { __typename: 'ValidationError' }
        & Refusal_ValidationError_Fragment
      )
    > } | null };

export const MutedWordItemFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"MutedWordItem"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"MutedWord"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"phrase"}},{"kind":"Field","name":{"kind":"Name","value":"targets"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"excludesFollowing"}}]}}]} as unknown as DocumentNode<MutedWordItemFragment, unknown>;
export const MutedUsersDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"MutedUsers"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"myMutedUsers"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cursor"}},{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"mutedAt"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"scopes"}},{"kind":"Field","name":{"kind":"Name","value":"user"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AvatarImage"}},{"kind":"Field","name":{"kind":"Name","value":"username"}}]}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"endCursor"}},{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AvatarImage"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"User"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"displayName"}},{"kind":"Field","name":{"kind":"Name","value":"avatar"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"placeholder"}},{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"variants"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"width"}},{"kind":"Field","name":{"kind":"Name","value":"height"}},{"kind":"Field","name":{"kind":"Name","value":"contentType"}}]}}]}}]}}]} as unknown as DocumentNode<MutedUsersQuery, MutedUsersQueryVariables>;
export const MutedWordsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"MutedWords"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"myMutedWords"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cursor"}},{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"MutedWordItem"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"endCursor"}},{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"MutedWordItem"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"MutedWord"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"phrase"}},{"kind":"Field","name":{"kind":"Name","value":"targets"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"excludesFollowing"}}]}}]} as unknown as DocumentNode<MutedWordsQuery, MutedWordsQueryVariables>;
export const AddMutedWordDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"AddMutedWord"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"AddMutedWordInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"addMutedWord"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"mutedWord"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"MutedWordItem"}}]}},{"kind":"Field","name":{"kind":"Name","value":"errors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Refusal"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"MutedWordItem"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"MutedWord"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"phrase"}},{"kind":"Field","name":{"kind":"Name","value":"targets"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"excludesFollowing"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Refusal"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UserError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ValidationError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"limit"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RateLimitedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"retryAfterSeconds"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RestrictedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ModerationNudgeError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"retryToken"}}]}}]}}]} as unknown as DocumentNode<AddMutedWordMutation, AddMutedWordMutationVariables>;
export const RemoveMutedWordDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RemoveMutedWord"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"RemoveMutedWordInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"removeMutedWord"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"mutedWordId"}},{"kind":"Field","name":{"kind":"Name","value":"errors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Refusal"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Refusal"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UserError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ValidationError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"limit"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RateLimitedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"retryAfterSeconds"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RestrictedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ModerationNudgeError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"retryToken"}}]}}]}}]} as unknown as DocumentNode<RemoveMutedWordMutation, RemoveMutedWordMutationVariables>;
export const UpdateMutedWordDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UpdateMutedWord"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UpdateMutedWordInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateMutedWord"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"mutedWord"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"MutedWordItem"}}]}},{"kind":"Field","name":{"kind":"Name","value":"errors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Refusal"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"MutedWordItem"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"MutedWord"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"phrase"}},{"kind":"Field","name":{"kind":"Name","value":"targets"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"excludesFollowing"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Refusal"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UserError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ValidationError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"limit"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RateLimitedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"retryAfterSeconds"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RestrictedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ModerationNudgeError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"retryToken"}}]}}]}}]} as unknown as DocumentNode<UpdateMutedWordMutation, UpdateMutedWordMutationVariables>;