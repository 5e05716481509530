import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import type { FinishedOperation } from '#api/execution/execution.ts';
import { createMetrics, type Metrics } from '#api/ops/metrics.ts';
import { createOps, type KeptPage } from '#api/ops/ops.ts';
import { renderPage, type RenderedPage } from '#api/pages/page.ts';
import type { ReadinessChecks } from '#api/ops/readiness.ts';
import type { Server } from '#api/server.ts';
import { endIdleConnectionsOnClose } from '#api/http/idle-connections.ts';
import type { SignedFiles } from '#api/http/media.ts';
import type { Schemas } from '#api/schema.ts';
import { recordedPushes } from '#domains/insight/push/recorded-pushes.service.ts';
import { recordedMails } from '#domains/foundation/mails/mails.service.ts';
import { accountStanding } from '#domains/identity/restrictions/restrictions.service.ts';
import {
  type Authenticator,
  createAuthenticator,
} from '#domains/identity/sessions/authentication.service.ts';
import { sessionRevoked } from '#domains/identity/sessions/sessions.events.ts';
import type { SessionState } from '#domains/identity/sessions/sessions.types.ts';
import { type Clock, SECOND_MS, systemClock } from '#platform/kernel/clock.ts';
import type { Services } from '#platform/outbox/services.ts';
import { type Database, openDatabase } from '#platform/db/connection.ts';
import { createTransactions, createWriter } from '#platform/outbox/transaction.ts';
import { catchUpFollowers } from '#platform/outbox/followers/event-followers.ts';
import { type LogFollower, startLogFollower } from '#platform/outbox/event-log/log-follower.ts';
import { type Relay, startRelay } from '#platform/outbox/event-log/relay.ts';
import type { Health } from '#platform/faults/health.ts';
import { createIds } from '#platform/kernel/ids.ts';
import {
  type JobHandler,
  listenerJobsOf,
  runDueJobs,
  startWorker,
  type Worker,
} from '#platform/outbox/worker/worker.ts';
import { openWorkerPool, type WorkerPool } from '#platform/outbox/worker/worker-pool.ts';
import type { Logger } from '#platform/kernel/logger.ts';
import type { PasswordCost } from '#platform/secrets/passwords.ts';
import { createSealer } from '#platform/secrets/sealed-text.ts';
import { createBudgets } from '#platform/request/budgets.ts';
import { createSemaphore } from '#platform/kernel/semaphore.ts';
import { createSessionCache } from '#platform/caches/session-cache.ts';
import type { CallServerPort } from '#ports/call-server.ts';
import type { IdentityPort } from '#ports/identity.ts';
import type { PushPorts } from '#ports/push.ts';
import { type Config, hasMailsPage, hasPushesPage } from '#src/config/config.ts';
import { measuredPorts } from './measured-ports.ts';
import { beforeStop, eventFollowers, jobHandlers } from '#domains/modules.ts';
import { callbacksOf } from './callbacks.ts';
import { openPorts } from './open-ports.ts';
import { openServer } from './open-server.ts';
import { queueStandings } from '#domains/trust/cases/cases.service.ts';
import { dropSession, watchCallServer } from '#domains/messaging/calls/reconciling.service.ts';
import { screeningStanding } from '#domains/foundation/screening/scans.service.ts';
import { addProcessGauges } from './process-metrics.ts';
import { readinessChecks } from './readiness-checks.ts';
import { endWhileAnswering } from './silent-database.ts';
import { watchedPorts } from './watched-ports.ts';
import { type ResolvedSecrets, resolveSecrets } from '#src/config/stored-secrets.ts';

export type AppOptions = {
  readonly config: Config;
  readonly connectionString: string;
  readonly log: Logger;
  /** Replaces the clock, for tests. */
  readonly clock?: Clock;
  /** Replaces the configured provider, for tests with a server of their own. */
  readonly identity?: IdentityPort;
  /** Replaces the configured call server, for tests that connect no browser. */
  readonly callServer?: CallServerPort;
  /** Replaces the configured providers of notifications, for tests with servers of their own. */
  readonly push?: PushPorts;
  /** Cheaper password hashing of the embedded identity provider, for tests that register many users. */
  readonly passwordCost?: PasswordCost;
  /** An open database of this connection string, for tests that open many apps; whoever opened it closes it. */
  readonly database?: Database;
  /** Prebuilt schemas of these limits, for tests that open many apps. */
  readonly schemas?: Schemas;
  /** Called for every finished operation, for tests. */
  readonly onOperation?: (operation: FinishedOperation) => void;
  /** Jobs besides those of the domains, such as the demo world's. */
  readonly extraJobs?: readonly JobHandler[];
};

