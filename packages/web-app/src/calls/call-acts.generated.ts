/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type * as Types from '../generated/schema';

import type { Refusal_ConflictError_Fragment, Refusal_ConsentRequiredError_Fragment, Refusal_InsufficientCoinsError_Fragment, Refusal_ModerationNudgeError_Fragment, Refusal_PaymentDeclinedError_Fragment, Refusal_PlainError_Fragment, Refusal_PriceChangedError_Fragment, Refusal_RateLimitedError_Fragment, Refusal_RestrictedError_Fragment, Refusal_StateError_Fragment, Refusal_ValidationError_Fragment } from '../api/refusal.generated';
import type { RingingCallFragment } from './calls.generated';
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';
export type OpenConversationMutationVariables = Exact<{
  input: Types.StartConversationInput;
}>;


export type OpenConversationMutation = { startConversation: { __typename: 'StartConversationPayload', conversation: { __typename: 'Conversation', id: string } | null, errors: Array<
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

export type StartCallMutationVariables = Exact<{
  input: Types.StartCallInput;
}>;


export type StartCallMutation = { startCall: { __typename: 'StartCallPayload', call: (
      { __typename: 'Call' }
      & RingingCallFragment
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

export type AcceptCallMutationVariables = Exact<{
  input: Types.AcceptCallInput;
}>;


export type AcceptCallMutation = { acceptCall: { __typename: 'AcceptCallPayload', call: (
      { __typename: 'Call' }
      & RingingCallFragment
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

export type DeclineCallMutationVariables = Exact<{
  input: Types.DeclineCallInput;
}>;


export type DeclineCallMutation = { declineCall: { __typename: 'DeclineCallPayload', call: (
      { __typename: 'Call' }
      & RingingCallFragment
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

export type JoinRunningCallMutationVariables = Exact<{
  input: Types.JoinCallInput;
}>;


export type JoinRunningCallMutation = { joinCall: { __typename: 'JoinCallPayload', call: (
      { __typename: 'Call' }
      & RingingCallFragment
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

export type ConnectToCallMutationVariables = Exact<{
  input: Types.ConnectCallInput;
}>;


export type ConnectToCallMutation = { connectCall: { __typename: 'ConnectCallPayload', answer: string | null, errors: Array<
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

export type RefreshConnectionMutationVariables = Exact<{
  input: Types.RefreshCallConnectionInput;
}>;


export type RefreshConnectionMutation = { refreshCallConnection: { __typename: 'RefreshCallConnectionPayload', call: { __typename: 'Call', id: string, viewer: { __typename: 'CallViewer', connection: { __typename: 'CallAccess', url: string | null, token: string | null } | null } | null } | null, errors: Array<
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

export type LeaveCallMutationVariables = Exact<{
  input: Types.LeaveCallInput;
}>;


export type LeaveCallMutation = { leaveCall: { __typename: 'LeaveCallPayload', call: (
      { __typename: 'Call' }
      & RingingCallFragment
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

export type EndCallMutationVariables = Exact<{
  input: Types.EndCallInput;
}>;


export type EndCallMutation = { endCall: { __typename: 'EndCallPayload', call: (
      { __typename: 'Call' }
      & RingingCallFragment
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

export type SetCallMediaMutationVariables = Exact<{
  input: Types.UpdateCallMediaInput;
}>;


export type SetCallMediaMutation = { updateCallMedia: { __typename: 'UpdateCallMediaPayload', call: (
      { __typename: 'Call' }
      & RingingCallFragment
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

export type RaiseHandMutationVariables = Exact<{
  input: Types.RequestToSpeakInput;
}>;


export type RaiseHandMutation = { requestToSpeak: { __typename: 'RequestToSpeakPayload', speakerRequest: { __typename: 'SpeakerRequest', id: string, kind: Types.SpeakerRequestKind, state: Types.SpeakerRequestState } | null, errors: Array<
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

export type LowerHandMutationVariables = Exact<{
  input: Types.WithdrawSpeakerRequestInput;
}>;


export type LowerHandMutation = { withdrawSpeakerRequest: { __typename: 'WithdrawSpeakerRequestPayload', errors: Array<
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

export type AnswerHandMutationVariables = Exact<{
  input: Types.RespondToSpeakerRequestInput;
}>;


export type AnswerHandMutation = { respondToSpeakerRequest: { __typename: 'RespondToSpeakerRequestPayload', errors: Array<
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

export type RateCallMutationVariables = Exact<{
  input: Types.RateCallInput;
}>;


export type RateCallMutation = { rateCall: { __typename: 'RateCallPayload', call: { __typename: 'Call', id: string } | null, errors: Array<
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


export const OpenConversationDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"OpenConversation"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"StartConversationInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"startConversation"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"conversation"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}},{"kind":"Field","name":{"kind":"Name","value":"errors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Refusal"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Refusal"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UserError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ValidationError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"limit"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RateLimitedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"retryAfterSeconds"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RestrictedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ModerationNudgeError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"retryToken"}}]}}]}}]} as unknown as DocumentNode<OpenConversationMutation, OpenConversationMutationVariables>;
export const StartCallDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"StartCall"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"StartCallInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"startCall"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"call"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RingingCall"}}]}},{"kind":"Field","name":{"kind":"Name","value":"errors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Refusal"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AvatarImage"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"User"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"displayName"}},{"kind":"Field","name":{"kind":"Name","value":"avatar"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"placeholder"}},{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"variants"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"width"}},{"kind":"Field","name":{"kind":"Name","value":"height"}},{"kind":"Field","name":{"kind":"Name","value":"contentType"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RingingCall"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Call"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"mode"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"ringingEndsAt"}},{"kind":"Field","name":{"kind":"Name","value":"starter"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AvatarImage"}}]}},{"kind":"Field","name":{"kind":"Name","value":"viewer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"invitation"}},{"kind":"Field","name":{"kind":"Name","value":"isMuted"}},{"kind":"Field","name":{"kind":"Name","value":"isVideoOn"}},{"kind":"Field","name":{"kind":"Name","value":"role"}},{"kind":"Field","name":{"kind":"Name","value":"state"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Refusal"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UserError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ValidationError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"limit"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RateLimitedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"retryAfterSeconds"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RestrictedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ModerationNudgeError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"retryToken"}}]}}]}}]} as unknown as DocumentNode<StartCallMutation, StartCallMutationVariables>;
export const AcceptCallDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"AcceptCall"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"AcceptCallInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"acceptCall"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"call"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RingingCall"}}]}},{"kind":"Field","name":{"kind":"Name","value":"errors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Refusal"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AvatarImage"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"User"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"displayName"}},{"kind":"Field","name":{"kind":"Name","value":"avatar"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"placeholder"}},{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"variants"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"width"}},{"kind":"Field","name":{"kind":"Name","value":"height"}},{"kind":"Field","name":{"kind":"Name","value":"contentType"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RingingCall"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Call"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"mode"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"ringingEndsAt"}},{"kind":"Field","name":{"kind":"Name","value":"starter"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AvatarImage"}}]}},{"kind":"Field","name":{"kind":"Name","value":"viewer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"invitation"}},{"kind":"Field","name":{"kind":"Name","value":"isMuted"}},{"kind":"Field","name":{"kind":"Name","value":"isVideoOn"}},{"kind":"Field","name":{"kind":"Name","value":"role"}},{"kind":"Field","name":{"kind":"Name","value":"state"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Refusal"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UserError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ValidationError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"limit"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RateLimitedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"retryAfterSeconds"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RestrictedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ModerationNudgeError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"retryToken"}}]}}]}}]} as unknown as DocumentNode<AcceptCallMutation, AcceptCallMutationVariables>;
export const DeclineCallDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"DeclineCall"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"DeclineCallInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"declineCall"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"call"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RingingCall"}}]}},{"kind":"Field","name":{"kind":"Name","value":"errors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Refusal"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AvatarImage"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"User"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"displayName"}},{"kind":"Field","name":{"kind":"Name","value":"avatar"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"placeholder"}},{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"variants"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"width"}},{"kind":"Field","name":{"kind":"Name","value":"height"}},{"kind":"Field","name":{"kind":"Name","value":"contentType"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RingingCall"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Call"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"mode"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"ringingEndsAt"}},{"kind":"Field","name":{"kind":"Name","value":"starter"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AvatarImage"}}]}},{"kind":"Field","name":{"kind":"Name","value":"viewer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"invitation"}},{"kind":"Field","name":{"kind":"Name","value":"isMuted"}},{"kind":"Field","name":{"kind":"Name","value":"isVideoOn"}},{"kind":"Field","name":{"kind":"Name","value":"role"}},{"kind":"Field","name":{"kind":"Name","value":"state"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Refusal"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UserError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ValidationError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"limit"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RateLimitedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"retryAfterSeconds"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RestrictedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ModerationNudgeError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"retryToken"}}]}}]}}]} as unknown as DocumentNode<DeclineCallMutation, DeclineCallMutationVariables>;
export const JoinRunningCallDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"JoinRunningCall"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"JoinCallInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"joinCall"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"call"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RingingCall"}}]}},{"kind":"Field","name":{"kind":"Name","value":"errors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Refusal"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AvatarImage"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"User"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"displayName"}},{"kind":"Field","name":{"kind":"Name","value":"avatar"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"placeholder"}},{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"variants"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"width"}},{"kind":"Field","name":{"kind":"Name","value":"height"}},{"kind":"Field","name":{"kind":"Name","value":"contentType"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RingingCall"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Call"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"mode"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"ringingEndsAt"}},{"kind":"Field","name":{"kind":"Name","value":"starter"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AvatarImage"}}]}},{"kind":"Field","name":{"kind":"Name","value":"viewer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"invitation"}},{"kind":"Field","name":{"kind":"Name","value":"isMuted"}},{"kind":"Field","name":{"kind":"Name","value":"isVideoOn"}},{"kind":"Field","name":{"kind":"Name","value":"role"}},{"kind":"Field","name":{"kind":"Name","value":"state"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Refusal"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UserError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ValidationError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"limit"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RateLimitedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"retryAfterSeconds"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RestrictedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ModerationNudgeError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"retryToken"}}]}}]}}]} as unknown as DocumentNode<JoinRunningCallMutation, JoinRunningCallMutationVariables>;
export const ConnectToCallDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ConnectToCall"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ConnectCallInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"connectCall"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"answer"}},{"kind":"Field","name":{"kind":"Name","value":"errors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Refusal"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Refusal"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UserError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ValidationError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"limit"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RateLimitedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"retryAfterSeconds"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RestrictedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ModerationNudgeError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"retryToken"}}]}}]}}]} as unknown as DocumentNode<ConnectToCallMutation, ConnectToCallMutationVariables>;
export const RefreshConnectionDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RefreshConnection"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"RefreshCallConnectionInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"refreshCallConnection"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"call"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"viewer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"connection"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"token"}}]}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"errors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Refusal"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Refusal"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UserError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ValidationError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"limit"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RateLimitedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"retryAfterSeconds"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RestrictedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ModerationNudgeError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"retryToken"}}]}}]}}]} as unknown as DocumentNode<RefreshConnectionMutation, RefreshConnectionMutationVariables>;
export const LeaveCallDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"LeaveCall"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"LeaveCallInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"leaveCall"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"call"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RingingCall"}}]}},{"kind":"Field","name":{"kind":"Name","value":"errors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Refusal"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AvatarImage"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"User"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"displayName"}},{"kind":"Field","name":{"kind":"Name","value":"avatar"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"placeholder"}},{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"variants"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"width"}},{"kind":"Field","name":{"kind":"Name","value":"height"}},{"kind":"Field","name":{"kind":"Name","value":"contentType"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RingingCall"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Call"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"mode"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"ringingEndsAt"}},{"kind":"Field","name":{"kind":"Name","value":"starter"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AvatarImage"}}]}},{"kind":"Field","name":{"kind":"Name","value":"viewer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"invitation"}},{"kind":"Field","name":{"kind":"Name","value":"isMuted"}},{"kind":"Field","name":{"kind":"Name","value":"isVideoOn"}},{"kind":"Field","name":{"kind":"Name","value":"role"}},{"kind":"Field","name":{"kind":"Name","value":"state"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Refusal"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UserError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ValidationError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"limit"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RateLimitedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"retryAfterSeconds"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RestrictedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ModerationNudgeError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"retryToken"}}]}}]}}]} as unknown as DocumentNode<LeaveCallMutation, LeaveCallMutationVariables>;
export const EndCallDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"EndCall"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"EndCallInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"endCall"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"call"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RingingCall"}}]}},{"kind":"Field","name":{"kind":"Name","value":"errors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Refusal"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AvatarImage"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"User"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"displayName"}},{"kind":"Field","name":{"kind":"Name","value":"avatar"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"placeholder"}},{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"variants"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"width"}},{"kind":"Field","name":{"kind":"Name","value":"height"}},{"kind":"Field","name":{"kind":"Name","value":"contentType"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RingingCall"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Call"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"mode"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"ringingEndsAt"}},{"kind":"Field","name":{"kind":"Name","value":"starter"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AvatarImage"}}]}},{"kind":"Field","name":{"kind":"Name","value":"viewer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"invitation"}},{"kind":"Field","name":{"kind":"Name","value":"isMuted"}},{"kind":"Field","name":{"kind":"Name","value":"isVideoOn"}},{"kind":"Field","name":{"kind":"Name","value":"role"}},{"kind":"Field","name":{"kind":"Name","value":"state"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Refusal"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UserError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ValidationError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"limit"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RateLimitedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"retryAfterSeconds"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RestrictedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ModerationNudgeError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"retryToken"}}]}}]}}]} as unknown as DocumentNode<EndCallMutation, EndCallMutationVariables>;
export const SetCallMediaDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"SetCallMedia"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UpdateCallMediaInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateCallMedia"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"call"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RingingCall"}}]}},{"kind":"Field","name":{"kind":"Name","value":"errors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Refusal"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AvatarImage"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"User"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"displayName"}},{"kind":"Field","name":{"kind":"Name","value":"avatar"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"placeholder"}},{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"variants"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"width"}},{"kind":"Field","name":{"kind":"Name","value":"height"}},{"kind":"Field","name":{"kind":"Name","value":"contentType"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RingingCall"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Call"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"mode"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"ringingEndsAt"}},{"kind":"Field","name":{"kind":"Name","value":"starter"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AvatarImage"}}]}},{"kind":"Field","name":{"kind":"Name","value":"viewer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"invitation"}},{"kind":"Field","name":{"kind":"Name","value":"isMuted"}},{"kind":"Field","name":{"kind":"Name","value":"isVideoOn"}},{"kind":"Field","name":{"kind":"Name","value":"role"}},{"kind":"Field","name":{"kind":"Name","value":"state"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Refusal"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UserError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ValidationError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"limit"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RateLimitedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"retryAfterSeconds"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RestrictedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ModerationNudgeError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"retryToken"}}]}}]}}]} as unknown as DocumentNode<SetCallMediaMutation, SetCallMediaMutationVariables>;
export const RaiseHandDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RaiseHand"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"RequestToSpeakInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"requestToSpeak"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"speakerRequest"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"state"}}]}},{"kind":"Field","name":{"kind":"Name","value":"errors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Refusal"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Refusal"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UserError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ValidationError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"limit"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RateLimitedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"retryAfterSeconds"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RestrictedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ModerationNudgeError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"retryToken"}}]}}]}}]} as unknown as DocumentNode<RaiseHandMutation, RaiseHandMutationVariables>;
export const LowerHandDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"LowerHand"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"WithdrawSpeakerRequestInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"withdrawSpeakerRequest"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"errors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Refusal"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Refusal"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UserError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ValidationError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"limit"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RateLimitedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"retryAfterSeconds"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RestrictedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ModerationNudgeError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"retryToken"}}]}}]}}]} as unknown as DocumentNode<LowerHandMutation, LowerHandMutationVariables>;
export const AnswerHandDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"AnswerHand"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"RespondToSpeakerRequestInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"respondToSpeakerRequest"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"errors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Refusal"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Refusal"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UserError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ValidationError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"limit"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RateLimitedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"retryAfterSeconds"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RestrictedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ModerationNudgeError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"retryToken"}}]}}]}}]} as unknown as DocumentNode<AnswerHandMutation, AnswerHandMutationVariables>;
export const RateCallDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RateCall"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"RateCallInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"rateCall"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"call"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}},{"kind":"Field","name":{"kind":"Name","value":"errors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Refusal"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Refusal"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UserError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ValidationError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"limit"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RateLimitedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"retryAfterSeconds"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RestrictedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ModerationNudgeError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"retryToken"}}]}}]}}]} as unknown as DocumentNode<RateCallMutation, RateCallMutationVariables>;