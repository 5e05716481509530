/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type * as Types from '../generated/schema';

import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';
export type Refusal_ConflictError_Fragment = { __typename: 'ConflictError', code: Types.ErrorCode, message: string, path: Array<string> | null };

export type Refusal_ConsentRequiredError_Fragment = { __typename: 'ConsentRequiredError', code: Types.ErrorCode, message: string, path: Array<string> | null };

export type Refusal_InsufficientCoinsError_Fragment = { __typename: 'InsufficientCoinsError', code: Types.ErrorCode, message: string, path: Array<string> | null };

export type Refusal_ModerationNudgeError_Fragment = { __typename: 'ModerationNudgeError', retryToken: string, code: Types.ErrorCode, message: string, path: Array<string> | null };

export type Refusal_PaymentDeclinedError_Fragment = { __typename: 'PaymentDeclinedError', code: Types.ErrorCode, message: string, path: Array<string> | null };

export type Refusal_PlainError_Fragment = { __typename: 'PlainError', code: Types.ErrorCode, message: string, path: Array<string> | null };

export type Refusal_PriceChangedError_Fragment = { __typename: 'PriceChangedError', code: Types.ErrorCode, message: string, path: Array<string> | null };

export type Refusal_RateLimitedError_Fragment = { __typename: 'RateLimitedError', retryAfterSeconds: number, code: Types.ErrorCode, message: string, path: Array<string> | null };

export type Refusal_RestrictedError_Fragment = { __typename: 'RestrictedError', expiresAt: string | null, code: Types.ErrorCode, message: string, path: Array<string> | null };

export type Refusal_StateError_Fragment = { __typename: 'StateError', code: Types.ErrorCode, message: string, path: Array<string> | null };

export type Refusal_ValidationError_Fragment = { __typename: 'ValidationError', limit: number | null, code: Types.ErrorCode, message: string, path: Array<string> | null };

export type RefusalFragment =
  | Refusal_ConflictError_Fragment
  | Refusal_ConsentRequiredError_Fragment
  | Refusal_InsufficientCoinsError_Fragment
  | Refusal_ModerationNudgeError_Fragment
  | Refusal_PaymentDeclinedError_Fragment
  | Refusal_PlainError_Fragment
  | Refusal_PriceChangedError_Fragment
  | Refusal_RateLimitedError_Fragment
  | Refusal_RestrictedError_Fragment
  | Refusal_StateError_Fragment
  | Refusal_ValidationError_Fragment
;

export const RefusalFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Refusal"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UserError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ValidationError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"limit"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RateLimitedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"retryAfterSeconds"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RestrictedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ModerationNudgeError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"retryToken"}}]}}]}}]} as unknown as DocumentNode<RefusalFragment, unknown>;