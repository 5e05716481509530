import type { RequestContext } from '#platform/request/context.ts';
import { builder } from '#platform/graphql/builder.ts';
import { enumType } from '#platform/graphql/enum.ts';
import { listSize } from '#platform/graphql/list-size.ts';
import { mutationField } from '#platform/graphql/mutation.ts';
import { NodeRef, nodeType } from '#platform/graphql/node.ts';
import { type Delivered, EventRef, subscriptionField } from '#platform/graphql/subscription.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { MEDIA_FORMATS } from '#platform/kernel/media-types.ts';
import {
  ORIGINAL_EDGE_MAX,
  VARIANT_WIDTHS,
  WAVEFORM_PEAK_MAX,
  WAVEFORM_POINTS,
} from '#ports/media-renderer.ts';
import { load } from '#platform/request/loader.ts';
import { ALT_TEXT_LENGTH_MAX } from './content.policy.ts';
import { mediaProcessed } from './media.events.ts';
import { failureOfOwnMedia } from './media.loaders.ts';
import {
  fileUrl,
  findOwnMedia,
  mainFileOf,
  readProcessedMedia,
  requireOwnMedia,
  updateMedia,
  uploadMedia,
} from './media.service.ts';
import type { Media, MediaFile, MediaKind, MediaRecording, MediaState, MediaVariant } from './media.types.ts';

export const MediaKindRef = enumType<MediaKind>('MediaKind', {
  description: 'Kind of a media item.',
  values: {
    IMAGE: 'An image, possibly animated.',
    VIDEO: 'A video.',
    AUDIO: 'Audio, such as a voice note.',
    FILE: 'Any other file, such as a PDF, a ZIP or a text: stored as it is, for messages alone, and always downloaded.',
  },
});

export const MediaStateRef = enumType<MediaState>('MediaState', {
  description: 'Processing state of a media item.',
  values: {
    PROCESSING:
      'Being processed, as videos and audio are at first, and files where they are scanned. It can be attached; its links are null. `mediaUpdated` tells its owner when that ends.',
    READY: 'Processed: can be attached and shown.',
    FAILED:
      'Not processed: it cannot be played or converted, or exceeds the limits of length or size. It can no longer be attached; objects that show it keep it until they are deleted.',
    REJECTED: 'Breaks the rules or holds malware, and is not shown. It can no longer be attached.',
  },
});

const LINK_NOTE =
  'Signed, and valid for 10 to 15 minutes for everybody who has it, or until the owner is suspended or the media item is deleted: query it again instead of storing it.';

const MediaVariantRef = builder.objectRef<MediaVariant>('MediaVariant').implement({
  description: 'One size of an image.',
  fields: (t) => ({
    url: t.string({
      description: `Link to the file. ${LINK_NOTE}`,
      varies: 'no',
      isOfRow: true,
      resolve: (variant, _args, ctx) => fileUrl(ctx, variant),
    }),
    width: t.exposeInt('width', { description: 'Width in pixels.' }),
    height: t.exposeInt('height', { description: 'Height in pixels.' }),
    contentType: t.exposeString('contentType', { description: 'MIME type.' }),
  }),
});

