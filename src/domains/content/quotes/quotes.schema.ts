import { NEWEST_FIRST } from '#platform/db/keyset.ts';
import { builder } from '#platform/graphql/builder.ts';
import { listField } from '#platform/graphql/list.ts';
import { load } from '#platform/request/loader.ts';
import { quotedPostByQuote } from '../posts/posts.loaders.ts';
import { PostConnectionRef, PostRef } from '../posts/posts.schema.ts';
import type { Post } from '../posts/posts.types.ts';
import { postQuotes } from './quotes.service.ts';

/** Backed by the quoting post. */
const QuotedPostRef = builder.objectRef<Post>('QuotedPost').implement({
  description: 'The quoted post. It has its own visibility: a viewer of the quote may not see it.',
  fields: (t) => ({
    isAvailable: t.boolean({
      description: 'Whether `post` is not null.',
      resolve: async (quote, _args, ctx) => (await load(ctx, quotedPostByQuote, quote.id)) !== null,
    }),
    post: t.field({
      type: PostRef,
      nullable: true,
      description:
        'The quoted post. Null, without a reason, if it is deleted, the caller cannot see it, or one of the two authors blocks the other.',
      resolve: (quote, _args, ctx) => load(ctx, quotedPostByQuote, quote.id),
    }),
  }),
});

builder.objectField(PostRef, 'quotedPost', (t) =>
  t.field({
    type: QuotedPostRef,
    nullable: true,
    description: 'The quoted post. Null if the post is not a quote.',
    resolve: (found) => (found.isQuote ? found : null),
  }),
);

listField('postQuotes', {
  connection: PostConnectionRef,
  description:
    'Quotes of a post, visible to the caller and not muted, newest first. Null if the caller cannot see the post.',
  access: 'anyone',
  args: (t) => ({ postId: t.idOf('post', { required: true, description: 'The quoted post.' }) }),
  order: NEWEST_FIRST,
  rows: (ctx, { postId }, page) => postQuotes(ctx, postId, page),
});
