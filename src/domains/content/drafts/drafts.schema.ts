import { mediaById } from '#domains/foundation/media/media.loaders.ts';
import { MediaRef } from '#domains/foundation/media/media.schema.ts';
import { PollResultsRef } from '#domains/foundation/polls/polls.schema.ts';
import { OPTIONS_MAX, type PollInput } from '#domains/foundation/polls/polls.policy.ts';
import { AudienceRef } from '#domains/graph/privacy/privacy.schema.ts';
import { visibleUserById } from '#domains/identity/users/users.loaders.ts';
import { UserRef } from '#domains/identity/users/users.schema.ts';
import { latestFirst } from '#platform/db/keyset.ts';
import { builder } from '#platform/graphql/builder.ts';
import { connectionType } from '#platform/graphql/connection.ts';
import { listSize } from '#platform/graphql/list-size.ts';
import { listField } from '#platform/graphql/list.ts';
import { idempotentMutationField, mutationField } from '#platform/graphql/mutation.ts';
import { NodeRef, nodeType } from '#platform/graphql/node.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { load, loadMany } from '#platform/request/loader.ts';
import { deleteDraft, draft, myDrafts, publishDraft, saveDraft } from './drafts.service.ts';
import type { Draft } from './drafts.types.ts';
import { visiblePostById } from '../posts/posts.loaders.ts';
import { PostLocationRef, PostRef, PostVisibilityRef } from '../posts/posts.schema.ts';
import { contentFields } from '../posts/publishing.schema.ts';

const DraftPollRef = builder.objectRef<PollInput>('DraftPoll').implement({
  description: 'Poll of a draft.',
  fields: (t) => ({
    options: t.exposeStringList('options', {
      description: `The options, at most ${OPTIONS_MAX}.`,
      extensions: listSize(OPTIONS_MAX),
    }),
    isMultipleChoice: t.boolean({
      description: 'Whether a user may choose several options.',
      resolve: (poll) => poll.isMultipleChoice ?? false,
    }),
    isAnonymous: t.boolean({
      description: 'Whether the voters are hidden from all users.',
      resolve: (poll) => poll.isAnonymous ?? true,
    }),
    results: t.field({
      type: PollResultsRef,
      description: 'When results become visible.',
      resolve: (poll) => poll.results ?? 'ALWAYS',
    }),
    durationMinutes: t.int({
      nullable: true,
      description:
        'Minutes from the publication until the poll closes automatically. Null if only the author closes it.',
      resolve: (poll) => poll.durationMinutes ?? null,
    }),
  }),
});

const DraftRef = builder.objectRef<Draft>('Draft').implement({
  description: 'A post that is not published yet. Visible only to its author.',
  interfaces: [NodeRef],
  fields: (t) => ({
    id: t.id({
      description: 'Global id of the draft, `draft_…`.',
      resolve: ({ id }) => toGlobalId('draft', id),
    }),
    text: t.string({
      description: 'The text, at most {postTextLength} characters; may be empty.',
      resolve: ({ content }) => content.text,
    }),
    media: t.field({
      type: [MediaRef],
      description: "Attached media items in the author's order, at most {postMedia}.",
      extensions: listSize('postMedia'),
      resolve: ({ content }, _args, ctx) => loadMany(ctx, mediaById, content.mediaIds),
    }),
    poll: t.field({
      type: DraftPollRef,
      nullable: true,
      description: 'The poll. Null if there is none.',
      resolve: ({ content }) => content.poll,
    }),
    location: t.field({
      type: PostLocationRef,
      nullable: true,
      description: 'Location given by the author. Null if none.',
      resolve: ({ content }) => content.location,
    }),
    visibility: t.field({
      type: PostVisibilityRef,
      description: 'Audience of the post when published.',
      resolve: ({ content }) => content.visibility,
    }),
    tierLevel: t.int({
      nullable: true,
      description: 'Lowest tier level that can see a SUBSCRIBERS post. Null if every subscriber can.',
      resolve: ({ content }) => content.tierLevel,
    }),
    audience: t.field({
      type: [UserRef],
      description:
        'Users in the audience of a PRIVATE post that are visible to the caller now, at most {postAudience}.',
      extensions: listSize('postAudience'),
      resolve: ({ content }, _args, ctx) => loadMany(ctx, visibleUserById, content.audienceUserIds),
    }),
    commentAudience: t.field({
      type: AudienceRef,
      description: 'Audience that may comment.',
      resolve: ({ content }) => content.commentAudience,
    }),
    isSensitive: t.boolean({
      description: 'Whether the post is sensitive: shown on request only.',
      resolve: ({ content }) => content.isSensitive,
    }),
    quotedPost: t.field({
      type: PostRef,
      nullable: true,
      description: 'The quoted post. Null if there is none or the caller cannot see it.',
      resolve: ({ content }, _args, ctx) =>
        content.quotedPostId === null ? null : load(ctx, visiblePostById, content.quotedPostId),
    }),
    updatedAt: t.field({
      type: 'DateTime',
      description: 'Time at which the draft was last saved.',
      resolve: (found) => found.updatedAt,
    }),
    version: t.exposeInt('version', {
      description: 'Version of the draft, from 1: each save adds one. For `expectedVersion`.',
    }),
  }),
});

