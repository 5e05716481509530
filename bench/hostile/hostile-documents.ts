import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { buildSchemas } from '#api/schema.ts';
import { defaultLimits } from '#domains/modules.ts';
import { dearestDocuments } from '#test/support/transport/dearest-documents.ts';
import { familyCpuMs, processCpuMs, residentMemory } from '../harness/cpu.ts';
import { send } from './hostile-requests.ts';
import { startLoadGenerator } from '../harness/measure.ts';
import type { Measurable } from '../harness/measure.ts';
import { ask, requestText } from '../harness/product-server.ts';
import { median } from '../harness/report.ts';
import type { Visitor } from '../harness/tokens.ts';

/** One hostile document, sent several times by one caller. */
export type HostileDocument = {
  readonly name: string;
  readonly source: string;
  readonly visitor: Visitor | null;
};

export type DocumentMeasurement = {
  readonly name: string;
  readonly answer: string;
  /** CPU of the server and of PostgreSQL for the dearest of the first uses: the median of the rounds. */
  readonly cpuMs: number;
  readonly grownBytes: number;
  /** The slowest answer to `{ __typename }` of another caller meanwhile. */
  readonly otherMs: number;
};

/** The first use of a document is interpreted, later ones are compiled. */
const USES = 3;
/** The server and PostgreSQL also work by themselves now and then, so one round says little. */
const ROUNDS = 5;
const PROBE_MS = 1_000;
const PINNED = 3;
const MENTIONS = 50;

const identified = z.object({
  me: z.object({ user: z.object({ id: z.string(), username: z.string() }) }),
});
const published = z.object({
  createPost: z.object({ post: z.object({ id: z.string() }), errors: z.tuple([]) }),
});
const pinned = z.object({ pinPost: z.object({ errors: z.tuple([]) }) });

/**
 * Makes the cycle by which one request stopped a process: pinned posts that mention their own author. Then lists the requests
 * that follow it, and those that the schema allows to give most objects.
 */
export async function makeDocuments(
  server: Measurable['server'],
  visitor: Visitor,
  count: number,
): Promise<HostileDocument[]> {
  const said = async (query: string, variables = {}): Promise<unknown> =>
    ask(server, { visitor, asked: { query, variables } });
  const {
    me: { user: me },
  } = identified.parse(await said('{ me { user { id username } } }'));
  const posts: string[] = [];
  for (let index = 0; index < PINNED; index += 1) {
    const text = `@${me.username} `.repeat(MENTIONS);
    const { createPost } = published.parse(
      await said(
        'mutation ($text: String!) { createPost(input: { text: $text }) { post { id } errors { code } } }',
        { text },
      ),
    );
    const { id } = createPost.post;
    pinned.parse(
      await said('mutation ($id: ID!) { pinPost(input: { postId: $id }) { errors { code } } }', { id }),
    );
    posts.push(id);
  }
  const documents = [...cycles(posts[0]!), ...searched(posts, me, count)]; // PINNED is above zero.
  return [null, visitor].flatMap((caller) =>
    documents.map(({ name, source }) => ({
      name: `${name}, ${caller ? 'signed in' : 'anonymous'}`,
      source,
      visitor: caller,
    })),
  );
}

type Named = { readonly name: string; readonly source: string };

const mentioned = (below: string): string => `entities { ... on MentionEntity { user { ${below} } } }`;

