/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type * as Types from '../../generated/schema';

import type { AvatarImageFragment } from '../../parts/avatar.generated';
import type { RichTextEntity_EveryoneEntity_Fragment, RichTextEntity_HashtagEntity_Fragment, RichTextEntity_LinkEntity_Fragment, RichTextEntity_MentionEntity_Fragment } from '../../parts/rich-text.generated';
import type { MediaItemFragment } from '../../media/media.generated';
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';
export type MessageItemFragment = { __typename: 'Message', id: string, seq: number, cursor: string, createdAt: string, editedAt: string | null, deletedAt: string | null, expiresAt: string | null, pinnedAt: string | null, clientData: unknown, readerCount: number | null, sender: (
    { __typename: 'User', username: string }
    & AvatarImageFragment
  ) | null, content:
    | (
      { __typename: 'ContactContent' }
      & MessageContentParts_ContactContent_Fragment
    )
    | (
      { __typename: 'DeletedContent' }
      & MessageContentParts_DeletedContent_Fragment
    )
    | (
      { __typename: 'LiveLocationContent' }
      & MessageContentParts_LiveLocationContent_Fragment
    )
    | (
      { __typename: 'LocationContent' }
      & MessageContentParts_LocationContent_Fragment
    )
    | (
      { __typename: 'LockedContent' }
      & MessageContentParts_LockedContent_Fragment
    )
    | (
      { __typename: 'MediaContent' }
      & MessageContentParts_MediaContent_Fragment
    )
    | (
      { __typename: 'PollContent' }
      & MessageContentParts_PollContent_Fragment
    )
    | (
      { __typename: 'SharedPostContent' }
      & MessageContentParts_SharedPostContent_Fragment
    )
    | (
      { __typename: 'SystemContent' }
      & MessageContentParts_SystemContent_Fragment
    )
    | (
      { __typename: 'TextContent' }
      & MessageContentParts_TextContent_Fragment
    )
    | (
      { __typename: 'UnavailableContent' }
      & MessageContentParts_UnavailableContent_Fragment
    )
    | (
      { __typename: 'UnsupportedContent' }
      & MessageContentParts_UnsupportedContent_Fragment
    )
    | (
      { __typename: 'ViewOnceContent' }
      & MessageContentParts_ViewOnceContent_Fragment
    )
    | (
      { __typename: 'VoiceNoteContent' }
      & MessageContentParts_VoiceNoteContent_Fragment
    )
  , forwardedFrom: { __typename: 'MessageOrigin', sender: { __typename: 'User', id: string, displayName: string } | null } | null, replyTo: { __typename: 'MessageReply', messageId: string, sender: { __typename: 'User', id: string, displayName: string } | null, content:
      | (
        { __typename: 'ContactContent' }
        & MessagePreview_ContactContent_Fragment
      )
      | (
        { __typename: 'DeletedContent' }
        & MessagePreview_DeletedContent_Fragment
      )
      | (
        { __typename: 'LiveLocationContent' }
        & MessagePreview_LiveLocationContent_Fragment
      )
      | (
        { __typename: 'LocationContent' }
        & MessagePreview_LocationContent_Fragment
      )
      | (
        { __typename: 'LockedContent' }
        & MessagePreview_LockedContent_Fragment
      )
      | (
        { __typename: 'MediaContent' }
        & MessagePreview_MediaContent_Fragment
      )
      | (
        { __typename: 'PollContent' }
        & MessagePreview_PollContent_Fragment
      )
      | (
        { __typename: 'SharedPostContent' }
        & MessagePreview_SharedPostContent_Fragment
      )
      | (
        { __typename: 'SystemContent' }
        & MessagePreview_SystemContent_Fragment
      )
      | (
        { __typename: 'TextContent' }
        & MessagePreview_TextContent_Fragment
      )
      | (
        { __typename: 'UnavailableContent' }
        & MessagePreview_UnavailableContent_Fragment
      )
      | (
        { __typename: 'UnsupportedContent' }
        & MessagePreview_UnsupportedContent_Fragment
      )
      | (
        { __typename: 'ViewOnceContent' }
        & MessagePreview_ViewOnceContent_Fragment
      )
      | (
        { __typename: 'VoiceNoteContent' }
        & MessagePreview_VoiceNoteContent_Fragment
      )
     } | null, reactions: Array<{ __typename: 'MessageReactionCount', emoji: string, count: number }>, lock: { __typename: 'MessageLock', priceCoins: number, saleCount: number | null } | null, viewer: { __typename: 'MessageViewer', canDeleteForEveryone: boolean, canEdit: boolean, isHeld: boolean, reactions: Array<string> } | null };

