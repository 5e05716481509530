import { UserRef } from '#domains/identity/users/users.schema.ts';
import { latestFirst } from '#platform/db/keyset.ts';
import { builder } from '#platform/graphql/builder.ts';
import { connectionType } from '#platform/graphql/connection.ts';
import { enumType } from '#platform/graphql/enum.ts';
import { listSize } from '#platform/graphql/list-size.ts';
import { listField } from '#platform/graphql/list.ts';
import { mutationField } from '#platform/graphql/mutation.ts';
import { load } from '#platform/request/loader.ts';
import { isVisible } from '../comments/comments.policy.ts';
import { CommentRef, CommentViewerRef } from '../comments/comments.schema.ts';
import { postCountersById } from '../posts/posts.loaders.ts';
import { PostRef, PostViewerRef } from '../posts/posts.schema.ts';
import {
  ownReactionByComment,
  ownReactionByPost,
  sampleReactorsByComment,
  sampleReactorsByPost,
} from './reactions.loaders.ts';
import { totalOf } from './reactions.policy.ts';
import { react, reactions, removeReaction } from './reactions.service.ts';
import type { Reaction, ReactionCounts, ReactionType } from './reactions.types.ts';
import { COMMENTS, POSTS } from './subjects.ts';

const ReactionTypeRef = enumType<ReactionType>('ReactionType', {
  description: 'Reaction of a user to a post or comment; a user has at most one.',
  values: {
    LIKE: 'Like.',
    LOVE: 'Love.',
    HAHA: 'Laughter.',
    WOW: 'Surprise.',
    SAD: 'Sadness.',
    ANGRY: 'Anger.',
  },
});

const ReactionRef = builder.objectRef<Reaction>('Reaction').implement({
  description:
    'A reaction to a post or comment. Visible to viewers who can see both the subject and the user.',
  fields: (t) => ({
    user: t.field({ type: UserRef, description: 'The user who reacted.', resolve: (reaction) => reaction }),
    type: t.field({
      type: ReactionTypeRef,
      description: 'Type of the reaction.',
      resolve: ({ type }) => type,
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'Time of the first reaction; a change of the type keeps it.',
      resolve: ({ reactedAt }) => reactedAt,
    }),
  }),
});

const ReactionConnectionRef = connectionType('Reaction', ReactionRef, {
  description: 'Reactions of users visible to the caller, most recent reaction first.',
});

const ReactionCountsRef = builder.objectRef<ReactionCounts>('ReactionCounts').implement({
  description: 'Number of reactions by type; the same for every viewer.',
  fields: (t) => ({
    like: t.exposeInt('likeCount', { description: 'Number of LIKE reactions.' }),
    love: t.exposeInt('loveCount', { description: 'Number of LOVE reactions.' }),
    haha: t.exposeInt('hahaCount', { description: 'Number of HAHA reactions.' }),
    wow: t.exposeInt('wowCount', { description: 'Number of WOW reactions.' }),
    sad: t.exposeInt('sadCount', { description: 'Number of SAD reactions.' }),
    angry: t.exposeInt('angryCount', { description: 'Number of ANGRY reactions.' }),
    total: t.int({ description: 'Number of all reactions.', resolve: totalOf }),
  }),
});

const REACTION_BUDGET = { points: 120, windowSeconds: 60, per: 'user' } as const;

const SAMPLE_DESCRIPTION =
  'At most 3 users who reacted, visible to the caller and without the caller: first users whom the caller follows, then the most recent. Only the 500 users followed most recently are looked for.';

const NEWEST_REACTION_FIRST = latestFirst<Reaction>(({ reactedAt }) => reactedAt);

const NO_REACTIONS: ReactionCounts = {
  likeCount: 0,
  loveCount: 0,
  hahaCount: 0,
  wowCount: 0,
  sadCount: 0,
  angryCount: 0,
};

builder.objectFields(PostRef, (t) => ({
  reactionCounts: t.field({
    type: ReactionCountsRef,
    description: 'Number of reactions by type.',
    // A post that is being erased has no counters.
    resolve: async ({ id }, _args, ctx) => (await load(ctx, postCountersById, id)) ?? NO_REACTIONS,
  }),
  sampleReactors: t.field({
    type: [UserRef],
    description: SAMPLE_DESCRIPTION,
    extensions: listSize(3),
    resolve: async ({ id }, _args, ctx) => [...((await load(ctx, sampleReactorsByPost, id)) ?? [])],
  }),
}));

builder.objectFields(CommentRef, (t) => ({
  reactionCounts: t.field({
    type: ReactionCountsRef,
    description: 'Number of reactions by type; zeros for a tombstone.',
    resolve: (comment) => comment,
  }),
  sampleReactors: t.field({
    type: [UserRef],
    description: `${SAMPLE_DESCRIPTION} Empty for a tombstone.`,
    extensions: listSize(3),
    resolve: async (comment, _args, ctx) =>
      isVisible(comment) ? [...((await load(ctx, sampleReactorsByComment, comment.id)) ?? [])] : [],
  }),
}));

