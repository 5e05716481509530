import { chmod, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startEmbeddedPostgres } from '@plaza/embedded-postgres-server';
import { Client } from 'pg';
import { createLogger } from '#platform/kernel/logger.ts';
import { migrateByProduct, newSecrets, ROOT } from './product-server.ts';
import type { ProductOptions } from './product-server.ts';

/** A database with the product's schema, and the options that start the product on it. */
export type Bench = {
  readonly client: Client;
  /** The process whose children serve the connections. */
  readonly postmasterPid: number;
  readonly product: ProductOptions;
};

/** Runs the work on an empty database, which is dropped afterwards. */
export const withBench = <Result>(work: (bench: Bench) => Promise<Result>): Promise<Result> =>
  withBenches([ROOT], ([bench]) => work(bench!)); // One for each folder.

/**
 * Runs the work on one empty database for each of these work trees, created by its own migrations. All are in
 * one durable PostgreSQL server in a temporary folder.
 */
export async function withBenches<Result>(
  roots: readonly string[],
  work: (benches: readonly Bench[]) => Promise<Result>,
): Promise<Result> {
  const folder = await temporaryFolder();
  const server = await startEmbeddedPostgres({ dataDir: folder, log: createLogger({ level: 'warn' }) });
  const benches: Bench[] = [];
  try {
    const pidFile = await readFile(path.join(folder, 'postgres', 'postmaster.pid'), 'utf8');
    const postmasterPid = Number.parseInt(pidFile, 10);
    for (const [index, root] of roots.entries()) {
      const product = await makeDatabase(server.connectionString, `bench${index}`, { folder, root });
      const client = new Client({ connectionString: product.databaseUrl });
      await client.connect();
      benches.push({ client, postmasterPid, product });
    }
    return await work(benches);
  } finally {
    for (const { client } of benches) await client.end();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function makeDatabase(
  connectionString: string,
  name: string,
  { folder, root }: { folder: string; root: string },
): Promise<ProductOptions> {
  const maker = new Client({ connectionString });
  await maker.connect();
  await maker.query(`create database ${name}`);
  await maker.end();
  const url = new URL(connectionString);
  url.pathname = name;
  const dataDir = path.join(folder, name);
  await mkdir(dataDir);
  const product = { databaseUrl: url.href, dataDir, secrets: newSecrets(), root };
  await migrateByProduct(product);
  return product;
}

/** An empty folder that the database server can access even when it runs as another user. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'plaza-bench-'));
  await chmod(folder, 0o711);
  return folder;
}