/** One process of the product, wired and ready to serve, to work or both. */
export type App = {
  readonly services: Services;
  readonly hub: LogFollower;
  readonly relay: Relay;
  /** Opens the public and the private listener, and that of the admin endpoint, if it has one. */
  listen(): Promise<{ url: string; adminUrl: string; opsUrl: string }>;
  /** Opens the private listener of a process that only works. @returns its URL */
  listenAsWorker(): Promise<string>;
  startWorker(): Promise<void>;
  /** Drains the outbox and runs followers of the log and every due job, with what these cause, until nothing is left. */
  runJobs(): Promise<void>;
  /** Finishes running work and closes everything; with `drains` it first serves on for a while, not ready. */
  close(stop?: { readonly drains: boolean }): Promise<void>;
};

/** Wires configuration, adapters, platform and domains into one process. */
export async function createApp(options: AppOptions): Promise<App> {
  const parts = await openParts(options);
  const { services, hub, relay, handlers, address, metrics } = parts;
  const { config, connectionString, log, schemas, onOperation } = options;
  let server: Server | null = null;
  let ops: FastifyInstance | null = null;
  let isStopping = false;
  let worker: Worker | null = null;
  let pool: WorkerPool | null = null;
  const concurrency = config.jobConcurrency;
  const workerPool = (): Pool => (pool ??= openWorkerPool(connectionString, concurrency, log)).pool;

  const jobs = (): Health => healthOfJobs(worker, server !== null);
  const checks = { ...parts.checks, jobs };

  async function listenPrivately(port: number): Promise<string> {
    ops = createOps({
      metrics,
      checks,
      isStopping: () => isStopping,
      callbacks: callbacksOf(services),
      keptPages: keptPagesOf(config, services, () => `${address.publicUrl}/`),
    });
    endIdleConnectionsOnClose(ops);
    return ops.listen({ host: config.opsHost, port });
  }

  /** Relays and follows until nothing is left, since followers emit events and enqueue jobs themselves. */
  async function relayAndFollow(): Promise<void> {
    do {
      await relay.drain();
    } while (await catchUpFollowers(services, eventFollowers));
  }

  return {
    services,
    hub,
    relay,

    async listen() {
      server = await openServer({ ...parts, config, checks, schemas, onOperation });
      const url = await server.public.listen({ host: config.host, port: config.port });
      address.publicUrl = config.publicUrl ?? url;
      const adminUrl =
        server.admin && config.adminListener ? await server.admin.listen(config.adminListener) : url;
      return { url, adminUrl, opsUrl: await listenPrivately(config.opsPort) };
    },

    listenAsWorker: () => listenPrivately(config.workerOpsPort),

    async startWorker() {
      // The embedded database belongs to this process alone.
      const isAlone = config.databaseUrl === null;
      const onJob = metrics.jobFinished;
      const work = { handlers, followers: eventFollowers, concurrency };
      worker = await startWorker(services, { ...work, pool: workerPool(), onJob, isAlone });
    },

    async runJobs() {
      await relayAndFollow();
      const onJob = metrics.jobFinished;
      await runDueJobs(services, { pool: workerPool(), handlers, onJob, relay: relayAndFollow });
      await hub.catchUp();
    },

    close({ drains } = { drains: false }) {
      isStopping = true;
      return closeAll(options, parts, { server, ops, worker, pool, drains });
    },
  };
}

/** Pages of what is kept in place of leaving the machine. */
function keptPagesOf(config: Config, services: Services, home: () => string): KeptPage[] {
  const page = (title: string, read: () => Promise<string>) => async (): Promise<RenderedPage> =>
    renderPage({ title, content: await read(), hasScript: false, home: home(), links: [] });
  const pages: KeptPage[] = [];
  if (hasMailsPage(config))
    pages.push({ path: '/mails', render: page('Mails', () => recordedMails(services)) });
  if (hasPushesPage(config))
    pages.push({ path: '/pushes', render: page('Pushes', () => recordedPushes(services)) });
  return pages;
}

type Running = {
  readonly server: Server | null;
  readonly ops: FastifyInstance | null;
  readonly worker: Worker | null;
  readonly pool: WorkerPool | null;
  readonly drains: boolean;
};

async function closeAll(
  { config, log }: AppOptions,
  parts: Parts,
  { server, ops, worker, pool, drains }: Running,
): Promise<void> {
  const working = Promise.resolve(worker?.stop());
  if (server && drains) {
    server.drain();
    await sleep(config.drainSeconds * SECOND_MS);
  }

  async function end(): Promise<void> {
    const said = (what: string) => (): void => log.info(`${what} have ended`);
    await Promise.all([
      server?.close({ graceMs: config.stopGraceSeconds * SECOND_MS }).then(said('requests')),
      working.then(worker ? said('jobs') : undefined),
    ]);
    await beforeStop(parts.services);
    await ops?.close();
    await pool?.close();
    await parts.close();
  }

  await endWhileAnswering(end(), {
    log,
    database: parts.ownDatabase,
    giveUp() {
      server?.cutOff();
      // The rest ends with the process.
      parts.closePorts().catch(() => undefined);
    },
  });
  await parts.ownDatabase?.close();
}