function cycles(postId: string): Named[] {
  const post = (below: string): string => `post(id: "${postId}") { ${below} }`;
  const leaves = (aliases: number, leaf: string): string =>
    Array.from({ length: aliases }, (_, index) => `u${index}: user { ${leaf} }`).join(' ');
  const cycle = (aliases: number, leaf: string): string =>
    post(
      mentioned(
        `pinnedPosts { ${mentioned(`pinnedPosts { entities { ... on MentionEntity { ${leaves(aliases, leaf)} } } }`)} }`,
      ),
    );
  const short = post(mentioned('pinnedPosts { entities { __typename } }'));
  return [
    ...[1, 4, 12].map((aliases) => ({
      name: `the cycle with ${aliases} aliases`,
      source: `{ ${cycle(aliases, 'username')} }`,
    })),
    { name: 'the cycle with biographies', source: `{ ${cycle(3, 'username bio')} }` },
    {
      name: 'a cycle that the plan admits',
      source: `{ ${post(mentioned(`pinnedPosts { ${mentioned('__typename')} }`))} }`,
    },
    { name: 'a short cycle, three times', source: `{ a: ${short} b: ${short} c: ${short} }` },
  ];
}

/** The search of the test of result bounds: the documents that give most objects among those that the plan admits. */
function searched(
  posts: readonly string[],
  me: { readonly id: string; readonly username: string },
  count: number,
): Named[] {
  return dearestDocuments(
    buildSchemas(defaultLimits).client,
    defaultLimits,
    [
      { field: `post(id: "${posts[0]}")`, type: 'Post', items: 1 },
      { field: `user(username: "${me.username}")`, type: 'User', items: 1 },
      { field: `userPosts(userId: "${me.id}", first: 100)`, type: 'PostConnection', items: 100 },
      { field: `nodes(ids: ["${posts.join('", "')}"])`, type: 'Node', items: posts.length },
    ],
    count,
  ).map(({ source, objects }, index) => ({ name: `found ${index + 1} of up to ${objects} objects`, source }));
}

/** Sends every document before the measurement, with a comment so that the measured ones are still new to the server. */
export async function warmUp(
  server: Measurable['server'],
  documents: readonly HostileDocument[],
): Promise<void> {
  for (const { source, visitor } of documents)
    for (let use = 0; use < USES; use += 1) await send(server, { source: `${source} # warm-up`, visitor });
}

/** Sends a document alone, for what it costs, and then beside another caller, for what it delays. */
export async function measureDocument(
  measurable: Measurable,
  document: HostileDocument,
  other: Visitor,
): Promise<DocumentMeasurement> {
  const { server } = measurable;
  const cpuMsOfUses = Array.from({ length: USES }, (): number[] => []);
  let grownBytes = 0;
  let answer = '';
  for (let round = 0; round < ROUNDS; round += 1) {
    const asNew = { ...document, source: `${document.source} # round ${round}` };
    for (const cpuMs of cpuMsOfUses) {
      const cpuBefore = cpuOf(measurable);
      const memoryBefore = residentMemory(server.pid);
      answer = await send(server, asNew);
      const memoryAfter = residentMemory(server.pid);
      cpuMs.push(cpuOf(measurable) - cpuBefore);
      grownBytes = Math.max(grownBytes, (memoryAfter?.peakBytes ?? 0) - (memoryBefore?.nowBytes ?? 0));
    }
  }
  return {
    name: document.name,
    answer,
    cpuMs: Math.max(...cpuMsOfUses.map(median)),
    grownBytes,
    otherMs: await delayedBy(server, document, other),
  };
}

const cpuOf = ({ server, postmasterPid }: Measurable): number =>
  (processCpuMs(server.pid) ?? 0) + (familyCpuMs(postmasterPid) ?? 0);

async function delayedBy(
  server: Measurable['server'],
  document: HostileDocument,
  other: Visitor,
): Promise<number> {
  const generator = startLoadGenerator();
  const minimal = requestText({ visitor: other, asked: { query: '{ __typename }', variables: {} } });
  const order = { port: server.port, requests: [minimal], offset: 0, connections: 1 };
  try {
    // The first requests of the generator are slow by themselves.
    await generator.load({ ...order, durationMs: 200 });
    const probing = generator.load({ ...order, durationMs: PROBE_MS });
    for (let use = 0; use < USES; use += 1) {
      await sleep(PROBE_MS / (USES + 1));
      await send(server, document);
    }
    return (await probing).maxMs;
  } finally {
    await generator.stop();
  }
}