export type MessageContentParts_ContactContent_Fragment = { __typename: 'ContactContent', text: string, user: (
    { __typename: 'User', username: string }
    & AvatarImageFragment
  ) | null, entities: Array<
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
  > };

export type MessageContentParts_DeletedContent_Fragment = { __typename: 'DeletedContent', deletedBy: Types.MessageDeleter, text: string, entities: Array<
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
  > };

export type MessageContentParts_LiveLocationContent_Fragment = { __typename: 'LiveLocationContent', isActive: boolean, endsAt: string, latitude: number | null, longitude: number | null, updatedAt: string | null, text: string, entities: Array<
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
  > };

export type MessageContentParts_LocationContent_Fragment = { __typename: 'LocationContent', latitude: number | null, longitude: number | null, name: string | null, text: string, entities: Array<
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
  > };

export type MessageContentParts_LockedContent_Fragment = { __typename: 'LockedContent', mediaCount: number, priceCoins: number, text: string, previews: Array<(
    { __typename: 'Media' }
    & MediaItemFragment
  )>, viewer: { __typename: 'LockedContentViewer', canUnlock: boolean } | null, entities: Array<
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
  > };

export type MessageContentParts_MediaContent_Fragment = { __typename: 'MediaContent', isWithheld: boolean, mediaCount: number, text: string, media: Array<(
    { __typename: 'Media', sizeBytes: number | null }
    & MediaItemFragment
  )>, entities: Array<
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
  > };

export type MessageContentParts_PollContent_Fragment = { __typename: 'PollContent', text: string, poll: (
    { __typename: 'Poll' }
    & MessagePollFragment
  ) | null, entities: Array<
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
  > };

export type MessageContentParts_SharedPostContent_Fragment = { __typename: 'SharedPostContent', text: string, post: { __typename: 'Post', id: string, text: string, author: { __typename: 'User', id: string, displayName: string, username: string } | null } | null, entities: Array<
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
  > };

export type MessageContentParts_SystemContent_Fragment = (
  { __typename: 'SystemContent', text: string, entities: Array<
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
  > }
  & SystemLineFragment
);

export type MessageContentParts_TextContent_Fragment = { __typename: 'TextContent', text: string, entities: Array<
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
  > };

export type MessageContentParts_UnavailableContent_Fragment = { __typename: 'UnavailableContent', text: string, entities: Array<
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
  > };

export type MessageContentParts_UnsupportedContent_Fragment = { __typename: 'UnsupportedContent', text: string, entities: Array<
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
  > };

export type MessageContentParts_ViewOnceContent_Fragment = { __typename: 'ViewOnceContent', mediaKind: Types.MediaKind, state: Types.ViewOnceState, isOpenedByAnyone: boolean | null, text: string, entities: Array<
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
  > };

export type MessageContentParts_VoiceNoteContent_Fragment = { __typename: 'VoiceNoteContent', isWithheld: boolean, text: string, audio: (
    { __typename: 'Media', waveform: Array<number> | null }
    & MediaItemFragment
  ) | null, entities: Array<
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
  > };

export type MessageContentPartsFragment =
  | MessageContentParts_ContactContent_Fragment
  | MessageContentParts_DeletedContent_Fragment
  | MessageContentParts_LiveLocationContent_Fragment
  | MessageContentParts_LocationContent_Fragment
  | MessageContentParts_LockedContent_Fragment
  | MessageContentParts_MediaContent_Fragment
  | MessageContentParts_PollContent_Fragment
  | MessageContentParts_SharedPostContent_Fragment
  | MessageContentParts_SystemContent_Fragment
  | MessageContentParts_TextContent_Fragment
  | MessageContentParts_UnavailableContent_Fragment
  | MessageContentParts_UnsupportedContent_Fragment
  | MessageContentParts_ViewOnceContent_Fragment
  | MessageContentParts_VoiceNoteContent_Fragment
