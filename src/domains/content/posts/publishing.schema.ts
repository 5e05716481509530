import { PollInputRef } from '#domains/foundation/polls/polls.schema.ts';
import { AudienceRef } from '#domains/graph/privacy/privacy.schema.ts';
import { builder, type Types } from '#platform/graphql/builder.ts';
import { mutationField } from '#platform/graphql/mutation.ts';
import { fromGlobalId } from '#platform/ids.ts';
import type { PostInput } from './post-input.ts';
import { createPost } from './posts.service.ts';
import { PostRef, PostVisibilityRef } from './posts.schema.ts';

export const PostLocationInputRef = builder.inputType('PostLocationInput', {
  description: 'Where a post is from.',
  fields: (t) => ({
    name: t.string({
      required: true,
      description: 'What the place is called, 1 to 100 characters on one line.',
    }),
    latitude: t.float({
      required: true,
      description: 'Degrees of WGS 84 from -90 to 90, north positive.',
    }),
    longitude: t.float({
      required: true,
      description: 'Degrees of WGS 84 from -180 to 180, east positive.',
    }),
  }),
});

/** What a post is made of, for publishing it and for keeping it as a draft. */
export const contentFields = (t: PothosSchemaTypes.InputFieldBuilder<Types, 'InputObject'>) => ({
  text: t.string({
    description:
      'The text, at most 2200 characters, with at most 50 mentions, 30 hashtags and 50 links. Required without media.',
  }),
  mediaIds: t.idList({
    description: 'Media of the caller by `uploadMedia` that are READY, in the order to show; at most 10.',
  }),
  poll: t.field({ type: PollInputRef, description: 'What to ask; nothing when left out.' }),
  location: t.field({ type: PostLocationInputRef, description: 'Where it is from; unsaid when left out.' }),
  visibility: t.field({ type: PostVisibilityRef, description: 'Who may see it; PUBLIC when left out.' }),
  tierLevel: t.int({
    description:
      'For SUBSCRIBERS alone the lowest level of tier that is let in, 1 to 100; every subscriber when left out.',
  }),
  audienceUserIds: t.idList({
    description:
      'For PRIVATE alone whom it is shown to besides the author, at most 100 people whom the caller may see; nobody when left out.',
  }),
  commentAudience: t.field({
    type: AudienceRef,
    description: "Who may comment, within the author's own `commentAudience`; EVERYONE when left out.",
  }),
  isSensitive: t.boolean({
    description: 'Whether it should be shown only to who asks for it; false when left out.',
  }),
  quotedPostId: t.id({
    description:
      'A post to quote that the caller may see. It has to be PUBLIC, and its author’s account not private.',
  }),
});

type ContentArgs = Omit<PostInput, 'mediaIds' | 'audienceUserIds' | 'quotedPostId'> & {
  readonly mediaIds?: readonly string[] | null | undefined;
  readonly audienceUserIds?: readonly string[] | null | undefined;
  readonly quotedPostId?: string | null | undefined;
};

/** With bare ids. @throws AppError BAD_USER_INPUT */
export const withBareIds = <Input extends ContentArgs>(input: Input) => ({
  ...input,
  mediaIds: input.mediaIds?.map((id) => fromGlobalId('media', id)),
  audienceUserIds: input.audienceUserIds?.map((id) => fromGlobalId('user', id)),
  quotedPostId: input.quotedPostId == null ? null : fromGlobalId('post', input.quotedPostId),
});

mutationField('createPost', {
  description:
    'Publishes a post of text, media or both. Mentions, hashtags and links are found in the text: see `Post.entities`.',
  access: 'user',
  restriction: 'POSTING',
  budget: { points: 30, windowSeconds: 600, per: 'user' },
  idempotent: true,
  input: (t) => ({
    ...contentFields(t),
    files: t.field({
      type: ['Upload'],
      description:
        'Pictures to store and show after `mediaIds`, in one step; with these at most 10. Videos and sounds need a while, and so `uploadMedia`. The restriction UPLOADS stops them.',
    }),
    altTexts: t.field({
      type: ['String'],
      required: { list: false, items: false },
      description:
        'What is on the files, each in the place of its file, for people who do not see it; at most 1500 characters. Null says nothing.',
    }),
  }),
  payload: { post: { type: PostRef, description: 'The published post.' } },
  resolve: async (ctx, input) => ({ post: await createPost(ctx, withBareIds(input)) }),
});
