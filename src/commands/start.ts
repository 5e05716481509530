import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { SECOND_MS } from '#platform/kernel/clock.ts';
import type { Logger } from '#platform/kernel/logger.ts';
import type { Services } from '#platform/outbox/services.ts';
import { type Config, readConfig } from '../config/config.ts';
import type { Environment } from '../config/variables.ts';
import { prepareDatabase, type RunningDatabase } from './database.ts';
import { runUntilStopped } from './process.ts';
import { createSteps, type Progress, type Steps } from './steps.ts';
import { openProcessLog } from './process-log.ts';

/** Serves and works in one process. Without DATABASE_URL it starts an embedded PostgreSQL. */
export async function start(env: Environment): Promise<void> {
  const config = withOwnApps(readConfig(env));
  const { adminListener, panelListener, webAppListener, opsHost, opsPort } = config;
  await assertPortsFree([
    config,
    { host: opsHost, port: opsPort },
    ...(adminListener ? [adminListener] : []),
    ...(panelListener ? [panelListener] : []),
    ...(webAppListener ? [webAppListener] : []),
  ]);
  const log = await openProcessLog(config);
  const steps = createSteps(config, log);
  // Loading the code takes as long as starting the database, so both happen concurrently.
  const product = loadProduct(config);
  // A failure is reported where the product is awaited; until then it must not be an unhandled rejection.
  product.catch(() => undefined);
  const database = await prepareDatabase(config, log, steps.say);
  await serveAndWork({ config, log, steps }, database, await product);
}

/** Links in mails lead to the web app and the panel that this process serves, unless they are to lead elsewhere. */
function withOwnApps(config: Config): Config {
  const { webAppListener, webAppUrl, panelListener, adminAppUrl } = config;
  const urlOf = (listener: Config['panelListener']): string | null =>
    listener && listener.port !== 0 ? `http://${listener.host}:${listener.port}` : null;
  return {
    ...config,
    webAppUrl: webAppUrl ?? urlOf(webAppListener),
    adminAppUrl: adminAppUrl ?? urlOf(panelListener),
  };
}

/** Before anything is made, though each listener finds out again. @throws Error of the system for a port in use */
async function assertPortsFree(places: readonly { host: string; port: number }[]): Promise<void> {
  for (const { host, port } of places) {
    const probe = createServer().listen(port, host);
    await once(probe, 'listening');
    probe.close();
    await once(probe, 'close');
  }
}

type Product = Awaited<ReturnType<typeof loadProduct>>;

async function loadProduct({ hasDemo }: Config) {
  const [{ createApp }, firstRun, { printStartSummary: printGreeting }, demo] = await Promise.all([
    import('#src/app/app.ts'),
    import('./first-run.ts'),
    import('./start-summary.ts'),
    hasDemo ? import('../../db/demo.ts') : null,
  ]);
  return { createApp, ...firstRun, printGreeting, demo };
}

type Starting = { readonly config: Config; readonly log: Logger; readonly steps: Steps };

async function serveAndWork(
  { config, log, steps }: Starting,
  database: RunningDatabase,
  { createApp, readFirstRunFile, prepareFirstRun, sayWithoutAdmin, printGreeting, demo }: Product,
): Promise<void> {
  await runUntilStopped(log, config, async (closers) => {
    closers.push(() => database.stop());
    const { connectionString } = database;
    const app = await createApp({ config, connectionString, log, extraJobs: demo?.demoJobs ?? [] });
    closers.push((stop) => app.close(stop));
    const { services } = app;
    const noted = config.isProduction ? null : await readFirstRunFile(config);
    const isFilling = demo !== null && !noted?.users.length;
    const { url, adminUrl, opsUrl } = await app.listen();
    const panel = await openPanel(
      config,
      log,
      `${config.adminListener ? adminUrl : (config.publicUrl ?? url)}/admin/graphql`,
    );
    if (panel) closers.push(() => panel.close());
    const webApp = await openWebApp(config, log, `${config.publicUrl ?? url}/web/graphql`);
    if (webApp) closers.push(() => webApp.close());
    const prepared = (async () => {
      const accounts = await prepareFirstRun(services, config, { noted, demo });
      await app.startWorker();
      if (!isFilling) return { accounts, hasPictures: true };
      const hasPictures = await demo.hasFirstPage(services);
      await demo.inviteNewcomers(services);
      return { accounts, hasPictures };
    })();
    const { accounts, hasPictures } = await (isFilling
      ? steps.follow(fillingOf(demo, services), prepared)
      : prepared);
    await sayWithoutAdmin(services, config);
    await printGreeting({
      services,
      config,
      url,
      adminUrl,
      panelUrl: panel?.url ?? null,
      appUrl: webApp?.url ?? null,
      opsUrl,
      accounts,
      hasPictures,
    });
    if (!demo) return;
    const stopped = new AbortController();
    closers.push(async () => stopped.abort());
    void sayWhenComplete(services, steps, demo, stopped.signal);
  });
}

/** Null in production, where a web server serves the built files. */
async function openPanel({ panelListener }: Config, log: Logger, apiUrl: string) {
  if (!panelListener) return null;
  const { servePanel } = await import('@plaza/admin-panel');
  const onFailure = (err: unknown): void => log.error({ err }, 'the admin panel was not built');
  return servePanel({ ...panelListener, apiUrl, onFailure });
}

/** The same of the web app, which offers the people of the demo world. */
async function openWebApp(
  { webAppListener, hasDemo, dataDir, callServer }: Config,
  log: Logger,
  httpUrl: string,
) {
  if (!webAppListener) return null;
  const [{ serveWebApp }, { readFirstUsers }] = await Promise.all([
    import('@plaza/web-app'),
    import('#src/app/first-users.ts'),
  ]);
  return serveWebApp({
    ...webAppListener,
    api: { httpUrl, wsUrl: httpUrl.replace(/^http/, 'ws') },
    callServerUrl: callServer.kind === 'livekit' ? callServer.url : null,
    demoPeople: async () => (hasDemo ? readFirstUsers(dataDir) : []),
    onFailure: (err) => log.error({ err }, 'the web app was not built'),
  });
}

type Demo = NonNullable<Product['demo']>;

const fillingOf = (demo: Demo, services: Services): Progress => ({
  text: (done) => `Filling the demo world: ${done} posts`,
  total: demo.firstPostCount(),
  countDone: () => demo.countPosts(services),
});

const COMPLETE_CHECK_MS = SECOND_MS;

/** Says that the demo world is complete, unless it has been from the start. */
async function sayWhenComplete(
  services: Services,
  steps: Steps,
  demo: Demo,
  signal: AbortSignal,
): Promise<void> {
  for (let checks = 0; !signal.aborted; checks += 1) {
    // A database that is away is reported by what needs it.
    const isComplete = await demo.isComplete(services).catch(() => false);
    if (isComplete && checks > 0 && !signal.aborted) steps.say('The demo world is complete.');
    if (isComplete) return;
    await sleep(COMPLETE_CHECK_MS, undefined, { signal, ref: false }).catch(() => undefined);
  }
}
