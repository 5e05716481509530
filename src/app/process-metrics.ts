import type { Metrics } from '#api/ops/metrics.ts';
import type { screeningStanding } from '#domains/foundation/screening/scans.service.ts';
import type { queueStandings } from '#domains/trust/cases/cases.service.ts';
import type { Database } from '#platform/db/connection.ts';
import { type Backlog, findBacklog } from '#platform/outbox/event-log/backlog.ts';
import type { LogFollower } from '#platform/outbox/event-log/log-follower.ts';
import type { Relay } from '#platform/outbox/event-log/relay.ts';
import type { LiveBusPort } from '#ports/live-bus.ts';

export type Measured = {
  readonly database: Database;
  readonly hub: LogFollower;
  readonly relay: Relay;
  readonly liveBus: LiveBusPort;
  readonly screening: ReturnType<typeof screeningStanding>;
  readonly queues: () => ReturnType<typeof queueStandings>;
};

/** One scrape reads the backlog once, for all of its gauges; several scrapers share a reading too. */
const BACKLOG_MAX_AGE_MS = 2_000;
const BACKLOG_TIMEOUT_MS = 2_000;

/** Adds the gauges of what every process has, whether it serves or works. */
export function addProcessGauges({ gauge }: Metrics, measured: Measured): void {
  const { database, liveBus, screening } = measured;
  gauge({
    name: 'database_lanes',
    help: 'Connections shared by all reads.',
    labelNames: ['state'],
    read() {
      const { up, down } = database.counts().lanes;
      return [labelled('state', 'up', up), labelled('state', 'down', down)];
    },
  });
  gauge({
    name: 'database_lane_statements',
    help: 'Statements sent on these connections and not answered yet.',
    read: () => database.counts().lanes.statements,
  });
  gauge({
    name: 'database_transaction_connections',
    help: 'Connections for transactions.',
    labelNames: ['state'],
    read() {
      const { connections, idle } = database.counts().transactions;
      return [labelled('state', 'idle', idle), labelled('state', 'used', connections - idle)];
    },
  });
  gauge({
    name: 'database_transactions_waiting',
    help: 'Transactions that wait for a connection.',
    read: () => database.counts().transactions.waiting,
  });
  gauge({
    name: 'database_transaction_failures',
    help: 'Transactions that got no connection, since the start.',
    read: () => database.counts().transactions.failures,
  });
  gauge({
    name: 'live_bus_connected',
    help: 'Whether signals of other processes arrive: 1 or 0.',
    read: () => (liveBus.isConnected() ? 1 : 0),
  });
  gauge({
    name: 'moderation_circuit_open',
    help: 'Whether this process does not ask its provider of moderation, since that has failed: 1 or 0.',
    read: () => (screening.isCircuitOpen() ? 1 : 0),
  });
  const pending = recent(screening.pendingScans);
  gauge({
    name: 'moderation_scans_pending',
    help: 'Posts and comments that wait to be judged.',
    async read() {
      const value = await pending();
      return value === null ? null : [{ value }];
    },
  });
  addQueueGauges(gauge, measured);
  addBacklogGauges(gauge, measured);
}

function addQueueGauges(gauge: Metrics['gauge'], { queues }: Measured): void {
  const standings = recent(queues);
  gauge({
    name: 'moderation_cases_open',
    help: 'Cases of moderation that are not decided, without escalated ones.',
    labelNames: ['queue'],
    async read() {
      return (await standings())?.map(({ queue, open }) => labelled('queue', queue, open)) ?? null;
    },
  });
  gauge({
    name: 'moderation_cases_oldest_seconds',
    help: 'Age of the oldest of these cases.',
    labelNames: ['queue'],
    async read() {
      const found = await standings();
      return found?.map(({ queue, oldestSeconds }) => labelled('queue', queue, oldestSeconds)) ?? null;
    },
  });
}

function addBacklogGauges(gauge: Metrics['gauge'], { database, hub, relay }: Measured): void {
  const backlog = recent(() => findBacklog(database.db, relay.bound()));
  const fromBacklog = (name: string, help: string, valueOf: (found: Backlog) => number): void =>
    gauge({
      name,
      help,
      async read() {
        const found = await backlog();
        return found && [{ value: valueOf(found) }];
      },
    });
  fromBacklog('outbox_rows', 'Events and jobs that are not relayed yet.', ({ outboxRows }) => outboxRows);
  fromBacklog(
    'outbox_oldest_seconds',
    'Age of the oldest event or job that is not relayed yet.',
    ({ outboxOldestSeconds }) => outboxOldestSeconds,
  );
  fromBacklog('event_log_lag', 'Events of the log that this process has not delivered yet.', (found) =>
    Math.max(0, found.logPosition - hub.newest().position),
  );
  const perRow =
    <Label extends string, Row extends Readonly<Record<Label, string>>>(
      label: Label,
      rowsOf: (found: Backlog) => readonly Row[],
    ) =>
    (name: string, help: string, valueOf: (row: Row) => number): void =>
      gauge({
        name,
        help,
        labelNames: [label],
        async read() {
          const found = await backlog();
          return found && rowsOf(found).map((row) => labelled(label, row[label], valueOf(row)));
        },
      });
  const perJob = perRow('job', ({ jobs }) => jobs);
  perJob('jobs_waiting', 'Jobs that are due and not running.', ({ waiting }) => waiting);
  perJob('jobs_oldest_seconds', 'Time since the oldest waiting job was due.', (found) => found.oldestSeconds);
  perJob('jobs_retrying', 'Jobs that failed and are tried again.', ({ retrying }) => retrying);
  perJob('jobs_failed', 'Jobs that have used up their attempts.', ({ failed }) => failed);
  const perFollower = perRow('follower', ({ followers }) => followers);
  perFollower(
    'event_follower_lag',
    'Events of the log that the follower has not passed.',
    (row) => row.events,
  );
  perFollower('event_follower_lag_seconds', 'Age of the first of these events.', ({ seconds }) => seconds);
}

const labelled = (name: string, label: string, value: number) => ({ labels: { [name]: label }, value });

/** Reads at most every few seconds. Null when the read fails or takes long, such as while the database is away. */
function recent<Value>(read: () => Promise<Value>): () => Promise<Value | null> {
  let reading: Promise<Value | null> = Promise.resolve(null);
  let startedMs = -Infinity;
  return () => {
    if (performance.now() - startedMs > BACKLOG_MAX_AGE_MS) {
      startedMs = performance.now();
      reading = inTime(read());
    }
    return reading;
  };
}

async function inTime<Value>(running: Promise<Value>): Promise<Value | null> {
  const { promise: late, resolve } = Promise.withResolvers<null>();
  const timer = setTimeout(() => resolve(null), BACKLOG_TIMEOUT_MS);
  try {
    return await Promise.race([running, late]);
  } catch {
    // The connection logs its own failure.
    return null;
  } finally {
    clearTimeout(timer);
  }
}