export const MediaRef = builder.objectRef<Media>('Media').implement({
  description:
    'An uploaded image, video, audio or other file. Visible to its owner and to users who can see an object that shows it.',
  interfaces: [NodeRef],
  extensions: { isCachedRow: true },
  fields: (t) => ({
    id: t.id({ description: 'Global id, `media_…`.', resolve: (media) => toGlobalId('media', media.id) }),
    kind: t.field({
      type: MediaKindRef,
      description: 'Kind by the content of the file; provisional while it is PROCESSING.',
      resolve: (media) => media.kind,
    }),
    state: t.field({
      type: MediaStateRef,
      description: 'Processing state.',
      resolve: (media) => media.state,
    }),
    url: t.string({
      nullable: true,
      description: `Link to the image, at most ${ORIGINAL_EDGE_MAX} pixels wide or high, the video or the audio, without metadata, or to the file. Null unless READY. ${LINK_NOTE}`,
      varies: 'no',
      isOfRow: true,
      resolve: (media, _args, ctx) => linkOf(media, ctx),
    }),
    width: t.exposeInt('width', {
      nullable: true,
      description: 'Width in pixels, as displayed. Null for audio, files and while a video is PROCESSING.',
    }),
    height: t.exposeInt('height', {
      nullable: true,
      description: 'Height in pixels, as displayed. Null for audio, files and while a video is PROCESSING.',
    }),
    durationMs: t.exposeInt('durationMs', {
      nullable: true,
      description: 'Duration in milliseconds. Null for images, files and while it is PROCESSING.',
    }),
    placeholder: t.exposeString('placeholder', {
      nullable: true,
      description: 'ThumbHash in base64, to draw while the image or the poster loads. Null without either.',
    }),
    altText: t.exposeString('altText', {
      nullable: true,
      description: 'Alt text by the owner, for people who cannot see the media item. Null if none.',
    }),
    poster: t.field({
      type: MediaVariantRef,
      nullable: true,
      description:
        'Image to show before a video plays, in the largest size. Null for the other kinds, before the video is READY, and if none could be made.',
      resolve: (media) => (media.kind === 'VIDEO' ? (shownVariants(media)[0] ?? null) : null),
    }),
    variants: t.field({
      type: [MediaVariantRef],
      description: `Smaller sizes of an image, or of the poster of a video, largest first, at most ${VARIANT_WIDTHS.length}: ${VARIANT_WIDTHS.map(([, width]) => width).join(' and ')} pixels wide, if it is wider.`,
      extensions: listSize(VARIANT_WIDTHS.length),
      resolve: (media) => shownVariants(media).slice(1),
    }),
    failure: t.string({
      nullable: true,
      description:
        'Why it could not be processed, or what the scanner found in it, to show to its owner. Null unless it is FAILED or REJECTED, and for callers other than the owner.',
      varies: 'viewer',
      resolve: async (media, _args, ctx) => {
        if (media.state !== 'FAILED' && media.state !== 'REJECTED') return null;
        return (await load(ctx, failureOfOwnMedia, media.id))?.failure ?? null;
      },
    }),
    waveform: t.exposeIntList('waveform', {
      nullable: true,
      description: `Peaks of the ${WAVEFORM_POINTS} equal parts of audio, 0 to ${WAVEFORM_PEAK_MAX}. Null for the other kinds, and if it could not be measured and the client sent none.`,
      extensions: listSize(WAVEFORM_POINTS),
    }),
  }),
});

builder.objectFields(MediaRef, (t) => ({
  videoCodec: t.string({
    nullable: true,
    description:
      'Codec of the video behind `url`, as in the `codecs` of a media type, such as `avc1.64001f`. Null for the other kinds and unless READY.',
    resolve: (media) => shownRecording(media)?.videoCodec ?? null,
  }),
  audioCodec: t.string({
    nullable: true,
    description:
      'Codec of the sound behind `url`, such as `mp4a.40.2`, `opus` or `pcm-s16`. Null for images, for videos without sound, and unless READY.',
    resolve: (media) => shownRecording(media)?.audioCodec ?? null,
  }),
  isTranscoded: t.boolean({
    description:
      'Whether the video or audio was encoded anew, because browsers do not play the codecs of the upload. False unless READY.',
    resolve: (media) => shownRecording(media)?.isTranscoded ?? false,
  }),
}));

builder.objectFields(MediaRef, (t) => ({
  fileName: t.string({
    nullable: true,
    description:
      'Name of a file, to show and to save it by, at most 150 characters, without folders and signs that hide its end; its extension is that of `contentType`. Null for the other kinds.',
    resolve: ({ document }) => document?.fileName ?? null,
  }),
  contentType: t.string({
    nullable: true,
    description: 'MIME type of what is behind `url`, by its content. Null where there is nothing yet.',
    resolve: (media) => describedFile(media)?.contentType ?? null,
  }),
  sizeBytes: t.int({
    nullable: true,
    description: 'Size of what is behind `url`. Null where there is nothing yet.',
    resolve: (media) => describedFile(media)?.sizeBytes ?? null,
  }),
}));

nodeType(MediaRef, 'media', findOwnMedia);

function linkOf(media: Media, ctx: RequestContext): string | Promise<string> | null {
  const file = mainFileOf(media);
  return media.state === 'READY' && file ? fileUrl(ctx, file) : null;
}

