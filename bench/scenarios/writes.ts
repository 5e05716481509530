import type { Client } from 'pg';
import { parseGlobalId } from '#platform/kernel/ids.ts';
import { commentReactionRequests, freshRequests, writeRequests } from '../writes/compared-requests.ts';
import { familyCpuMs, processCpuMs } from '../harness/cpu.ts';
import { withBenches } from '../harness/database.ts';
import type { Bench } from '../harness/database.ts';
import type { FloorOrder, FloorReport } from '../writes/floor-process.ts';
import { playTurn } from '../writes/fresh-writes.ts';
import { startHelper } from '../harness/helper-process.ts';
import type { Helper } from '../harness/helper-process.ts';
import { measureLoad, startLoadGenerator } from '../harness/measure.ts';
import type { LoadGenerator } from '../harness/measure.ts';
import { requestText, ROOT, startProductServer } from '../harness/product-server.ts';
import type { ProductServer, VisitorRequest } from '../harness/product-server.ts';
import type { Size } from '../harness/report.ts';
import { mintTokens } from '../harness/tokens.ts';
import { activeNumbers, FEED_WORLD, seedWorld, SMALL_FEED_WORLD } from '../harness/world.ts';
import type { FloorName, WriteSubject } from '../writes/write-floors.ts';
import { reportWrites, WRITES } from '../writes/writes-report.ts';
import type { Measured, Round, Speed, WriteName } from '../writes/writes-report.ts';

const CALLERS = 16;
type Schedule = { readonly rounds: number; readonly turnMs: number; readonly warmUpMs: number };
const SCHEDULES: Record<Size, Schedule> = {
  small: { rounds: 1, turnMs: 300, warmUpMs: 300 },
  usual: { rounds: 9, turnMs: 800, warmUpMs: 6_000 },
  // The tokens of the visitors live for 15 minutes.
  full: { rounds: 13, turnMs: 800, warmUpMs: 12_000 },
};

/**
 * Measures each write through the product beside its floor: one statement of the bare driver on another database with
 * the same world.
 * @returns whether every target was met
 */
export const runWrites = (size: Size): Promise<boolean> =>
  withBenches([ROOT, ROOT], async (benches) => {
    const product = await openProduct(benches[0]!, size); // One for each folder.
    const floor = await openFloor(benches[1]!, size); // As above.
    try {
      const { rounds, turnMs, warmUpMs } = SCHEDULES[size];
      await warmUp(product, warmUpMs);
      await warmUp(floor, turnMs);
      // Autovacuum would do so within a minute, and until then both sides keep plans that were made for empty tables.
      for (const { client } of benches) await client.query('analyze');
      // New statistics end the plans, so that every connection makes its own anew.
      await warmUp(product, turnMs);
      await warmUp(floor, turnMs);
      const played: Round[] = [];
      for (let round = 0; round < rounds; round += 1)
        played.push(await playRound({ product, floor }, turnMs));
      return await reportWrites({ rounds: played, callers: CALLERS }, size);
    } finally {
      await product.close();
      await floor.close();
    }
  });

type Turn = { readonly connections: number; readonly durationMs: number };
type Side<Name> = {
  measure(name: Name, turn: Turn): Promise<Speed>;
  close(): Promise<void>;
};

async function warmUp(side: Side<WriteName>, durationMs: number): Promise<void> {
  for (const write of WRITES) await side.measure(write, { connections: CALLERS, durationMs });
}

async function playRound(
  { product, floor }: { product: Side<WriteName>; floor: Side<FloorName | WriteName> },
  durationMs: number,
): Promise<Round> {
  const writes: Partial<Record<WriteName, Measured>> = {};
  for (const name of WRITES) {
    const alone = { connections: 1, durationMs };
    const atOnce = { connections: CALLERS, durationMs };
    writes[name] = {
      floorAlone: await floor.measure(name, alone),
      alone: await product.measure(name, alone),
      floor: await floor.measure(name, atOnce),
      product: await product.measure(name, atOnce),
    };
  }
  const commit = await floor.measure('commit of one row', { connections: 1, durationMs });
  return { writes: writes as Round['writes'], commit }; // Each write had its turn.
}

