import { shownMedia } from '#domains/foundation/media/media.loaders.ts';
import { MediaRef } from '#domains/foundation/media/media.schema.ts';
import { PollResultsRef } from '#domains/foundation/polls/polls.schema.ts';
import type { PollInput } from '#domains/foundation/polls/polls.policy.ts';
import { AudienceRef } from '#domains/graph/privacy/privacy.schema.ts';
import { visibleUserById } from '#domains/identity/users/users.loaders.ts';
import { UserRef } from '#domains/identity/users/users.schema.ts';
import { signedIn } from '#platform/graphql/access.ts';
import { builder } from '#platform/graphql/builder.ts';
import { connectionOf, forwardPageArgs } from '#platform/graphql/connection.ts';
import { mutationField } from '#platform/graphql/mutation.ts';
import { NodeRef, nodeType } from '#platform/graphql/node.ts';
import { fromGlobalId, toGlobalId } from '#platform/ids.ts';
import { load, loadMany } from '#platform/loader.ts';
import { deleteDraft, draft, drafts, publishDraft, saveDraft } from './drafts.service.ts';
import type { Draft } from './drafts.types.ts';
import { visiblePostById } from './posts.loaders.ts';
import { PostLocationRef, PostRef, PostVisibilityRef } from './posts.schema.ts';
import { contentFields, withBareIds } from './publishing.schema.ts';

const DraftPollRef = builder.objectRef<PollInput>('DraftPoll').implement({
  description: 'A poll that is not published yet, as it was given.',
  fields: (t) => ({
    options: t.exposeStringList('options', {
      description: 'What can be chosen, 2 to 10 texts.',
      extensions: { listSize: 4 },
    }),
    isMultipleChoice: t.boolean({
      description: 'Whether one person may choose several options.',
      resolve: (poll) => poll.isMultipleChoice ?? false,
    }),
    isAnonymous: t.boolean({
      description: 'Whether nobody learns who voted.',
      resolve: (poll) => poll.isAnonymous ?? false,
    }),
    results: t.field({
      type: PollResultsRef,
      description: 'From when on the counts are shown.',
      resolve: (poll) => poll.results ?? 'ALWAYS',
    }),
    closesAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When it closes by itself; null when only its author closes it.',
      resolve: (poll) => poll.closesAt ?? null,
    }),
  }),
});

const DraftRef = builder.objectRef<Draft>('Draft').implement({
  description: 'A post that is not published yet. Visible to its author alone.',
  interfaces: [NodeRef],
  fields: (t) => ({
    id: t.id({ description: 'The global id, `draft_…`.', resolve: ({ id }) => toGlobalId('draft', id) }),
    text: t.string({
      description: 'The text, at most 2200 characters; may be empty.',
      resolve: ({ content }) => content.text,
    }),
    media: t.field({
      type: [MediaRef],
      description: 'What is attached, in the order to show; at most 10.',
      extensions: { listSize: 4 },
      resolve: ({ content }, _args, ctx) => loadMany(ctx, shownMedia, content.mediaIds),
    }),
    poll: t.field({
      type: DraftPollRef,
      nullable: true,
      description: 'What it asks; null when it asks nothing.',
      resolve: ({ content }) => content.poll,
    }),
    location: t.field({
      type: PostLocationRef,
      nullable: true,
      description: 'Where it is from; null when the author does not say.',
      resolve: ({ content }) => content.location,
    }),
    visibility: t.field({
      type: PostVisibilityRef,
      description: 'Who is to see it.',
      resolve: ({ content }) => content.visibility,
    }),
    tierLevel: t.int({
      nullable: true,
      description: 'For SUBSCRIBERS the lowest level of tier that is let in; null when every subscriber is.',
      resolve: ({ content }) => content.tierLevel,
    }),
    audience: t.field({
      type: [UserRef],
      description: 'Whom it names for PRIVATE, as far as the caller may see them now; at most 100.',
      extensions: { listSize: 4 },
      resolve: ({ content }, _args, ctx) => loadMany(ctx, visibleUserById, content.audienceUserIds),
    }),
    commentAudience: t.field({
      type: AudienceRef,
      description: 'Who is to comment.',
      resolve: ({ content }) => content.commentAudience,
    }),
    isSensitive: t.boolean({
      description: 'Whether it is to be shown only to who asks for it.',
      resolve: ({ content }) => content.isSensitive,
    }),
    quotedPost: t.field({
      type: PostRef,
      nullable: true,
      description: 'What it quotes; null when it quotes nothing, or what the caller may not see any more.',
      resolve: ({ content }, _args, ctx) =>
        content.quotedPostId === null ? null : load(ctx, visiblePostById, content.quotedPostId),
    }),
    updatedAt: t.field({
      type: 'DateTime',
      description: 'When it was last saved.',
      resolve: (found) => found.updatedAt,
    }),
  }),
});

nodeType(DraftRef, 'draft', draft);

const DraftConnectionRef = connectionOf('Draft', DraftRef, {
  description: 'Drafts, what was saved last first.',
});

builder.queryField('drafts', (t) =>
  t.field({
    type: DraftConnectionRef,
    nullable: true,
    description: 'The drafts of the caller, what was saved last first; at most 50 in all.',
    access: 'user',
    args: forwardPageArgs(t.arg),
    resolve: (_root, args, ctx) => drafts(signedIn(ctx), args),
  }),
);

mutationField('saveDraft', {
  description:
    'Keeps a post that is not finished, on all devices of the caller: as a new draft, or in the place of another one, whole. It may be empty. Whom and what it names is looked for when it is published. At most 50: one more is refused with LIMIT_REACHED.',
  access: 'user',
  restriction: null,
  budget: { points: 300, windowSeconds: 600, per: 'user' },
  idempotent: true,
  input: (t) => ({
    draftId: t.id({ description: 'The draft to replace; a new one when left out.' }),
    ...contentFields(t),
  }),
  payload: { draft: { type: DraftRef, description: 'The draft as saved.' } },
  resolve: async (ctx, { draftId, ...content }) => ({
    draft: await saveDraft(ctx, {
      ...withBareIds(content),
      draftId: draftId == null ? null : fromGlobalId('draft', draftId),
    }),
  }),
});

mutationField('deleteDraft', {
  description: 'Deletes a draft of the caller. Media that nothing else shows go with it.',
  access: 'user',
  restriction: null,
  input: (t) => ({ draftId: t.id({ required: true, description: 'The draft to delete.' }) }),
  payload: { draftId: { type: 'ID', description: 'The draft that is gone.' } },
  resolve: async (ctx, { draftId }) => {
    await deleteDraft(ctx, { draftId: fromGlobalId('draft', draftId) });
    return { draftId };
  },
});

mutationField('publishDraft', {
  description:
    'Publishes a draft as `createPost` publishes what it holds, and is refused for the same reasons, with paths of the input of `createPost`. The draft goes with it.',
  access: 'user',
  restriction: 'POSTING',
  budget: { points: 30, windowSeconds: 600, per: 'user' },
  idempotent: true,
  input: (t) => ({ draftId: t.id({ required: true, description: 'The draft to publish.' }) }),
  payload: { post: { type: PostRef, description: 'The published post.' } },
  resolve: async (ctx, { draftId }) => ({
    post: await publishDraft(ctx, { draftId: fromGlobalId('draft', draftId) }),
  }),
});
