import { once } from 'node:events';
import { z } from 'zod';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { withBench } from '../harness/database.ts';
import type { Bench } from '../harness/database.ts';
import { runJobNow, untilIdle } from '../harness/jobs.ts';
import { measureLoad, startLoadGenerator } from '../harness/measure.ts';
import {
  requestText,
  startProductServer,
  startProductWorker,
  startVerification,
} from '../harness/product-server.ts';
import type { ProductServer, VisitorRequest } from '../harness/product-server.ts';
import { median, report } from '../harness/report.ts';
import type { Size } from '../harness/report.ts';
import { KEY_MARK } from '../harness/request-keys.ts';
import { mintTokens } from '../harness/tokens.ts';
import type { Visitor } from '../harness/tokens.ts';
import { MESSAGES, salesTable, salesWorldOf } from '../questions/sales-questions.ts';
import { readersOf, type SalesWorldSize, sellerOf } from '../questions/sales-world.ts';
import { askQuestions } from './questions.ts';

const CALLERS = 8;
const SCHEDULES = {
  small: { rounds: 1, turnMs: 300, warmUpMs: 200 },
  usual: { rounds: 7, turnMs: 2_000, warmUpMs: 3_000 },
  full: { rounds: 15, turnMs: 3_000, warmUpMs: 5_000 },
} satisfies Record<Size, object>;
const RENEWALS_SECONDS_MAX = 60;
/** Beside other load on the machine. */
const RENEWED_WITHIN_MS = 600_000;
const UNLOCK_TO_TIP_MAX = 1.3;
const FOR_SALE_TO_OTHERS_MAX = 1.03;

const TIP = `mutation ($userId: ID!, $key: String!) { sendTip(input: { target: { userId: $userId }, amountCoins: 1, idempotencyKey: $key }) {
  tip { amountCoins } refusals: errors { code } } }`;
const UNLOCK = `mutation ($messageId: ID!, $key: String!) { unlockMessage(input: { messageId: $messageId, expectedPriceCoins: 1, idempotencyKey: $key }) {
  message { id } refusals: errors { code } } }`;
const SEND = `mutation ($conversationId: ID!, $key: String!) { sendMessage(input: { conversationId: $conversationId, text: "Hello", idempotencyKey: $key }) {
  message { id } refusals: errors { code } } }`;
const FEED = '{ feed(first: 20) { nodes { id text visibility author { username } viewer { reaction } } } }';

/**
 * Renews what is due of a creator with many members, asks what the creator asks, and buys messages beside tips, and reads and writes where
 * things are for sale beside the same where nothing is.
 * @returns whether every target was met
 */
export const runSales = (size: Size): Promise<boolean> =>
  withBench(async (bench) => {
    const world = salesWorldOf(size);
    const isFast = await askQuestions(bench, salesTable(size), size);
    const renewedSeconds = await renew(bench, world);
    const visitors = await mintTokens(
      bench.product,
      Array.from({ length: world.visitors }, (_, index) => index + 1),
    );
    const requests = await requestsOf(bench, world, visitors);
    const spending = await playRounds(bench, { kinds: SPENDING, hasWorker: false }, requests, size);
    const others = await playRounds(bench, { kinds: OTHERS, hasWorker: true }, requests, size);
    await verify(bench);
    // The two have all of the kinds.
    const rounds = spending.map((round, index) => ({ ...round, ...others[index] }) as Round);
    return (await reportSales({ rounds, renewedSeconds, world }, size)) && isFast;
  });

/** @returns how long one worker took @throws Error when a period was not billed, or twice */
async function renew({ client, product }: Bench, { due }: SalesWorldSize): Promise<number> {
  const worker = await startProductWorker(product);
  try {
    const ms = await runJobNow(client, 'renewals.renew', RENEWED_WITHIN_MS);
    const { rows } = await client.query(
      "select count(*)::int as count from subscription_invoices where state = 'PAID'",
    );
    const [{ count }] = z.tuple([z.object({ count: z.int() })]).parse(rows);
    if (count !== due) throw new Error(`${count} periods were billed, and ${due} were due.`);
    return ms / 1_000;
  } finally {
    await worker.stop();
  }
}

