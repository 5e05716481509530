import { retryWhileDatabaseAway } from '#platform/db/database-away.ts';
import { createTurns } from '#platform/kernel/turns.ts';
import type { AddressedEvent } from './log.ts';
import { createMissedFacts } from './missed-facts.ts';
import type { EventWithFacts, LiveEvent, LiveSource, Subscriber } from './stream.ts';

/** An open subscription. */
export type OpenSubscription = {
  readonly source: LiveSource;
  readonly subscriber: Subscriber;
  /** It was told of all stored events up to this position. */
  upTo: number;
  isOpen: boolean;
};

/** Dispatches the events of one source to its subscribers in this process. */
export type Dispatcher = {
  readonly source: LiveSource;
  /** From now on the subscription is told of every event after its position. */
  join(subscription: OpenSubscription): void;
  leave(subscription: OpenSubscription): void;
  /** Takes the next event. Never waits. */
  push(event: AddressedEvent): void;
  /** Tells a subscription of events that it has missed. */
  replay(subscription: OpenSubscription, missed: readonly LiveEvent[]): Promise<void>;
};

/** OpenSubscriptions by user. */
type OpenSubscriptions = Map<string, readonly OpenSubscription[]>;

/** Events whose facts are read at once, when more have come than were told. */
const EVENTS_AT_ONCE = 100;
/** When a crowd reconnects, requests find the database free between the reads of what it has missed. */
const READERS_OF_MISSED = 5;
const NEVER = new AbortController().signal;

/**
 * Facts are read for one event after the other, or for many at once when they come faster, so that each subscriber is told
 * in the order of the log.
 * @param end ends a subscription whose events cannot be read
 */
export function createDispatcher(
  source: LiveSource,
  end: (subscription: OpenSubscription, error: unknown) => void,
): Dispatcher {
  const subscriptions: OpenSubscriptions = new Map();
  const missedFacts = createMissedFacts(source);
  const readers = createTurns({ atOnceMax: READERS_OF_MISSED, waitingMax: Number.POSITIVE_INFINITY });
  let waiting: AddressedEvent[] = [];
  let isDispatching = false;

  async function dispatchWaiting(): Promise<void> {
    while (waiting.length > 0) {
      const events = waiting.slice(0, EVENTS_AT_ONCE);
      waiting = waiting.slice(EVENTS_AT_ONCE);
      try {
        await retryWhileDatabaseAway(
          () => dispatch(source, subscriptions, events),
          () => subscriptions.size > 0,
        );
      } catch (error) {
        for (const subscription of [...subscriptions.values()].flat()) end(subscription, error);
      }
    }
    isDispatching = false;
  }

  return {
    source,
    join(subscription) {
      const { userId } = subscription.subscriber;
      subscriptions.set(userId, [...(subscriptions.get(userId) ?? []), subscription]);
    },
    leave(subscription) {
      const { userId } = subscription.subscriber;
      const others = (subscriptions.get(userId) ?? []).filter((other) => other !== subscription);
      if (others.length > 0) subscriptions.set(userId, others);
      else subscriptions.delete(userId);
    },
    push(event) {
      if (subscriptions.size === 0) return;
      waiting.push(event);
      if (isDispatching) return;
      isDispatching = true;
      void dispatchWaiting();
    },
    replay: (subscription, missed) =>
      missedFacts.during(async () => {
        const told = await retryWhileDatabaseAway(
          () => readers('all', NEVER, () => missedBy(subscription, missed, missedFacts.of)),
          () => subscription.isOpen,
        );
        if (told.length > 0 && subscription.isOpen) await source.replay(subscription.subscriber, told);
      }),
  };
}

async function dispatch(
  source: LiveSource,
  subscriptions: OpenSubscriptions,
  events: readonly AddressedEvent[],
): Promise<void> {
  const addressed = await Promise.all(
    events.map(async (event) => ({ event, byUser: await addresseesOf(source, subscriptions, event) })),
  );
  const wanted = addressed.filter(({ byUser }) => byUser.length > 0);
  if (wanted.length === 0) return;
  const read = await source.readFacts(wanted.map(({ event }) => event));
  wanted.forEach(({ event, byUser }, index) => {
    const facts = read[index];
    if (facts) deliver(source, { event, facts }, byUser);
  });
}

/** The subscriptions here of the users to whom the event is addressed. */
async function addresseesOf(
  source: LiveSource,
  subscriptions: OpenSubscriptions,
  event: AddressedEvent,
): Promise<readonly (readonly OpenSubscription[])[]> {
  if (event.topic === null) return subscriptionsOf(new Set(event.recipients), subscriptions);
  const audience = await source.audienceOf(event, (userId) => subscriptions.has(userId));
  if (audience.size <= subscriptions.size) return subscriptionsOf(audience, subscriptions);
  return [...subscriptions].filter(([userId]) => audience.has(userId)).map(([, ofUser]) => ofUser);
}

function subscriptionsOf(
  userIds: ReadonlySet<string>,
  subscriptions: OpenSubscriptions,
): readonly (readonly OpenSubscription[])[] {
  const found: (readonly OpenSubscription[])[] = [];
  for (const userId of userIds) {
    const ofUser = subscriptions.get(userId);
    if (ofUser) found.push(ofUser);
  }
  return found;
}

/** One pass over what may be thousands of subscribers: each of them is somewhere else in memory. */
function deliver(
  source: LiveSource,
  told: EventWithFacts,
  byUser: readonly (readonly OpenSubscription[])[],
): void {
  const { position, isStored } = told.event;
  const subscribers: Subscriber[] = [];
  for (const ofUser of byUser) {
    for (const { subscriber, upTo, isOpen } of ofUser) {
      const isNew = !isStored || position > upTo;
      if (isOpen && isNew && subscriber.admits(told.facts)) subscribers.push(subscriber);
    }
  }
  if (subscribers.length > 0) source.deliver(told, subscribers);
}

/** The missed events that a subscription may be told of, with their facts. */
async function missedBy(
  { source, subscriber }: OpenSubscription,
  missed: readonly LiveEvent[],
  factsOf: (events: readonly LiveEvent[]) => Promise<readonly (object | null)[]>,
): Promise<EventWithFacts[]> {
  const isCaller = (userId: string): boolean => userId === subscriber.userId;
  const isAddressed = await Promise.all(
    missed.map(
      async (event) =>
        event.topic === null || (await source.audienceOf(event, isCaller)).has(subscriber.userId),
    ),
  );
  const events = missed.filter((_event, index) => isAddressed[index]);
  const facts = await factsOf(events);
  return events.flatMap((event, index) => {
    const read = facts[index];
    return read && subscriber.admits(read) ? [{ event, facts: read }] : [];
  });
}
