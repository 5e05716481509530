import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startEmbeddedPostgres } from '#platform/db/embedded.ts';
import { migrateDatabase } from '#platform/db/migrate.ts';
import { createLogger } from '#platform/logger.ts';

export type BenchDatabase = {
  readonly connectionString: string;
  /** The process whose children serve the connections. */
  readonly postmasterPid: number;
  /** Stops the server and deletes its folder. */
  stop(): Promise<void>;
};

/** A durable PostgreSQL server of the benchmark's own in a temporary folder, with the product's schema and no rows. */
export async function startBenchDatabase(): Promise<BenchDatabase> {
  const log = createLogger({ level: 'warn' });
  const folder = await temporaryFolder();
  const server = await startEmbeddedPostgres({ dataDir: folder, log });
  const stop = async (): Promise<void> => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await migrateDatabase({ connectionString: server.connectionString, log });
    const pidFile = await readFile(path.join(folder, 'postgres', 'postmaster.pid'), 'utf8');
    return {
      connectionString: server.connectionString,
      postmasterPid: Number.parseInt(pidFile, 10),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** An empty folder into which the database server can look even where it runs as a user of its own. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'plaza-bench-'));
  await chmod(folder, 0o711);
  return folder;
}
