import { randomBytes } from 'node:crypto';
import { mkdir, readFile, realpath, rename, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createCluster, findSystemUser, hasCluster, installedBinaries } from './cluster.ts';
import type { Installation } from './cluster.ts';
import { FolderInUse, lockFolder } from './folder-lock.ts';
import type { Log } from './log.ts';
import { spawnPostgres, stopOrphan } from './process.ts';
import type { PostgresProcess } from './process.ts';

export type EmbeddedPostgres = {
  readonly connectionString: string;
  /** Shuts the server down cleanly and frees the folder; calling it again does nothing. */
  stop(): Promise<void>;
};

export type EmbeddedOptions = {
  /** Data directory: the cluster lies in `<dataDir>/postgres`, its password in `<dataDir>/postgres.password`. */
  readonly dataDir: string;
  readonly log: Log;
  /** Superuser that owns the databases. Part of the cluster, so it must not change later. Defaults to `postgres`. */
  readonly superuser?: string;
  /** False disables fsync, which loses acknowledged writes in a crash; only for tests. */
  readonly isDurable?: boolean;
};

/**
 * A real PostgreSQL server as a child of this process, on a free loopback port. It ends when this process ends
 * for any reason, and is restarted on the same port when it ends by itself.
 * @throws FolderInUse when another process has a server there
 * @throws Error with advice when the server cannot run here
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { log, isDurable = true, superuser = 'postgres' } = options;
  await mkdir(options.dataDir, { recursive: true, mode: 0o711 });
  const dataDir = await realpath(options.dataDir);
  const unlockFolder = await lockFolder(dataDir);
  try {
    const clusterDir = path.join(dataDir, 'postgres');
    const binaries = await installedBinaries();
    const user = await findSystemUser({ clusterDir, binaries });
    const installation: Installation = { clusterDir, binaries, user };
    const password = await clusterPassword(clusterDir);
    await createCluster(installation, { superuser, password });
    await stopOrphan(clusterDir);
    const port = await freeLoopbackPort();
    const server = await supervise(installation, { port, log, isDurable });
    return {
      connectionString: connectionStringOf({ superuser, password, port }),
      async stop() {
        await server.stop();
        unlockFolder();
      },
    };
  } catch (error) {
    unlockFolder();
    throw error;
  }
}

/**
 * The server that another process runs on the folder, for commands beside it.
 * @returns its connection string; null when the folder is free or its server does not run
 */
export async function findEmbeddedPostgres({
  dataDir,
  superuser = 'postgres',
}: Pick<EmbeddedOptions, 'dataDir' | 'superuser'>): Promise<string | null> {
  const folder = await realpath(dataDir).catch(() => null);
  if (folder === null || !(await isInUse(folder))) return null;
  const clusterDir = path.join(folder, 'postgres');
  const noted = await readFile(path.join(clusterDir, 'postmaster.pid'), 'utf8').catch(() => '');
  const port = Number(noted.split('\n')[PORT_LINE]);
  if (!Number.isInteger(port) || port === 0) return null;
  return connectionStringOf({ superuser, password: await clusterPassword(clusterDir), port });
}

/** By PostgreSQL's documentation of the file, counted from 0. */
const PORT_LINE = 3;

async function isInUse(folder: string): Promise<boolean> {
  try {
    (await lockFolder(folder))();
    return false;
  } catch (error) {
    if (error instanceof FolderInUse) return true;
    throw error;
  }
}

const connectionStringOf = (at: { superuser: string; password: string; port: number }): string =>
  `postgresql://${at.superuser}:${at.password}@127.0.0.1:${at.port}/postgres`;

const PASSWORD_BYTES = 24;
const RESTART_DELAY_MIN_MS = 50;
const RESTART_DELAY_MAX_MS = 2_000;

/** Supervises one server until `stop`: after any exit it is restarted on the same port. */
async function supervise(
  installation: Installation,
  options: { port: number; log: Log; isDurable: boolean },
): Promise<{ stop(): Promise<void> }> {
  const start = (): Promise<PostgresProcess> =>
    spawnPostgres(installation, { port: options.port, settings: serverSettings(options), log: options.log });
  let current = await start();
  const stopping = new AbortController();

  async function restart(): Promise<PostgresProcess | null> {
    for (let delayMs = RESTART_DELAY_MIN_MS; ; delayMs = Math.min(delayMs * 2, RESTART_DELAY_MAX_MS)) {
      if (stopping.signal.aborted) return null;
      try {
        return await start();
      } catch (error) {
        options.log.error({ err: error }, 'the embedded PostgreSQL could not be restarted');
        await sleep(delayMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      }
    }
  }

  async function watch(): Promise<void> {
    for (;;) {
      await current.exited;
      if (stopping.signal.aborted) return;
      options.log.error({}, 'the embedded PostgreSQL exited unexpectedly and is restarted');
      const next = await restart();
      if (!next) return;
      current = next;
      if (stopping.signal.aborted) await current.stop();
    }
  }

  const watched = watch();
  return {
    async stop() {
      stopping.abort();
      await current.stop();
      await watched;
    },
  };
}

/** PostgreSQL settings for a small machine that runs the whole product. */
function serverSettings(options: { port: number; isDurable: boolean }): Record<string, string> {
  const settings = {
    listen_addresses: '127.0.0.1',
    port: String(options.port),
    unix_socket_directories: '',
    max_connections: '200',
    shared_buffers: '128MB',
    work_mem: '8MB',
    maintenance_work_mem: '64MB',
    // JIT off: short statements gain nothing from it, and compiling costs milliseconds.
    jit: 'off',
    random_page_cost: '1.1',
    // The embedded server is not replicated, so it need not log for replicas.
    wal_level: 'minimal',
    max_wal_senders: '0',
    max_wal_size: '1GB',
    log_checkpoints: 'off',
    log_min_messages: 'warning',
    lc_messages: 'C',
    TimeZone: 'UTC',
    log_timezone: 'UTC',
  };
  if (options.isDurable) return settings;
  return { ...settings, fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', autovacuum: 'off' };
}

async function clusterPassword(clusterDir: string): Promise<string> {
  const file = `${clusterDir}.password`;
  const kept = await readFile(file, 'utf8').catch(() => null);
  if (kept !== null) return kept.trim();
  if (await hasCluster(clusterDir))
    throw new Error(`The password of the database in ${clusterDir} is missing: restore the file ${file}.`);
  const password = randomBytes(PASSWORD_BYTES).toString('base64url');
  // A rename makes the file appear complete or not at all; the lock on the folder excludes other processes.
  await writeFile(`${file}.new`, password, { mode: 0o600, flush: true });
  await rename(`${file}.new`, file);
  return password;
}

/** The port is free now; if another process takes it first, the start fails with a clear message. */
function freeLoopbackPort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen({ port: 0, host: '127.0.0.1', exclusive: true }, () => {
      const address = probe.address();
      probe.close(() =>
        typeof address === 'object' && address
          ? resolve(address.port)
          : reject(new Error('no loopback port is free')),
      );
    });
  });
}
