import { z } from 'zod';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { ask } from '../harness/product-server.ts';
import type { Size } from '../harness/report.ts';
import type { Place, Question, QuestionTable } from './questions.ts';
import {
  CREATOR,
  SALES_WORLD,
  type SalesWorldSize,
  seedSales,
  SMALL_SALES_WORLD,
  writersOf,
} from './sales-world.ts';

export const salesWorldOf = (size: Size): SalesWorldSize =>
  size === 'small' ? SMALL_SALES_WORLD : SALES_WORLD;

/** Questions of a creator with many members, and lists in which things for sale are beside the same lists of others. */
export function salesTable(of: Size): QuestionTable {
  const size = salesWorldOf(of);
  return {
    name: 'sales',
    size,
    fill: (client) => seedSales(client, size),
    visitors: [CREATOR],
    jobs: [],
    ask: async (place) => ({ questions: await questionsOf(place, size), changes: [] }),
    largeTables: ['users', 'subscriptions', 'entitlements', 'messages', 'message_locks', 'message_purchases'],
    schedule: {
      usual: { rounds: 5, loadMs: 500, warmUpMs: 300 },
      full: { rounds: 9, loadMs: 1_000, warmUpMs: 300 },
    },
  };
}

const PAGE_SIZE = 20;
const DEEP_PAGES = 8;
const P50_MS_MAX = 10;
const FEW_MEMBERS = 10;

const SUBSCRIBERS = `query ($tierId: ID, $first: Int, $after: String) { list: mySubscribers(tierId: $tierId, first: $first, after: $after) {
  nodes { id state periodEndsAt priceCoins subscriber { id username } tier { id title } } pageInfo { hasNextPage endCursor } } }`;
const STATS = `{ creatorStats { memberCount months { month startedCount endedCount paidCoins earnedCoins refundedCoins } } }`;
export const MESSAGES = `query ($id: ID!, $first: Int, $after: String) { list: conversationMessages(conversationId: $id, first: $first, after: $after) {
  nodes { id seq lock { priceCoins viewer { isUnlocked } } content { __typename text } } pageInfo { hasNextPage endCursor } } }`;
const POSTS = `query ($name: String!, $first: Int, $after: String) { list: userPosts(username: $name, first: $first, after: $after) {
  nodes { id text visibility author { username } } pageInfo { hasNextPage endCursor } } }`;

const endOfPage = z.object({ list: z.object({ pageInfo: z.object({ endCursor: z.string() }) }) });

const listAnswer = (nodes: number): z.ZodType =>
  z.object({ list: z.object({ nodes: z.array(z.object({ id: z.string() })).length(nodes) }) });

async function laterPages(server: Place['server'], visitor: Place['visitor']): Promise<string[]> {
  const cursors: string[] = [];
  for (let after: string | null = null; cursors.length < DEEP_PAGES;) {
    const asked = { query: SUBSCRIBERS, variables: { first: 100, after } };
    const { list } = endOfPage.parse(await ask(server, { visitor, asked }));
    cursors.push((after = list.pageInfo.endCursor));
  }
  return cursors;
}

async function questionsOf({ client, server, visitor }: Place, size: SalesWorldSize): Promise<Question[]> {
  const idOf = async (kind: string, number: number): Promise<string> => {
    const { rows } = await client.query('select bench.id($1, $2)::text as id', [kind, number]);
    return z.tuple([z.object({ id: z.string() })]).parse(rows)[0].id;
  };
  const cursors = await laterPages(server, visitor);
  const tierId = toGlobalId('tier', await idOf('tier', 2));
  const paged = { isPaged: true, answer: listAnswer(PAGE_SIZE) };
  const [first, writers] = [PAGE_SIZE, writersOf(size)];
  const compared = [
    [
      'conversationMessages, 20 texts',
      MESSAGES,
      { id: toGlobalId('conversation', await idOf('plain conversation', CREATOR)) },
    ],
    [
      'conversationMessages, 20 locked',
      MESSAGES,
      { id: toGlobalId('conversation', await idOf('locked conversation', CREATOR)) },
    ],
    ['userPosts, for everybody', POSTS, { name: `user_${writers.forAll}` }],
    ['userPosts, for members', POSTS, { name: `user_${writers.forMembers}` }],
  ] as const;
  return [
    {
      ...paged,
      name: 'mySubscribers, first page',
      query: SUBSCRIBERS,
      p50MsMax: P50_MS_MAX,
      variables: [{ first }],
    },
    {
      ...paged,
      name: 'mySubscribers, later pages',
      query: SUBSCRIBERS,
      p50MsMax: P50_MS_MAX,
      variables: cursors.map((after) => ({ first, after })),
    },
    {
      name: 'mySubscribers, of a tier of ten',
      query: SUBSCRIBERS,
      isPaged: true,
      p50MsMax: P50_MS_MAX,
      variables: [{ first, tierId }],
      answer: listAnswer(FEW_MEMBERS),
    },
    {
      name: 'creatorStats',
      query: STATS,
      isPaged: false,
      p50MsMax: P50_MS_MAX,
      variables: [{}],
      answer: z.object({
        creatorStats: z.object({
          memberCount: z.literal(size.members),
          months: z.array(z.unknown()).min(23),
        }),
      }),
    },
    ...compared.map(([name, query, variables]) => ({
      ...paged,
      name,
      query,
      p50MsMax: null,
      variables: [{ first, ...variables }],
    })),
  ];
}
