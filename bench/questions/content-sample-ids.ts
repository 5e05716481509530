import type { Client } from 'pg';
import { z } from 'zod';
import { toGlobalId } from '#platform/kernel/ids.ts';
import type { ContentSampleIds } from './content-questions.ts';
import { DISCUSSED } from './content-world.ts';
import { ask } from '../harness/product-server.ts';
import type { ProductServer } from '../harness/product-server.ts';
import type { Place } from './questions.ts';
import type { Visitor } from '../harness/tokens.ts';

const BUSY_COMMENTS = 50;
const BUSY_REPLIES = 40;
const DEEP_COMMENTS = 30;
const DEEPEST = 50;
const WORDS_OF_KIND = 3;
const PAGE_SIZE = 100;
const VIEWED_POSTS = 20_000;

/** Reads the sample ids for the questions, and pages through the whole thread once in each order. */
export async function findSampleIds({ client, server, visitor }: Place): Promise<ContentSampleIds> {
  const postId = await idOf(client, `select bench.id('post', $1::int) as id`, [DISCUSSED]);
  const [top, newest, oldest] = [
    await walkThread(server, visitor, { postId, sort: 'TOP' }),
    await walkThread(server, visitor, { postId, sort: 'NEWEST' }),
    await walkThread(server, visitor, { postId, sort: 'OLDEST' }),
  ];
  const sets = [top, newest, oldest].map(({ ids }) => [...new Set(ids)].sort().join());
  if (new Set(sets).size !== 1) throw new Error('The orders of a thread do not have the same comments.');
  return {
    postId,
    busyComments: await idsOf(
      client,
      'select id from comments where reply_count >= $1 order by reply_count desc limit $2',
      [BUSY_REPLIES, BUSY_COMMENTS],
    ),
    deepComments: await idsOf(client, 'select id from comments where depth = $1 order by id limit $2', [
      DEEPEST,
      DEEP_COMMENTS,
    ]),
    cursors: { TOP: top.cursors, NEWEST: newest.cursors, OLDEST: oldest.cursors },
    hashtags: await textsOf(
      client,
      'select name as text from hashtags where post_count > 0 order by post_count desc, name',
    ),
    words: {
      common: await wordsOfRank(client, 0),
      middling: await wordsOfRank(client, 50),
      rare: await wordsOfRank(client, 12_000),
    },
    viewedIds: await idsOf(
      client,
      'select id from posts where deleted_at is null order by id desc limit $1',
      [VIEWED_POSTS],
    ),
  };
}

const threadPage = z.object({
  list: z.object({
    nodes: z.array(z.object({ id: z.string() })),
    pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() }),
  }),
});

const THREAD = `query ($id: ID!, $sort: CommentSort!, $first: Int, $after: String) {
  list: postComments(postId: $id, sort: $sort, first: $first, after: $after) {
    nodes { id } pageInfo { hasNextPage endCursor } } }`;

type Walk = { readonly ids: readonly string[]; readonly cursors: readonly string[] };

/** @throws Error when a comment is repeated */
async function walkThread(
  server: ProductServer,
  visitor: Visitor,
  { postId, sort }: { postId: string; sort: string },
): Promise<Walk> {
  const ids: string[] = [];
  const cursors: string[] = [];
  let after: string | null = null;
  do {
    const variables = { id: toGlobalId('post', postId), sort, first: PAGE_SIZE, after };
    const { list } = threadPage.parse(await ask(server, { visitor, asked: { query: THREAD, variables } }));
    ids.push(...list.nodes.map(({ id }) => id));
    after = list.pageInfo.hasNextPage ? list.pageInfo.endCursor : null;
    if (after !== null) cursors.push(after);
  } while (after !== null);
  if (new Set(ids).size !== ids.length) throw new Error(`A comment came twice in the order ${sort}.`);
  // The last page is a short one.
  return { ids, cursors: cursors.slice(0, -1) };
}

/** Words with the frequency of these ranks in the vocabulary. */
const wordsOfRank = (client: Client, rank: number): Promise<string[]> =>
  textsOf(client, 'select bench.word(n) as text from generate_series($1::int, $1::int + $2::int - 1) n', [
    rank,
    WORDS_OF_KIND,
  ]);

const idRows = z.array(z.object({ id: z.string() }));
const textRows = z.array(z.object({ text: z.string() }));

async function idsOf(client: Client, text: string, values: readonly unknown[]): Promise<string[]> {
  return idRows.parse((await client.query(text, [...values])).rows).map(({ id }) => id);
}

async function idOf(client: Client, text: string, values: readonly unknown[]): Promise<string> {
  const [id] = await idsOf(client, text, values);
  if (id === undefined) throw new Error('The world lacks what the questions are about.');
  return id;
}

async function textsOf(client: Client, text: string, values: readonly unknown[] = []): Promise<string[]> {
  return textRows.parse((await client.query(text, [...values])).rows).map((row) => row.text);
}
