import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { z } from 'zod';
import { patternOf } from '#domains/graph/mutes/muted-words.policy.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { DISCUSSED } from '../questions/content-world.ts';
import { send } from './hostile-requests.ts';
import { startLoadGenerator } from '../harness/measure.ts';
import type { LoadGenerator } from '../harness/measure.ts';
import { requestText } from '../harness/product-server.ts';
import type { ProductServer } from '../harness/product-server.ts';
import { median } from '../harness/report.ts';
import type { Visitor } from '../harness/tokens.ts';

const PHRASES = 200;
const PAGE_SIZE = 20;
const LARGE_PAGE_SIZE = 100;
const PARALLEL_PAGES = 12;
const REFUSED_PAUSE_MS = 200;
const WARM_UP_MS = 500;

type List = {
  readonly name: string;
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
  /** A word that most of its texts contain. */
  readonly word: string;
  /** Whether one user may ask for it as often as for other lists. */
  readonly isUnlimited: boolean;
};

/** Kinds of phrases, by what a text of the list has of them. None of them hides a text. */
const KINDS = {
  'no phrases': () => [],
  'a first word': () => phrasesOf((number) => `a ${'x'.repeat(60)}${number}`),
  'the longest word': ({ word }: List) => phrasesOf((number) => `${word} ${number}`),
};
type Kind = keyof typeof KINDS;

const phrasesOf = (phraseOf: (number: number) => string): string[] =>
  Array.from({ length: PHRASES }, (_, index) => phraseOf(index));

type Scene = { readonly client: Client; readonly server: ProductServer };

export type PhraseMeasurement = { readonly list: string; readonly p50Ms: Readonly<Record<Kind, number>> };

/** Reads each list by users without and with 200 muted phrases, in turns, so that other load affects all of them. */
export async function measurePhrases(
  { client, server }: Scene,
  visitors: readonly Visitor[],
  { rounds, loadMs }: { rounds: number; loadMs: number },
): Promise<PhraseMeasurement[]> {
  const measured: PhraseMeasurement[] = [];
  for (const list of await listsOf(client)) {
    const requests = visitors.map((visitor) =>
      requestText({
        visitor,
        asked: { query: list.query, variables: { ...list.variables, first: PAGE_SIZE } },
      }),
    );
    const p50sMs: Record<Kind, number[]> = { 'no phrases': [], 'a first word': [], 'the longest word': [] };
    await withGenerator(async (generator) => {
      const load = async (durationMs: number): Promise<number> =>
        (await generator.load({ port: server.port, requests, offset: 0, connections: 1, durationMs })).p50Ms;
      for (let round = 0; round < rounds; round += 1) {
        for (const [kind, p50s] of Object.entries(p50sMs)) {
          // The keys are those of the object above.
          await setPhrases(client, visitors, KINDS[kind as Kind](list));
          await load(loadMs / 2);
          p50s.push(await load(loadMs));
        }
      }
    });
    measured.push({
      list: list.name,
      p50Ms: {
        'no phrases': median(p50sMs['no phrases']),
        'a first word': median(p50sMs['a first word']),
        'the longest word': median(p50sMs['the longest word']),
      },
    });
  }
  return measured;
}

export type NeighbourMeasurement = {
  readonly phrases: Kind;
  readonly pages: number;
  readonly otherP50Ms: number;
  readonly otherP99Ms: number;
};

/**
 * One user with the budget of production reads large pages over 12 connections, as many as it admits, while others ask in
 * turn who they are.
 */
