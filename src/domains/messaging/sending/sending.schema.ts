import { PollInputRef } from '#domains/foundation/polls/polls.schema.ts';
import { builder, type Types } from '#platform/graphql/builder.ts';
import { idempotentMutationField } from '#platform/graphql/mutation.ts';
import { load } from '#platform/request/loader.ts';
import {
  ACCURACY_METERS,
  HEADING_DEGREES,
  LATITUDE,
  LONGITUDE,
} from '../live-locations/live-locations.schema.ts';
import { LOCATION_NAME_LENGTH_MAX } from './message-input.ts';
import { visibleMessageById } from '../messages/messages.loaders.ts';
import { MessageRef } from '../messages/messages.schema.ts';
import { sendMessage } from './sending.service.ts';

const MessageLocationInputRef = builder.inputType('MessageLocationInput', {
  description: 'A place to send.',
  fields: (t) => ({
    latitude: t.float({ required: true, description: LATITUDE }),
    longitude: t.float({ required: true, description: LONGITUDE }),
    name: t.string({
      description: `Name of the place, 1 to ${LOCATION_NAME_LENGTH_MAX} characters on one line.`,
    }),
  }),
});

const LiveLocationInputRef = builder.inputType('LiveLocationInput', {
  description: 'A position to share for a time.',
  fields: (t) => ({
    latitude: t.float({ required: true, description: LATITUDE }),
    longitude: t.float({ required: true, description: LONGITUDE }),
    accuracyMeters: t.float({ description: ACCURACY_METERS }),
    headingDegrees: t.float({ description: HEADING_DEGREES }),
    durationMinutes: t.int({
      required: true,
      description: 'Minutes after which it ends, 1 to {liveLocationHours} hours.',
    }),
  }),
});

const MessageLockInputRef = builder.inputType('MessageLockInput', {
  description: 'A price for the content of a message, and what is shown until it is paid.',
  fields: (t) => ({
    priceCoins: t.int({
      required: true,
      description:
        'Coins for which each recipient can unlock the content, 1 to {messagePriceCoins}; at most {newAccountMessagePriceCoins} while the account of the caller is new.',
    }),
    teaser: t.string({
      description:
        'Text that everybody sees instead of the content, at most {lockTeaserLength} characters. Whom it names is mentioned, and its words alone are searched.',
    }),
    previewMediaIds: t.idListOf('media', {
      description:
        'Images, videos or audio of the caller that everybody sees, other ones than the content, at most {lockPreviews}.',
    }),
    retryToken: t.string({
      description: 'Token of a MODERATION_NUDGE, with which the author insists on the same teaser. Optional.',
    }),
  }),
});

/** The input of a message to send now or later. */
export const messageFields = (t: PothosSchemaTypes.InputFieldBuilder<Types, 'InputObject'>) => ({
  conversationId: t.idOf('conversation', { required: true, description: 'The conversation.' }),
  text: t.string({
    description: 'Text or caption, at most {messageTextLength} characters. Required without another content.',
  }),
  mediaIds: t.idListOf('media', {
    description:
      'Media items of the caller by `uploadMedia`, in the order to show, at most {messageMedia}; all or none of the kind FILE.',
  }),
  voiceNoteId: t.idOf('media', {
    description:
      'A recording of the caller: an AUDIO media item of at most {voiceNoteMs}. One that is PROCESSING and turns out to be longer becomes FAILED, which `mediaUpdated` tells, and `Media.failure` says why.',
  }),
  location: t.field({ type: MessageLocationInputRef, description: 'A place on the map.' }),
  contactId: t.idOf('user', { description: 'A user to recommend.' }),
  postId: t.idOf('post', {
    description: 'A post to share, which each recipient sees by their own rights.',
  }),
  replyToId: t.idOf('message', {
    description: 'The message of the same conversation to reply to, not deleted.',
  }),
  clientData: t.field({ type: 'JSON', description: 'Free data that is returned with the message.' }),
});

idempotentMutationField('sendMessage', {
  description:
    'Sends one content: text, or one of media, voice note, location, live location, contact and post, with a caption in `text` or without, or a poll with its question.',
  access: 'user',
  restriction: 'MESSAGING',
  isJudgedByWrite: true,
  budget: { points: 60, windowSeconds: 60, per: 'user' },
  input: (t) => ({
    ...messageFields(t),
    poll: t.field({ type: PollInputRef, description: 'A poll, whose question is `text`.' }),
    liveLocation: t.field({
      type: LiveLocationInputRef,
      description:
        'A live location of the caller: see `updateLiveLocation` and `stopLiveLocation`. Fails with INVALID_STATE in a request that is not accepted.',
    }),
    isViewOnce: t.boolean({
      description:
        'Whether each recipient can open the image, video, file or voice note only once, by `openViewOnce`. The media item must not be attached to anything else, and the message has no text. Fails with INVALID_STATE in a request that is not accepted. Defaults to false.',
    }),
    lock: t.field({
      type: MessageLockInputRef,
      description:
        'Sells the content, which is text, media items or a voice note: recipients see LockedContent until `unlockMessage`. It does not disappear. Forbidden by the restriction MONETISATION. Fails with INVALID_STATE in a request that is not accepted; messages to send later cannot be sold.',
    }),
  }),
  payload: { message: { type: MessageRef, description: 'The sent message.' } },
  idempotencyKey: 'optional',
  keepsKeysForever: true,
  act: (ctx, input, key) => sendMessage(ctx, input, key),
  show: async (ctx, id) => ({ message: await load(ctx, visibleMessageById, id) }),
});
