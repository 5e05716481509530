import { Client } from 'pg';
import { z } from 'zod';
import type { Bench } from '../harness/database.ts';
import type { Load, Sample, Turn } from '../harness/measure.ts';

const LOOK_UP = { name: 'look_up', text: 'select * from users where id = $1' };

const idRows = z.array(z.object({ id: z.string() }));
const LOOKED_UP = 500;

/** Users by id, by the bare driver, one statement in flight on each connection: the minimum cost of data. */
export async function measureLookUps({ client, product }: Bench, turn: Turn): Promise<Sample> {
  const { rows } = await client.query('select id from users order by md5(id::text) limit $1', [LOOKED_UP]);
  const ids = idRows.parse(rows).map(({ id }) => id);
  const clients = Array.from(
    { length: turn.connections },
    () => new Client({ connectionString: product.databaseUrl }),
  );
  await Promise.all(clients.map((connection) => connection.connect()));
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
