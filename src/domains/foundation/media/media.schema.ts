import type { RequestContext } from '#platform/context.ts';
import { builder } from '#platform/graphql/builder.ts';
import { enumOf } from '#platform/graphql/enum.ts';
import { mutationField } from '#platform/graphql/mutation.ts';
import { NodeRef, nodeType } from '#platform/graphql/node.ts';
import { fromGlobalId, toGlobalId } from '#platform/ids.ts';
import { fileUrl, findOwnMedia, updateMedia, uploadMedia } from './media.service.ts';
import type { Media, MediaKind, MediaState, MediaVariant } from './media.types.ts';

const MediaKindRef = enumOf<MediaKind>('MediaKind', {
  description: 'What a media is.',
  values: {
    IMAGE: 'A picture, possibly animated.',
    VIDEO: 'A video.',
    AUDIO: 'A sound, such as a voice note.',
  },
});

const MediaStateRef = enumOf<MediaState>('MediaState', {
  description: 'How far a media is.',
  values: {
    PROCESSING:
      'It is being prepared, as videos and sounds are for a while; its links are null. Ask again for it by its id.',
    READY: 'It can be attached and shown.',
    FAILED: 'It could not be processed: it cannot be played, or is longer or larger than the limits say.',
    REJECTED: 'It breaks the rules and is not shown.',
  },
});

const LINK_NOTE = 'Signed for whoever asked, and good for 10 to 15 minutes: ask again rather than keep it.';

const MediaVariantRef = builder.objectRef<MediaVariant>('MediaVariant').implement({
  description: 'One size of a picture.',
  fields: (t) => ({
    url: t.string({
      description: `The link. ${LINK_NOTE}`,
      resolve: (variant, _args, ctx) => fileUrl(ctx, variant),
    }),
    width: t.exposeInt('width', { description: 'Width in pixels.' }),
    height: t.exposeInt('height', { description: 'Height in pixels.' }),
    contentType: t.exposeString('contentType', { description: 'The MIME type.' }),
  }),
});

export const MediaRef = builder.objectRef<Media>('Media').implement({
  description: 'An uploaded picture, video or sound. Visible to its owner and to whoever sees what shows it.',
  interfaces: [NodeRef],
  fields: (t) => ({
    id: t.id({ description: 'The global id, `media_…`.', resolve: (media) => toGlobalId('media', media.id) }),
    kind: t.field({
      type: MediaKindRef,
      description: 'What it is, told by what is in the file; while it is PROCESSING, what it seems to be.',
      resolve: (media) => media.kind,
    }),
    state: t.field({ type: MediaStateRef, description: 'How far it is.', resolve: (media) => media.state }),
    url: t.string({
      nullable: true,
      description: `The link to what is shown or played: the largest version of a picture, at most 4096 pixels wide or high, or the video or sound itself, without its metadata. Null unless READY. ${LINK_NOTE}`,
      resolve: (media, _args, ctx) => linkOf(media, ctx),
    }),
    width: t.exposeInt('width', {
      nullable: true,
      description:
        'Width in pixels, the way up in which it is shown; null for sound and while a video is PROCESSING.',
    }),
    height: t.exposeInt('height', {
      nullable: true,
      description:
        'Height in pixels, the way up in which it is shown; null for sound and while a video is PROCESSING.',
    }),
    durationMs: t.exposeInt('durationMs', {
      nullable: true,
      description: 'Length in milliseconds; null for pictures and while it is PROCESSING.',
    }),
    placeholder: t.exposeString('placeholder', {
      nullable: true,
      description:
        'A ThumbHash in base64, to draw while the picture or the poster loads; null without either.',
    }),
    altText: t.exposeString('altText', {
      nullable: true,
      description: 'What the owner says is on it, for people who do not see it; null when they said nothing.',
    }),
    poster: t.field({
      type: MediaVariantRef,
      nullable: true,
      description:
        'The picture to show before a video plays, in the largest size; null for the other kinds, before the video is READY, and when none could be made of it.',
      resolve: (media) => (media.kind === 'VIDEO' ? (shownVariants(media)[0] ?? null) : null),
    }),
    variants: t.field({
      type: [MediaVariantRef],
      description:
        'The smaller versions of a picture, or of the poster of a video, largest first: 960 and 320 pixels wide where it is wider.',
      extensions: { listSize: 2 },
      resolve: (media) => shownVariants(media).slice(1),
    }),
    waveform: t.exposeIntList('waveform', {
      nullable: true,
      description:
        'The loudest moments of the 64 equal parts of a sound, from 0 to 100; null for the other kinds, and when it could not be measured and the client sent none.',
      extensions: { listSize: 64 },
    }),
  }),
});

nodeType(MediaRef, 'media', findOwnMedia);

function linkOf(media: Media, ctx: RequestContext): string | Promise<string> | null {
  const largest = media.recording ?? media.variants[0];
  return media.state === 'READY' && largest ? fileUrl(ctx, largest) : null;
}

/** While a video is being prepared its poster is known before it is there. */
function shownVariants({ state, variants }: Media): readonly MediaVariant[] {
  return state === 'READY' ? variants : [];
}

mutationField('uploadMedia', {
  description:
    'Stores a picture, a video or a sound, to be attached by its id to a post or a message once it is READY: a picture is at once, the others are after a while. What is not attached within 24 hours is deleted.',
  access: 'user',
  restriction: 'UPLOADS',
  budget: { points: 60, windowSeconds: 600, per: 'user' },
  input: (t) => ({
    file: t.field({
      type: 'Upload',
      required: true,
      description:
        'By its content JPEG, PNG, WebP, GIF or AVIF of at most 20 MiB; MP4, MOV or WebM of at most 200 MiB, 10 minutes and 4096 pixels at the longer edge; or MP3, M4A, AAC, Ogg, WAV or FLAC of at most 25 MiB and 60 minutes. Metadata such as the place is removed.',
    }),
    altText: t.string({
      description: 'What is on it, for people who do not see it; at most 1500 characters.',
    }),
    waveform: t.intList({
      description:
        'The loudest moments of the 64 equal parts of a sound, from 0 to 100: used when none can be measured here. Has no effect on pictures and videos.',
    }),
  }),
  payload: { media: { type: MediaRef, description: 'The stored media.' } },
  resolve: async (ctx, input) => ({ media: await uploadMedia(ctx, input) }),
});

mutationField('updateMedia', {
  description: "Changes what is said of the caller's media, wherever it is shown.",
  access: 'user',
  restriction: 'UPLOADS',
  budget: { points: 60, windowSeconds: 600, per: 'user' },
  input: (t) => ({
    mediaId: t.id({ required: true, description: 'The media.' }),
    altText: t.string({
      description:
        'What is on it, for people who do not see it; at most 1500 characters. Empty, null or left out removes it.',
    }),
  }),
  payload: { media: { type: MediaRef, description: 'The media as changed.' } },
  resolve: async (ctx, { mediaId, altText }) => ({
    media: await updateMedia(ctx, { mediaId: fromGlobalId('media', mediaId), altText }),
  }),
});
