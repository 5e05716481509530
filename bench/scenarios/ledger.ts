import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Client } from 'pg';
import { z } from 'zod';
import { coinsTable } from '../questions/coins-questions.ts';
import { childrenOf, residentMemory } from '../harness/cpu.ts';
import { withBench } from '../harness/database.ts';
import type { Bench } from '../harness/database.ts';
import { pidOf } from '../harness/processes.ts';
import { startVerification } from '../harness/product-server.ts';
import { report } from '../harness/report.ts';
import type { Size } from '../harness/report.ts';
import { askQuestions } from './questions.ts';

const MIB = 1_024 * 1_024;
const NODE_MAX_MIB = 256;
/** Of one connection's process, its part of the shared buffers included. */
const DATABASE_MAX_MIB = 512;
const SAMPLE_MS = 250;

/**
 * Reads histories of a million transactions, and verifies books of ten million entries.
 * @returns whether every target was met
 */
export const runLedger = (size: Size): Promise<boolean> =>
  withBench(async (bench) => {
    const isFast = await askQuestions(bench, coinsTable(size), size);
    const isBounded = await verify(bench, size);
    return isFast && isBounded;
  });

async function verify({ client, product, postmasterPid }: Bench, size: Size): Promise<boolean> {
  const rows = await countRows(client);
  const startedMs = performance.now();
  const known = new Set(childrenOf(postmasterPid));
  const child = await startVerification(product);
  const peak = await peakMemory(child, () => childrenOf(postmasterPid).filter((pid) => !known.has(pid)));
  const seconds = (performance.now() - startedMs) / 1_000;
  if (child.exitCode !== 0) throw new Error(`ledger:verify ended with ${child.exitCode}.`);
  const [nodeMib, databaseMib] = [peak.nodeBytes / MIB, peak.databaseBytes / MIB];
  return report({
    scenario: 'ledger-verify',
    size,
    tables: [
      [
        {
          transfers: String(rows.transfers),
          entries: String(rows.entries),
          seconds: seconds.toFixed(1),
          'entries/s': (rows.entries / seconds).toFixed(0),
        },
      ],
    ],
    targets: [
      bounded('resident node, MiB', nodeMib, NODE_MAX_MIB),
      bounded('resident postgres of a connection, MiB', databaseMib, DATABASE_MAX_MIB),
    ],
    result: { rows, seconds, nodeMib, databaseMib },
  });
}

const bounded = (name: string, measured: number, max: number) => ({
  name,
  measured,
  wanted: `<= ${max}`,
  isMet: measured <= max,
});

const countRowsAnswer = z.tuple([z.object({ transfers: z.int(), entries: z.int() })]);

async function countRows(client: Client): Promise<{ transfers: number; entries: number }> {
  const { rows } = await client.query(
    'select (select count(*)::int from coin_transfers) as transfers, (select count(*)::int from coin_entries) as entries',
  );
  return countRowsAnswer.parse(rows)[0];
}

/** The largest resident memory of a process until it ends, and of the largest of others; NaN without /proc. */
async function peakMemory(
  child: ChildProcess,
  othersOf: () => number[],
): Promise<{ nodeBytes: number; databaseBytes: number }> {
  let [nodeBytes, databaseBytes] = [Number.NaN, Number.NaN];
  const larger = (known: number, bytes: number | undefined): number =>
    bytes === undefined ? known : Math.max(Number.isNaN(known) ? 0 : known, bytes);
  const sampler = setInterval(() => {
    nodeBytes = larger(nodeBytes, residentMemory(pidOf(child))?.peakBytes);
    for (const pid of othersOf()) databaseBytes = larger(databaseBytes, residentMemory(pid)?.peakBytes);
  }, SAMPLE_MS);
  await once(child, 'exit');
  clearInterval(sampler);
  return { nodeBytes, databaseBytes };
}
