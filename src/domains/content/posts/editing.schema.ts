import { TextEntityRef } from '#domains/graph/mentions/text-entities.schema.ts';
import { AudienceRef } from '#domains/graph/privacy/privacy.schema.ts';
import { builder } from '#platform/graphql/builder.ts';
import { connectionOf, forwardPageArgs } from '#platform/graphql/connection.ts';
import { mutationField } from '#platform/graphql/mutation.ts';
import { fromGlobalId } from '#platform/ids.ts';
import { editHistory, updatePost } from './editing.service.ts';
import { PostRef, PostVisibilityRef } from './posts.schema.ts';
import type { PostRevision } from './posts.types.ts';
import { PostLocationInputRef } from './publishing.schema.ts';

const PostRevisionRef = builder.objectRef<PostRevision>('PostRevision').implement({
  description: 'What a post said before its author changed the text. Visible to whoever sees the post.',
  fields: (t) => ({
    text: t.exposeString('text', { description: 'The text until then; empty when there was none.' }),
    entities: t.field({
      type: [TextEntityRef],
      description: 'The mentions, hashtags and links of that text, at most 130.',
      extensions: { listSize: 4 },
      resolve: (revision) => [...revision.entities],
    }),
    editedAt: t.field({
      type: 'DateTime',
      description: 'When it was replaced by what came next.',
      resolve: (revision) => revision.replacedAt,
    }),
  }),
});

const PostRevisionConnectionRef = connectionOf('PostRevision', PostRevisionRef, {
  description: 'What a post said before, the latest first.',
});

builder.objectField(PostRef, 'editHistory', (t) =>
  t.field({
    type: PostRevisionConnectionRef,
    description: 'What it said before each change of its text, the latest first; at most 100 in all.',
    args: forwardPageArgs(t.arg),
    resolve: (found, args, ctx) => editHistory(ctx, { ...args, postId: found.id }),
  }),
);

mutationField('updatePost', {
  description:
    'Changes what is given of a post of the caller; what is left out or null stays. Media, poll and quoted post cannot be changed. What the text was before is shown in `editHistory`.',
  access: 'user',
  restriction: 'POSTING',
  budget: { points: 60, windowSeconds: 600, per: 'user' },
  input: (t) => ({
    postId: t.id({ required: true, description: 'The post to change.' }),
    text: t.string({
      description:
        'The text, as for `createPost`; empty removes it from a post with media. Can be changed 100 times; once more is refused with LIMIT_REACHED.',
    }),
    isSensitive: t.boolean({ description: 'Whether it should be shown only to who asks for it.' }),
    commentAudience: t.field({ type: AudienceRef, description: 'Who may comment from now on.' }),
    location: t.field({ type: PostLocationInputRef, description: 'Where it is from.' }),
    removeLocation: t.boolean({
      description: 'Whether it shall no longer say where it is from, whatever `location` says.',
    }),
    visibility: t.field({
      type: PostVisibilityRef,
      description:
        'Who may see it: fewer people than until now. PUBLIC can become any other, FOLLOWERS and SUBSCRIBERS can become PRIVATE, which is then for the author alone. More people, or others, are refused: who answered it did not speak to them.',
    }),
    tierLevel: t.int({
      description: 'For SUBSCRIBERS the lowest level of tier that is let in, 1 to 100; it can only rise.',
    }),
  }),
  payload: { post: { type: PostRef, description: 'The post as it is now.' } },
  resolve: async (ctx, { postId, ...changes }) => ({
    post: await updatePost(ctx, { ...changes, postId: fromGlobalId('post', postId) }),
  }),
});
