import { builder, type Types } from '#platform/graphql/builder.ts';
import { idempotentMutationField } from '#platform/graphql/mutation.ts';
import { load } from '#platform/request/loader.ts';
import { LOCATION_NAME_LENGTH_MAX } from './message-input.ts';
import { visibleMessageById } from './messages.loaders.ts';
import { MessageRef } from './messages.schema.ts';
import { sendMessage } from './messages.service.ts';

const MessageLocationInputRef = builder.inputType('MessageLocationInput', {
  description: 'A place to send.',
  fields: (t) => ({
    latitude: t.float({
      required: true,
      description: 'Latitude in degrees of WGS 84, -90 to 90, north positive.',
    }),
    longitude: t.float({
      required: true,
      description: 'Longitude in degrees of WGS 84, -180 to 180, east positive.',
    }),
    name: t.string({
      description: `Name of the place, 1 to ${LOCATION_NAME_LENGTH_MAX} characters on one line.`,
    }),
  }),
});

/** The input of a message to send. */
export const messageFields = (t: PothosSchemaTypes.InputFieldBuilder<Types, 'InputObject'>) => ({
  conversationId: t.idOf('conversation', { required: true, description: 'The conversation.' }),
  text: t.string({
    description: 'Text or caption, at most {messageTextLength} characters. Required without another content.',
  }),
  mediaIds: t.idListOf('media', {
    description: 'Media items of the caller by `uploadMedia`, in the order to show, at most {messageMedia}.',
  }),
  voiceNoteId: t.idOf('media', { description: 'A recording of the caller: an AUDIO media item.' }),
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
    'Sends one content: text, or one of media, voice note, location, contact and post, with a caption in `text` or without.',
  access: 'user',
  restriction: 'MESSAGING',
  isJudgedByWrite: true,
  budget: { points: 60, windowSeconds: 60, per: 'user' },
  input: messageFields,
  payload: { message: { type: MessageRef, description: 'The sent message.' } },
  idempotencyKey: 'optional',
  keepsKeysForever: true,
  act: (ctx, input, key) => sendMessage(ctx, input, key),
  show: async (ctx, id) => ({ message: await load(ctx, visibleMessageById, id) }),
});