;

export type SystemLineFragment = { __typename: 'SystemContent', change: Types.SystemChange, title: string | null, disappearAfterSeconds: number | null, by: { __typename: 'User', id: string, displayName: string } | null, users: Array<{ __typename: 'User', id: string, displayName: string }>, call: { __typename: 'CallLog', callId: string, kind: Types.CallKind, outcome: Types.CallEndReason, durationSeconds: number } | null };

export type MessagePollFragment = { __typename: 'Poll', id: string, isClosed: boolean, isMultipleChoice: boolean, isAnonymous: boolean, closesAt: string | null, voterCount: number, options: Array<{ __typename: 'PollOption', id: string, text: string, voteCount: number | null }>, viewer: { __typename: 'PollViewer', canVote: boolean, canClose: boolean, canSeeResults: boolean, votedOptionIds: Array<string> } | null };

export type MessagePreview_ContactContent_Fragment = { __typename: 'ContactContent', text: string };

export type MessagePreview_DeletedContent_Fragment = { __typename: 'DeletedContent', text: string };

export type MessagePreview_LiveLocationContent_Fragment = { __typename: 'LiveLocationContent', text: string };

export type MessagePreview_LocationContent_Fragment = { __typename: 'LocationContent', name: string | null, text: string };

export type MessagePreview_LockedContent_Fragment = { __typename: 'LockedContent', text: string };

export type MessagePreview_MediaContent_Fragment = { __typename: 'MediaContent', mediaCount: number, text: string, media: Array<{ __typename: 'Media', id: string, kind: Types.MediaKind }> };

export type MessagePreview_PollContent_Fragment = { __typename: 'PollContent', text: string };

export type MessagePreview_SharedPostContent_Fragment = { __typename: 'SharedPostContent', text: string };

export type MessagePreview_SystemContent_Fragment = (
  { __typename: 'SystemContent', text: string }
  & SystemLineFragment
);

export type MessagePreview_TextContent_Fragment = { __typename: 'TextContent', text: string };

export type MessagePreview_UnavailableContent_Fragment = { __typename: 'UnavailableContent', text: string };

export type MessagePreview_UnsupportedContent_Fragment = { __typename: 'UnsupportedContent', text: string };

export type MessagePreview_ViewOnceContent_Fragment = { __typename: 'ViewOnceContent', text: string };

export type MessagePreview_VoiceNoteContent_Fragment = { __typename: 'VoiceNoteContent', text: string };

export type MessagePreviewFragment =
  | MessagePreview_ContactContent_Fragment
  | MessagePreview_DeletedContent_Fragment
  | MessagePreview_LiveLocationContent_Fragment
  | MessagePreview_LocationContent_Fragment
  | MessagePreview_LockedContent_Fragment
  | MessagePreview_MediaContent_Fragment
  | MessagePreview_PollContent_Fragment
  | MessagePreview_SharedPostContent_Fragment
  | MessagePreview_SystemContent_Fragment
  | MessagePreview_TextContent_Fragment
  | MessagePreview_UnavailableContent_Fragment
  | MessagePreview_UnsupportedContent_Fragment
  | MessagePreview_ViewOnceContent_Fragment
  | MessagePreview_VoiceNoteContent_Fragment
;

