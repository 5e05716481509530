import { mediaById } from '#domains/foundation/media/media.loaders.ts';
import { MediaKindRef, MediaRef } from '#domains/foundation/media/media.schema.ts';
import { pollByMessage } from '#domains/foundation/polls/polls.loaders.ts';
import { PollRef } from '#domains/foundation/polls/polls.schema.ts';
import {
  MESSAGE_ENTITIES_MAX,
  MESSAGE_ENTITIES_SIZE,
  TextEntityRef,
} from '#domains/graph/entities/entities.schema.ts';
import { shownEntities } from '#domains/graph/entities/entities.service.ts';
import { visiblePostById } from '#domains/content/posts/posts.loaders.ts';
import { PostRef } from '#domains/content/posts/posts.schema.ts';
import { visibleUserById } from '#domains/identity/users/users.loaders.ts';
import { UserRef } from '#domains/identity/users/users.schema.ts';
import { builder } from '#platform/graphql/builder.ts';
import { enumType } from '#platform/graphql/enum.ts';
import { listSize } from '#platform/graphql/list-size.ts';
import { load, loadMany } from '#platform/request/loader.ts';
import type { ContentOf, MessageContent, MessageDeleter } from './message-content.types.ts';
import { SYSTEM_USERS_MAX } from './messages.policy.ts';
import type { SystemChangeKind } from './messages.types.ts';

const TYPE_OF: Readonly<Record<MessageContent['kind'], string>> = {
  TEXT: 'TextContent',
  MEDIA: 'MediaContent',
  VOICE_NOTE: 'VoiceNoteContent',
  VIEW_ONCE: 'ViewOnceContent',
  LOCATION: 'LocationContent',
  LIVE_LOCATION: 'LiveLocationContent',
  CONTACT: 'ContactContent',
  SHARED_POST: 'SharedPostContent',
  POLL: 'PollContent',
  LOCKED: 'LockedContent',
  SYSTEM: 'SystemContent',
  DELETED: 'DeletedContent',
  UNAVAILABLE: 'UnavailableContent',
  UNSUPPORTED: 'UnsupportedContent',
};

/** An interface, so that later domains can add contents. */
export const MessageContentRef = builder.interfaceRef<MessageContent>('MessageContent').implement({
  description:
    'Content of a message. More types may come: show `text` of an unknown one, or that the client is too old for it.',
  fields: (t) => ({
    text: t.exposeString('text', {
      description:
        'Text of the message or caption of its other content, at most {messageTextLength} characters; empty if there is none.',
    }),
    entities: t.field({
      type: [TextEntityRef],
      description: `Mentions and links of the text in its order, at most ${MESSAGE_ENTITIES_MAX}.`,
      varies: 'people',
      extensions: MESSAGE_ENTITIES_SIZE,
      resolve: ({ entities }, _args, ctx) => shownEntities(ctx, entities),
    }),
  }),
  resolveType: ({ kind }) => TYPE_OF[kind],
});

builder.objectRef<ContentOf<'TEXT'>>('TextContent').implement({
  description: 'Text alone.',
  interfaces: [MessageContentRef],
});

const IS_WITHHELD =
  'Whether the caller gets what was sent only after `acceptConversation`: the message is of a request. Ask for it again then.';

builder.objectRef<ContentOf<'MEDIA'>>('MediaContent').implement({
  description: 'Images, videos and audio files, or files of the kind FILE, with or without a caption.',
  interfaces: [MessageContentRef],
  fields: (t) => ({
    media: t.field({
      type: [MediaRef],
      description:
        "Media items in the sender's order, at most {messageMedia}, all or none of the kind FILE. REJECTED ones have no link; empty while they are withheld.",
      varies: 'no',
      extensions: listSize('messageMedia'),
      resolve: ({ mediaIds }, _args, ctx) => loadMany(ctx, mediaById, mediaIds),
    }),
    mediaCount: t.exposeInt('mediaCount', {
      description: 'Number of the media items, with those that are missing or withheld.',
    }),
    isWithheld: t.exposeBoolean('isWithheld', { description: IS_WITHHELD }),
  }),
});

