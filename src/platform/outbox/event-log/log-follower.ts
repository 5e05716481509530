import type { BusSignal, LiveBusPort } from '#ports/live-bus.ts';
import type { Clock } from '#platform/kernel/clock.ts';
import type { Db } from '#platform/db/database.ts';
import type { Ids } from '#platform/kernel/ids.ts';
import type { Logger } from '#platform/kernel/logger.ts';
import type { AddressedEvent } from './log.ts';
import { type LogReader, openLogReader } from './log-reader.ts';
import { startBackgroundLoop } from './background-loop.ts';
import type { EventStream } from '#platform/outbox/events/stream.ts';
import { createSubscriptions } from './subscriptions.ts';

/** Poll interval, for signals that the bus lost. */
const POLL_MS = 1_000;

export type LogFollower = EventStream & {
  /** Calls `listener` for every event of `name` logged from now on, in this process. */
  listen(name: string, listener: (payload: object) => void): void;
  /** Delivers what this process has logged without reading it, unless something else has to be read first. */
  readonly take: LogReader['take'];
  /** Delivers everything that has been logged. */
  catchUp(): Promise<void>;
  close(): Promise<void>;
};

type LogFollowerOptions = {
  readonly db: Db;
  readonly bus: LiveBusPort;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Logger;
};

/**
 * Follows the event log and delivers its events to this process' subscribers.
 * The bus only signals that the log has grown; a lost signal is made up for by the next one or by the poll. When the log is
 * set back, as by a restore or a failover to a replica that lagged, it notices at the next poll.
 */
export async function startLogFollower({
  db,
  bus,
  clock,
  ids,
  log,
}: LogFollowerOptions): Promise<LogFollower> {
  const subscriptions = createSubscriptions({ db, newest: () => newest() });
  const listeners = new Map<string, ((payload: object) => void)[]>();
  const setBackListeners: (() => void)[] = [];
  let setBacks = 0;

  function deliver(event: AddressedEvent): void {
    subscriptions.push(event);
    for (const listener of listeners.get(event.name) ?? []) {
      try {
        listener(event.payload);
      } catch (error) {
        log.error({ err: error, event: event.name }, 'a listener of live events failed');
      }
    }
  }

  function startAnew(): void {
    setBacks += 1;
    subscriptions.expire();
    for (const listener of setBackListeners) listener();
  }

  const { newest, read, take } = await openLogReader({ db, log, deliver, onSetBack: startAnew });
  const reader = startBackgroundLoop({ name: 'log follower', work: read, pollMs: POLL_MS, log });

  function onSignal(signal: BusSignal): void {
    if (signal.kind === 'log') {
      if (signal.position > newest().position) reader.request();
      return;
    }
    const { eventId, name, payload, topic, userIds: recipients } = signal;
    const { position, eventId: loggedId } = newest();
    const occurredAt = new Date(signal.occurredAt);
    const event = { position, loggedId, isStored: false, eventId, name, payload, topic, occurredAt };
    subscriptions.push({ ...event, recipients });
  }

  const unsubscribe = bus.subscribe(onSignal);
  return {
    subscribe: subscriptions.open,
    stateOf: subscriptions.stateOf,
    sendEphemeral({ name }, payload, to) {
      const occurredAt = clock.now().toISOString();
      const [userIds, topic] = 'topic' in to ? [[], to.topic] : [to.userIds, null];
      bus.publish({ kind: 'ephemeral', eventId: ids.next(), name, userIds, topic, payload, occurredAt });
    },
    listen: (name, listener) => void listeners.set(name, [...(listeners.get(name) ?? []), listener]),
    newest,
    setBacks: () => setBacks,
    onSetBack: (listener) => void setBackListeners.push(listener),
    take,
    catchUp: reader.requestAndWait,
    async close() {
      unsubscribe();
      subscriptions.close();
      await reader.close();
    },
  };
}
