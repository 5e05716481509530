import type { BusSignal, LiveBusPort } from '#ports/live-bus.ts';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/database.ts';
import { AppError } from '../errors.ts';
import type { Ids } from '../ids.ts';
import type { Logger } from '../logger.ts';
import { findLogExtent, listLoggedAfter, listUserEventsAfter, type LoggedEvent } from './log.ts';
import { createEventQueue, type EventQueue } from './queue.ts';
import { startRepeater } from './repeater.ts';
import type { EventStream, LiveEvent, StreamRequest } from './stream.ts';

const READ_BATCH = 500;
const QUEUED_EVENTS_MAX = 1_000;
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
  const queues = new Map<string, Set<EventQueue>>();
  const listeners = new Map<string, ((payload: object) => void)[]>();
  let { position } = await findLogExtent(db);
  let isClosed = false;

  async function readLog(signal: AbortSignal): Promise<void> {
    for (let isFull = true; isFull && !signal.aborted;) {
      const events = await listLoggedAfter(db, position, READ_BATCH);
      for (const event of events) deliver(event);
      isFull = events.length === READ_BATCH;
    }
  }

  function deliver(event: LoggedEvent): void {
    position = event.position;
    for (const userId of new Set(event.recipients)) push(userId, event);
    for (const listener of listeners.get(event.name) ?? []) {
      try {
        listener(event.payload);
      } catch (error) {
        log.error({ err: error, event: event.name }, 'a listener of live events failed');
      }
    }
  }

  function push(userId: string, event: LiveEvent): void {
    for (const queue of queues.get(queueKey(userId, event.name)) ?? []) queue.push(event);
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
    for (const userId of new Set(signal.userIds)) push(userId, event);
  }

  const unsubscribe = bus.subscribe(hear);
  return {
    async subscribe(request) {
      request.signal.throwIfAborted();
      const queue = createEventQueue(QUEUED_EVENTS_MAX);
      // From here on the queue fills, so nothing falls between it and what the log is read for below.
      const release = register(queues, queue, request);
      if (isClosed) release();
      try {
        const firstPage = request.after === null ? [] : await readPage(db, request, request.after);
        return releasing(follow(db, request, firstPage, queue), release);
      } catch (error) {
        release();
        throw error;
      }
    },
    sendEphemeral(name, userIds, payload) {
      const occurredAt = clock.now().toISOString();
      bus.publish({ kind: 'ephemeral', eventId: ids.next(), name, userIds, payload, occurredAt });
    },
    listen: (name, listener) => void listeners.set(name, [...(listeners.get(name) ?? []), listener]),
    catchUp: reader.requestAndWait,
    async close() {
      isClosed = true;
      unsubscribe();
      for (const open of queues.values()) for (const queue of open) queue.close();
      await reader.close();
    },
  };
}

const queueKey = (userId: string, name: string): string => `${userId} ${name}`;

/** @returns what takes the queue out again and ends it; so does the request's signal */
function register(
  queues: Map<string, Set<EventQueue>>,
  queue: EventQueue,
  { userId, name, signal }: StreamRequest,
): () => void {
  const key = queueKey(userId, name);
  const open = queues.get(key) ?? new Set();
  queues.set(key, open.add(queue));
  function release(): void {
    signal.removeEventListener('abort', release);
    queue.close();
    open.delete(queue);
    if (open.size === 0 && queues.get(key) === open) queues.delete(key);
  }
  signal.addEventListener('abort', release, { once: true });
  return release;
}

/** Replays page by page from the log, then goes on with the queue; what both have is recognised by its position. */
async function* follow(
  db: Db,
  request: StreamRequest,
  firstPage: readonly LiveEvent[],
  queue: EventQueue,
): AsyncGenerator<LiveEvent, void> {
  let replayed = request.after ?? 0;
  for (let page = firstPage; page.length > 0;) {
    for (const event of page) {
      if (request.signal.aborted) return;
      replayed = event.position;
      yield event;
    }
    page = page.length === READ_BATCH ? await readPage(db, request, replayed) : [];
  }
  for (let event = await queue.take(); event; event = await queue.take()) {
    if (!event.isStored || event.position > replayed) yield event;
  }
}

/** @throws AppError CURSOR_EXPIRED when the log may have lost events after `after`, or never reached it */
async function readPage(db: Db, { userId, name }: StreamRequest, after: number): Promise<LiveEvent[]> {
  const page = await listUserEventsAfter(db, { userId, name, after, limit: READ_BATCH });
  // Asked after the reading: then what has been deleted meanwhile shows as well.
  const extent = await findLogExtent(db);
  if (after >= extent.trimmedPosition && after <= extent.position) return page;
  throw new AppError(
    'CURSOR_EXPIRED',
    'The events after this cursor are no longer kept: fetch the lists again.',
  );
}

/**
 * Releases the subscription however the iterator ends. A generator alone would not: one that has not started
 * runs nothing when it is returned, and one that waits for an event is returned only when the next one comes.
 */
function releasing(
  events: AsyncGenerator<LiveEvent, void>,
  release: () => void,
): AsyncIterableIterator<LiveEvent> {
  return {
    async next() {
      try {
        const result = await events.next();
        if (result.done) release();
        return result;
      } catch (error) {
        release();
        throw error;
      }
    },
    async return() {
      release();
      return events.return();
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
