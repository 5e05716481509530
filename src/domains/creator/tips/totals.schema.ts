import { PostRef } from '#domains/content/posts/posts.schema.ts';
import { builder } from '#platform/graphql/builder.ts';
import { load } from '#platform/request/loader.ts';
import { tipTotalByPost } from './tips.loaders.ts';

builder.objectFields(PostRef, (t) => ({
  tipCount: t.int({
    description: 'Number of settled tips for the post, anonymous ones included.',
    resolve: async (post, _args, ctx) => (await load(ctx, tipTotalByPost, post.id))?.tips ?? 0,
  }),
  tipCoins: t.float({
    description: 'Coins of the settled tips for the post. Exact up to 2⁵³ coins.',
    resolve: async (post, _args, ctx) => (await load(ctx, tipTotalByPost, post.id))?.coins ?? 0,
  }),
}));
