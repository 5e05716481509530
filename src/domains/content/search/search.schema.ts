import { z } from 'zod';
import { FIRST_ID, LAST_ID, type Order } from '#platform/db/keyset.ts';
import { builder } from '#platform/graphql/builder.ts';
import { connectionType } from '#platform/graphql/connection.ts';
import { enumType } from '#platform/graphql/enum.ts';
import { listField } from '#platform/graphql/list.ts';
import { PostRef } from '../posts/posts.schema.ts';
import type { Post } from '../posts/posts.types.ts';
import { searchPosts } from './search.service.ts';
import type { PostSearchKey, PostSearchSort } from './search.types.ts';

const PostSearchSortRef = enumType<PostSearchSort>('PostSearchSort', {
  description: 'Sort order of found posts.',
  values: {
    RELEVANCE:
      'The newest 300 matches, ranked by nearness of the words, engagement and age. Ranked at the time of the first page: later posts are not in the following pages.',
    NEWEST: 'All matches, newest first.',
  },
});

const PostSearchFiltersRef = builder.inputType('PostSearchFilters', {
  description: 'Conditions on found posts besides the query. An omitted one and null make no difference.',
  fields: (t) => ({
    authorId: t.idOf('user', {
      description:
        'Only posts of this user. Posts of users that are not discoverable are found by their followers or with this.',
    }),
    hashtag: t.string({
      description: 'Only posts with this hashtag, in any case, with or without its `#`.',
    }),
    from: t.field({ type: 'DateTime', description: 'Only posts published at this time or later.' }),
    to: t.field({ type: 'DateTime', description: 'Only posts published before this time.' }),
    hasMedia: t.boolean({
      description:
        'Whether the posts have media: true finds only those with media, false only those without.',
    }),
    following: t.boolean({
      description:
        'Whether the caller follows the authors: true finds only posts of users whom they follow, none for anonymous callers; false only posts of others, their own among them.',
    }),
  }),
});

const FoundPostConnectionRef = connectionType('FoundPost', PostRef, {
  description:
    'Found posts. A page of NEWEST may end before it is full where very many posts are hidden from the caller: then `hasNextPage` is true, and `endCursor` continues.',
});

const RANK_MAX = 2_147_483_647;
/** One millisecond below the last time of the API: a ranking excludes posts from the next millisecond on. */
const RANKED_AT_MS_MAX = 253_402_300_799_998;

/** By rank at one time and, within one rank, by id; NEWEST is the order of rank zero. */
const BY_RANK: Order<Post, PostSearchKey> = {
  key: z.tuple([z.int().min(0).max(RANKED_AT_MS_MAX), z.int().min(0).max(RANK_MAX), z.uuid()]),
  keyOf: ({ id }) => [0, 0, id],
  start: [RANKED_AT_MS_MAX, RANK_MAX, LAST_ID],
  end: [0, 0, FIRST_ID],
};

listField('searchPosts', {
  connection: FoundPostConnectionRef,
  description:
    'Posts that match the query, visible to the caller and not muted; posts of the caller and of the author in `filters` count as not muted. See `docs/guides/search.md`.',
  access: 'anyone',
  budget: { points: 120, windowSeconds: 60, per: 'caller', networkPoints: 1_200 },
  args: (t) => ({
    query: t.string({
      required: true,
      description:
        'The query, 1 to 200 characters: words, phrases (`"…"`) and `#name`, which posts must all match, and `-` before those that exclude posts. The last word also matches as a beginning. Case, accents and scripts make no difference. See `docs/guides/search.md`.',
    }),
    filters: t({ type: PostSearchFiltersRef, description: 'Conditions on found posts besides the query.' }),
    sort: t({ type: PostSearchSortRef, defaultValue: 'RELEVANCE', description: 'Sort order.' }),
  }),
  order: BY_RANK,
  rows: (ctx, args, page) => searchPosts(ctx, args, page),
});
