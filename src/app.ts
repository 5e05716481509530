import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { Pool } from 'pg';
import type { FinishedOperation } from '#api/execution.ts';
import { createServer, type Server } from '#api/server.ts';
import type { SignedFiles } from '#api/media.ts';
import { commentExport } from '#domains/content/comments/comments.export.ts';
import { commentJobs } from '#domains/content/comments/comments.jobs.ts';
import { exploreJobs } from '#domains/content/explore/explore.jobs.ts';
import { feedJobs } from '#domains/content/feed/feed.jobs.ts';
import { hashtagExport } from '#domains/content/hashtags/hashtags.export.ts';
import { hashtagJobs } from '#domains/content/hashtags/hashtags.jobs.ts';
import { postExports } from '#domains/content/posts/posts.export.ts';
import { postJobs } from '#domains/content/posts/posts.jobs.ts';
import { reactionExports } from '#domains/content/reactions/reactions.export.ts';
import { reactionJobs } from '#domains/content/reactions/reactions.jobs.ts';
import { repostExport } from '#domains/content/reposts/reposts.export.ts';
import { repostJobs } from '#domains/content/reposts/reposts.jobs.ts';
import { savedExports } from '#domains/content/saved/saved.export.ts';
import { savedJobs } from '#domains/content/saved/saved.jobs.ts';
import { searchJobs } from '#domains/content/search/search.jobs.ts';
import { viewJobs } from '#domains/content/views/views.jobs.ts';
import { mediaExport } from '#domains/foundation/media/media.export.ts';
import { mediaJobs } from '#domains/foundation/media/media.jobs.ts';
import { pollExports } from '#domains/foundation/polls/polls.export.ts';
import { pollJobs } from '#domains/foundation/polls/polls.jobs.ts';
import { blockExport } from '#domains/graph/blocks/blocks.export.ts';
import { blockJobs } from '#domains/graph/blocks/blocks.jobs.ts';
import { entitlementExports } from '#domains/graph/entitlements/entitlements.export.ts';
import { entitlementJobs } from '#domains/graph/entitlements/entitlements.jobs.ts';
import { followExports } from '#domains/graph/follows/follows.export.ts';
import { followJobs } from '#domains/graph/follows/follows.jobs.ts';
import { muteExports } from '#domains/graph/mutes/mutes.export.ts';
import { muteJobs } from '#domains/graph/mutes/mutes.jobs.ts';
import { privacyExport } from '#domains/graph/privacy/privacy.export.ts';
import { privacyJobs } from '#domains/graph/privacy/privacy.jobs.ts';
import { accountJobs } from '#domains/identity/accounts/accounts.jobs.ts';
import { exportJobs } from '#domains/identity/accounts/exports.jobs.ts';
import { credentialJobs } from '#domains/identity/credentials/credentials.jobs.ts';
import { restrictionExport } from '#domains/identity/restrictions/restrictions.export.ts';
import { accountStanding } from '#domains/identity/restrictions/restrictions.service.ts';
import {
  type Authenticator,
  createAuthenticator,
} from '#domains/identity/sessions/authentication.service.ts';
import { sessionRevoked } from '#domains/identity/sessions/sessions.events.ts';
import { sessionExport } from '#domains/identity/sessions/sessions.export.ts';
import { sessionJobs } from '#domains/identity/sessions/sessions.jobs.ts';
import type { SessionStanding } from '#domains/identity/sessions/sessions.types.ts';
import { userExports } from '#domains/identity/users/users.export.ts';
import { userJobs } from '#domains/identity/users/users.jobs.ts';
import { conversationExport } from '#domains/messaging/conversations/conversations.export.ts';
import { conversationJobs } from '#domains/messaging/conversations/conversations.jobs.ts';
import { messageExport } from '#domains/messaging/messages/messages.export.ts';
import { messageJobs } from '#domains/messaging/messages/messages.jobs.ts';
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
import { mailJobs } from '#platform/mail.ts';
import { maintenanceJobs } from '#platform/maintenance.ts';
import type { ExportPart } from '#platform/personal-data.ts';
import { createBudgets } from '#platform/rate-limit.ts';
import { createSessionMemory } from '#platform/session-memory.ts';
import { removeStaleFiles } from '#platform/stale-files.ts';
import type { IdentityPort } from '#ports/identity.ts';
import type { Config } from './config.ts';
import { openPorts } from './open-ports.ts';
import { resolveSecrets } from './secrets.ts';

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

/** What every domain keeps of a person, in the order in which they find it in their archive. */
const DOMAIN_EXPORTS: readonly ExportPart[] = [
  ...userExports,
  sessionExport,
  restrictionExport,
  privacyExport,
  ...followExports,
  blockExport,
  ...entitlementExports,
  ...muteExports,
  mediaExport,
  ...postExports,
  commentExport,
  ...pollExports,
  ...reactionExports,
  repostExport,
  ...savedExports,
  hashtagExport,
  conversationExport,
  messageExport,
];

