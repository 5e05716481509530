import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { Pool } from 'pg';
import type { FinishedOperation } from '#api/execution.ts';
import { createServer, type Server } from '#api/server.ts';
import type { SignedFiles } from '#api/media.ts';
import { mediaJobs } from '#domains/foundation/media/media.jobs.ts';
import { activeRestriction } from '#domains/identity/restrictions/restrictions.service.ts';
import { createAuthenticator } from '#domains/identity/sessions/authentication.service.ts';
import { sessionRevoked } from '#domains/identity/sessions/sessions.events.ts';
import type { SessionStanding } from '#domains/identity/sessions/sessions.types.ts';
import { sessionJobs } from '#domains/identity/sessions/sessions.jobs.ts';
import { type Clock, DAY_MS, systemClock } from '#platform/clock.ts';
import type { Services } from '#platform/context.ts';
import { openDatabase } from '#platform/db/connection.ts';
import { createTransactions } from '#platform/db/transaction.ts';
import { type Hub, startHub } from '#platform/events/hub.ts';
import { type Relay, startRelay } from '#platform/events/relay.ts';
import { createIds } from '#platform/ids.ts';
import {
  type JobHandler,
  listenerJobsOf,
  runDueJobs,
  startWorker,
  type Worker,
} from '#platform/jobs/worker.ts';
import type { Logger } from '#platform/logger.ts';
import { maintenanceJobs } from '#platform/maintenance.ts';
import { createBudgets } from '#platform/rate-limit.ts';
import { createSessionMemory } from '#platform/session-memory.ts';
import { removeStaleFiles } from '#platform/stale-files.ts';
import type { IdentityPort } from '#ports/identity.ts';
import type { LiveBusPort } from '#ports/live-bus.ts';
import type { StoragePort } from '#ports/storage.ts';
import type { Config } from './config.ts';
import { type ResolvedSecrets, resolveSecrets } from './secrets.ts';

export type AppOptions = {
  readonly config: Config;
  readonly connectionString: string;
  readonly log: Logger;
  /** Another clock, for tests. */
  readonly clock?: Clock;
  /** In place of the provider that the configuration names, for tests that bring a server of their own. */
  readonly identity?: IdentityPort;
  /** Told of every finished operation, for tests. */
  readonly onOperation?: (operation: FinishedOperation) => void;
  /** Jobs beside those of the domains, such as the demo world's. */
  readonly extraJobs?: readonly JobHandler[];
};

/** One process of the product, wired and ready to serve, to work or both. */
export type App = {
  readonly services: Services;
  readonly hub: Hub;
  readonly relay: Relay;
  /** Opens the public and the private listener. */
  listen(): Promise<{ url: string; opsUrl: string }>;
  startWorker(): Promise<void>;
  /** Moves what is in the outbox and runs every job that is due. */
  runJobs(): Promise<void>;
  /** Takes nothing new, finishes what runs, and closes everything. */
  close(): Promise<void>;
};

const DOMAIN_JOBS: readonly JobHandler[] = [...mediaJobs, ...sessionJobs, ...maintenanceJobs];

const WORKER_CONNECTIONS = 10;