builder.objectRef<ContentOf<'VOICE_NOTE'>>('VoiceNoteContent').implement({
  description: 'A recorded voice.',
  interfaces: [MessageContentRef],
  fields: (t) => ({
    audio: t.field({
      type: MediaRef,
      nullable: true,
      description:
        'The recording, an AUDIO media item with duration and waveform. Null if moderation rejected it, and while it is withheld.',
      varies: 'no',
      resolve: ({ mediaId }, _args, ctx) => (mediaId === null ? null : load(ctx, mediaById, mediaId)),
    }),
    isWithheld: t.exposeBoolean('isWithheld', { description: IS_WITHHELD }),
  }),
});

export const ViewOnceContentRef = builder.objectRef<ContentOf<'VIEW_ONCE'>>('ViewOnceContent').implement({
  description:
    'An image, a video, a file or a voice note that each recipient can open once, by `openViewOnce`. `text` is empty.',
  interfaces: [MessageContentRef],
  fields: (t) => ({
    mediaKind: t.field({
      type: MediaKindRef,
      description: 'Kind of the media item.',
      resolve: ({ mediaKind }) => mediaKind,
    }),
  }),
});

builder.objectRef<ContentOf<'LOCATION'>>('LocationContent').implement({
  description: 'A place on the map.',
  interfaces: [MessageContentRef],
  fields: (t) => ({
    latitude: t.exposeFloat('latitude', {
      nullable: true,
      description: 'Latitude in degrees of WGS 84, -90 to 90, north positive. Never null.',
    }),
    longitude: t.exposeFloat('longitude', {
      nullable: true,
      description: 'Longitude in degrees of WGS 84, -180 to 180, east positive. Never null.',
    }),
    name: t.exposeString('name', {
      nullable: true,
      description: 'Name of the place, 1 to 100 characters. Null if the sender gave none.',
    }),
  }),
});

builder.objectRef<ContentOf<'CONTACT'>>('ContactContent').implement({
  description: 'A user whom the sender recommends.',
  interfaces: [MessageContentRef],
  fields: (t) => ({
    user: t.field({
      type: UserRef,
      nullable: true,
      description: 'The user. Null if the caller cannot see them.',
      varies: 'people',
      resolve: ({ userId }, _args, ctx) => load(ctx, visibleUserById, userId),
    }),
  }),
});

builder.objectRef<ContentOf<'SHARED_POST'>>('SharedPostContent').implement({
  description: 'A post, which each recipient sees by their own rights alone.',
  interfaces: [MessageContentRef],
  fields: (t) => ({
    post: t.field({
      type: PostRef,
      nullable: true,
      description: 'The post. Null if the caller cannot see it or it is deleted.',
      varies: 'personal',
      resolve: ({ postId }, _args, ctx) => load(ctx, visiblePostById, postId),
    }),
  }),
});

builder.objectRef<ContentOf<'POLL'>>('PollContent').implement({
  description: 'A poll; `text` is its question, never empty.',
  interfaces: [MessageContentRef],
  fields: (t) => ({
    poll: t.field({
      type: PollRef,
      nullable: true,
      description: 'The poll. Null if the message is being deleted.',
      varies: 'no',
      resolve: ({ messageId }, _args, ctx) => load(ctx, pollByMessage, messageId),
    }),
  }),
});

export const LockedContentRef = builder.objectRef<ContentOf<'LOCKED'>>('LockedContent').implement({
  description:
    'The teaser of a message whose content the caller gets by `unlockMessage`: `text` is the teaser, at most {lockTeaserLength} characters, and may be empty.',
  interfaces: [MessageContentRef],
  fields: (t) => ({
    priceCoins: t.exposeFloat('priceCoins', { description: 'Coins for which the caller can unlock it.' }),
    mediaCount: t.exposeInt('mediaCount', {
      description: 'Number of the media items that are locked, a voice note among them.',
    }),
    previews: t.field({
      type: [MediaRef],
      description: 'Media items that are shown before it is bought, at most {lockPreviews}.',
      varies: 'no',
      extensions: listSize('lockPreviews'),
      resolve: ({ previewMediaIds }, _args, ctx) => loadMany(ctx, mediaById, previewMediaIds),
    }),
  }),
});

