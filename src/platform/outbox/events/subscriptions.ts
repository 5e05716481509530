import type { Db } from '#platform/db/database.ts';
import { AppError } from '#platform/kernel/errors.ts';
import { type EventCursor, markOf } from './cursor.ts';
import { findLogExtent, listUserEventsAfter } from './log.ts';
import { createEventQueue, type EventQueue } from './queue.ts';
import type { EventStream, LiveEvent, StreamRequest } from './stream.ts';

const REPLAY_PAGE = 500;
const QUEUED_EVENTS_MAX = 1_000;

/** Subscribers of one process, by recipient and event name. */
export type Subscriptions = {
  readonly open: EventStream['subscribe'];
  push(userId: string, event: LiveEvent): void;
  /** Ends all current ones with CURSOR_EXPIRED: their clients have events that are in the log no longer. */
  expire(): void;
  /** Ends all of them, and immediately every one that is opened later. */
  close(): void;
};

export function createSubscriptions(db: Db): Subscriptions {
  const queues = new Map<string, Set<EventQueue>>();
  let isClosed = false;
  return {
    async open(request) {
      request.signal.throwIfAborted();
      const queue = createEventQueue(QUEUED_EVENTS_MAX);
      // The queue is registered before the log is read, so that no event is missed in between.
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
    push(userId, event) {
      for (const queue of queues.get(queueKey(userId, event.name)) ?? []) queue.push(event);
    },
    expire() {
      for (const open of queues.values()) for (const queue of open) queue.close(cursorExpired());
    },
    close() {
      isClosed = true;
      for (const open of queues.values()) for (const queue of open) queue.close();
    },
  };
}

const queueKey = (userId: string, name: string): string => `${userId} ${name}`;

/** @returns a function that removes and closes the queue; the request's signal does the same */
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

/** Replays page by page from the log, then continues with the queue; events in both are deduplicated by position. */
async function* follow(
  db: Db,
  request: StreamRequest,
  firstPage: readonly LiveEvent[],
  queue: EventQueue,
): AsyncGenerator<LiveEvent, void> {
  let replayed = request.after?.position ?? 0;
  for (let page = firstPage; page.length > 0;) {
    for (const event of page) {
      if (request.signal.aborted) return;
      replayed = event.position;
      yield event;
    }
    const last = page.at(-1);
    page =
      last && page.length === REPLAY_PAGE
        ? await readPage(db, request, { position: last.position, mark: markOf(last.eventId) })
        : [];
  }
  for (let event = await queue.take(); event; event = await queue.take()) {
    if (!event.isStored || event.position > replayed) yield event;
  }
}

/** @throws AppError CURSOR_EXPIRED when events after the cursor may have been trimmed, or the log has another event there */
async function readPage(db: Db, { userId, name }: StreamRequest, after: EventCursor): Promise<LiveEvent[]> {
  const { position } = after;
  const page = await listUserEventsAfter(db, { userId, name, after: position, limit: REPLAY_PAGE });
  // Checked after reading, so that events trimmed meanwhile are noticed.
  const found = await findLogExtent(db, position);
  // The newest trimmed event cannot be compared any more; the next one is still there.
  const isThere = position === found.trimmedPosition || markOf(found.eventId) === after.mark;
  if (isThere && position >= found.trimmedPosition && position <= found.position) return page;
  throw cursorExpired();
}

const cursorExpired = (): AppError =>
  new AppError('CURSOR_EXPIRED', 'The events after this cursor are deleted: fetch the lists again.');

/**
 * Releases the subscription however the iterator ends. A generator alone would not: one that has not started
 * runs nothing on `return`, and one that waits for an event returns only at the next event.
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
