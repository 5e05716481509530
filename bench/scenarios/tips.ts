import { once } from 'node:events';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { coinsVisitorNumbers, seedCoins } from '../questions/coins-world.ts';
import type { CoinsWorldSize } from '../questions/coins-world.ts';
import { withBench } from '../harness/database.ts';
import type { Bench } from '../harness/database.ts';
import { measureLoad, startLoadGenerator } from '../harness/measure.ts';
import type { LoadGenerator } from '../harness/measure.ts';
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
import { prepareTpcB } from '../writes/tpc-b.ts';
import type { TpcB } from '../writes/tpc-b.ts';

const CALLERS = 16;
const SCHEDULES = {
  small: { rounds: 1, turnSeconds: 1, warmUpMs: 500 },
  usual: { rounds: 5, turnSeconds: 5, warmUpMs: 8_000 },
  full: { rounds: 9, turnSeconds: 10, warmUpMs: 15_000 },
} satisfies Record<Size, object>;
const PEOPLE: Record<Size, number> = { small: 200, usual: 10_000, full: 10_000 };
const OF_TPC_B_MIN = 0.5;
const TO_ONE_MIN = 0.8;

const TIP = `mutation ($userId: ID!, $key: String!) { sendTip(input: { target: { userId: $userId }, amountCoins: 1, idempotencyKey: $key }) {
  tip { amountCoins } refusals: errors { code } } }`;

/**
 * Sends tips among many people and to one of them, beside PostgreSQL's own benchmark on the same durable server, and verifies
 * the books afterwards.
 * @returns whether every target was met
 */
export const runTips = (size: Size): Promise<boolean> =>
  withBench(async (bench) => {
    const people = PEOPLE[size];
    const world: CoinsWorldSize = {
      users: people,
      visitors: people,
      givenCoins: 1_000_000,
      transactions: { visitor: 1, other: 1 },
    };
    await seedCoins(bench.client, world);
    const visitors = await mintTokens(bench.product, coinsVisitorNumbers(world));
    const tpcB = await prepareTpcB(bench.product.databaseUrl, CALLERS);
    const rounds = await playRounds(bench, { tpcB, visitors, size });
    await verify(bench);
    return reportTips(rounds, size);
  });

type Tips = {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly nodeMs: number | null;
  readonly postgresMs: number | null;
};
type Round = { readonly tpcB: number; readonly manyToMany: Tips; readonly manyToOne: Tips };
type Play = { readonly tpcB: TpcB; readonly visitors: readonly Visitor[]; readonly size: Size };

async function playRounds(bench: Bench, { tpcB, visitors, size }: Play): Promise<Round[]> {
  const { rounds, turnSeconds, warmUpMs } = SCHEDULES[size];
  const worker = await startProductWorker(bench.product);
  const server = await startProductServer(bench.product);
  const [star, ...others] = visitors;
  const loads = {
    manyToMany: startTips(
      bench,
      server,
      tipsTo(visitors, (index) => visitors[(index + 1) % visitors.length]),
    ),
    manyToOne: startTips(
      bench,
      server,
      tipsTo(others, () => star),
    ),
  };
  try {
    for (const load of Object.values(loads)) await load.measure(warmUpMs);
    const played: Round[] = [];
    for (let round = 0; round < rounds; round += 1) {
      played.push({
        tpcB: await tpcB.perSecond(turnSeconds),
        manyToMany: await loads.manyToMany.measure(turnSeconds * 1_000),
        manyToOne: await loads.manyToOne.measure(turnSeconds * 1_000),
      });
    }
    return played;
  } finally {
    for (const load of Object.values(loads)) await load.stop();
    await server.stop();
    await worker.stop();
  }
}

const tipsTo = (
  senders: readonly Visitor[],
  receiverOf: (index: number) => Visitor | undefined,
): VisitorRequest[] =>
  senders.map((visitor, index) => ({
    visitor,
    asked: {
      query: TIP,
      variables: { userId: toGlobalId('user', receiverOf(index)?.userId ?? ''), key: KEY_MARK },
    },
  }));

function startTips(
  { postmasterPid }: Bench,
  server: ProductServer,
  requests: readonly VisitorRequest[],
): { measure(durationMs: number): Promise<Tips>; stop: LoadGenerator['stop'] } {
  const generator = startLoadGenerator();
  const texts = requests.map(requestText);
  let offset = 0;
  return {
    async measure(durationMs) {
      const order = { requests: texts, offset, connections: CALLERS, durationMs };
      const load = await measureLoad(generator, { server, postmasterPid }, order);
      offset += load.requests;
      const { requestsPerSecond: perSecond, p50Ms, nodeMs, postgresMs } = load;
      return { perSecond, p50Ms, nodeMs, postgresMs };
    },
    stop: () => generator.stop(),
  };
}

/** @throws Error when the books differ */
async function verify({ product }: Bench): Promise<void> {
  const child = await startVerification(product);
  await once(child, 'exit');
  if (child.exitCode !== 0) throw new Error('The books of coins are wrong after the tips.');
}

function reportTips(rounds: readonly Round[], size: Size): Promise<boolean> {
  const medianOf = (value: (round: Round) => number): number => median(rounds.map(value));
  const printed = (name: 'manyToMany' | 'manyToOne') => ({
    tips: name === 'manyToMany' ? 'many to many' : 'many to one',
    'per second': medianOf((round) => round[name].perSecond).toFixed(0),
    'p50 ms': medianOf((round) => round[name].p50Ms).toFixed(1),
    'node ms': medianOf((round) => round[name].nodeMs ?? Number.NaN).toFixed(2),
    'postgres ms': medianOf((round) => round[name].postgresMs ?? Number.NaN).toFixed(2),
  });
  const ofTpcB = medianOf(({ tpcB, manyToMany }) => manyToMany.perSecond / tpcB);
  const toOne = medianOf(({ manyToMany, manyToOne }) => manyToOne.perSecond / manyToMany.perSecond);
  console.log(`TPC-B: ${medianOf(({ tpcB }) => tpcB).toFixed(0)} transactions a second.\n`);
  return report({
    scenario: 'tips',
    size,
    tables: [[printed('manyToMany'), printed('manyToOne')]],
    targets: [
      atLeast('many to many / TPC-B', ofTpcB, OF_TPC_B_MIN),
      atLeast('many to one / many to many', toOne, TO_ONE_MIN),
    ],
    result: { callers: CALLERS, people: PEOPLE[size], rounds },
  });
}

const atLeast = (name: string, measured: number, min: number) => ({
  name,
  measured,
  wanted: `>= ${min}`,
  isMet: measured >= min,
});
