import { randomBytes } from 'node:crypto';
import { mkdir, realpath } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { keptText } from '../kept-file.ts';
import type { Logger } from '../logger.ts';
import { createCluster, findSystemUser, hasCluster, installedBinaries } from './embedded-cluster.ts';
import type { Installation } from './embedded-cluster.ts';
import { spawnPostgres, stopOrphan } from './embedded-process.ts';
import type { PostgresProcess } from './embedded-process.ts';
import { lockFolder } from './folder-lock.ts';

export type EmbeddedPostgres = {
  readonly connectionString: string;
  /** Shuts the server down cleanly and frees the folder; calling it again does nothing. */
  stop(): Promise<void>;
};

export type EmbeddedOptions = {
  /** The cluster lives in `<dataDir>/postgres`, its password in `<dataDir>/postgres.password`. */
  readonly dataDir: string;
  readonly log: Logger;
  /** False gives up every acknowledged write in a crash; only for tests. */
  readonly isDurable?: boolean;
};

/**
 * A real PostgreSQL server as a child of this process, on a free loopback port. It ends when this process ends,
 * however that happens, and is started again on the same port should it die on its own.
 * @throws Error with advice when the folder is in use, or the server cannot run here
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  await mkdir(options.dataDir, { recursive: true, mode: 0o711 });
  const dataDir = await realpath(options.dataDir);
  const unlockFolder = await lockFolder(dataDir);
  try {
    const clusterDir = path.join(dataDir, 'postgres');
    const binaries = await installedBinaries();
    const user = await findSystemUser({ clusterDir, binaries });
    const installation: Installation = { clusterDir, binaries, user };
    const password = await clusterPassword(clusterDir);
    await createCluster(installation, { superuser: SUPERUSER, password });
    await stopOrphan(clusterDir);
    const port = await freeLoopbackPort();
    const server = await supervise(installation, { ...options, port });
    return {
      connectionString: `postgresql://${SUPERUSER}:${password}@127.0.0.1:${port}/postgres`,
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

const SUPERUSER = 'plaza';
const PASSWORD_BYTES = 24;
const RESTART_DELAY_MIN_MS = 50;
const RESTART_DELAY_MAX_MS = 2_000;

/** Keeps one server running until `stop`: whatever kills it, it comes back on the same port. */
async function supervise(
  installation: Installation,
  options: { port: number; log: Logger; isDurable?: boolean },
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
      options.log.error('the embedded PostgreSQL ended by itself and is started again');
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

/** Chosen for a small machine that runs the whole product; each value is a PostgreSQL setting. */
function serverSettings(options: { port: number; isDurable?: boolean }): Record<string, string> {
  const settings = {
    listen_addresses: '127.0.0.1',
    port: String(options.port),
    unix_socket_directories: '',
    max_connections: '200',
    shared_buffers: '128MB',
    work_mem: '8MB',
    maintenance_work_mem: '64MB',
    // Short statements gain nothing from compiled plans, and compiling costs them milliseconds.
    jit: 'off',
    random_page_cost: '1.1',
    // Nothing replicates from the embedded server, so it need not log for replicas.
    wal_level: 'minimal',
    max_wal_senders: '0',
    max_wal_size: '1GB',
    log_checkpoints: 'off',
    log_min_messages: 'warning',
    lc_messages: 'C',
    TimeZone: 'UTC',
    log_timezone: 'UTC',
  };
  if (options.isDurable ?? true) return settings;
  return { ...settings, fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', autovacuum: 'off' };
}

async function clusterPassword(clusterDir: string): Promise<string> {
  const file = `${clusterDir}.password`;
  const isMade = await hasCluster(clusterDir);
  const password = await keptText(file, () => {
    if (isMade)
      throw new Error(`The password of the database in ${clusterDir} is missing: restore the file ${file}.`);
    return randomBytes(PASSWORD_BYTES).toString('base64url');
  });
  return password.trim();
}

/** The port is free now; should another process take it before PostgreSQL does, the start fails with a clear message. */
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
