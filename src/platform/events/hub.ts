import type { BusSignal, LiveBusPort } from '#ports/live-bus.ts';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/database.ts';
import type { Ids } from '../ids.ts';
import type { Logger } from '../logger.ts';
import { findLogExtent, listLoggedAfter, type LoggedEvent } from './log.ts';
import { startRepeater } from './repeater.ts';
import type { EventStream } from './stream.ts';
import { createSubscriptions } from './subscriptions.ts';

const READ_BATCH = 500;
/** A signal that the bus lost is made up for after this time. */
const POLL_MS = 1_000;

export type Hub = EventStream & {
  /** Calls `listener` for every event of `name` that the log holds from now on, in this process. */
  listen(name: string, listener: (payload: object) => void): void;
  /** Delivers everything that is logged now. */
  catchUp(): Promise<void>;
  close(): Promise<void>;
};

type HubOptions = {
  readonly db: Db;
  readonly bus: LiveBusPort;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Logger;
};

/**
 * Follows the event log and hands its events to this process' subscribers.
 * The bus only says that the log has grown; what it loses, the next signal or the poll brings.
 */
export async function startHub({ db, bus, clock, ids, log }: HubOptions): Promise<Hub> {
  const subscriptions = createSubscriptions(db);
  const listeners = new Map<string, ((payload: object) => void)[]>();
  let { position } = await findLogExtent(db);

  async function readLog(signal: AbortSignal): Promise<void> {
    for (let isFull = true; isFull && !signal.aborted;) {
      const events = await listLoggedAfter(db, position, READ_BATCH);
      for (const event of events) deliver(event);
      isFull = events.length === READ_BATCH;
    }
  }

  function deliver(event: LoggedEvent): void {
    position = event.position;
    for (const userId of new Set(event.recipients)) subscriptions.push(userId, event);
    for (const listener of listeners.get(event.name) ?? []) {
      try {
        listener(event.payload);
      } catch (error) {
        log.error({ err: error, event: event.name }, 'a listener of live events failed');
      }
    }
  }

  const reader = startRepeater({ name: 'the reader of the event log', work: readLog, pollMs: POLL_MS, log });

  function hear(signal: BusSignal): void {
    if (signal.kind === 'log') {
      if (signal.position > position) reader.request();
      return;
    }
    const { eventId, name, payload } = signal;
    const event = {
      position,
      isStored: false,
      eventId,
      name,
      payload,
      occurredAt: new Date(signal.occurredAt),
    };
    for (const userId of new Set(signal.userIds)) subscriptions.push(userId, event);
  }

  const unsubscribe = bus.subscribe(hear);
  return {
    subscribe: subscriptions.open,
    sendEphemeral(name, userIds, payload) {
      const occurredAt = clock.now().toISOString();
      bus.publish({ kind: 'ephemeral', eventId: ids.next(), name, userIds, payload, occurredAt });
    },
    listen: (name, listener) => void listeners.set(name, [...(listeners.get(name) ?? []), listener]),
    catchUp: reader.requestAndWait,
    async close() {
      unsubscribe();
      subscriptions.close();
      await reader.close();
    },
  };
}
