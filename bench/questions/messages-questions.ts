import type { Client } from 'pg';
import { z } from 'zod';
import { toGlobalId } from '#platform/kernel/ids.ts';
import {
  LARGE_GROUP,
  MESSAGES_WORLD,
  messagesVisitorNumbers,
  seedMessages,
  SMALL_MESSAGES_WORLD,
} from './messages-world.ts';
import { ask } from '../harness/product-server.ts';
import type { Place, Question, QuestionTable } from './questions.ts';
import type { Size } from '../harness/report.ts';

/** Messages of a group of half a million, the inbox of five thousand conversations, and searches in a million messages. */
export function messagesTable(of: Size): QuestionTable {
  const size = of === 'small' ? SMALL_MESSAGES_WORLD : MESSAGES_WORLD;
  return {
    name: 'messages',
    size,
    fill: (client) => seedMessages(client, size),
    visitors: messagesVisitorNumbers(size),
    jobs: [],
    async ask(place) {
      const questions = [...(await lists(place)), unreadCounts, ...(await searches(place))];
      return { questions, changes: [] };
    },
    largeTables: [
      'users',
      'conversations',
      'participants',
      'participant_markers',
      'messages',
      'message_search',
    ],
    // Each visitor can search sixty times a minute.
    schedule: {
      usual: { rounds: 3, loadMs: 300, warmUpMs: 100 },
      full: { rounds: 5, loadMs: 300, warmUpMs: 100 },
    },
  };
}

const PAGE_SIZE = 20;
const MESSAGES_P50_MS_MAX = 5;
const INBOX_P50_MS_MAX = 10;
const SEARCH_P50_MS_MAX = 30;

const MESSAGE = 'id seq createdAt sender { id username } content { __typename text }';
const PAGE = `{ nodes { ${MESSAGE} } pageInfo { hasNextPage endCursor } }`;
const MESSAGES = `query ($id: ID!, $first: Int, $after: String) {
  list: conversationMessages(conversationId: $id, first: $first, after: $after) ${PAGE} }`;
const INBOX = `query ($first: Int, $after: String) { list: myConversations(inbox: PRIMARY, first: $first, after: $after) {
  nodes { id title participantCount updatedAt } pageInfo { hasNextPage endCursor } } }`;
const SEARCH = `query ($text: String!, $id: ID, $first: Int, $after: String) {
  list: searchMessages(query: $text, conversationId: $id, first: $first, after: $after) ${PAGE} }`;

const listAnswer = (nodesMin: number): z.ZodType =>
  z.object({ list: z.object({ nodes: z.array(z.object({ id: z.string() })).min(nodesMin) }) });

const paged = (name: string, query: string, p50MsMax: number, nodesMin = PAGE_SIZE) => ({
  name,
  query,
  isPaged: true,
  p50MsMax,
  answer: listAnswer(nodesMin),
});

async function lists({ client, server, visitor }: Place): Promise<Question[]> {
  const id = await largeGroupId(client);
  const cursors: string[] = [];
  for (let after: string | null = null; cursors.length < DEEP_PAGES;) {
    const asked = { query: MESSAGES, variables: { id, first: 100, after } };
    const { list } = endOfPage.parse(await ask(server, { visitor, asked }));
    cursors.push((after = list.pageInfo.endCursor));
  }
  return [
    {
      ...paged('conversationMessages, first page', MESSAGES, MESSAGES_P50_MS_MAX),
      variables: [{ id, first: PAGE_SIZE }],
    },
    {
      ...paged('conversationMessages, later pages', MESSAGES, MESSAGES_P50_MS_MAX),
      variables: cursors.map((after) => ({ id, first: PAGE_SIZE, after })),
    },
    { ...paged('myConversations, first page', INBOX, INBOX_P50_MS_MAX), variables: [{ first: PAGE_SIZE }] },
  ];
}

const DEEP_PAGES = 40;
const endOfPage = z.object({ list: z.object({ pageInfo: z.object({ endCursor: z.string() }) }) });

const unreadCounts: Question = {
  name: 'myUnreadCounts',
  query: '{ myUnreadCounts { conversationCount mentionConversationCount } }',
  variables: [{}],
  isPaged: false,
  p50MsMax: INBOX_P50_MS_MAX,
  answer: z.object({ myUnreadCounts: z.object({ conversationCount: z.int() }) }),
};

/** Ranks in the vocabulary: the first word is in a quarter of the messages, the last in a few. */
const RANKS = { common: 0, middling: 100, rare: 19_000 };

async function searches({ client }: Place): Promise<Question[]> {
  const id = await largeGroupId(client);
  const [common, middling, rare] = await wordsOf(client, Object.values(RANKS));
  // The space ends the last word, which would match as a beginning, too.
  const texts: readonly (readonly [string, string, number])[] = [
    ['a common word', `${common} `, PAGE_SIZE],
    ['a rare word', `${rare} `, 1],
    ['no message', 'zzzzzzzz ', 0],
    ['two words', `${common} ${middling} `, 1],
    ['a prefix of two letters', common?.slice(0, 2) ?? '', PAGE_SIZE],
  ];
  return texts.flatMap(([kind, text, nodesMin]) => [
    {
      ...paged(`searchMessages, ${kind}`, SEARCH, SEARCH_P50_MS_MAX, nodesMin),
      variables: [{ text, first: PAGE_SIZE }],
    },
    {
      ...paged(`searchMessages of one conversation, ${kind}`, SEARCH, SEARCH_P50_MS_MAX, nodesMin),
      variables: [{ text, id, first: PAGE_SIZE }],
    },
  ]);
}

const idRows = z.tuple([z.object({ id: z.string() })]);
const wordRows = z.array(z.object({ word: z.string() }));

async function largeGroupId(client: Client): Promise<string> {
  const { rows } = await client.query('select id from bench.conversation where n = $1', [LARGE_GROUP]);
  return toGlobalId('conversation', idRows.parse(rows)[0].id);
}

async function wordsOf(client: Client, ranks: readonly number[]): Promise<string[]> {
  const { rows } = await client.query(
    'select bench.word(rank) as word from unnest($1::int[]) with ordinality as given (rank, place) order by place',
    [ranks],
  );
  return wordRows.parse(rows).map(({ word }) => word);
}
