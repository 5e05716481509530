import { retryWhileDatabaseAway } from '#platform/db/database-fault.ts';
import type { Db } from '#platform/db/database.ts';
import type { EventCursor, LogPosition } from '#platform/outbox/events/cursor.ts';
import { createDispatcher, type Dispatcher } from './dispatcher.ts';
import type { AddressedEvent } from './log.ts';
import { cursorExpired, type MissedPage, readMissed } from './missed-events.ts';
import { createRecentEvents } from './recent-events.ts';
import type { EventStream, LiveSource, Missed, Subscriber } from '#platform/outbox/events/stream.ts';

/** Subscriptions of one process. */
export type Subscriptions = {
  readonly open: EventStream['subscribe'];
  readonly stateOf: EventStream['stateOf'];
  /** Tells the subscribers here of an event; called in the order of the events. */
  push(event: AddressedEvent): void;
  /** The log was set back: ends all with CURSOR_EXPIRED, since their clients have events that are in the log no longer. */
  expire(): void;
  /** Ends all of them, and immediately every one that is opened later. */
  close(): void;
};

/** @param newest the newest event that was pushed */
export function createSubscriptions({ db, newest }: { db: Db; newest: () => LogPosition }): Subscriptions {
  const recent = createRecentEvents(newest);
  const subscribers = createSubscribers(recent.stateOf);
  let isClosed = false;

  /** Resolves with the first page, so that a cursor that has expired refuses the subscription. */
  async function startReplay(source: LiveSource, subscriber: Subscriber, missed: Missed): Promise<void> {
    const to = { userId: subscriber.userId, names: source.names, topics: missed.topics };
    const read = (after: EventCursor): Promise<MissedPage> =>
      retryWhileDatabaseAway(
        () => readMissed({ db, recent, newest: newest() }, after, to),
        () => subscriber.isOpen,
      );
    try {
      const firstPage = await read(missed.after);
      const dispatcher = subscribers.dispatcherOf(source);
      catchUp(dispatcher, subscriber, { firstPage, read, newest }).catch((error: unknown) =>
        subscribers.end(subscriber, error),
      );
    } catch (error) {
      subscribers.release(subscriber);
      throw error;
    }
  }

  return {
    stateOf: recent.stateOf,
    async open(source, subscriber, missed) {
      if (isClosed) {
        subscriber.end(null);
        return () => undefined;
      }
      subscriber.upTo = newest().position;
      subscribers.add(source, subscriber);
      if (!missed) subscribers.dispatcherOf(source).join(subscriber);
      else await startReplay(source, subscriber, missed);
      return subscribers.release.bind(null, subscriber);
    },
    push(event) {
      if (event.isStored) recent.add(event);
      subscribers.push(event);
    },
    expire() {
      recent.clear();
      subscribers.endAll(cursorExpired());
    },
    close() {
      isClosed = true;
      subscribers.endAll(null);
    },
  };
}

/** The subscribers of this process with their sources, each of which has one dispatcher. */
function createSubscribers(stateOf: EventStream['stateOf']) {
  const dispatchers = new Map<LiveSource, Dispatcher>();
  const sources = new Map<Subscriber, LiveSource>();

  function dispatcherOf(source: LiveSource): Dispatcher {
    const known = dispatchers.get(source);
    if (known) return known;
    const dispatcher = createDispatcher(source, stateOf, end);
    dispatchers.set(source, dispatcher);
    return dispatcher;
  }

  function release(subscriber: Subscriber): void {
    const source = sources.get(subscriber);
    sources.delete(subscriber);
    if (source) dispatcherOf(source).leave(subscriber);
  }

  function end(subscriber: Subscriber, error: unknown): void {
    release(subscriber);
    if (subscriber.isOpen) subscriber.end(error);
  }

  return {
    dispatcherOf,
    release,
    end,
    add(source: LiveSource, subscriber: Subscriber): void {
      sources.set(subscriber, source);
    },
    push(event: AddressedEvent): void {
      for (const dispatcher of dispatchers.values()) {
        if (dispatcher.source.names.includes(event.name)) dispatcher.push(event);
      }
    },
    endAll(error: unknown): void {
      for (const subscriber of [...sources.keys()]) end(subscriber, error);
    },
  };
}

/** Tells a subscriber of all that it has missed; what comes meanwhile is missed too, until nothing is left. */
async function catchUp(
  dispatcher: Dispatcher,
  subscriber: Subscriber,
  log: {
    firstPage: MissedPage;
    read: (after: EventCursor) => Promise<MissedPage>;
    newest: () => LogPosition;
  },
): Promise<void> {
  for (let page = log.firstPage; subscriber.isOpen; page = await log.read(page.end)) {
    await dispatcher.replay(subscriber, page.events);
    subscriber.upTo = page.end.position;
    if (subscriber.upTo < log.newest().position) continue;
    if (subscriber.isOpen) dispatcher.join(subscriber);
    return;
  }
}
