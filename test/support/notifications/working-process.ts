import { createEmbeddedBus } from '#adapters/live-bus/embedded.ts';
import { createEmbeddedMail } from '#adapters/mail/embedded.ts';
import { createSmtpMail } from '#adapters/mail/smtp.ts';
import { createEmbeddedPush } from '#adapters/push/embedded.ts';
import { mailJobs } from '#domains/foundation/mails/mails.jobs.ts';
import { announcementJobs } from '#domains/insight/announcements/announcements.jobs.ts';
import { digestJobs } from '#domains/insight/digests/digests.jobs.ts';
import { pushFollowers, pushJobs } from '#domains/insight/notification-pushes/notification-pushes.jobs.ts';
import {
  notificationFollowers,
  notificationJobs,
} from '#domains/insight/notifications/notifications.jobs.ts';
import { pushJobs as sendingJobs } from '#domains/insight/push/push.jobs.ts';
import { openDatabase } from '#platform/db/connection.ts';
import { createIds } from '#platform/kernel/ids.ts';
import { createLogger } from '#platform/kernel/logger.ts';
import { startRelay } from '#platform/outbox/event-log/relay.ts';
import { JOB_CONCURRENCY } from '#platform/outbox/jobs/kinds.ts';
import type { Services } from '#platform/outbox/services.ts';
import { createTransactions } from '#platform/outbox/transaction.ts';
import { openWorkerPool } from '#platform/outbox/worker/worker-pool.ts';
import { startWorker } from '#platform/outbox/worker/worker.ts';
import { createSealer } from '#platform/secrets/sealed-text.ts';

/**
 * A worker with the jobs and followers of notifications, for a test to kill. Its arguments are the connection string, the secret of its sealer, its
 * limits as JSON, and the port of a mail server or nothing. It prints a line when it is ready, begins to work with the first line of its input,
 * which says at which time its clock begins, and then prints another one.
 */
const [, , connectionString = '', secret = '', limits = '{}', mailPort = ''] = process.argv;
let aheadMs = 0;
const clock = { now: () => new Date(Date.now() + aheadMs) };
const log = createLogger({ level: 'fatal' });
const settings = { lanes: 2, transactionPoolSize: 6, statementTimeoutMs: 20_000, log };
const { db } = await openDatabase({ ...settings, connectionString });
const ids = createIds(clock);
const bus = createEmbeddedBus();
const relay = startRelay({ db, bus, log, listenerJobs: new Map(), onLogged: () => undefined });
const from = { name: 'Plaza', address: 'plaza@example.com' };
// The services that these jobs use.
const services = {
  log,
  db,
  ids,
  clock,
  limits: JSON.parse(limits),
  sealer: createSealer(secret),
  transaction: createTransactions({ db, ids, clock, onCommit: relay.notify }),
  webAppUrl: 'https://app.example.com',
  unsubscribe: { oneClickUrl: null, address: null },
  ports: {
    liveBus: bus,
    mail: mailPort
      ? createSmtpMail({ url: `smtp://127.0.0.1:${mailPort}`, from, clock })
      : createEmbeddedMail({ connectionString, clock }),
    push: { FCM: createEmbeddedPush({ provider: 'FCM', connectionString, clock }) },
  },
} as unknown as Services;
const handlers = [
  ...mailJobs,
  ...announcementJobs,
  ...digestJobs,
  ...notificationJobs,
  ...pushJobs,
  ...sendingJobs,
];
const followers = [...notificationFollowers, ...pushFollowers];
process.stdin.setEncoding('utf8').once('data', (line: string) => {
  aheadMs = new Date(line.trim()).getTime() - Date.now();
  const { pool } = openWorkerPool(connectionString, JOB_CONCURRENCY, log);
  // The worker before it is dead.
  void startWorker(services, { pool, handlers, followers, isAlone: true }).then(() =>
    process.stdout.write('begun\n'),
  );
});
process.stdout.write('ready\n');
