import { chmod, mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { FinishedOperation } from '#api/execution/execution.ts';
import type { Metrics } from '#api/ops/metrics.ts';
import type { SignedFiles } from '#api/http/media.ts';
import { buildSchemas, type Schemas } from '#api/schema.ts';
import { createServer, type Server } from '#api/server.ts';
import { checkReadiness, type ReadinessChecks } from '#api/ops/readiness.ts';
import { isLoopback } from '#api/pages/start-page.ts';
import type { Development, State } from '#api/pages/start-content.ts';
import type { Authenticator } from '#domains/identity/sessions/authentication.service.ts';
import { sessionRevoked } from '#domains/identity/sessions/sessions.events.ts';
import { DAY_MS } from '#platform/kernel/clock.ts';
import { removeStaleFiles } from '#platform/caches/stale-files.ts';
import type { LogFollower } from '#platform/outbox/event-log/log-follower.ts';
import type { Services } from '#platform/outbox/services.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { type Config, hasMailsPage, hasPushesPage } from '#src/config/config.ts';
import { readFirstUsers } from './first-users.ts';

export type ServerOptions = {
  readonly config: Config;
  readonly services: Services;
  readonly hub: LogFollower;
  readonly authenticator: Authenticator;
  readonly signedFiles: SignedFiles | null;
  /** Undefined builds the schemas of the configured limits. */
  readonly schemas: Schemas | undefined;
  readonly metrics: Metrics;
  readonly checks: ReadinessChecks;
  readonly onOperation: ((operation: FinishedOperation) => void) | undefined;
};

/** Opens the public and the private server; neither listens yet. */
export async function openServer(options: ServerOptions): Promise<Server> {
  const { config, services, hub, authenticator, signedFiles } = options;
  const temporaryDirectory = path.join(config.dataDir, 'uploads');
  // Nobody else on the machine lists what is uploaded; a folder of an older release is closed, too.
  await mkdir(temporaryDirectory, { recursive: true, mode: 0o700 });
  await chmod(temporaryDirectory, 0o700);
  await removeStaleFiles(temporaryDirectory, DAY_MS);
  const server = await createServer({
    services,
    schemas: options.schemas ?? buildSchemas(config.limits),
    authenticator,
    signedFiles,
    temporaryDirectory,
    corsOrigins: config.corsOrigins,
    trustedProxies: config.trustedProxies,
    countryHeader: config.countryHeader,
    hasExplorer: config.hasExplorer,
    hasAdminListener: config.adminListener !== null,
    development: config.isProduction ? null : developmentOf(config, options.checks),
    metrics: options.metrics,
    onOperation: options.onOperation ?? (() => undefined),
  });
  hub.listen(sessionRevoked.name, (payload) => {
    if ('sessionId' in payload && typeof payload.sessionId === 'string')
      server.closeSession(payload.sessionId);
  });
  return server;
}

function developmentOf(config: Config, checks: ReadinessChecks): Development {
  const { opsHost, opsPort, panelListener, webAppListener, hasDemo, publicUrl, trustedProxies, dataDir } =
    config;
  // With an address for others, or a proxy in front, it is not only people of this machine who ask.
  const isForOthers = publicUrl !== null || trustedProxies > 0;
  const pages = [
    ...(hasMailsPage(config) ? ['mails'] : []),
    ...(hasPushesPage(config) ? ['pushes'] : []),
    'ready',
    'metrics',
  ];
  const isPrivate = isLoopback(opsHost) && opsPort !== 0 && !isForOthers;
  return {
    version: packageJson.version,
    privatePages: isPrivate
      ? pages.map((page) => `http://${opsHost === '::1' ? '[::1]' : opsHost}:${opsPort}/${page}`)
      : [],
    appUrl: isForOthers ? null : urlOf(webAppListener),
    panelUrl: isForOthers ? null : urlOf(panelListener),
    firstUsers: async () => (hasDemo && !isForOthers ? readFirstUsers(dataDir) : []),
    hasDemo,
    states: () => statesOf(config, checks),
  };
}

/** Null for a listener on any free port, which is not known before it listens. */
const urlOf = (listener: Config['panelListener']): string | null =>
  listener && listener.port !== 0 ? `http://${listener.host}:${listener.port}` : null;

/** Parts that run, by the choices of the configuration. */
async function statesOf(config: Config, checks: ReadinessChecks): Promise<State[]> {
  const { missing, degraded } = await checkReadiness(checks);
  const healthOf = (check: string): State['health'] => {
    if (missing.includes(check)) return 'missing';
    return degraded.includes(check) ? 'degraded' : 'ready';
  };
  const isOwn = config.databaseUrl === null;
  const hasRedis = typeof config.liveBus === 'object' && config.liveBus !== null;
  return [
    { name: 'Database', what: isOwn ? 'embedded' : 'connected', health: healthOf('database') },
    { name: 'Jobs', what: 'ready', health: healthOf('jobs') },
    { name: 'Live events', what: hasRedis ? 'by Redis' : 'ready', health: healthOf('live bus') },
    { name: 'Files', what: config.storage.kind === 'disk' ? 'on disk' : 'in S3', health: 'ready' },
    { name: 'Mails', what: config.mail.kind === 'smtp' ? 'sent' : 'kept here', health: 'ready' },
    { name: 'Payments', what: config.payments.kind === 'stripe' ? 'Stripe' : 'sandbox', health: 'ready' },
  ];
}
