import { accessSync, constants, statfsSync } from 'node:fs';
import { mkdtemp, readdir, realpath, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { startEmbeddedPostgres } from '#platform/db/embedded.ts';
import { lockFolder } from '#platform/db/folder-lock.ts';
import { migrateDatabase } from '#platform/db/migrate.ts';
import { createLogger } from '#platform/logger.ts';

export type TestServer = { readonly connectionString: string; stop(): Promise<void> };

/** Carries the connection string from the global set-up of a run to its test files. */
export const TEST_SERVER_VARIABLE = 'PLAZA_TEST_SERVER';

/** Migrated once; each test copies it. */
export const TEMPLATE_DATABASE = 'plaza_template';

const MEMORY_FOLDER = '/dev/shm';
const MEMORY_FREE_BYTES_MIN = 2 * 1024 ** 3;

/** A server of the tests' own, without durability and in memory where there is enough, with the migrated template. */
export async function startTestServer(): Promise<TestServer> {
  const log = createLogger({ level: 'fatal' });
  await removeLeftovers();
  const dataDir = await temporaryFolder();
  const server = await startEmbeddedPostgres({ dataDir, log, isDurable: false });
  const stop = async (): Promise<void> => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    await runSql(server.connectionString, `create database ${TEMPLATE_DATABASE}`);
    await migrateDatabase({ connectionString: databaseAt(server.connectionString, TEMPLATE_DATABASE), log });
    return { connectionString: server.connectionString, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

const FOLDER_PREFIX = 'plaza-test-';
const LEFTOVER_AGE_MS = 3_600_000;

/** A new folder for a cluster; the caller removes it. In memory where there is enough: clusters are mostly small writes. */
export function temporaryFolder(): Promise<string> {
  return mkdtemp(path.join(baseFolder(), FOLDER_PREFIX));
}

/** A run that was interrupted could not remove its folder; one that still runs holds its lock. */
async function removeLeftovers(): Promise<void> {
  for (const name of (await readdir(baseFolder())).filter((entry) => entry.startsWith(FOLDER_PREFIX))) {
    const folder = path.join(baseFolder(), name);
    try {
      if (Date.now() - (await stat(folder)).mtimeMs < LEFTOVER_AGE_MS) continue;
      const unlock = await lockFolder(await realpath(folder));
      await rm(folder, { recursive: true, force: true });
      unlock();
    } catch {
      // In use, or somebody else's: then it is not ours to remove.
    }
  }
}

function baseFolder(): string {
  return hasMemoryFolder() ? MEMORY_FOLDER : tmpdir();
}

function hasMemoryFolder(): boolean {
  try {
    accessSync(MEMORY_FOLDER, constants.W_OK);
    const { bavail, bsize } = statfsSync(MEMORY_FOLDER);
    return bavail * bsize > MEMORY_FREE_BYTES_MIN;
  } catch {
    // Only some systems have this folder.
    return false;
  }
}

/** The same server, another of its databases. */
export function databaseAt(connectionString: string, database: string): string {
  const url = new URL(connectionString);
  url.pathname = `/${database}`;
  return url.href;
}

export async function runSql(connectionString: string, text: string): Promise<void> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}
