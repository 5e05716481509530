import { UserRef } from '#domains/identity/users/users.schema.ts';
import { builder } from '#platform/graphql/builder.ts';
import { forwardPageArgs } from '#platform/graphql/connection.ts';
import { mutationField } from '#platform/graphql/mutation.ts';
import { fromGlobalId } from '#platform/ids.ts';
import { load } from '#platform/loader.ts';
import { postCountersById } from '../posts/posts.loaders.ts';
import { PostRef, PostViewerRef } from '../posts/posts.schema.ts';
import { postReactions, reactToPost, removePostReaction } from './post-reactions.service.ts';
import { ownReactionByPost, sampleReactorsByPost } from './reactions.loaders.ts';
import {
  REACTION_BUDGET,
  ReactionConnectionRef,
  ReactionCountsRef,
  ReactionTypeRef,
  SAMPLE_DESCRIPTION,
} from './reactions.schema.ts';
import type { ReactionCounts } from './reactions.types.ts';

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
    description: 'How many people reacted how.',
    // Nothing is counted of a post that is erased at this moment.
    resolve: async (found, _args, ctx) => (await load(ctx, postCountersById, found.id)) ?? NO_REACTIONS,
  }),
  sampleReactors: t.field({
    type: [UserRef],
    description: SAMPLE_DESCRIPTION,
    extensions: { listSize: 3 },
    resolve: async (found, _args, ctx) => [...((await load(ctx, sampleReactorsByPost, found.id)) ?? [])],
  }),
}));

builder.objectField(PostViewerRef, 'reaction', (t) =>
  t.field({
    type: ReactionTypeRef,
    nullable: true,
    description: 'What the caller feels about the post; null when they have not reacted.',
    resolve: (found, _args, ctx) => load(ctx, ownReactionByPost, found.id),
  }),
);

builder.queryField('postReactions', (t) =>
  t.field({
    type: ReactionConnectionRef,
    nullable: true,
    description:
      'Who reacted to a post, who did last first; only people whom the caller may see. Null when the caller may not see the post.',
    access: 'anyone',
    args: {
      postId: t.arg.id({ required: true, description: 'The post.' }),
      type: t.arg({ type: ReactionTypeRef, description: 'Those with this type alone; all when left out.' }),
      ...forwardPageArgs(t.arg),
    },
    resolve: (_root, { postId, ...args }, ctx) =>
      postReactions(ctx, { ...args, postId: fromGlobalId('post', postId) }),
  }),
);

mutationField('reactToPost', {
  description:
    'Says what the caller feels about a post, in place of what they said before. The same type again is success. NOT_FOUND when the caller may not see the post.',
  access: 'user',
  restriction: 'COMMENTING',
  budget: REACTION_BUDGET,
  input: (t) => ({
    postId: t.id({ required: true, description: 'The post.' }),
    type: t.field({ type: ReactionTypeRef, required: true, description: 'What the caller feels.' }),
  }),
  payload: { post: { type: PostRef, description: 'The post with its new counts.' } },
  resolve: async (ctx, { postId, type }) => ({
    post: await reactToPost(ctx, { postId: fromGlobalId('post', postId), type }),
  }),
});

mutationField('removePostReaction', {
  description:
    'Takes back what the caller said of a post. Repeating it is success. NOT_FOUND when the caller may not see the post.',
  access: 'user',
  restriction: null,
  budget: REACTION_BUDGET,
  input: (t) => ({ postId: t.id({ required: true, description: 'The post.' }) }),
  payload: { post: { type: PostRef, description: 'The post with its new counts.' } },
  resolve: async (ctx, { postId }) => ({
    post: await removePostReaction(ctx, { postId: fromGlobalId('post', postId) }),
  }),
});