const SystemChangeRef = enumType<SystemChangeKind>('SystemChange', {
  description: 'A change of a conversation.',
  values: {
    PARTICIPANTS_ADDED: '`by` has added `users`.',
    PARTICIPANT_JOINED: '`by` has accepted the invitation, or joined by an invite link.',
    PARTICIPANT_REMOVED: '`by` has removed the one of `users`.',
    PARTICIPANT_LEFT: '`by` has left.',
    ROLE_CHANGED: '`by` has changed the role of the one of `users`.',
    RENAMED: '`by` has changed the title to `title`, or cleared it.',
    PICTURE_CHANGED: '`by` has changed or removed the image.',
    TIMER_CHANGED: '`by` has changed after how long messages disappear to `disappearAfterSeconds`.',
    CALL_ENDED: 'A call that `by` has started has ended: see `call`.',
    MESSAGE_PINNED: '`by` has pinned a message: see `Conversation.pinnedMessages`.',
  },
});

export const SystemContentRef = builder.objectRef<ContentOf<'SYSTEM'>>('SystemContent').implement({
  description:
    'A change of the group, or of the timer of a direct conversation, or a call that has ended, as a message of the system. `text` is empty: clients write it in the language of their user.',
  interfaces: [MessageContentRef],
  fields: (t) => ({
    change: t.field({ type: SystemChangeRef, description: 'The change.', resolve: ({ change }) => change }),
    by: t.field({
      type: UserRef,
      nullable: true,
      description: 'The user who made the change. Null if the caller cannot see them.',
      varies: 'people',
      resolve: ({ byId }, _args, ctx) => load(ctx, visibleUserById, byId),
    }),
    users: t.field({
      type: [UserRef],
      description: `The users whom the change concerns, without those whom the caller cannot see: the first ${SYSTEM_USERS_MAX}.`,
      varies: 'people',
      extensions: listSize(SYSTEM_USERS_MAX),
      resolve: ({ userIds }, _args, ctx) => loadMany(ctx, visibleUserById, userIds),
    }),
    userCount: t.exposeInt('userCount', {
      description: 'Number of all users whom the change concerns.',
    }),
    title: t.exposeString('title', {
      nullable: true,
      description: 'The new title. Null for other changes, and when the title was cleared.',
    }),
    disappearAfterSeconds: t.int({
      nullable: true,
      description:
        'Seconds after which messages that are sent from then on disappear. Null for other changes, and when they do not any more.',
      resolve: (content) => content.disappearAfterSeconds ?? null,
    }),
  }),
});

const MessageDeleterRef = enumType<MessageDeleter>('MessageDeleter', {
  description: 'Kind of the user who has deleted a message for everyone.',
  values: {
    SENDER: 'The sender, or nobody, since the account of the sender was deleted.',
    ADMIN: 'The owner or an admin of the group.',
  },
});

builder.objectRef<ContentOf<'DELETED'>>('DeletedContent').implement({
  description: 'Content of a message that was deleted for everyone. `text` is empty.',
  interfaces: [MessageContentRef],
  fields: (t) => ({
    deletedBy: t.field({
      type: MessageDeleterRef,
      description: 'Kind of the user who has deleted it.',
      resolve: ({ deletedBy }) => deletedBy,
    }),
  }),
});

builder.objectRef<ContentOf<'UNAVAILABLE'>>('UnavailableContent').implement({
  description:
    'Content that the caller cannot see, such as that of a sender in a group whom they cannot see. `text` is empty.',
  interfaces: [MessageContentRef],
});

builder.objectRef<ContentOf<'UNSUPPORTED'>>('UnsupportedContent').implement({
  description: 'Content of a kind that this server does not know yet, during an update. `text` is empty.',
  interfaces: [MessageContentRef],
});
