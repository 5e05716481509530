import type { BusSignal, LiveBusPort } from '#ports/live-bus.ts';
import type { Db } from '../db/database.ts';
import type { Clock } from '../clock.ts';
import { AppError } from '../errors.ts';
import type { Ids } from '../ids.ts';
import type { Logger } from '../logger.ts';
import { findLogExtent, listLoggedAfter, listUserEventsAfter, type LoggedEvent } from './log.ts';
import { createEventQueue, type EventQueue } from './queue.ts';
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
export async function startHub(options: HubOptions): Promise<Hub> {
  const { db, bus, clock, ids, log } = options;
  const queues = new Map<string, Set<EventQueue>>();
  const listeners = new Map<string, ((payload: object) => void)[]>();
  let { position } = await findLogExtent(db);
  let reading: Promise<void> | null = null;
  let isSignalled = false;

  async function read(): Promise<void> {
    while (isSignalled) {
      isSignalled = false;
      for (let isFull = true; isFull; ) {
        const events = await listLoggedAfter(db, position, READ_BATCH);
        for (const event of events) deliver(event);
        isFull = events.length === READ_BATCH;
      }
    }
  }

  function deliver(event: LoggedEvent): void {
    position = event.position;
    for (const listener of listeners.get(event.name) ?? []) listener(event.payload);
    for (const userId of event.recipients) push(userId, event);
  }

  function push(userId: string, event: LiveEvent): void {
    for (const queue of queues.get(queueKey(userId, event.name)) ?? []) queue.push(event);
  }

  function signal(): Promise<void> {
    isSignalled = true;
    reading ??= read()
      .catch((error: unknown) => log.warn({ error }, 'reading the event log failed and is tried again'))
      .finally(() => (reading = null));
    return reading;
  }

  function hear(news: BusSignal): void {
    if (news.kind === 'log') {
      if (news.position > position) void signal();
      return;
    }
    const event = { position, isStored: false, eventId: ids.next(), name: news.name, payload: news.payload, occurredAt: clock.now() };
    for (const userId of news.userIds) push(userId, event);
  }

  const unsubscribe = bus.subscribe(hear);
  const poll = setInterval(() => void signal(), POLL_MS);
  poll.unref();

  return {
    async subscribe(request) {
      const queue = createEventQueue(QUEUED_EVENTS_MAX);
      const release = register(queues, queueKey(request.userId, request.name), queue);
      request.signal.addEventListener('abort', release, { once: true });
      try {
        if (request.after !== null) await assertReachable(db, request.after);
      } catch (error) {
        release();
        throw error;
      }
      return follow(db, request, queue, release);
    },
    sendEphemeral: (name, userIds, payload) => bus.publish({ kind: 'ephemeral', name, userIds, payload }),
    listen: (name, listener) => void listeners.set(name, [...(listeners.get(name) ?? []), listener]),
    catchUp: signal,
    async close() {
      unsubscribe();
      clearInterval(poll);
      for (const open of queues.values()) for (const queue of open) queue.close();
      await reading;
    },
  };
}

const queueKey = (userId: string, name: string): string => `${userId} ${name}`;

function register(queues: Map<string, Set<EventQueue>>, key: string, queue: EventQueue): () => void {
  const open = queues.get(key) ?? new Set();
  queues.set(key, open.add(queue));
  return () => {
    queue.close();
    open.delete(queue);
    if (open.size === 0 && queues.get(key) === open) queues.delete(key);
  };
}

async function assertReachable(db: Db, after: number): Promise<void> {
  const extent = await findLogExtent(db);
  if (after >= extent.trimmedPosition && after <= extent.position) return;
  throw new AppError('CURSOR_EXPIRED', 'The events after this cursor are no longer kept: fetch the lists again.');
}

/**
 * Replays from the log, then goes on with the queue. The queue has been filling since before the replay began,
 * so nothing falls between; what both have is recognised by its position.
 */
async function* follow(
  db: Db,
  request: StreamRequest,
  queue: EventQueue,
  release: () => void,
): AsyncGenerator<LiveEvent, void> {
  const { userId, name } = request;
  let replayed = request.after;
  try {
    for (let isFull = replayed !== null; isFull && replayed !== null; ) {
      const events = await listUserEventsAfter(db, { userId, name, after: replayed, limit: READ_BATCH });
      for (const event of events) {
        replayed = event.position;
        yield event;
      }
      isFull = events.length === READ_BATCH;
    }
    for (let event = await queue.take(); event; event = await queue.take()) {
      if (!event.isStored || replayed === null || event.position > replayed) yield event;
    }
  } finally {
    release();
  }
}
