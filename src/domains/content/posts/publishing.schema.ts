import { PollInputRef } from '#domains/foundation/polls/polls.schema.ts';
import { AudienceRef } from '#domains/graph/privacy/privacy.schema.ts';
import { builder, type Types } from '#platform/graphql/builder.ts';
import { idempotentMutationField } from '#platform/graphql/mutation.ts';
import { load } from '#platform/request/loader.ts';
import { visiblePostById } from './posts.loaders.ts';
import { PostRef, PostVisibilityRef } from './posts.schema.ts';
import { createPost } from './publishing.service.ts';

export const PostLocationInputRef = builder.inputType('PostLocationInput', {
  description: 'Location of a post.',
  fields: (t) => ({
    name: t.string({
      required: true,
      description: 'Name of the location, 1 to 100 characters on one line.',
    }),
    latitude: t.float({
      required: true,
      description: 'Latitude in degrees of WGS 84, -90 to 90, north positive.',
    }),
    longitude: t.float({
      required: true,
      description: 'Longitude in degrees of WGS 84, -180 to 180, east positive.',
    }),
  }),
});

/** Content of a post, published or kept as a draft. */
export const contentFields = (t: PothosSchemaTypes.InputFieldBuilder<Types, 'InputObject'>) => ({
  text: t.string({
    description:
      'The text, at most {postTextLength} characters, with at most 50 mentions, 30 hashtags and 50 links. Required without media.',
  }),
  mediaIds: t.idListOf('media', {
    description:
      'Media items of the caller, READY or PROCESSING, in the order to show, at most {postMedia}. Their alt texts are those of `uploadMedia` and `updateMedia`.',
  }),
  poll: t.field({ type: PollInputRef, description: 'The poll. Optional.' }),
  location: t.field({ type: PostLocationInputRef, description: 'The location. Optional.' }),
  visibility: t.field({ type: PostVisibilityRef, description: 'Audience of the post. Defaults to PUBLIC.' }),
  tierLevel: t.int({
    description:
      'Lowest tier level that can see a SUBSCRIBERS post, 1 to 100. Defaults to every subscriber; allowed only with SUBSCRIBERS.',
  }),
  audienceUserIds: t.idListOf('user', {
    description:
      'Users visible to the caller who can see a PRIVATE post besides the author, at most {postAudience}. Defaults to none; allowed only with PRIVATE.',
  }),
  commentAudience: t.field({
    type: AudienceRef,
    description:
      "Audience that may comment, limited by the author's own `commentAudience`. Defaults to EVERYONE.",
  }),
  isSensitive: t.boolean({
    description: 'Whether the post is sensitive: shown on request only. Defaults to false.',
  }),
  quotedPostId: t.idOf('post', {
    description:
      'A post to quote that is visible to the caller and PUBLIC, of an account that is not private. Optional.',
  }),
});

idempotentMutationField('createPost', {
  description:
    'Publishes a post with text, media or both. Mentions, hashtags and links of the text become `Post.entities`.',
  refusals: 'MODERATION_NUDGE when a machine takes the text for something that may hurt.',
  access: 'user',
  restriction: 'POSTING',
  isJudgedByWrite: true,
  budget: { points: 30, windowSeconds: 600, per: 'user' },
  input: (t) => ({
    ...contentFields(t),
    files: t.field({
      type: ['Upload'],
      description:
        'Images to store and show after `mediaIds`, together at most {postMedia}; upload videos and audio by `uploadMedia` first. Fails with RESTRICTED under the restriction UPLOADS.',
    }),
    altTexts: t.field({
      type: ['String'],
      required: { list: false, items: false },
      description:
        'Alt texts of `files`, not of `mediaIds`, in the same order, each at most 1500 characters. Null for a file without one.',
    }),
    retryToken: t.string({
      description: 'Token of a MODERATION_NUDGE, with which the author insists on the same text. Optional.',
    }),
  }),
  payload: { post: { type: PostRef, description: 'The published post.' } },
  idempotencyKey: 'optional',
  act: (ctx, input, key) => createPost(ctx, input, key),
  show: async (ctx, postId) => ({ post: await load(ctx, visiblePostById, postId) }),
});
