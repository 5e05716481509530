import { builder } from '#platform/graphql/builder.ts';
import { connectionOf, forwardPageArgs } from '#platform/graphql/connection.ts';
import { enumOf } from '#platform/graphql/enum.ts';
import { fromGlobalId } from '#platform/ids.ts';
import { PostRef } from '../posts/posts.schema.ts';
import { searchPosts } from './search.service.ts';
import type { PostSearchSort } from './search.types.ts';

const PostSearchSortRef = enumOf<PostSearchSort>('PostSearchSort', {
  description: 'In which order found posts come.',
  values: {
    RELEVANCE:
      'Of the newest 300 those first that have the words near to one another, that most is done with, and that are not old. Ranked at the moment of the first page: what is published later is not in the pages behind it.',
    NEWEST: 'What was published last comes first. All of them.',
  },
});

const PostSearchFiltersRef = builder.inputType('PostSearchFilters', {
  description: 'What found posts have to be besides. What is left out makes no difference.',
  fields: (t) => ({
    authorId: t.id({ description: 'Only posts of this person.' }),
    hashtag: t.string({
      description: 'Only posts with this hashtag, in any case, with or without its `#`.',
    }),
    from: t.field({ type: 'DateTime', description: 'Only posts published at this moment or later.' }),
    to: t.field({ type: 'DateTime', description: 'Only posts published before this moment.' }),
    hasMedia: t.boolean({ description: 'Whether only posts with media; false makes no difference.' }),
    following: t.boolean({
      description:
        'Whether only posts of people whom the caller follows, of whom anonymous callers have none; false makes no difference.',
    }),
  }),
});

const FoundPostConnectionRef = connectionOf('FoundPost', PostRef, {
  description:
    'Posts that were found. A page of NEWEST that would have to look at very many posts hidden from the caller ends before it is full: then `hasNextPage` is true, and `endCursor` leads on.',
});

builder.queryField('searchPosts', (t) =>
  t.field({
    type: FoundPostConnectionRef,
    nullable: true,
    description:
      'The posts that have every word of a text, as far as the caller may see them and has not muted them; their own are never muted, and neither is the author that `filters` names. Case, accents and the difference of scripts do not count. What stands in quotation marks is found in this very order, `#name` finds the hashtag, and a `-` before any of these finds posts without it. The last word may be a beginning, unless a space follows it or it has fewer than 3 Latin letters. A text that asks for nothing but signs, or only says what posts must not have, finds nothing. Posts of people who do not want to be found are found by those who follow them, or with their `authorId`. A post is found some seconds after it is published.',
    access: 'anyone',
    budget: { points: 120, windowSeconds: 60, per: 'ip' },
    args: {
      query: t.arg.string({
        required: true,
        description:
          'What is searched for, 1 to 200 characters; of more than 10 words and phrases the first 10 count, of a phrase its first 16 words.',
      }),
      filters: t.arg({ type: PostSearchFiltersRef, description: 'What found posts have to be besides.' }),
      sort: t.arg({ type: PostSearchSortRef, defaultValue: 'RELEVANCE', description: 'In which order.' }),
      ...forwardPageArgs(t.arg),
    },
    resolve: (_root, { filters, sort, ...args }, ctx) =>
      searchPosts(ctx, {
        ...args,
        sort: sort ?? 'RELEVANCE',
        filters: {
          authorId: filters?.authorId == null ? null : fromGlobalId('user', filters.authorId),
          hashtag: filters?.hashtag ?? null,
          from: filters?.from ?? null,
          to: filters?.to ?? null,
          hasMedia: filters?.hasMedia ?? false,
          following: filters?.following ?? false,
        },
      }),
  }),
);