export async function measureNeighbour(
  { client, server }: Scene,
  {
    attackers,
    others,
    loadMs,
  }: { attackers: readonly Visitor[]; others: readonly Visitor[]; loadMs: number },
): Promise<NeighbourMeasurement[]> {
  const lists = (await listsOf(client)).filter(({ isUnlimited }) => isUnlimited);
  const requests = others.map((visitor) =>
    requestText({ visitor, asked: { query: '{ me { id } }', variables: {} } }),
  );
  const probing = { port: server.port, requests, offset: 0, connections: 1 };
  const measured: NeighbourMeasurement[] = [];
  for (const [index, kind] of (['no phrases', 'a first word', 'the longest word'] as const).entries()) {
    const attacker = attackers[index]!; // Each kind has one, with a budget of their own.
    await setPhrases(client, [attacker], lists.flatMap(KINDS[kind]).filter(isDistinct).slice(0, PHRASES));
    await withGenerator(async (generator) => {
      await generator.load({ ...probing, durationMs: WARM_UP_MS });
      const [{ p50Ms, p99Ms }, pages] = await Promise.all([
        generator.load({ ...probing, durationMs: loadMs }),
        readPages(server, { attacker, lists, durationMs: loadMs }),
      ]);
      measured.push({ phrases: kind, pages, otherP50Ms: p50Ms, otherP99Ms: p99Ms });
    });
  }
  return measured;
}

/** @returns the number of pages that were not refused */
async function readPages(
  server: ProductServer,
  { attacker, lists, durationMs }: { attacker: Visitor; lists: readonly List[]; durationMs: number },
): Promise<number> {
  const endMs = performance.now() + durationMs;
  let pages = 0;
  const readOn = async (connection: number): Promise<void> => {
    while (performance.now() < endMs) {
      const { query, variables } = lists[(connection + pages) % lists.length]!; // There are lists.
      const answer = await send(server, {
        source: query,
        variables: { ...variables, first: LARGE_PAGE_SIZE },
        visitor: attacker,
      });
      if (answer === 'OK') pages += 1;
      else if (answer === 'RATE_LIMITED') await sleep(REFUSED_PAUSE_MS);
      else throw new Error(`A page was answered with ${answer}.`);
    }
  };
  await Promise.all(Array.from({ length: PARALLEL_PAGES }, (_, connection) => readOn(connection)));
  return pages;
}

const isDistinct = (phrase: string, index: number, phrases: readonly string[]): boolean =>
  phrases.indexOf(phrase) === index;

async function withGenerator(work: (generator: LoadGenerator) => Promise<void>): Promise<void> {
  const generator = startLoadGenerator();
  try {
    await work(generator);
  } finally {
    await generator.stop();
  }
}

async function setPhrases(
  client: Client,
  visitors: readonly Visitor[],
  phrases: readonly string[],
): Promise<void> {
  const userIds = visitors.map(({ userId }) => userId);
  await client.query('delete from muted_words where user_id = any($1::uuid[])', [userIds]);
  await client.query(INSERT_PHRASES, [
    userIds,
    phrases,
    phrases.map((phrase) => patternOf(phrase, ['TEXT'])),
  ]);
  await client.query('vacuum analyze muted_words');
}

const INSERT_PHRASES = `
  insert into muted_words (id, user_id, phrase, targets, pattern, created_at)
  select gen_random_uuid(), user_id, phrase, '{TEXT}', pattern, now()
  from unnest($1::uuid[]) user_id, unnest($2::text[], $3::text[]) muted (phrase, pattern)`;

const words = z.tuple([z.object({ word: z.string(), postId: z.string() })]);

async function listsOf(client: Client): Promise<List[]> {
  const { rows } = await client.query(`select bench.word(0) as word, bench.id('post', $1::int) as "postId"`, [
    DISCUSSED,
  ]);
  const [{ word, postId }] = words.parse(rows);
  const posts = '{ nodes { id text author { id username } } }';
  return [
    {
      name: 'feed',
      query: `query ($first: Int) { feed(first: $first) ${posts} }`,
      variables: {},
      word,
      isUnlimited: true,
    },
    {
      name: 'searchPosts',
      query: `query ($first: Int, $text: String!) { searchPosts(first: $first, query: $text) ${posts} }`,
      variables: { text: word },
      word,
      isUnlimited: false,
    },
    {
      name: 'postComments',
      query: `query ($first: Int, $id: ID!) { postComments(first: $first, postId: $id) {
        nodes { id text author { id username } } } }`,
      variables: { id: toGlobalId('post', postId) },
      word: 'comment',
      isUnlimited: true,
    },
    {
      name: 'exploreFeed',
      query: `query ($first: Int) { exploreFeed(first: $first) ${posts} }`,
      variables: {},
      word,
      isUnlimited: true,
    },
  ];
}
