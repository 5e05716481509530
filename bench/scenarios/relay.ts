import { familyCpuMs, processCpuMs } from '../harness/cpu.ts';
import { withBench } from '../harness/database.ts';
import type { Bench } from '../harness/database.ts';
import { startHelper } from '../harness/helper-process.ts';
import type { Helper } from '../harness/helper-process.ts';
import {
  beginTurn,
  checkEvents,
  createTables,
  FOLLOWERS,
  holdHead,
  untilFollowed,
  watchLocks,
} from '../relay/relay-database.ts';
import type { RelayOrder, Transacted } from '../relay/relay-process.ts';
import { reportRelay, TURNS } from '../relay/relay-report.ts';
import type { Held, Round, Turn, TurnName } from '../relay/relay-report.ts';
import type { Size } from '../harness/report.ts';

const CONNECTIONS = 16;
const SCHEDULES = {
  small: { rounds: 1, roundMs: 300, heldMs: 100 },
  usual: { rounds: 7, roundMs: 2_000, heldMs: 500 },
  full: { rounds: 15, roundMs: 4_000, heldMs: 500 },
} satisfies Record<Size, Schedule>;
type Schedule = { readonly rounds: number; readonly roundMs: number; readonly heldMs: number };

/**
 * Measures what the relay and event followers take from the transactions that emit events.
 * @returns whether every target was met
 */
export const runRelay = (size: Size): Promise<boolean> =>
  withBench(async (bench) => {
    await createTables(bench.client);
    const schedule = SCHEDULES[size];
    const rounds = await measure(bench, schedule);
    return reportRelay({ rounds, connections: CONNECTIONS, heldMs: schedule.heldMs }, size);
  });

type RelayProcess = Helper<RelayOrder, Transacted | null>;

type Scene = Bench & {
  readonly schedule: Schedule;
  readonly serving: readonly [RelayProcess, RelayProcess];
  readonly worker: RelayProcess;
};

async function measure(bench: Bench, schedule: Schedule): Promise<Round[]> {
  const start = (): RelayProcess => startHelper('relay/relay-process.ts', [bench.product.databaseUrl]);
  const scene: Scene = { ...bench, schedule, serving: [start(), start()], worker: start() };
  try {
    await playRound(scene, 0);
    const rounds: Round[] = [];
    for (let round = 0; round < schedule.rounds; round += 1) rounds.push(await playRound(scene, round));
    return rounds;
  } finally {
    await Promise.all([...scene.serving, scene.worker].map((process) => process.stop()));
  }
}

/** Each round begins with another turn. */
async function playRound(scene: Scene, round: number): Promise<Round> {
  const played: Partial<Record<TurnName, Turn>> = {};
  for (let at = 0; at < TURNS.length; at += 1) {
    const name = TURNS[(round + at) % TURNS.length]!; // The index is within the list.
    played[name] = await playTurn(scene, name);
  }
  return played as Round; // Each had its turn.
}

async function playTurn(scene: Scene, name: TurnName): Promise<Turn> {
  const { client, postmasterPid, worker } = scene;
  const processes = name === 'two processes' ? scene.serving : scene.serving.slice(0, 1);
  const isFollowed = name === 'two followers';
  const start = await beginTurn(client);
  if (isFollowed) await worker.order({ kind: 'follow', names: FOLLOWERS });
  const pids = [...processes, worker].map(({ pid }) => pid);
  const before = cpuOf(pids, postmasterPid);
  const startedMs = performance.now();
  const [held, ...transacted] = await Promise.all([
    name === 'two processes' ? watchWhileHeld(scene) : null,
    ...processes.map((process) => transact(process, scene.schedule, name, processes.length)),
  ]);
  if (isFollowed) await untilFollowed(client);
  const seconds = (performance.now() - startedMs) / 1_000;
  const after = cpuOf(pids, postmasterPid);
  await worker.order({ kind: 'unfollow' });
  if (name !== 'not relayed') await checkEvents(client, { start, isFollowed });
  const latenciesMs = transacted.flatMap((one) => [...one.latenciesMs]).sort((left, right) => left - right);
  const count = latenciesMs.length;
  return {
    perSecond: count / seconds,
    p50Ms: latenciesMs[Math.floor(count / 2)] ?? Number.NaN,
    maxMs: latenciesMs.at(-1) ?? Number.NaN,
    nodeMicroseconds: (1_000 * (after.node - before.node)) / count,
    postgresMicroseconds: (1_000 * (after.postgres - before.postgres)) / count,
    held,
  };
}

async function transact(
  process: RelayProcess,
  { roundMs }: Schedule,
  name: TurnName,
  processes: number,
): Promise<Transacted> {
  const answer = await process.order({
    kind: 'transact',
    connections: CONNECTIONS / processes,
    durationMs: roundMs,
    hasRelay: name !== 'not relayed',
  });
  if (!answer) throw new Error('The transactions were not measured.');
  return answer;
}

/** In the middle of the turn another transaction has the head for a while: nothing but relays may wait for it. */
async function watchWhileHeld({ client, product, schedule }: Scene): Promise<Held> {
  const { roundMs, heldMs } = schedule;
  const [, locks] = await Promise.all([
    holdHead(client, { afterMs: (roundMs - heldMs) / 2, heldMs }),
    watchLocks(product.databaseUrl, roundMs),
  ]);
  return locks;
}

const cpuOf = (pids: readonly number[], postmasterPid: number) => ({
  node: pids.reduce((sum, pid) => sum + (processCpuMs(pid) ?? Number.NaN), 0),
  postgres: familyCpuMs(postmasterPid) ?? Number.NaN,
});
