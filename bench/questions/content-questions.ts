import { z } from 'zod';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { reactions as reactionChange, views as viewChange } from './content-changes.ts';
import { seedHashtags } from './content-hashtags.ts';
import { findSampleIds } from './content-sample-ids.ts';
import { seedSearch } from './content-search.ts';
import { seedThread } from './content-thread.ts';
import { CONTENT_WORLD, contentVisitorNumbers, seedContent, SMALL_CONTENT_WORLD } from './content-world.ts';
import { vacuumFilled } from '../harness/bulk.ts';
import type { Question, QuestionTable } from './questions.ts';
import type { Size } from '../harness/report.ts';

/**
 * Questions about content: a discussion of a hundred thousand comments, reactions to one post, views, hashtags,
 * searches in a million posts.
 */
export function contentTable(of: Size): QuestionTable {
  const size = of === 'small' ? SMALL_CONTENT_WORLD : CONTENT_WORLD;
  return {
    name: 'content',
    size,
    async fill(client) {
      await seedContent(client, size);
      await seedThread(client, size);
      await seedHashtags(client, size);
      await seedSearch(client);
      await vacuumFilled(client);
      await client.query('checkpoint');
    },
    visitors: contentVisitorNumbers(size),
    jobs: ['hashtags.findTrends', 'explore.rank'],
    async ask(place) {
      const places = await findSampleIds(place);
      return {
        questions: contentQuestions(places),
        changes: [reactionChange(places.postId), viewChange(places.viewedIds)],
      };
    },
    largeTables: [
      'users',
      'posts',
      'post_counters',
      'post_search',
      'post_hashtags',
      'post_reactions',
      'comments',
      'hashtags',
      'hashtag_hours',
    ],
    schedule: {
      usual: { rounds: 3, loadMs: 700, warmUpMs: 300 },
      // The visitors' tokens expire after this.
      full: { rounds: 5, loadMs: 1_000, warmUpMs: 500 },
    },
  };
}

const PAGE_SIZE = 20;
const LIST_P50_MS_MAX = 10;
const TRENDS_P50_MS_MAX = 20;
const SEARCH_P50_MS_MAX = 50;
/** The levels of a thread that a client renders at once, each with a few replies. */
const REPLIES = 3;

const POST = `id text createdAt author { id username } reactionCounts { total } viewer { reaction }`;
const COMMENT = `id text createdAt replyCount author { id username } reactionCounts { total } viewer { reaction }`;
const LISTED_POSTS = `{ nodes { ${POST} } pageInfo { hasNextPage endCursor } }`;
const LISTED_COMMENTS = `{ nodes { ${COMMENT} } pageInfo { hasNextPage endCursor } }`;

const listAnswer = (nodesMin: number): z.ZodType =>
  z.object({ list: z.object({ nodes: z.array(z.object({ id: z.string() })).min(nodesMin) }) });

/** Sample ids and cursors for the questions. */
export type ContentSampleIds = {
  readonly postId: string;
  /** Comments with many replies, and comments at the greatest depth. */
  readonly busyComments: readonly string[];
  readonly deepComments: readonly string[];
  /** Cursors at even distances in the thread, by its orders. */
  readonly cursors: Readonly<Record<'NEWEST' | 'OLDEST' | 'TOP', readonly string[]>>;
  /** Hashtags from the most to the least used. */
  readonly hashtags: readonly string[];
  /** Words by number of posts. */
  readonly words: {
    readonly common: readonly string[];
    readonly middling: readonly string[];
    readonly rare: readonly string[];
  };
  /** Posts to report views of. */
  readonly viewedIds: readonly string[];
};

function contentQuestions(places: ContentSampleIds): Question[] {
  return [...threads(places), ...reactions(places), ...hashtags(places), ...searches(places), explore];
}

function threads({ postId, busyComments, deepComments, cursors }: ContentSampleIds): Question[] {
  const id = toGlobalId('post', postId);
  const firstPages = (['TOP', 'NEWEST', 'OLDEST'] as const).map((sort) => ({
    ...paged(`postComments, ${sort}, first page`, commentsOf(LISTED_COMMENTS)),
    variables: [{ id, sort, first: PAGE_SIZE }],
  }));
  const deepPages = (['TOP', 'NEWEST', 'OLDEST'] as const).map((sort) => ({
    ...paged(`postComments, ${sort}, deep in the list`, commentsOf(LISTED_COMMENTS)),
    variables: cursors[sort].map((after) => ({ id, sort, first: PAGE_SIZE, after })),
  }));
  return [
    ...firstPages,
    ...deepPages,
    {
      ...paged('postComments with two levels of replies', commentsOf(nested(2))),
      variables: [{ id, sort: 'OLDEST', first: PAGE_SIZE }],
    },
    {
      ...paged(
        'replies of one comment',
        `query ($id: ID!, $first: Int, $after: String) { comment(id: $id) {
          id list: replies(first: $first, after: $after) ${LISTED_COMMENTS} } }`,
      ),
      isPaged: false,
      variables: busyComments.map((comment) => ({ id: toGlobalId('comment', comment), first: PAGE_SIZE })),
      answer: z.object({ comment: listAnswer(PAGE_SIZE) }),
    },
    {
      ...single('comment at depth 50 with its ancestors'),
      query: `query ($id: ID!) { comment(id: $id) { ${COMMENT} depth ancestors { ${COMMENT} } } }`,
      variables: deepComments.map((comment) => ({ id: toGlobalId('comment', comment) })),
      answer: z.object({
        comment: z.object({ depth: z.literal(50), ancestors: z.array(z.object({})).length(49) }),
      }),
    },
  ];
}