/** Measured without the worker, which settles purchases at once, and tips when they can no longer be undone: in the turn of another kind. */
const SPENDING = ['tip', 'unlock'] as const;
const OTHERS = ['send', 'sendBesideLocks', 'feed', 'feedOfMember', 'messages', 'lockedMessages'] as const;
const KINDS = [...SPENDING, ...OTHERS] as const;
type Kind = (typeof KINDS)[number];
type Load = { readonly perSecond: number; readonly p50Ms: number; readonly cpuMs: number };
type Round = Readonly<Record<Kind, Load>>;
type Requests = Readonly<Record<Kind, readonly VisitorRequest[]>>;
type Play = { readonly kinds: readonly Kind[]; readonly hasWorker: boolean };

async function playRounds(
  bench: Bench,
  { kinds, hasWorker }: Play,
  requests: Requests,
  size: Size,
): Promise<Partial<Round>[]> {
  const { rounds, turnMs, warmUpMs } = SCHEDULES[size];
  const worker = hasWorker ? await startProductWorker(bench.product) : null;
  const server = await startProductServer(bench.product);
  const loads = kinds.map((kind) => ({ kind, ...startLoad(bench, server, requests[kind]) }));
  try {
    for (const { measure } of loads) await measure(warmUpMs);
    const played: Partial<Round>[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const measured: [Kind, Load][] = [];
      // Each round begins with another one.
      for (let turn = 0; turn < loads.length; turn += 1) {
        const load = loads[(round + turn) % loads.length];
        if (worker) await untilIdle(bench.client);
        if (load) measured.push([load.kind, await load.measure(turnMs)]);
      }
      played.push(Object.fromEntries(measured));
    }
    return played;
  } finally {
    for (const { stop } of loads) await stop();
    await server.stop();
    await worker?.stop();
  }
}

async function requestsOf(
  { client }: Bench,
  world: SalesWorldSize,
  visitors: readonly Visitor[],
): Promise<Requests> {
  const idsOf = async (text: string): Promise<string[]> =>
    z
      .array(z.object({ id: z.string() }))
      .parse((await client.query(text)).rows)
      .map(({ id }) => id);
  const conversationsOf = async (kind: string): Promise<string[]> =>
    (
      await idsOf(
        `select bench.id('${kind} conversation', n)::text as id from generate_series(1, ${world.buyers}) n`,
      )
    ).map((id) => toGlobalId('conversation', id));
  const messages = await idsOf(
    `select bench.id('locked message', (n - 1)::bigint * 1000 + seq)::text as id
     from generate_series(1, ${world.locks}) seq, generate_series(1, ${world.buyers}) n order by seq, n`,
  );
  const visitorOf = (number: number): Visitor => visitors[number - 1]!; // All of them are signed in.
  const byBuyers = (query: string, variables: readonly object[]): VisitorRequest[] =>
    variables.map((given, index) => ({
      visitor: visitorOf(1 + (index % world.buyers)),
      asked: { query, variables: { ...given, key: KEY_MARK } },
    }));
  const readFeeds = (firstReader: number): VisitorRequest[] =>
    Array.from({ length: world.readers }, (_, index) => ({
      visitor: visitorOf(firstReader + index),
      asked: { query: FEED, variables: {} },
    }));
  const read = (ids: readonly string[]): VisitorRequest[] =>
    ids.map((id, index) => ({
      visitor: visitorOf(1 + index),
      asked: { query: MESSAGES, variables: { id, first: 20 } },
    }));
  const [plain, locked] = [await conversationsOf('plain'), await conversationsOf('locked')];
  const readers = readersOf(world);
  const sellers = Array.from({ length: world.buyers }, (_, index) => visitorOf(sellerOf(world, 1 + index)));
  // The buyers of the second half read; those of the first one write, so that what is read stays the same.
  return {
    tip: byBuyers(
      TIP,
      sellers.map(({ userId }) => ({ userId: toGlobalId('user', userId) })),
    ),
    unlock: byBuyers(
      UNLOCK,
      messages.map((id) => ({ messageId: toGlobalId('message', id) })),
    ),
    send: byBuyers(
      SEND,
      plain.slice(0, world.buyers / 2).map((conversationId) => ({ conversationId })),
    ),
    sendBesideLocks: byBuyers(
      SEND,
      locked.slice(0, world.buyers / 2).map((conversationId) => ({ conversationId })),
    ),
    feed: readFeeds(readers.ofAll),
    feedOfMember: readFeeds(readers.ofMembers),
    messages: read(plain).slice(world.buyers / 2),
    lockedMessages: read(locked).slice(world.buyers / 2),
  };
}

