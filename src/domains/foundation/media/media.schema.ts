import type { RequestContext } from '#platform/context.ts';
import { builder } from '#platform/graphql/builder.ts';
import { enumOf } from '#platform/graphql/enum.ts';
import { mutationField } from '#platform/graphql/mutation.ts';
import { NodeRef, nodeType } from '#platform/graphql/node.ts';
import { toGlobalId } from '#platform/ids.ts';
import { findOwnMedia, uploadMedia, variantUrl } from './media.service.ts';
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
    PROCESSING: 'It is being prepared; its links are null.',
    READY: 'It can be attached and shown.',
    FAILED: 'It could not be processed.',
    REJECTED: 'It breaks the rules and is not shown.',
  },
});

const LINK_NOTE = 'Signed for whoever asked, and good for 10 to 15 minutes: ask again rather than keep it.';

const MediaVariantRef = builder.objectRef<MediaVariant>('MediaVariant').implement({
  description: 'A smaller version of a picture.',
  fields: (t) => ({
    url: t.string({
      description: `The link. ${LINK_NOTE}`,
      resolve: (variant, _args, ctx) => variantUrl(ctx, variant),
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
    kind: t.field({ type: MediaKindRef, description: 'What it is.', resolve: (media) => media.kind }),
    state: t.field({ type: MediaStateRef, description: 'How far it is.', resolve: (media) => media.state }),
    url: t.string({
      nullable: true,
      description: `The link to the largest version, at most 4096 pixels wide or high; null unless READY. ${LINK_NOTE}`,
      resolve: (media, _args, ctx) => linkOf(media, ctx),
    }),
    width: t.exposeInt('width', { nullable: true, description: 'Width in pixels; null for sound.' }),
    height: t.exposeInt('height', { nullable: true, description: 'Height in pixels; null for sound.' }),
    durationMs: t.exposeInt('durationMs', {
      nullable: true,
      description: 'Length in milliseconds; null for pictures.',
    }),
    placeholder: t.exposeString('placeholder', {
      nullable: true,
      description: 'A ThumbHash in base64, to draw while the file loads; null for sound.',
    }),
    altText: t.exposeString('altText', {
      nullable: true,
      description: 'What the owner says is on it, for people who do not see it; null when they said nothing.',
    }),
    variants: t.field({
      type: [MediaVariantRef],
      description: 'The smaller versions, largest first: 960 and 320 pixels wide where the picture is wider.',
      extensions: { listSize: 2 },
      resolve: (media) => media.variants.slice(1),
    }),
  }),
});

nodeType(MediaRef, 'media', findOwnMedia);

function linkOf(media: Media, ctx: RequestContext): string | null {
  const [largest] = media.variants;
  return media.state === 'READY' && largest ? variantUrl(ctx, largest) : null;
}

mutationField('uploadMedia', {
  description:
    'Stores a picture, to be attached by its id to a post or a message. What is not attached within 24 hours is deleted.',
  access: 'user',
  restriction: 'UPLOADS',
  budget: { points: 60, windowSeconds: 600, per: 'user' },
  input: (t) => ({
    file: t.field({
      type: 'Upload',
      required: true,
      description:
        'JPEG, PNG, WebP, GIF or AVIF by its content, at most 20 MiB. It is re-encoded; metadata such as the place is removed.',
    }),
    altText: t.string({
      description: 'What is on it, for people who do not see it; at most 1500 characters.',
    }),
  }),
  payload: { media: { type: MediaRef, description: 'The stored picture.' } },
  resolve: async (ctx, input) => ({ media: await uploadMedia(ctx, input) }),
});
