import { Client } from 'pg';
import type { Load, Sample, Turn } from './question-measure.ts';

const LOOK_UP = { name: 'look_up', text: 'select * from users where id = $1' };

/** People by their ids, by the bare driver, one statement under way on each connection: the least that data can cost. */
export async function measureLookUps(
  connectionString: string,
  ids: readonly string[],
  turn: Turn,
): Promise<Sample> {
  const clients = Array.from({ length: turn.connections }, () => new Client({ connectionString }));
  await Promise.all(clients.map((client) => client.connect()));
  try {
    await lookUp(clients, ids, turn.warmUpMs);
    const alone = await lookUp(clients.slice(0, 1), ids, turn.loadMs);
    return { alone, atOnce: await lookUp(clients, ids, turn.loadMs), nodeMs: null, postgresMs: null };
  } finally {
    await Promise.all(clients.map((client) => client.end()));
  }
}

async function lookUp(clients: readonly Client[], ids: readonly string[], durationMs: number): Promise<Load> {
  const latenciesMs: number[] = [];
  const startedMs = performance.now();
  const drive = async (client: Client): Promise<void> => {
    for (let nowMs = startedMs; nowMs < startedMs + durationMs;) {
      await client.query({ ...LOOK_UP, values: [ids[latenciesMs.length % ids.length]] });
      const doneMs = performance.now();
      latenciesMs.push(doneMs - nowMs);
      nowMs = doneMs;
    }
  };
  await Promise.all(clients.map(drive));
  const seconds = (performance.now() - startedMs) / 1_000;
  latenciesMs.sort((left, right) => left - right);
  const at = (share: number): number => latenciesMs[Math.floor(latenciesMs.length * share)] ?? Number.NaN;
  return { requestsPerSecond: latenciesMs.length / seconds, p50Ms: at(0.5), p99Ms: at(0.99) };
}
