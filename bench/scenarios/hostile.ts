import { contentTable } from '../questions/content-questions.ts';
import { withBench } from '../harness/database.ts';
import type { Bench } from '../harness/database.ts';
import { makeDocuments, measureDocument, warmUp } from '../hostile/hostile-documents.ts';
import { measureNeighbour, measurePhrases } from '../hostile/hostile-phrases.ts';
import { reportHostile } from '../hostile/hostile-report.ts';
import type { HostileMeasurement } from '../hostile/hostile-report.ts';
import { measurePictures, measureSenders } from '../hostile/hostile-uploads.ts';
import { runJobNow } from '../harness/jobs.ts';
import { startProductServer, startProductWorker } from '../harness/product-server.ts';
import type { Size } from '../harness/report.ts';
import { mintTokens } from '../harness/tokens.ts';

const MEASURED = {
  small: {
    documents: 2,
    connections: 20,
    rounds: 1,
    loadMs: 200,
    neighbourMs: 500,
    pictures: 3,
    side: 1_500,
  },
  usual: {
    documents: 24,
    connections: 100,
    rounds: 5,
    loadMs: 600,
    neighbourMs: 6_000,
    pictures: 24,
    side: 7_000,
  },
  full: {
    documents: 60,
    connections: 100,
    rounds: 11,
    loadMs: 600,
    neighbourMs: 15_000,
    pictures: 24,
    side: 7_000,
  },
} satisfies Record<Size, object>;

/** Readers of the lists: a search may be asked for 120 times in a minute by each. */
const READERS = 50;
/** One for each kind of muted words. */
const ATTACKERS = 3;

/**
 * Sends what a hostile caller would send, and measures what it costs the server and everybody else.
 * @returns whether every target was met
 */
export const runHostile = (size: Size): Promise<boolean> =>
  withBench(async (bench) => {
    const table = contentTable('small');
    await table.fill(bench.client);
    const worker = await startProductWorker(bench.product);
    try {
      for (const name of table.jobs) await runJobNow(bench.client, name);
      return await reportHostile(await measure(bench, table.visitors, size), size);
    } finally {
      await worker.stop();
    }
  });

async function measure(
  { client, product, postmasterPid }: Bench,
  numbers: readonly number[],
  size: Size,
): Promise<HostileMeasurement> {
  const { documents, connections, rounds, loadMs, neighbourMs, pictures, side } = MEASURED[size];
  const readers = await mintTokens(product, numbers.slice(0, READERS));
  const [attacker, other] = [readers[0]!, readers[1]!]; // There are READERS of them.
  const limited = await startProductServer({ ...product, hasDefaultBudget: true });
  const neighbour = await measureNeighbour(
    { client, server: limited },
    { attackers: readers.slice(0, ATTACKERS), others: readers.slice(ATTACKERS), loadMs: neighbourMs },
  ).finally(() => limited.stop());
  const server = await startProductServer(product);
  try {
    const measurable = { server, postmasterPid };
    const scene = { client, server };
    const lists = await measurePhrases(scene, readers, { rounds, loadMs });
    const senders = await measureSenders(server, { dataDir: product.dataDir, connections });
    const measuredDocuments = [];
    const made = await makeDocuments(server, attacker, documents);
    await warmUp(server, made);
    for (const document of made) measuredDocuments.push(await measureDocument(measurable, document, other));
    const big = await measurePictures(server, { attacker, other, count: pictures, side });
    return { lists, neighbour, senders, documents: measuredDocuments, pictures: big };
  } finally {
    await server.stop();
  }
}