/** Wires configuration, adapters, platform and domains into one process. */
export async function createApp(options: AppOptions): Promise<App> {
  const { config, connectionString, log, clock = systemClock, extraJobs = [] } = options;
  const handlers = [...DOMAIN_JOBS, ...extraJobs];
  const closers: (() => Promise<unknown>)[] = [];
  const secrets = await resolveSecrets(config);
  const ids = createIds(clock);
  const database = await openDatabase({
    connectionString,
    lanes: config.databaseLanes,
    transactionPoolSize: config.databasePool,
    statementTimeoutMs: config.limits.operationTimeoutMs,
    log,
  });
  closers.push(() => database.close());
  const { db } = database;

  const liveBus = await openLiveBus(config, connectionString, log);
  closers.push(() => liveBus.close());
  const hub = await startHub({ db, bus: liveBus, clock, ids, log });
  closers.push(() => hub.close());
  const relay = startRelay({ db, bus: liveBus, log, listenerJobs: listenerJobsOf(handlers) });
  closers.push(() => relay.close());

  const identity = options.identity ?? (await openIdentity(config, connectionString, secrets, clock));
  closers.push(() => identity.close());
  // The listener's address is known only after `listen`; until then nobody asks for a link.
  const address = { publicUrl: config.publicUrl ?? `http://localhost:${config.port}` };
  const { storage, signedFiles } = await openStorage(config, secrets, clock, address);
  closers.push(() => storage.close());

  const sessionMemory = createSessionMemory<SessionStanding>();
  const services: Services = {
    production: config.isProduction,
    limits: config.limits,
    secrets: { adminToken: Buffer.from(secrets.adminToken) },
    clock,
    ids,
    log,
    db,
    ports: { identity, storage, liveBus },
    events: hub,
    budgets: createBudgets(),
    sessionMemory,
    activeRestriction: (userId, kind) => activeRestriction({ db, clock }, userId, kind),
    transaction: createTransactions({ db, ids, clock, onCommit: relay.hint }),
  };
  const authenticator = createAuthenticator(services, sessionMemory, hub);

  let server: Server | null = null;
  let worker: { pool: Pool; running: Worker | null } | null = null;
  const workerPool = (): Pool => {
    worker ??= { pool: openWorkerPool(connectionString, log), running: null };
    return worker.pool;
  };

  return {
    services,
    hub,
    relay,

    async listen() {
      const temporaryDirectory = path.join(config.dataDir, 'uploads');
      await mkdir(temporaryDirectory, { recursive: true });
      await removeStaleFiles(temporaryDirectory, DAY_MS);
      const opened = await createServer({
        services,
        authenticator,
        signedFiles,
        temporaryDirectory,
        corsOrigins: config.corsOrigins,
        trustedProxies: config.trustedProxies,
        hasExplorer: config.hasExplorer,
        notReady: () => notReady(services),
        onOperation: options.onOperation ?? (() => undefined),
      });
      server = opened;
      hub.listen(sessionRevoked.name, (payload) => {
        if ('sessionId' in payload && typeof payload.sessionId === 'string')
          opened.closeSession(payload.sessionId);
      });
      const url = await opened.public.listen({ host: config.host, port: config.port });
      const opsUrl = await opened.ops.listen({ host: config.opsHost, port: config.opsPort });
      address.publicUrl = config.publicUrl ?? url;
      return { url, opsUrl };
    },

    async startWorker() {
      const pool = workerPool();
      // The embedded database belongs to this process.
      const isAlone = config.databaseUrl === null;
      const running = await startWorker(services, { pool, handlers, isAlone });
      worker = { pool, running };
    },

    async runJobs() {
      await relay.drain();
      await runDueJobs(services, { pool: workerPool(), handlers });
      await relay.drain();
      await hub.catchUp();
    },

    async close() {
      await Promise.all([server?.close(), worker?.running?.stop()]);
      await worker?.pool.end();
      for (const closer of closers.toReversed()) await closer();
    },
  };
}

async function openLiveBus({ liveBus }: Config, connectionString: string, log: Logger): Promise<LiveBusPort> {
  if (liveBus === 'postgres') {
    const { createPostgresBus } = await import('#adapters/live-bus/postgres.ts');
    return createPostgresBus({ connectionString, log });
  }
  if (liveBus !== null && liveBus !== 'embedded') {
    const { createRedisBus } = await import('#adapters/live-bus/redis.ts');
    return createRedisBus({ url: liveBus.redisUrl, log });
  }
  const { createEmbeddedBus } = await import('#adapters/live-bus/embedded.ts');
  return createEmbeddedBus();
}

async function openIdentity(
  { identity }: Config,
  connectionString: string,
  secrets: ResolvedSecrets,
  clock: Clock,
): Promise<IdentityPort> {
  if (identity.kind === 'firebase') {
    const { createFirebaseIdentity } = await import('#adapters/identity/firebase.ts');
    return createFirebaseIdentity({ ...identity, clock });
  }
  const { createEmbeddedIdentity } = await import('#adapters/identity/embedded.ts');
  return createEmbeddedIdentity({
    connectionString,
    secret: secrets.identity,
    issuer: IDENTITY_ISSUER,
    clock,
  });
}

const IDENTITY_ISSUER = 'plaza';

async function openStorage(
  config: Config,
  secrets: ResolvedSecrets,
  clock: Clock,
  address: { readonly publicUrl: string },
): Promise<{ storage: StoragePort; signedFiles: SignedFiles }> {
  const { createDiskStorage } = await import('#adapters/storage/disk.ts');
  const storage = createDiskStorage({
    directory: path.join(config.dataDir, 'files'),
    publicUrl: () => address.publicUrl,
    secret: Buffer.from(secrets.mediaLink),
    clock,
  });
  return { storage, signedFiles: storage };
}

function openWorkerPool(connectionString: string, log: Logger): Pool {
  const pool = new Pool({ connectionString, max: WORKER_CONNECTIONS });
  // Without a listener a lost connection would end the process; the worker connects again by itself.
  const onError = (error: Error): void => log.warn({ err: error }, 'a connection of the worker was lost');
  pool.on('error', onError);
  pool.on('connect', (client) => client.on('error', onError));
  return pool;
}

async function notReady({ db }: Services): Promise<readonly string[]> {
  try {
    await db.selectFrom('event_head').select('position').execute();
    return [];
  } catch {
    // Which failure it was stands in the log of the connection; the balancer only needs to know.
    return ['database'];
  }
}
