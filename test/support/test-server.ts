import { accessSync, constants, statfsSync } from 'node:fs';
import { mkdtemp, readdir, realpath, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { startEmbeddedPostgres } from '@plaza/embedded-postgres-server';
import { lockFolder } from '@plaza/embedded-postgres-server/folder-lock';
import { migrateDatabase } from '#platform/db/migrate.ts';
import { createLogger } from '#platform/kernel/logger.ts';

export type TestServer = { readonly connectionString: string; stop(): Promise<void> };

/** Passes the connection string from the global set-up of a run to its test files. */
export const TEST_SERVER_VARIABLE = 'PLAZA_TEST_SERVER';

/** Template database, migrated once; each test copies it. */
export const TEMPLATE_DATABASE = 'plaza_template';

const MEMORY_FOLDER = '/dev/shm';
const MEMORY_FREE_BYTES_MIN = 2 * 1024 ** 3;

/** A server for tests, without durability and in memory where there is enough, with the migrated template. */
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
    await makeSignInCheap(server.connectionString);
    await runSql(server.connectionString, `create database ${TEMPLATE_DATABASE}`);
    await migrateDatabase({ connectionString: databaseAt(server.connectionString, TEMPLATE_DATABASE), log });
    return { connectionString: server.connectionString, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * Hashes the password once and not 4096 times: on both sides that costs more than all else of opening a connection, and
 * each test opens a dozen.
 */
async function makeSignInCheap(connectionString: string): Promise<void> {
  const { username, password } = new URL(connectionString);
  await runSql(connectionString, `set scram_iterations = 1; alter role ${username} password '${password}'`);
}

const FOLDER_PREFIX = 'plaza-test-';
const LEFTOVER_AGE_MS = 3_600_000;

/** A new folder for a cluster; the caller removes it. In memory where there is enough, for many small writes. */
export function temporaryFolder(): Promise<string> {
  return mkdtemp(path.join(baseFolder(), FOLDER_PREFIX));
}

/** Removes folders of interrupted runs; a running one holds its lock. */
async function removeLeftovers(): Promise<void> {
  for (const name of (await readdir(baseFolder())).filter((entry) => entry.startsWith(FOLDER_PREFIX))) {
    const folder = path.join(baseFolder(), name);
    try {
      if (Date.now() - (await stat(folder)).mtimeMs < LEFTOVER_AGE_MS) continue;
      const unlock = await lockFolder(await realpath(folder));
      await rm(folder, { recursive: true, force: true });
      unlock();
    } catch {
      // Locked, or owned by another user.
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