builder.objectField(PostViewerRef, 'reaction', (t) =>
  t.field({
    type: ReactionTypeRef,
    nullable: true,
    description: "The caller's reaction to the post. Null if there is none.",
    resolve: ({ id }, _args, ctx) => load(ctx, ownReactionByPost, id),
  }),
);

builder.objectField(CommentViewerRef, 'reaction', (t) =>
  t.field({
    type: ReactionTypeRef,
    nullable: true,
    description: "The caller's reaction to the comment. Null if there is none, and for a tombstone.",
    resolve: (comment, _args, ctx) =>
      isVisible(comment) ? load(ctx, ownReactionByComment, comment.id) : null,
  }),
);

const TYPE_FILTER = 'Only reactions of this type; all types when omitted.';

listField('postReactions', {
  connection: ReactionConnectionRef,
  description:
    'Reactions to a post by users visible to the caller, most recent first. Null if the caller cannot see the post.',
  access: 'anyone',
  args: (t) => ({
    postId: t.idOf('post', { required: true, description: 'The post.' }),
    type: t({ type: ReactionTypeRef, description: TYPE_FILTER }),
  }),
  order: NEWEST_REACTION_FIRST,
  rows: (ctx, { postId, type }, page) => reactions(ctx, POSTS, { subjectId: postId, type }, page),
});

listField('commentReactions', {
  connection: ReactionConnectionRef,
  description:
    'Reactions to a comment by users visible to the caller, most recent first. Null if the caller cannot see the comment.',
  access: 'anyone',
  args: (t) => ({
    commentId: t.idOf('comment', { required: true, description: 'The comment.' }),
    type: t({ type: ReactionTypeRef, description: TYPE_FILTER }),
  }),
  order: NEWEST_REACTION_FIRST,
  rows: (ctx, { commentId, type }, page) => reactions(ctx, COMMENTS, { subjectId: commentId, type }, page),
});

const UNSEEN = 'Null when the caller cannot see it.';
const NEW_REACTION = { type: ReactionTypeRef, required: true, description: 'The reaction.' } as const;
const POST_PAYLOAD = { post: { type: PostRef, description: 'The post with its new counts.' } } as const;
const COMMENT_PAYLOAD = {
  comment: { type: CommentRef, description: 'The comment with its new counts.' },
} as const;

mutationField('reactToPost', {
  description:
    "Sets the caller's reaction to a post, replacing an earlier one. Succeeds without a change when repeated. Fails with NOT_FOUND if the caller cannot see the post.",
  access: 'user',
  restriction: 'COMMENTING',
  isJudgedByWrite: true,
  budget: REACTION_BUDGET,
  input: (t) => ({
    postId: t.idOf('post', { required: true, description: 'The post.' }),
    type: t.field(NEW_REACTION),
  }),
  payload: POST_PAYLOAD,
  resolve: async (ctx, { postId, type }) => ({ post: await react(ctx, POSTS, { subjectId: postId, type }) }),
});

mutationField('removePostReaction', {
  description:
    "Removes the caller's reaction to a post, also when they no longer see it. Succeeds without a change when there is none.",
  access: 'user',
  restriction: null,
  budget: REACTION_BUDGET,
  input: (t) => ({ postId: t.idOf('post', { required: true, description: 'The post.' }) }),
  payload: { post: { type: PostRef, description: `${POST_PAYLOAD.post.description} ${UNSEEN}` } },
  resolve: async (ctx, { postId }) => ({ post: await removeReaction(ctx, POSTS, { subjectId: postId }) }),
});

mutationField('reactToComment', {
  description:
    "Sets the caller's reaction to a comment, replacing an earlier one. Succeeds without a change when repeated. Fails with NOT_FOUND if the caller cannot see the comment.",
  access: 'user',
  restriction: 'COMMENTING',
  isJudgedByWrite: true,
  budget: REACTION_BUDGET,
  input: (t) => ({
    commentId: t.idOf('comment', { required: true, description: 'The comment.' }),
    type: t.field(NEW_REACTION),
  }),
  payload: COMMENT_PAYLOAD,
  resolve: async (ctx, { commentId, type }) => ({
    comment: await react(ctx, COMMENTS, { subjectId: commentId, type }),
  }),
});

mutationField('removeCommentReaction', {
  description:
    "Removes the caller's reaction to a comment, also when they no longer see it. Succeeds without a change when there is none.",
  access: 'user',
  restriction: null,
  budget: REACTION_BUDGET,
  input: (t) => ({ commentId: t.idOf('comment', { required: true, description: 'The comment.' }) }),
  payload: { comment: { type: CommentRef, description: `${COMMENT_PAYLOAD.comment.description} ${UNSEEN}` } },
  resolve: async (ctx, { commentId }) => ({
    comment: await removeReaction(ctx, COMMENTS, { subjectId: commentId }),
  }),
});