export const MessagePollFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"MessagePoll"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Poll"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"isClosed"}},{"kind":"Field","name":{"kind":"Name","value":"isMultipleChoice"}},{"kind":"Field","name":{"kind":"Name","value":"isAnonymous"}},{"kind":"Field","name":{"kind":"Name","value":"closesAt"}},{"kind":"Field","name":{"kind":"Name","value":"voterCount"}},{"kind":"Field","name":{"kind":"Name","value":"options"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"text"}},{"kind":"Field","name":{"kind":"Name","value":"voteCount"}}]}},{"kind":"Field","name":{"kind":"Name","value":"viewer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"canVote"}},{"kind":"Field","name":{"kind":"Name","value":"canClose"}},{"kind":"Field","name":{"kind":"Name","value":"canSeeResults"}},{"kind":"Field","name":{"kind":"Name","value":"votedOptionIds"}}]}}]}}]} as unknown as DocumentNode<MessagePollFragment, unknown>;
export const SystemLineFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SystemLine"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SystemContent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"change"}},{"kind":"Field","name":{"kind":"Name","value":"by"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"displayName"}}]}},{"kind":"Field","name":{"kind":"Name","value":"users"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"displayName"}}]}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"disappearAfterSeconds"}},{"kind":"Field","name":{"kind":"Name","value":"call"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"callId"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"outcome"}},{"kind":"Field","name":{"kind":"Name","value":"durationSeconds"}}]}}]}}]} as unknown as DocumentNode<SystemLineFragment, unknown>;
export const MessageContentPartsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"MessageContentParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"MessageContent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"text"}},{"kind":"Field","name":{"kind":"Name","value":"entities"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RichTextEntity"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"MediaContent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"isWithheld"}},{"kind":"Field","name":{"kind":"Name","value":"mediaCount"}},{"kind":"Field","name":{"kind":"Name","value":"media"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"MediaItem"}},{"kind":"Field","name":{"kind":"Name","value":"sizeBytes"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"VoiceNoteContent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"isWithheld"}},{"kind":"Field","name":{"kind":"Name","value":"audio"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"MediaItem"}},{"kind":"Field","name":{"kind":"Name","value":"waveform"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"LocationContent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"latitude"}},{"kind":"Field","name":{"kind":"Name","value":"longitude"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"LiveLocationContent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"isActive"}},{"kind":"Field","name":{"kind":"Name","value":"endsAt"}},{"kind":"Field","name":{"kind":"Name","value":"latitude"}},{"kind":"Field","name":{"kind":"Name","value":"longitude"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PollContent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"poll"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"MessagePoll"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SharedPostContent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"post"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"text"}},{"kind":"Field","name":{"kind":"Name","value":"author"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"displayName"}},{"kind":"Field","name":{"kind":"Name","value":"username"}}]}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ContactContent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"user"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AvatarImage"}},{"kind":"Field","name":{"kind":"Name","value":"username"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"LockedContent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"mediaCount"}},{"kind":"Field","name":{"kind":"Name","value":"priceCoins"}},{"kind":"Field","name":{"kind":"Name","value":"previews"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"MediaItem"}}]}},{"kind":"Field","name":{"kind":"Name","value":"viewer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"canUnlock"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ViewOnceContent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"mediaKind"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"isOpenedByAnyone"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DeletedContent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"deletedBy"}}]}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"SystemLine"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RichTextEntity"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"TextEntity"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"start"}},{"kind":"Field","name":{"kind":"Name","value":"end"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"MentionEntity"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"username"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"HashtagEntity"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"LinkEntity"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"url"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"MediaItem"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Media"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"altText"}},{"kind":"Field","name":{"kind":"Name","value":"width"}},{"kind":"Field","name":{"kind":"Name","value":"height"}},{"kind":"Field","name":{"kind":"Name","value":"durationMs"}},{"kind":"Field","name":{"kind":"Name","value":"placeholder"}},{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"contentType"}},{"kind":"Field","name":{"kind":"Name","value":"fileName"}},{"kind":"Field","name":{"kind":"Name","value":"poster"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"width"}},{"kind":"Field","name":{"kind":"Name","value":"height"}}]}},{"kind":"Field","name":{"kind":"Name","value":"variants"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"width"}},{"kind":"Field","name":{"kind":"Name","value":"height"}},{"kind":"Field","name":{"kind":"Name","value":"contentType"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"MessagePoll"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Poll"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"isClosed"}},{"kind":"Field","name":{"kind":"Name","value":"isMultipleChoice"}},{"kind":"Field","name":{"kind":"Name","value":"isAnonymous"}},{"kind":"Field","name":{"kind":"Name","value":"closesAt"}},{"kind":"Field","name":{"kind":"Name","value":"voterCount"}},{"kind":"Field","name":{"kind":"Name","value":"options"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"text"}},{"kind":"Field","name":{"kind":"Name","value":"voteCount"}}]}},{"kind":"Field","name":{"kind":"Name","value":"viewer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"canVote"}},{"kind":"Field","name":{"kind":"Name","value":"canClose"}},{"kind":"Field","name":{"kind":"Name","value":"canSeeResults"}},{"kind":"Field","name":{"kind":"Name","value":"votedOptionIds"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AvatarImage"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"User"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"displayName"}},{"kind":"Field","name":{"kind":"Name","value":"avatar"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"placeholder"}},{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"variants"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"width"}},{"kind":"Field","name":{"kind":"Name","value":"height"}},{"kind":"Field","name":{"kind":"Name","value":"contentType"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SystemLine"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SystemContent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"change"}},{"kind":"Field","name":{"kind":"Name","value":"by"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"displayName"}}]}},{"kind":"Field","name":{"kind":"Name","value":"users"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"displayName"}}]}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"disappearAfterSeconds"}},{"kind":"Field","name":{"kind":"Name","value":"call"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"callId"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"outcome"}},{"kind":"Field","name":{"kind":"Name","value":"durationSeconds"}}]}}]}}]} as unknown as DocumentNode<MessageContentPartsFragment, unknown>;
export const MessagePreviewFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"MessagePreview"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"MessageContent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"text"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"MediaContent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"mediaCount"}},{"kind":"Field","name":{"kind":"Name","value":"media"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"LocationContent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"SystemLine"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SystemLine"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SystemContent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"change"}},{"kind":"Field","name":{"kind":"Name","value":"by"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"displayName"}}]}},{"kind":"Field","name":{"kind":"Name","value":"users"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"displayName"}}]}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"disappearAfterSeconds"}},{"kind":"Field","name":{"kind":"Name","value":"call"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"callId"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"outcome"}},{"kind":"Field","name":{"kind":"Name","value":"durationSeconds"}}]}}]}}]} as unknown as DocumentNode<MessagePreviewFragment, unknown>;
export const MessageItemFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"MessageItem"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Message"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"seq"}},{"kind":"Field","name":{"kind":"Name","value":"cursor"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"editedAt"}},{"kind":"Field","name":{"kind":"Name","value":"deletedAt"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"pinnedAt"}},{"kind":"Field","name":{"kind":"Name","value":"clientData"}},{"kind":"Field","name":{"kind":"Name","value":"readerCount"}},{"kind":"Field","name":{"kind":"Name","value":"sender"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AvatarImage"}},{"kind":"Field","name":{"kind":"Name","value":"username"}}]}},{"kind":"Field","name":{"kind":"Name","value":"content"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"MessageContentParts"}}]}},{"kind":"Field","name":{"kind":"Name","value":"forwardedFrom"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"sender"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"displayName"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"replyTo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"messageId"}},{"kind":"Field","name":{"kind":"Name","value":"sender"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"displayName"}}]}},{"kind":"Field","name":{"kind":"Name","value":"content"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"MessagePreview"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"reactions"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"emoji"}},{"kind":"Field","name":{"kind":"Name","value":"count"}}]}},{"kind":"Field","name":{"kind":"Name","value":"lock"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"priceCoins"}},{"kind":"Field","name":{"kind":"Name","value":"saleCount"}}]}},{"kind":"Field","name":{"kind":"Name","value":"viewer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"canDeleteForEveryone"}},{"kind":"Field","name":{"kind":"Name","value":"canEdit"}},{"kind":"Field","name":{"kind":"Name","value":"isHeld"}},{"kind":"Field","name":{"kind":"Name","value":"reactions"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RichTextEntity"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"TextEntity"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"start"}},{"kind":"Field","name":{"kind":"Name","value":"end"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"MentionEntity"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"username"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"HashtagEntity"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"LinkEntity"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"url"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"MediaItem"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Media"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"altText"}},{"kind":"Field","name":{"kind":"Name","value":"width"}},{"kind":"Field","name":{"kind":"Name","value":"height"}},{"kind":"Field","name":{"kind":"Name","value":"durationMs"}},{"kind":"Field","name":{"kind":"Name","value":"placeholder"}},{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"contentType"}},{"kind":"Field","name":{"kind":"Name","value":"fileName"}},{"kind":"Field","name":{"kind":"Name","value":"poster"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"width"}},{"kind":"Field","name":{"kind":"Name","value":"height"}}]}},{"kind":"Field","name":{"kind":"Name","value":"variants"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"width"}},{"kind":"Field","name":{"kind":"Name","value":"height"}},{"kind":"Field","name":{"kind":"Name","value":"contentType"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"MessagePoll"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Poll"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"isClosed"}},{"kind":"Field","name":{"kind":"Name","value":"isMultipleChoice"}},{"kind":"Field","name":{"kind":"Name","value":"isAnonymous"}},{"kind":"Field","name":{"kind":"Name","value":"closesAt"}},{"kind":"Field","name":{"kind":"Name","value":"voterCount"}},{"kind":"Field","name":{"kind":"Name","value":"options"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"text"}},{"kind":"Field","name":{"kind":"Name","value":"voteCount"}}]}},{"kind":"Field","name":{"kind":"Name","value":"viewer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"canVote"}},{"kind":"Field","name":{"kind":"Name","value":"canClose"}},{"kind":"Field","name":{"kind":"Name","value":"canSeeResults"}},{"kind":"Field","name":{"kind":"Name","value":"votedOptionIds"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AvatarImage"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"User"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"displayName"}},{"kind":"Field","name":{"kind":"Name","value":"avatar"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"placeholder"}},{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"variants"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"width"}},{"kind":"Field","name":{"kind":"Name","value":"height"}},{"kind":"Field","name":{"kind":"Name","value":"contentType"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SystemLine"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SystemContent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"change"}},{"kind":"Field","name":{"kind":"Name","value":"by"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"displayName"}}]}},{"kind":"Field","name":{"kind":"Name","value":"users"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"displayName"}}]}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"disappearAfterSeconds"}},{"kind":"Field","name":{"kind":"Name","value":"call"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"callId"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"outcome"}},{"kind":"Field","name":{"kind":"Name","value":"durationSeconds"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"MessageContentParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"MessageContent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"text"}},{"kind":"Field","name":{"kind":"Name","value":"entities"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RichTextEntity"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"MediaContent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"isWithheld"}},{"kind":"Field","name":{"kind":"Name","value":"mediaCount"}},{"kind":"Field","name":{"kind":"Name","value":"media"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"MediaItem"}},{"kind":"Field","name":{"kind":"Name","value":"sizeBytes"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"VoiceNoteContent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"isWithheld"}},{"kind":"Field","name":{"kind":"Name","value":"audio"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"MediaItem"}},{"kind":"Field","name":{"kind":"Name","value":"waveform"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"LocationContent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"latitude"}},{"kind":"Field","name":{"kind":"Name","value":"longitude"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"LiveLocationContent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"isActive"}},{"kind":"Field","name":{"kind":"Name","value":"endsAt"}},{"kind":"Field","name":{"kind":"Name","value":"latitude"}},{"kind":"Field","name":{"kind":"Name","value":"longitude"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PollContent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"poll"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"MessagePoll"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SharedPostContent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"post"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"text"}},{"kind":"Field","name":{"kind":"Name","value":"author"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"displayName"}},{"kind":"Field","name":{"kind":"Name","value":"username"}}]}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ContactContent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"user"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AvatarImage"}},{"kind":"Field","name":{"kind":"Name","value":"username"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"LockedContent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"mediaCount"}},{"kind":"Field","name":{"kind":"Name","value":"priceCoins"}},{"kind":"Field","name":{"kind":"Name","value":"previews"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"MediaItem"}}]}},{"kind":"Field","name":{"kind":"Name","value":"viewer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"canUnlock"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ViewOnceContent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"mediaKind"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"isOpenedByAnyone"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DeletedContent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"deletedBy"}}]}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"SystemLine"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"MessagePreview"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"MessageContent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"text"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"MediaContent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"mediaCount"}},{"kind":"Field","name":{"kind":"Name","value":"media"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"LocationContent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"SystemLine"}}]}}]} as unknown as DocumentNode<MessageItemFragment, unknown>;