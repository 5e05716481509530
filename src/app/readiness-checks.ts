import { setTimeout as sleep } from 'node:timers/promises';
import type { ReadinessChecks } from '#api/ops/readiness.ts';
import type { Database } from '#platform/db/connection.ts';
import { faultsOf } from '#platform/faults/faults.ts';
import type { Health } from '#platform/faults/health.ts';
import { SECOND_MS } from '#platform/kernel/clock.ts';
import type { Logger } from '#platform/kernel/logger.ts';
import type { Port } from '#platform/kernel/port-fault.ts';
import type { Ports } from '#ports/ports.ts';
import { PUSH_PORTS, pushEntries } from './watched-push.ts';
import type { StoragePort } from '#ports/storage.ts';

/** Of a port that has failed it tells once a use succeeds again. Without the database nothing is served; without others, all else is. */
export function readinessChecks(
  { db, transactionHealth, writeHealth }: Database,
  ports: Ports,
  log: Logger,
): ReadinessChecks {
  const healthOf = (port: Port) => (): Health => (faultsOf(log).has(port) ? 'degraded' : 'ready');
  const tryStorage = oneAtATime(() => probe(ports.storage));
  return {
    async database(): Promise<Health> {
      await db.selectFrom('event_head').select('position').execute();
      return 'ready';
    },
    transactions: transactionHealth,
    writes: writeHealth,
    async storage() {
      const health = healthOf('storage');
      if (health() === 'degraded') await Promise.race([tryStorage(), sleep(PROBE_TIMEOUT_MS)]);
      return health();
    },
    mail: healthOf('mail'),
    payments: healthOf('payments'),
    moderation: healthOf('moderation'),
    identity: healthOf('identity'),
    'call server': healthOf('call server'),
    ...Object.fromEntries(
      pushEntries(ports.push).map(([provider]) => [PUSH_PORTS[provider], healthOf(PUSH_PORTS[provider])]),
    ),
    ...(ports.fileScanner && { 'file scanner': healthOf('file scanner') }),
    // Without it a process still reads the log, once a second.
    'live bus': () => (ports.liveBus.isConnected() ? 'ready' : 'degraded'),
  };
}

/** Below the timeout of a check, after which a port would count as missing. */
const PROBE_TIMEOUT_MS = SECOND_MS;
const PROBE_KEY = 'probe/written.json';

/** Stores a small file, always the same one. Its failure is noted where all failures are. */
const probe = (storage: StoragePort): Promise<void> =>
  storage.put(PROBE_KEY, Buffer.from('{}'), { contentType: 'application/json' }).catch(() => undefined);

function oneAtATime(run: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  return () => (running ??= run().finally(() => (running = null)));
}