async function openProduct({ client, product, postmasterPid }: Bench, size: Size): Promise<Side<WriteName>> {
  const { server, requests } = await openWorld({ client, product, size });
  const generators = new Map<WriteName, { readonly generator: LoadGenerator; offset: number }>(
    WRITES.map((name) => [name, { generator: startLoadGenerator(), offset: 0 }]),
  );
  const texts = new Map(WRITES.map((name) => [name, requests[name].map(requestText)]));
  return {
    async measure(name, turn) {
      const state = generators.get(name)!; // Each write has one.
      const write = { name, subjects: subjectsOf(requests[name]) };
      const { writes, requestsPerSecond, ...measured } = await playTurn(client, write, async (isOnce) => {
        const order = { requests: texts.get(name) ?? [], isOnce, offset: isOnce ? 0 : state.offset, ...turn };
        const { requests: sent, ...load } = await measureLoad(
          state.generator,
          { server, postmasterPid },
          order,
        );
        return { writes: sent, ...load };
      });
      state.offset += writes;
      return { perSecond: requestsPerSecond, ...measured };
    },
    async close() {
      for (const { generator } of generators.values()) await generator.stop();
      await server.stop();
    },
  };
}

async function openFloor(
  { client, product, postmasterPid }: Bench,
  size: Size,
): Promise<Side<FloorName | WriteName>> {
  const { server, requests } = await openWorld({ client, product, size });
  // Its relay would work on the events of the floors.
  await server.stop();
  const helper: Helper<FloorOrder, FloorReport> = startHelper('writes/floor-process.ts', [
    product.databaseUrl,
  ]);
  return {
    async measure(name, turn) {
      await client.query('truncate outbox');
      const write = name === 'commit of one row' ? 'sendMessage' : name;
      const subjects = subjectsOf(requests[write]);
      return playTurn(client, { name: write, subjects }, async (isOnce) => {
        const before = { node: processCpuMs(helper.pid), postgres: familyCpuMs(postmasterPid) };
        const order = { name: floorOf(name), subjects, isOnce, ...turn };
        const { writes, seconds, p50Ms } = await helper.order(order);
        return {
          writes,
          perSecond: writes / seconds,
          p50Ms,
          nodeMs: each(before.node, processCpuMs(helper.pid), writes),
          postgresMs: each(before.postgres, familyCpuMs(postmasterPid), writes),
        };
      });
    },
    close: () => helper.stop(),
  };
}

const floorOf = (name: FloorName | WriteName): FloorName =>
  name === 'reactToPost, one post' ? 'reactToPost' : name;

const each = (before: number | null, after: number | null, writes: number): number | null =>
  before === null || after === null ? null : (after - before) / writes;

type Given = { readonly client: Client; readonly product: Bench['product']; readonly size: Size };

async function openWorld({
  client,
  product,
  size,
}: Given): Promise<{ server: ProductServer; requests: Readonly<Record<WriteName, VisitorRequest[]>> }> {
  const world = size === 'small' ? SMALL_FEED_WORLD : FEED_WORLD;
  await seedWorld(client, world);
  const visitors = await mintTokens(product, activeNumbers(world));
  const server = await startProductServer(product);
  try {
    const writes = await writeRequests(server, visitors);
    const reactToComment = await commentReactionRequests(server, visitors);
    const reactions = [...writes.reactToPost, ...writes['reactToPost, one post']];
    const fresh = await freshRequests(server, visitors, reactions);
    return { server, requests: { ...writes, ...fresh, reactToComment } };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

/** Each once, though the requests of reactions and votes have each of them with two choices. */
function subjectsOf(requests: readonly VisitorRequest[]): WriteSubject[] {
  const subjects = requests.map(subjectOf);
  return [
    ...new Map(subjects.map((subject) => [`${subject.userId} ${subject.subjectId}`, subject])).values(),
  ];
}

function subjectOf({ visitor, asked }: VisitorRequest): WriteSubject {
  const { postId, commentId, conversationId, pollId, userId } = asked.variables;
  const id = postId ?? commentId ?? conversationId ?? pollId ?? userId;
  return {
    userId: visitor.userId,
    subjectId: typeof id === 'string' ? (parseGlobalId(id)?.uuid ?? '') : visitor.userId,
  };
}
