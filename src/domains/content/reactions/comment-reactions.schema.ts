import { UserRef } from '#domains/identity/users/users.schema.ts';
import { builder } from '#platform/graphql/builder.ts';
import { forwardPageArgs } from '#platform/graphql/connection.ts';
import { mutationField } from '#platform/graphql/mutation.ts';
import { fromGlobalId } from '#platform/ids.ts';
import { load } from '#platform/loader.ts';
import { isVisible } from '../comments/comments.policy.ts';
import { CommentRef, CommentViewerRef } from '../comments/comments.schema.ts';
import { commentReactions, reactToComment, removeCommentReaction } from './comment-reactions.service.ts';
import { ownReactionByComment, sampleReactorsByComment } from './reactions.loaders.ts';
import {
  REACTION_BUDGET,
  ReactionConnectionRef,
  ReactionCountsRef,
  ReactionTypeRef,
  SAMPLE_DESCRIPTION,
} from './reactions.schema.ts';

builder.objectFields(CommentRef, (t) => ({
  reactionCounts: t.field({
    type: ReactionCountsRef,
    description: 'How many people reacted how; none for a tombstone.',
    resolve: (found) => found,
  }),
  sampleReactors: t.field({
    type: [UserRef],
    description: `${SAMPLE_DESCRIPTION} Nobody for a tombstone.`,
    extensions: { listSize: 3 },
    resolve: async (found, _args, ctx) =>
      isVisible(found) ? [...((await load(ctx, sampleReactorsByComment, found.id)) ?? [])] : [],
  }),
}));

builder.objectField(CommentViewerRef, 'reaction', (t) =>
  t.field({
    type: ReactionTypeRef,
    nullable: true,
    description:
      'What the caller feels about the comment; null when they have not reacted, and for a tombstone.',
    resolve: (found, _args, ctx) => (isVisible(found) ? load(ctx, ownReactionByComment, found.id) : null),
  }),
);

builder.queryField('commentReactions', (t) =>
  t.field({
    type: ReactionConnectionRef,
    nullable: true,
    description:
      'Who reacted to a comment, who did last first; only people whom the caller may see. Null when the caller may not see the comment.',
    access: 'anyone',
    args: {
      commentId: t.arg.id({ required: true, description: 'The comment.' }),
      type: t.arg({ type: ReactionTypeRef, description: 'Those with this type alone; all when left out.' }),
      ...forwardPageArgs(t.arg),
    },
    resolve: (_root, { commentId, ...args }, ctx) =>
      commentReactions(ctx, { ...args, commentId: fromGlobalId('comment', commentId) }),
  }),
);

mutationField('reactToComment', {
  description:
    'Says what the caller feels about a comment, in place of what they said before. The same type again is success. NOT_FOUND when the caller may not see the comment.',
  access: 'user',
  restriction: 'COMMENTING',
  budget: REACTION_BUDGET,
  input: (t) => ({
    commentId: t.id({ required: true, description: 'The comment.' }),
    type: t.field({ type: ReactionTypeRef, required: true, description: 'What the caller feels.' }),
  }),
  payload: { comment: { type: CommentRef, description: 'The comment with its new counts.' } },
  resolve: async (ctx, { commentId, type }) => ({
    comment: await reactToComment(ctx, { commentId: fromGlobalId('comment', commentId), type }),
  }),
});

mutationField('removeCommentReaction', {
  description:
    'Takes back what the caller said of a comment. Repeating it is success. NOT_FOUND when the caller may not see the comment.',
  access: 'user',
  restriction: null,
  budget: REACTION_BUDGET,
  input: (t) => ({ commentId: t.id({ required: true, description: 'The comment.' }) }),
  payload: { comment: { type: CommentRef, description: 'The comment with its new counts.' } },
  resolve: async (ctx, { commentId }) => ({
    comment: await removeCommentReaction(ctx, { commentId: fromGlobalId('comment', commentId) }),
  }),
});
