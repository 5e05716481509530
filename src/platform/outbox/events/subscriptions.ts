import { retryWhileDatabaseAway } from '#platform/db/database-away.ts';
import type { Db } from '#platform/db/database.ts';
import type { EventCursor, LogPosition } from './cursor.ts';
import { createDispatcher, type Dispatcher, type OpenSubscription } from './dispatcher.ts';
import type { AddressedEvent } from './log.ts';
import { cursorExpired, type MissedPage, readMissed } from './missed-events.ts';
import { createRecentEvents, type RecentEvents } from './recent-events.ts';
import type { EventStream, LiveSource, Missed } from './stream.ts';

/** Subscriptions of one process. */
export type Subscriptions = {
  readonly open: EventStream['subscribe'];
  /** Tells the subscribers here of an event; called in the order of the events. */
  push(event: AddressedEvent): void;
  /** The log was set back: ends all with CURSOR_EXPIRED, since their clients have events that are in the log no longer. */
  expire(): void;
  /** Ends all of them, and immediately every one that is opened later. */
  close(): void;
};

/** @param newest the newest event that was pushed */
export function createSubscriptions({ db, newest }: { db: Db; newest: () => LogPosition }): Subscriptions {
  const recent = createRecentEvents();
  const dispatchers = new Map<LiveSource, Dispatcher>();
  const subscriptions = new Set<OpenSubscription>();
  let isClosed = false;

  function dispatcherOf(source: LiveSource): Dispatcher {
    const known = dispatchers.get(source);
    if (known) return known;
    const dispatcher = createDispatcher(source, end);
    dispatchers.set(source, dispatcher);
    return dispatcher;
  }

  function release(subscription: OpenSubscription): void {
    subscription.isOpen = false;
    if (subscriptions.delete(subscription)) dispatcherOf(subscription.source).leave(subscription);
  }

  function end(subscription: OpenSubscription, error: unknown): void {
    if (!subscription.isOpen) return;
    release(subscription);
    subscription.subscriber.end(error);
  }

  /** Resolves with the first page, so that a cursor that has expired refuses the subscription. */
  async function startReplay(subscription: OpenSubscription, missed: Missed): Promise<void> {
    const read = (after: EventCursor): Promise<MissedPage> =>
      readPage({ db, recent, newest }, subscription, { ...missed, after });
    try {
      const firstPage = await read(missed.after);
      catchUp(dispatcherOf(subscription.source), subscription, { firstPage, read, newest }).catch(
        (error: unknown) => end(subscription, error),
      );
    } catch (error) {
      release(subscription);
      throw error;
    }
  }

  function endAll(error: unknown): void {
    for (const subscription of [...subscriptions]) end(subscription, error);
  }

  return {
    async open(source, subscriber, missed) {
      const subscription: OpenSubscription = {
        source,
        subscriber,
        upTo: newest().position,
        isOpen: !isClosed,
      };
      if (isClosed) {
        subscriber.end(null);
        return () => undefined;
      }
      subscriptions.add(subscription);
      if (!missed) dispatcherOf(source).join(subscription);
      else await startReplay(subscription, missed);
      return release.bind(null, subscription);
    },
    push(event) {
      if (event.isStored) recent.add(event);
      for (const dispatcher of dispatchers.values()) {
        if (dispatcher.source.names.includes(event.name)) dispatcher.push(event);
      }
    },
    expire() {
      recent.clear();
      endAll(cursorExpired());
    },
    close() {
      isClosed = true;
      endAll(null);
    },
  };
}

/** Tells a subscription of all that it has missed; what comes meanwhile is missed too, until nothing is left. */
async function catchUp(
  dispatcher: Dispatcher,
  subscription: OpenSubscription,
  log: {
    firstPage: MissedPage;
    read: (after: EventCursor) => Promise<MissedPage>;
    newest: () => LogPosition;
  },
): Promise<void> {
  for (let page = log.firstPage; subscription.isOpen; page = await log.read(page.end)) {
    await dispatcher.replay(subscription, page.events);
    subscription.upTo = page.end.position;
    if (subscription.upTo < log.newest().position) continue;
    if (subscription.isOpen) dispatcher.join(subscription);
    return;
  }
}

function readPage(
  { newest, ...log }: { db: Db; recent: RecentEvents; newest: () => LogPosition },
  subscription: OpenSubscription,
  { after, topics }: Missed,
): Promise<MissedPage> {
  const to = { userId: subscription.subscriber.userId, names: subscription.source.names, topics };
  return retryWhileDatabaseAway(
    () => readMissed({ ...log, newest: newest() }, after, to),
    () => subscription.isOpen,
  );
}
