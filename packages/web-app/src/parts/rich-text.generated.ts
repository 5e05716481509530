/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };

import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';
export type RichTextEntity_EveryoneEntity_Fragment = { __typename: 'EveryoneEntity', start: number, end: number };

export type RichTextEntity_HashtagEntity_Fragment = { __typename: 'HashtagEntity', name: string, start: number, end: number };

export type RichTextEntity_LinkEntity_Fragment = { __typename: 'LinkEntity', url: string, start: number, end: number };

export type RichTextEntity_MentionEntity_Fragment = { __typename: 'MentionEntity', username: string, start: number, end: number };

export type RichTextEntityFragment =
  | RichTextEntity_EveryoneEntity_Fragment
  | RichTextEntity_HashtagEntity_Fragment
  | RichTextEntity_LinkEntity_Fragment
  | RichTextEntity_MentionEntity_Fragment
;

export const RichTextEntityFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RichTextEntity"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"TextEntity"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"start"}},{"kind":"Field","name":{"kind":"Name","value":"end"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"MentionEntity"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"username"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"HashtagEntity"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"LinkEntity"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"url"}}]}}]}}]} as unknown as DocumentNode<RichTextEntityFragment, unknown>;