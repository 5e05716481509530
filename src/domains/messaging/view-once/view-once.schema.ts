import { MediaKindRef } from '#domains/foundation/media/media.schema.ts';
import { signedIn } from '#platform/graphql/access.ts';
import { builder } from '#platform/graphql/builder.ts';
import { enumType } from '#platform/graphql/enum.ts';
import { idempotentMutationField } from '#platform/graphql/mutation.ts';
import { SECOND_MS } from '#platform/kernel/clock.ts';
import { load } from '#platform/request/loader.ts';
import { ViewOnceContentRef } from '../messages/message-content.schema.ts';
import { visibleMessageById } from '../messages/messages.loaders.ts';
import { MessageRef } from '../messages/messages.schema.ts';
import { LINK_LIFE_MS, openedBy, openedMedia, openViewOnce, viewOnceState } from './view-once.service.ts';
import type { OpenedMedia, ViewOnceState } from './view-once.types.ts';

const ViewOnceStateRef = enumType<ViewOnceState>('ViewOnceState', {
  description: 'State of a media item that is viewed once, for the caller.',
  values: {
    AVAILABLE: 'Not opened by the caller: `openViewOnce` shows the media item once it is processed.',
    OPENED: 'Opened by the caller, who does not see it again.',
    ENDED: 'Not opened by the caller, and nobody can open it any more.',
    SENT: 'Sent by the caller, who cannot open it.',
  },
});

builder.objectFields(ViewOnceContentRef, (t) => ({
  state: t.field({
    type: ViewOnceStateRef,
    description: 'State of the media item for the caller.',
    varies: 'personal',
    resolve: (content, _args, ctx) => viewOnceState(ctx, content),
  }),
  isOpenedByAnyone: t.boolean({
    nullable: true,
    description: 'Whether a recipient has opened it. Null unless the caller sent it.',
    varies: 'personal',
    resolve: (content, _args, ctx) => openedBy(ctx, content, 'isOpenedByAnyone'),
  }),
  isOpenedByEveryone: t.boolean({
    nullable: true,
    description:
      'Whether all recipients who are still in the conversation have opened it. Null unless the caller sent it.',
    varies: 'personal',
    resolve: (content, _args, ctx) => openedBy(ctx, content, 'isOpenedByEveryone'),
  }),
}));

const OpenedMediaRef = builder.objectRef<OpenedMedia>('OpenedMedia').implement({
  description: 'A media item that the caller has just opened, and does not see again.',
  fields: (t) => ({
    kind: t.field({
      type: MediaKindRef,
      description: 'Kind of the media item.',
      resolve: ({ media }) => media.kind,
    }),
    url: t.exposeString('url', {
      description: `Link to the image in its largest size, the video, the audio or the file, valid for ${LINK_LIFE_MS / SECOND_MS} seconds after it was opened.`,
    }),
    expiresAt: t.field({
      type: 'DateTime',
      description: 'End of the link.',
      resolve: ({ expiresAt }) => expiresAt,
    }),
    width: t.int({
      nullable: true,
      description: 'Width in pixels, as displayed. Null for audio and files.',
      resolve: ({ media }) => media.width,
    }),
    height: t.int({
      nullable: true,
      description: 'Height in pixels, as displayed. Null for audio and files.',
      resolve: ({ media }) => media.height,
    }),
    durationMs: t.int({
      nullable: true,
      description: 'Duration in milliseconds. Null for images and files.',
      resolve: ({ media }) => media.durationMs,
    }),
    altText: t.string({
      nullable: true,
      description: 'Alt text by the sender, for people who cannot see the media item. Null if none.',
      resolve: ({ media }) => media.altText,
    }),
    fileName: t.string({
      nullable: true,
      description: 'Name of a file, to save it by. Null for the other kinds.',
      resolve: ({ media }) => media.document?.fileName ?? null,
    }),
  }),
});

idempotentMutationField('openViewOnce', {
  description:
    'Opens the media item of a message that can be viewed once; each recipient can do so once, within {viewOnceDays} days. Its sender is told. A repetition with the same key gives the same link while it is valid.',
  refusals:
    'INVALID_STATE if the caller has opened it before, sent it or comes too late, and until it is processed and the conversation is accepted.',
  access: 'user',
  // Opening changes nothing for others but that it was seen.
  restriction: null,
  budget: { points: 60, windowSeconds: 60, per: 'user' },
  input: (t) => ({
    messageId: t.idOf('message', { required: true, description: 'The message, with ViewOnceContent.' }),
  }),
  payload: {
    media: { type: OpenedMediaRef, description: 'The media item. Null when its link has expired.' },
    message: { type: MessageRef, description: 'The message as it is now.' },
  },
  idempotencyKey: 'optional',
  act: (ctx, input, key) => openViewOnce(ctx, input, key),
  show: async (ctx, id) => ({
    media: await openedMedia(signedIn(ctx), id),
    message: await load(ctx, visibleMessageById, id),
  }),
});