/** A file is described before it is READY, and when it is REJECTED. */
const describedFile = (media: Media): MediaFile | null =>
  media.document ?? (media.state === 'READY' ? mainFileOf(media) : null);

function shownRecording({ state, recording }: Media): MediaRecording | null {
  return state === 'READY' ? recording : null;
}

/** The row of a video names its poster before the file is stored. */
function shownVariants({ state, variants }: Media): readonly MediaVariant[] {
  return state === 'READY' ? variants : [];
}

mutationField('uploadMedia', {
  description:
    'Stores an image, a video, an audio or another file, to attach by its id. It is deleted if it is not attached within 24 hours.',
  refusals: 'MODERATION_NUDGE if the alt text may hurt.',
  access: 'user',
  restriction: 'UPLOADS',
  budget: { points: 60, windowSeconds: 600, per: 'user' },
  input: (t) => ({
    file: t.field({
      type: 'Upload',
      required: true,
      description: `${MEDIA_FORMATS.image} of at most {uploadImageBytes}; ${MEDIA_FORMATS.video} of at most {uploadVideoBytes}, {videoDurationMs} and {videoEdgePixels} pixels at the longer edge; or ${MEDIA_FORMATS.audio} of at most {uploadAudioBytes} and {audioDurationMs}; or ${MEDIA_FORMATS.file}, of at most {uploadFileBytes}.`,
    }),
    altText: t.string({
      description: `Alt text, for people who cannot see the media item, at most ${ALT_TEXT_LENGTH_MAX} characters.`,
    }),
    waveform: t.intList({
      description: `Peaks of the ${WAVEFORM_POINTS} equal parts of audio, 0 to ${WAVEFORM_PEAK_MAX}: used if the server cannot measure them. It says that the file holds sound alone, whatever its container: a video with it FAILS. Ignored for images.`,
    }),
    retryToken: t.string({
      description: 'Token of a MODERATION_NUDGE, with which the author insists on the same text. Optional.',
    }),
  }),
  payload: {
    media: {
      type: MediaRef,
      description:
        'The stored media item: an image is READY immediately, a video, an audio file and what is scanned is PROCESSING at first, and `mediaUpdated` tells when that ends.',
    },
  },
  resolve: async (ctx, input) => ({ media: await uploadMedia(ctx, input) }),
});

mutationField('updateMedia', {
  description: "Changes the alt text of the caller's media item, wherever it is shown.",
  refusals: 'MODERATION_NUDGE if the alt text may hurt.',
  access: 'user',
  restriction: 'UPLOADS',
  budget: { points: 60, windowSeconds: 600, per: 'user' },
  input: (t) => ({
    mediaId: t.idOf('media', { required: true, description: 'The media item.' }),
    altText: t.string({
      description: `Alt text, for people who cannot see the media item, at most ${ALT_TEXT_LENGTH_MAX} characters. Empty or null removes it; omitted, it stays.`,
    }),
    retryToken: t.string({
      description: 'Token of a MODERATION_NUDGE, with which the author insists on the same text. Optional.',
    }),
  }),
  payload: { media: { type: MediaRef, description: 'The updated media item.' } },
  resolve: async (ctx, input) => ({ media: await updateMedia(ctx, input) }),
});

const MediaUpdatedRef = builder
  .objectRef<Delivered<{ readonly media: Media }>>('MediaUpdatedEvent')
  .implement({
    description: 'A media item of the caller became READY, FAILED or REJECTED.',
    interfaces: [EventRef],
    fields: (t) => ({
      media: t.field({
        type: MediaRef,
        description: 'The media item.',
        resolve: (event) => event.facts.media,
      }),
    }),
  });

subscriptionField('mediaUpdated', {
  description:
    "The caller's media items that become READY, FAILED or REJECTED, or one of them. Subscribe before the upload, or query the item once afterwards.",
  events: [mediaProcessed],
  args: (t) => ({ mediaId: t.idOf('media', { description: 'Only this media item.' }) }),
  authorize: async (ctx, { mediaId }) => {
    if (mediaId != null) await requireOwnMedia(ctx, mediaId);
  },
  topics: null,
  read: readProcessedMedia,
  people: () => [],
  type: MediaUpdatedRef,
  filter: (userId, { mediaId }, { media }) =>
    media.ownerId === userId && (mediaId == null || media.id === mediaId),
});
