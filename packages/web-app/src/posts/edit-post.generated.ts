/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type * as Types from '../generated/schema';

import type { RichTextEntity_EveryoneEntity_Fragment, RichTextEntity_HashtagEntity_Fragment, RichTextEntity_LinkEntity_Fragment, RichTextEntity_MentionEntity_Fragment } from '../parts/rich-text.generated';
import type { Refusal_ConflictError_Fragment, Refusal_ConsentRequiredError_Fragment, Refusal_InsufficientCoinsError_Fragment, Refusal_ModerationNudgeError_Fragment, Refusal_PaymentDeclinedError_Fragment, Refusal_PlainError_Fragment, Refusal_PriceChangedError_Fragment, Refusal_RateLimitedError_Fragment, Refusal_RestrictedError_Fragment, Refusal_StateError_Fragment, Refusal_ValidationError_Fragment } from '../api/refusal.generated';
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';
export type UpdatePostMutationVariables = Exact<{
  input: Types.UpdatePostInput;
}>;


export type UpdatePostMutation = { updatePost: { __typename: 'UpdatePostPayload', post: { __typename: 'Post', id: string, text: string, editedAt: string | null, visibility: Types.PostVisibility, isSensitive: boolean, commentAudience: Types.Audience, version: number, location: { __typename: 'PostLocation', name: string } | null, entities: Array<
        | (
          { __typename: 'EveryoneEntity' }
          & RichTextEntity_EveryoneEntity_Fragment
        )
        | (
          { __typename: 'HashtagEntity' }
          & RichTextEntity_HashtagEntity_Fragment
        )
        | (
          { __typename: 'LinkEntity' }
          & RichTextEntity_LinkEntity_Fragment
        )
        | (
          { __typename: 'MentionEntity' }
          & RichTextEntity_MentionEntity_Fragment
        )
      > } | null, errors: Array<
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

export type PinPostMutationVariables = Exact<{
  input: Types.PinPostInput;
}>;


export type PinPostMutation = { pinPost: { __typename: 'PinPostPayload', post: { __typename: 'Post', id: string, isPinned: boolean } | null, errors: Array<
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

export type UnpinPostMutationVariables = Exact<{
  input: Types.UnpinPostInput;
}>;


export type UnpinPostMutation = { unpinPost: { __typename: 'UnpinPostPayload', post: { __typename: 'Post', id: string, isPinned: boolean } | null, errors: Array<
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


export const UpdatePostDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UpdatePost"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UpdatePostInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updatePost"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"post"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"text"}},{"kind":"Field","name":{"kind":"Name","value":"editedAt"}},{"kind":"Field","name":{"kind":"Name","value":"visibility"}},{"kind":"Field","name":{"kind":"Name","value":"isSensitive"}},{"kind":"Field","name":{"kind":"Name","value":"commentAudience"}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"location"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"entities"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RichTextEntity"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"errors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Refusal"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RichTextEntity"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"TextEntity"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"start"}},{"kind":"Field","name":{"kind":"Name","value":"end"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"MentionEntity"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"username"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"HashtagEntity"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"LinkEntity"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"url"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Refusal"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UserError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ValidationError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"limit"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RateLimitedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"retryAfterSeconds"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RestrictedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ModerationNudgeError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"retryToken"}}]}}]}}]} as unknown as DocumentNode<UpdatePostMutation, UpdatePostMutationVariables>;
export const PinPostDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"PinPost"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"PinPostInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"pinPost"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"post"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"isPinned"}}]}},{"kind":"Field","name":{"kind":"Name","value":"errors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Refusal"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Refusal"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UserError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ValidationError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"limit"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RateLimitedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"retryAfterSeconds"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RestrictedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ModerationNudgeError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"retryToken"}}]}}]}}]} as unknown as DocumentNode<PinPostMutation, PinPostMutationVariables>;
export const UnpinPostDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UnpinPost"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UnpinPostInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"unpinPost"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"post"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"isPinned"}}]}},{"kind":"Field","name":{"kind":"Name","value":"errors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Refusal"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Refusal"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UserError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ValidationError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"limit"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RateLimitedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"retryAfterSeconds"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RestrictedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ModerationNudgeError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"retryToken"}}]}}]}}]} as unknown as DocumentNode<UnpinPostMutation, UnpinPostMutationVariables>;