function startLoad({ postmasterPid }: Bench, server: ProductServer, requests: readonly VisitorRequest[]) {
  const generator = startLoadGenerator();
  const texts = requests.map(requestText);
  let offset = 0;
  return {
    async measure(durationMs: number): Promise<Load> {
      const order = { requests: texts, offset, connections: CALLERS, durationMs };
      const load = await measureLoad(generator, { server, postmasterPid }, order);
      offset += load.requests;
      const cpuMs = (load.nodeMs ?? Number.NaN) + (load.postgresMs ?? Number.NaN);
      return { perSecond: load.requestsPerSecond, p50Ms: load.p50Ms, cpuMs };
    },
    stop: () => generator.stop(),
  };
}

/** @throws Error when the books differ */
async function verify({ product }: Bench): Promise<void> {
  const child = await startVerification(product);
  await once(child, 'exit');
  if (child.exitCode !== 0) throw new Error('The books of coins are wrong after the sales.');
}

type Played = {
  readonly rounds: readonly Round[];
  readonly renewedSeconds: number;
  readonly world: SalesWorldSize;
};

function reportSales({ rounds, renewedSeconds, world }: Played, size: Size): Promise<boolean> {
  const medianOf = (kind: Kind, value: keyof Load): number =>
    median(rounds.map((round) => round[kind][value]));
  const ratio = (kind: Kind, reference: Kind, value: keyof Load): number =>
    median(rounds.map((round) => round[kind][value] / round[reference][value]));
  const pairs = [
    ['unlock', 'tip', UNLOCK_TO_TIP_MAX],
    ['sendBesideLocks', 'send', FOR_SALE_TO_OTHERS_MAX],
    ['feedOfMember', 'feed', FOR_SALE_TO_OTHERS_MAX],
    ['lockedMessages', 'messages', null],
  ] as const;
  console.log(`${world.due} renewals took ${renewedSeconds.toFixed(1)} s.\n`);
  return report({
    scenario: 'sales-at-once',
    size,
    tables: [
      KINDS.map((kind) => ({
        requests: kind,
        'per second': medianOf(kind, 'perSecond').toFixed(0),
        'p50 ms': medianOf(kind, 'p50Ms').toFixed(1),
        'cpu ms': medianOf(kind, 'cpuMs').toFixed(2),
      })),
      pairs.map(([kind, reference]) => ({
        ratio: `${kind} / ${reference}`,
        p50: ratio(kind, reference, 'p50Ms').toFixed(3),
        cpu: ratio(kind, reference, 'cpuMs').toFixed(3),
      })),
    ],
    targets: [
      atMost('seconds of the renewals by one worker', renewedSeconds, RENEWALS_SECONDS_MAX),
      ...pairs.flatMap(([kind, reference, max]) =>
        max === null ? [] : [atMost(`${kind} / ${reference}, p50`, ratio(kind, reference, 'p50Ms'), max)],
      ),
    ],
    result: { callers: CALLERS, world, renewedSeconds, rounds },
  });
}

const atMost = (name: string, measured: number, max: number) => ({
  name,
  measured,
  wanted: `<= ${max}`,
  isMet: measured <= max,
});
