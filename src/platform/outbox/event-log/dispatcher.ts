import { retryWhileDatabaseAway } from '#platform/db/database-fault.ts';
import { createSemaphore } from '#platform/kernel/semaphore.ts';
import type { AddressedEvent } from './log.ts';
import { createMissedFacts, type ReadMissedFacts } from './missed-facts.ts';
import type { EventWithFacts, LiveEvent, LiveSource, Subscriber } from '#platform/outbox/events/stream.ts';

/** Dispatches the events of one source to its subscribers in this process. */
export type Dispatcher = {
  readonly source: LiveSource;
  /** From now on the subscriber is told of every event after its position. */
  join(subscriber: Subscriber): void;
  leave(subscriber: Subscriber): void;
  /** Takes the next event. Never waits. */
  push(event: AddressedEvent): void;
  /** Tells a subscriber of events that it has missed. */
  replay(subscriber: Subscriber, missed: readonly LiveEvent[]): Promise<void>;
};

/** Subscribers by user. */
type Subscribers = Map<string, readonly Subscriber[]>;

/** Events whose facts are read at once, when more have come than were told. */
const EVENTS_AT_ONCE = 100;
/** When a crowd reconnects, requests find the database free between the reads of what it has missed. */
const READERS_OF_MISSED = 5;
const NEVER = new AbortController().signal;

/**
 * Facts are read for one event after the other, or for many at once when they come faster, so that each subscriber is told
 * in the order of the log.
 * @param stateOf names an event and the state of its topic
 * @param end ends a subscriber whose events cannot be read
 */
export function createDispatcher(
  source: LiveSource,
  stateOf: (event: LiveEvent) => string,
  end: (subscriber: Subscriber, error: unknown) => void,
): Dispatcher {
  const subscribers: Subscribers = new Map();
  const factsOfMissed = createMissedFacts(source, stateOf);
  const readers = createSemaphore({ atOnceMax: READERS_OF_MISSED, waitingMax: Number.POSITIVE_INFINITY });
  let waiting: AddressedEvent[] = [];
  let isDispatching = false;

  async function dispatchWaiting(): Promise<void> {
    while (waiting.length > 0) {
      const events = waiting.slice(0, EVENTS_AT_ONCE);
      waiting = waiting.slice(EVENTS_AT_ONCE);
      try {
        await retryWhileDatabaseAway(
          () => dispatch(source, subscribers, events),
          () => subscribers.size > 0,
        );
      } catch (error) {
        for (const subscriber of [...subscribers.values()].flat()) end(subscriber, error);
      }
    }
    isDispatching = false;
  }

  return {
    source,
    join(subscriber) {
      const { userId } = subscriber;
      subscribers.set(userId, [...(subscribers.get(userId) ?? []), subscriber]);
    },
    leave(subscriber) {
      const { userId } = subscriber;
      const others = (subscribers.get(userId) ?? []).filter((other) => other !== subscriber);
      if (others.length > 0) subscribers.set(userId, others);
      else subscribers.delete(userId);
    },
    push(event) {
      if (subscribers.size === 0) return;
      waiting.push(event);
      if (isDispatching) return;
      isDispatching = true;
      void dispatchWaiting();
    },
    async replay(subscriber, missed) {
      const delivered = await retryWhileDatabaseAway(
        () => readers('all', NEVER, () => missedBy({ source, subscriber }, missed, factsOfMissed)),
        () => subscriber.isOpen,
      );
      if (delivered.length > 0 && subscriber.isOpen) await source.replay(subscriber, delivered);
    },
  };
}

async function dispatch(
  source: LiveSource,
  subscribers: Subscribers,
  events: readonly AddressedEvent[],
): Promise<void> {
  const addressed = await Promise.all(
    events.map(async (event) => ({ event, byUser: await addresseesOf(source, subscribers, event) })),
  );
  const wanted = addressed.filter(({ byUser }) => byUser.length > 0);
  if (wanted.length === 0) return;
  const read = await source.readFacts(wanted.map(({ event }) => event));
  wanted.forEach(({ event, byUser }, index) => {
    const facts = read[index];
    if (facts) deliver(source, { event, facts }, byUser);
  });
}

/** The subscribers here of the users to whom the event is addressed. */
async function addresseesOf(
  source: LiveSource,
  subscribers: Subscribers,
  event: AddressedEvent,
): Promise<readonly (readonly Subscriber[])[]> {
  if (event.topic === null) return subscribersOf(new Set(event.recipients), subscribers);
  const audience = await source.audienceOf(event, (userId) => subscribers.has(userId));
  if (audience.size <= subscribers.size) return subscribersOf(audience, subscribers);
  return [...subscribers].filter(([userId]) => audience.has(userId)).map(([, ofUser]) => ofUser);
}

function subscribersOf(
  userIds: ReadonlySet<string>,
  subscribers: Subscribers,
): readonly (readonly Subscriber[])[] {
  const found: (readonly Subscriber[])[] = [];
  for (const userId of userIds) {
    const ofUser = subscribers.get(userId);
    if (ofUser) found.push(ofUser);
  }
  return found;
}

function deliver(
  source: LiveSource,
  delivered: EventWithFacts,
  byUser: readonly (readonly Subscriber[])[],
): void {
  const { position, isStored } = delivered.event;
  const isRecipient = (subscriber: Subscriber): boolean =>
    subscriber.isOpen && (!isStored || position > subscriber.upTo) && subscriber.admits(delivered.facts);
  const recipientsByUser: (readonly Subscriber[])[] = [];
  for (const ofUser of byUser) {
    // Almost always all of them are told.
    const recipientsOfUser = ofUser.every(isRecipient) ? ofUser : ofUser.filter(isRecipient);
    if (recipientsOfUser.length > 0) recipientsByUser.push(recipientsOfUser);
  }
  if (recipientsByUser.length > 0) source.deliver(delivered, recipientsByUser);
}

/** The missed events that a subscriber may be told of, with their facts. */
async function missedBy(
  { source, subscriber }: { source: LiveSource; subscriber: Subscriber },
  missed: readonly LiveEvent[],
  factsOf: ReadMissedFacts,
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