const DOMAIN_JOBS: readonly JobHandler[] = [
  ...mediaJobs,
  ...sessionJobs,
  ...credentialJobs,
  ...muteJobs,
  ...userJobs,
  ...accountJobs,
  ...exportJobs(DOMAIN_EXPORTS),
  ...followJobs,
  ...blockJobs,
  ...entitlementJobs,
  ...privacyJobs,
  ...pollJobs,
  ...postJobs,
  ...commentJobs,
  ...feedJobs,
  ...reactionJobs,
  ...repostJobs,
  ...savedJobs,
  ...viewJobs,
  ...hashtagJobs,
  ...searchJobs,
  ...exploreJobs,
  ...conversationJobs,
  ...messageJobs,
  ...mailJobs,
  ...maintenanceJobs,
];

/** Wires configuration, adapters, platform and domains into one process. */
export async function createApp(options: AppOptions): Promise<App> {
  const parts = await openParts(options);
  const { services, hub, relay, handlers } = parts;
  let server: Server | null = null;
  let worker: Worker | null = null;
  let pool: Pool | null = null;
  const workerPool = (): Pool => (pool ??= openWorkerPool(options));

  return {
    services,
    hub,
    relay,

    async listen() {
      server = await openServer(options, parts);
      const { config } = options;
      const url = await server.public.listen({ host: config.host, port: config.port });
      const opsUrl = await server.ops.listen({ host: config.opsHost, port: config.opsPort });
      parts.address.publicUrl = config.publicUrl ?? url;
      return { url, opsUrl };
    },

    async startWorker() {
      // The embedded database belongs to this process.
      const isAlone = options.config.databaseUrl === null;
      worker = await startWorker(services, { pool: workerPool(), handlers, isAlone });
    },

    async runJobs() {
      await relay.drain();
      await runDueJobs(services, { pool: workerPool(), handlers });
      await relay.drain();
      await hub.catchUp();
    },

    async close() {
      await Promise.all([server?.close(), worker?.stop()]);
      await pool?.end();
      await parts.close();
    },
  };
}

type Parts = Pick<App, 'services' | 'hub' | 'relay'> & {
  readonly handlers: readonly JobHandler[];
  readonly authenticator: Authenticator;
  readonly signedFiles: SignedFiles | null;
  /** Where links to files lead; corrected when the listener knows its address. */
  readonly address: { publicUrl: string };
  close(): Promise<void>;
};

/** Everything that a process has whether it serves, works or both. */
async function openParts(options: AppOptions): Promise<Parts> {
  const { config, connectionString, log, clock = systemClock, extraJobs = [] } = options;
  const handlers = [...DOMAIN_JOBS, ...extraJobs];
  const secrets = await resolveSecrets(config);
  const ids = createIds(clock);
  const address = { publicUrl: config.publicUrl ?? `http://localhost:${config.port}` };
  const database = await openDatabase({
    connectionString,
    lanes: config.databaseLanes,
    transactionPoolSize: config.databasePool,
    statementTimeoutMs: config.limits.operationTimeoutMs,
    log,
  });
  const { db } = database;
  const { identity } = options;
  const publicUrl = (): string => address.publicUrl;
  const opened = await openPorts({ config, connectionString, secrets, clock, log, identity, publicUrl });
  const { liveBus } = opened.ports;
  const hub = await startHub({ db, bus: liveBus, clock, ids, log });
  const relay = startRelay({ db, bus: liveBus, log, listenerJobs: listenerJobsOf(handlers) });
  const sessionMemory = createSessionMemory<SessionStanding>();
  const services: Services = {
    isProduction: config.isProduction,
    limits: config.limits,
    secrets: { adminToken: Buffer.from(secrets.adminToken) },
    webAppUrl: config.webAppUrl,
    clock,
    ids,
    log,
    db,
    ports: opened.ports,
    events: hub,
    budgets: createBudgets(),
    sessionMemory,
    accountStanding: (userId, kind) => accountStanding({ db, clock }, userId, kind),
    transaction: createTransactions({ db, ids, clock, onCommit: relay.hint }),
  };
  const authenticator = createAuthenticator(services, sessionMemory, hub);
  return {
    services,
    hub,
    relay,
    handlers,
    authenticator,
    signedFiles: opened.signedFiles,
    address,
    async close() {
      await relay.close();
      await hub.close();
      await opened.close();
      await database.close();
    },
  };
}

async function openServer({ config, onOperation }: AppOptions, parts: Parts): Promise<Server> {
  const temporaryDirectory = path.join(config.dataDir, 'uploads');
  await mkdir(temporaryDirectory, { recursive: true });
  await removeStaleFiles(temporaryDirectory, DAY_MS);
  const server = await createServer({
    services: parts.services,
    authenticator: parts.authenticator,
    signedFiles: parts.signedFiles,
    temporaryDirectory,
    corsOrigins: config.corsOrigins,
    trustedProxies: config.trustedProxies,
    countryHeader: config.countryHeader,
    hasExplorer: config.hasExplorer,
    notReady: () => notReady(parts.services),
    onOperation: onOperation ?? (() => undefined),
  });
  parts.hub.listen(sessionRevoked.name, (payload) => {
    if ('sessionId' in payload && typeof payload.sessionId === 'string')
      server.closeSession(payload.sessionId);
  });
  return server;
}

const WORKER_CONNECTIONS = 10;
const CONNECT_TIMEOUT_MS = 10_000;

function openWorkerPool({ connectionString, log }: AppOptions): Pool {
  const pool = new Pool({
    connectionString,
    max: WORKER_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
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