nodeType(DraftRef, 'draft', draft);

const DraftConnectionRef = connectionType('Draft', DraftRef, {
  description: 'Drafts, last saved first.',
});

listField('myDrafts', {
  connection: DraftConnectionRef,
  description: 'Drafts of the caller, last saved first; at most {drafts} in all.',
  access: 'user',
  order: latestFirst<Draft>(({ updatedAt }) => updatedAt),
  rows: (ctx, _args, page) => myDrafts(ctx, page),
});

idempotentMutationField('saveDraft', {
  description:
    'Saves an unfinished post as a new draft, or replaces a draft completely; it may be empty, and its references are checked when it is published.',
  refusals: 'LIMIT_REACHED if the caller has {drafts} drafts.',
  access: 'user',
  restriction: null,
  budget: { points: 300, windowSeconds: 600, per: 'user' },
  input: (t) => ({
    draftId: t.idOf('draft', { description: 'The draft to replace. Defaults to a new one.' }),
    expectedVersion: t.int({
      description:
        'Version of the draft that this replaces; another one is kept, and the mutation fails with CONFLICT. Without it, the last save wins. Allowed only with `draftId`.',
    }),
    ...contentFields(t),
  }),
  payload: { draft: { type: DraftRef, description: 'The saved draft.' } },
  idempotencyKey: 'optional',
  act: (ctx, input, key) => saveDraft(ctx, input, key),
  show: async (ctx, draftId) => ({ draft: await draft(ctx, draftId) }),
});

mutationField('deleteDraft', {
  description: 'Deletes a draft of the caller, and its media items that are attached nowhere else.',
  access: 'user',
  restriction: null,
  input: (t) => ({ draftId: t.idOf('draft', { required: true, description: 'The draft to delete.' }) }),
  payload: { draftId: { type: 'ID', description: 'Global id of the deleted draft.' } },
  resolve: async (ctx, input) => ({ draftId: toGlobalId('draft', await deleteDraft(ctx, input)) }),
});

idempotentMutationField('publishDraft', {
  description:
    'Publishes a draft by the rules of `createPost`, with paths of its input in errors, and deletes the draft.',
  refusals: 'MODERATION_NUDGE when a machine takes the text for something that may hurt.',
  access: 'user',
  restriction: 'POSTING',
  budget: { points: 30, windowSeconds: 600, per: 'user' },
  input: (t) => ({
    draftId: t.idOf('draft', { required: true, description: 'The draft to publish.' }),
    retryToken: t.string({
      description: 'Token of a MODERATION_NUDGE, with which the author insists on the same text. Optional.',
    }),
  }),
  payload: { post: { type: PostRef, description: 'The published post.' } },
  idempotencyKey: 'optional',
  act: (ctx, input, key) => publishDraft(ctx, input, key),
  show: async (ctx, postId) => ({ post: await load(ctx, visiblePostById, postId) }),
});
