import { builder } from '#platform/graphql/builder.ts';
import { forwardPageArgs } from '#platform/graphql/connection.ts';
import { fromGlobalId } from '#platform/ids.ts';
import { load } from '#platform/loader.ts';
import { quotedPostByQuote } from './posts.loaders.ts';
import { PostConnectionRef, PostRef } from './posts.schema.ts';
import type { Post } from './posts.types.ts';
import { quotes } from './quotes.service.ts';

/** Its value is the post that quotes. */
const QuotedPostRef = builder.objectRef<Post>('QuotedPost').implement({
  description: 'What a post quotes. It has its own visibility: who sees the quote need not see it.',
  fields: (t) => ({
    isAvailable: t.boolean({
      description: 'Whether `post` is there.',
      resolve: async (quote, _args, ctx) => (await load(ctx, quotedPostByQuote, quote.id)) !== null,
    }),
    post: t.field({
      type: PostRef,
      nullable: true,
      description:
        'The quoted post; null when it is gone, when the caller may not see it, and while one of the two authors blocks the other. Why, is not said.',
      resolve: (quote, _args, ctx) => load(ctx, quotedPostByQuote, quote.id),
    }),
  }),
});

builder.objectField(PostRef, 'quotedPost', (t) =>
  t.field({
    type: QuotedPostRef,
    nullable: true,
    description: 'What it quotes; null when it is no quote.',
    resolve: (found) => (found.isQuote ? found : null),
  }),
);

builder.queryField('quotes', (t) =>
  t.field({
    type: PostConnectionRef,
    nullable: true,
    description:
      'The posts that quote a post, as far as the caller may see them and does not mute them, newest first; null when the caller may not see the post.',
    access: 'anyone',
    args: {
      postId: t.arg.id({ required: true, description: 'The quoted post.' }),
      ...forwardPageArgs(t.arg),
    },
    resolve: (_root, { postId, ...page }, ctx) =>
      quotes(ctx, { ...page, postId: fromGlobalId('post', postId) }),
  }),
);
