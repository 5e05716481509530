import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '#platform/kernel/clock.ts';
import { systemClock } from '#platform/kernel/clock.ts';
import { openDatabase } from '#platform/db/connection.ts';
import type { Database } from '#platform/db/connection.ts';
import { createTransactions } from '#platform/outbox/transaction.ts';
import type { Transactions } from '#platform/outbox/transaction.ts';
import { startLogFollower } from '#platform/outbox/event-log/log-follower.ts';
import type { LogFollower } from '#platform/outbox/event-log/log-follower.ts';
import { startRelay } from '#platform/outbox/event-log/relay.ts';
import type { Relay } from '#platform/outbox/event-log/relay.ts';
import { createIds } from '#platform/kernel/ids.ts';
import { createLogger } from '#platform/kernel/logger.ts';
import type { Logger } from '#platform/kernel/logger.ts';
import type { LiveBusPort } from '#ports/live-bus.ts';
import { whenBusy } from './when-busy.ts';

/** Event delivery of one process, without the rest of the product. */
export type EventProcess = Database & {
  readonly transaction: Transactions;
  readonly relay: Relay;
  readonly hub: LogFollower;
};

type Options = {
  readonly bus: LiveBusPort;
  readonly log?: Logger;
  readonly clock?: Clock;
  readonly listenerJobs?: ReadonlyMap<string, readonly string[]>;
  /** False simulates a process that dies between its commits and its relay. */
  readonly hints?: boolean;
};

export const silent = createLogger({ level: 'silent' });

export async function openTestDatabase(
  t: TestContext,
  connectionString: string,
  log = silent,
): Promise<Database> {
  const settings = { lanes: 2, transactionPoolSize: 8, statementTimeoutMs: 10_000, log };
  const database = await openDatabase({ ...settings, connectionString });
  t.after(() => database.close());
  return database;
}

/** Several of them on one database are equivalent to several processes. */
export async function startEventProcess(
  t: TestContext,
  connectionString: string,
  { bus, log = silent, clock = systemClock, listenerJobs = new Map(), hints = true }: Options,
): Promise<EventProcess> {
  const ids = createIds(clock);
  const database = await openTestDatabase(t, connectionString);
  const { db } = database;
  const hub = await startLogFollower({ db, bus, clock, ids, log });
  const relay = startRelay({ db, bus, log, listenerJobs, onLogged: hub.take });
  t.after(async () => {
    await relay.close();
    await hub.close();
  });
  const onCommit = (): void => {
    if (hints) relay.notify();
  };
  return { ...database, hub, relay, transaction: createTransactions({ db, ids, clock, onCommit }) };
}

/** A bus that loses everything, as the port allows. */
export function deafBus(): LiveBusPort {
  return {
    publish: () => undefined,
    tell: () => undefined,
    logNotice: null,
    subscribe: () => () => undefined,
    isConnected: () => false,
    close: async () => undefined,
  };
}

const DEADLINE_MS = 30_000;

export async function until(condition: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const deadlineMs = Date.now() + whenBusy(DEADLINE_MS, 1);
  while (!(await condition())) {
    assert.ok(Date.now() < deadlineMs, `waited in vain: ${what}`);
    await sleep(5);
  }
}