const commentsOf = (selection: string): string =>
  `query ($id: ID!, $sort: CommentSort!, $first: Int, $after: String) {
    list: postComments(postId: $id, sort: $sort, first: $first, after: $after) ${selection} }`;

function nested(levels: number): string {
  const replies = levels === 0 ? '' : `replies(first: ${REPLIES}) ${nested(levels - 1)}`;
  return `{ nodes { ${COMMENT} ${replies} } pageInfo { hasNextPage endCursor } }`;
}

function reactions({ postId }: ContentSampleIds): Question[] {
  const id = toGlobalId('post', postId);
  return [
    {
      ...paged(
        'postReactions',
        `query ($id: ID!, $first: Int, $after: String) { list: postReactions(postId: $id, first: $first, after: $after) {
          nodes { type user { id username } } pageInfo { hasNextPage endCursor } } }`,
      ),
      variables: [{ id, first: PAGE_SIZE }],
      answer: z.object({
        list: z.object({ nodes: z.array(z.object({ type: z.string() })).length(PAGE_SIZE) }),
      }),
    },
    {
      ...single('post with all counters and sample people'),
      query: `query ($id: ID!) { post(id: $id) { ${POST} commentCount repostCount quoteCount viewCount
        sampleReactors { id username } } }`,
      variables: [{ id }],
      answer: z.object({ post: z.object({ sampleReactors: z.array(z.object({})).length(3) }) }),
    },
  ];
}

function hashtags({ hashtags: names }: ContentSampleIds): Question[] {
  return [
    {
      ...paged(
        'trendingHashtags',
        `query ($first: Int, $after: String) { list: trendingHashtags(first: $first, after: $after) {
          nodes { id name postCount history { useCount accountCount } } pageInfo { hasNextPage endCursor } } }`,
      ),
      variables: [{ first: PAGE_SIZE }],
      p50MsMax: TRENDS_P50_MS_MAX,
    },
    {
      ...paged('hashtagPosts, much used', hashtagPosts),
      variables: names.slice(0, 10).map((name) => ({ name, first: PAGE_SIZE })),
      answer: listAnswer(PAGE_SIZE),
    },
    {
      ...paged('hashtagPosts, little used', hashtagPosts),
      variables: names.slice(-10).map((name) => ({ name, first: PAGE_SIZE })),
      answer: listAnswer(1),
    },
  ];
}

const hashtagPosts = `query ($name: String!, $first: Int, $after: String) {
  list: hashtagPosts(name: $name, first: $first, after: $after) ${LISTED_POSTS} }`;

function searches({ words }: ContentSampleIds): Question[] {
  const kinds = Object.entries(words).flatMap(([kind, texts]) =>
    (['RELEVANCE', 'NEWEST'] as const).flatMap((sort) =>
      texts.map((text) => ({
        ...paged(`searchPosts, ${kind} word, ${sort}`, SEARCH),
        variables: [{ text, sort, first: PAGE_SIZE }],
        p50MsMax: SEARCH_P50_MS_MAX,
        answer: listAnswer(1),
      })),
    ),
  );
  const pairs = words.common.map((word, index) => `${word} ${words.middling[index] ?? ''}`);
  return [
    ...kinds,
    ...pairs.map((text) => ({
      ...paged('searchPosts, a common and a middling word', SEARCH),
      variables: [{ text, sort: 'RELEVANCE', first: PAGE_SIZE }],
      p50MsMax: SEARCH_P50_MS_MAX,
      answer: listAnswer(0),
    })),
  ];
}

const SEARCH = `query ($text: String!, $sort: PostSearchSort!, $first: Int, $after: String) {
  list: searchPosts(query: $text, sort: $sort, first: $first, after: $after) ${LISTED_POSTS} }`;

const explore: Question = {
  ...paged(
    'exploreFeed',
    `query ($first: Int, $after: String) { list: exploreFeed(first: $first, after: $after) ${LISTED_POSTS} }`,
  ),
  variables: [{ first: PAGE_SIZE }],
  answer: listAnswer(PAGE_SIZE),
};

function paged(name: string, query: string): Omit<Question, 'variables'> {
  return { name, query, isPaged: true, p50MsMax: LIST_P50_MS_MAX, answer: listAnswer(PAGE_SIZE) };
}

function single(name: string): Pick<Question, 'name' | 'isPaged' | 'p50MsMax'> {
  return { name, isPaged: false, p50MsMax: LIST_P50_MS_MAX };
}