/** A process that also serves goes on serving while its jobs wait. */
function healthOfJobs(worker: Worker | null, isServing: boolean): Health {
  if (!worker || worker.isRunning()) return 'ready';
  return isServing ? 'degraded' : 'missing';
}

type Parts = Pick<App, 'services' | 'hub' | 'relay'> & {
  readonly handlers: readonly JobHandler[];
  readonly authenticator: Authenticator;
  readonly signedFiles: SignedFiles | null;
  readonly metrics: Metrics;
  readonly checks: ReadinessChecks;
  /** Base URL of links to files; corrected when the listener's address is known. */
  readonly address: { publicUrl: string };
  /** The database, if it is this process' own. */
  readonly ownDatabase: Database | null;
  closePorts(): Promise<void>;
  /** Closes all but the database. */
  close(): Promise<void>;
};

/** Passwords of one network that are checked at a time: a check occupies a processor for some 30 ms. */
const PASSWORDS_AT_ONCE = 2;
const PASSWORDS_WAITING_MAX = 500;

/** Parts of every process, whether it serves, works or both. */
async function openParts(options: AppOptions): Promise<Parts> {
  const { config, connectionString, log, identity, callServer, push, passwordCost } = options;
  const { clock = systemClock, extraJobs = [] } = options;
  const secrets = await resolveSecrets(config);
  const { previous } = secrets;
  const address = { publicUrl: config.publicUrl ?? `http://localhost:${config.port}` };
  const publicUrl = (): string => address.publicUrl;

  const database = options.database ?? (await openOwnDatabase(options));
  const { db } = database;
  const replaced = { identity, callServer, push, passwordCost };
  const open = { config, connectionString, secrets, clock, log, ...replaced, publicUrl };
  const { ports: opened, signedFiles, close: closePorts } = await openPorts(open);
  const metrics = createMetrics();
  const ports = measuredPorts(watchedPorts(opened, log), metrics, log);

  const ids = createIds(clock);
  const handlers = [...jobHandlers, ...extraJobs];
  const hub = await startLogFollower({ db, bus: ports.liveBus, clock, ids, log });
  const listenerJobs = listenerJobsOf(handlers);
  const relay = startRelay({ db, bus: ports.liveBus, log, listenerJobs, onLogged: hub.take });
  const screening = screeningStanding({ db, ports, clock });
  const queues = () => queueStandings({ db, clock });
  addProcessGauges(metrics, { database, hub, relay, liveBus: ports.liveBus, screening, queues });

  const sessionCache = createSessionCache<SessionState>();
  const adminToken = Buffer.from(secrets.adminToken);
  const services: Services = {
    isProduction: config.isProduction,
    limits: config.limits,
    coinRates: config.coinRates,
    secrets: {
      adminToken,
      previousAdminToken: previous.adminToken ? Buffer.from(previous.adminToken) : null,
    },
    ...sealersOf(secrets),
    ...settingsOf(config),
    clock,
    ids,
    log,
    db,
    ports,
    events: hub,
    budgets: createBudgets({ clock, db, secret: adminToken }),
    passwordSemaphore: createSemaphore({ atOnceMax: PASSWORDS_AT_ONCE, waitingMax: PASSWORDS_WAITING_MAX }),
    sessionCache,
    accountStanding: (userId, kind) => accountStanding({ db, clock }, userId, kind),
    write: createWriter({ writer: database.writer, onCommit: relay.notify }),
    transaction: createTransactions({ db, ids, clock, onCommit: relay.notify }),
  };
  watchCalls(services, hub);
  const authenticator = createAuthenticator(services, sessionCache, hub);
  return {
    services,
    hub,
    relay,
    handlers,
    authenticator,
    signedFiles,
    metrics,
    checks: readinessChecks(database, ports, log),
    address,
    ownDatabase: options.database ? null : database,
    closePorts,
    async close() {
      await relay.close();
      await authenticator.close();
      await hub.close();
      await closePorts();
    },
  };
}

const sealersOf = ({ identity, adminTotp, previous }: ResolvedSecrets) => ({
  sealer: createSealer(identity, previous.identity),
  adminTotpSealer: createSealer(adminTotp, previous.adminTotp),
});

const settingsOf = ({ registration, webAppUrl, unsubscribe, adminAppUrl, adminTotp }: Config) => ({
  registration,
  webAppUrl,
  unsubscribe,
  adminAppUrl,
  adminTotp,
});

/** Has calls follow the call server and the ends of sessions. */
function watchCalls(services: Services, hub: LogFollower): void {
  watchCallServer(services);
  hub.listen(sessionRevoked.name, (payload) => {
    if ('sessionId' in payload && typeof payload.sessionId === 'string')
      dropSession(services, payload.sessionId);
  });
}

function openOwnDatabase({ config, connectionString, log }: AppOptions): Promise<Database> {
  return openDatabase({
    connectionString,
    lanes: config.databaseLanes,
    transactionPoolSize: config.databasePool,
    statementTimeoutMs: config.limits.operationTimeoutMs,
    log,
  });
}
