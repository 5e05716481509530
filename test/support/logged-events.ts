import type { TestContext } from 'node:test';
import { createEmbeddedBus } from '#adapters/live-bus/embedded.ts';
import { systemClock } from '#platform/kernel/clock.ts';
import { createIds } from '#platform/kernel/ids.ts';
import { type EventCursor, markOf } from '#platform/outbox/events/cursor.ts';
import { defineEvent } from '#platform/outbox/events/definition.ts';
import { findLogExtent } from '#platform/outbox/event-log/log.ts';
import type { LogFollower } from '#platform/outbox/event-log/log-follower.ts';
import type { EventWithFacts, LiveEvent, LiveSource, Subscriber } from '#platform/outbox/events/stream.ts';
import type { LiveBusPort } from '#ports/live-bus.ts';
import { testDatabase } from './database.ts';
import { type EventProcess, startEventProcess } from './processes.ts';

const ids = createIds(systemClock);
export const ALICE = ids.next();
export const BOB = ids.next();
export const TOPIC = ids.next();
export const ANOTHER_TOPIC = ids.next();

export const sent = defineEvent<{ number: number }>('sent');
export const other = defineEvent<{ number: number }>('other');

export type Subscription = {
  events: LiveEvent[];
  numbers(): unknown[];
  stop(): void;
  ended: Promise<unknown>;
};

/** Subscribes and collects; `ended` resolves with the error of the subscription, null for a plain end. */
export async function subscribed(
  hub: LogFollower,
  request: {
    userId?: string;
    after?: EventCursor | null;
    topics?: readonly string[];
    onReplay?: (missed: readonly EventWithFacts[]) => Promise<void>;
  } = {},
): Promise<Subscription> {
  const { userId = ALICE, after = null, topics = [], onReplay } = request;
  const events: LiveEvent[] = [];
  const { promise: ended, resolve } = Promise.withResolvers<unknown>();
  const subscriber: Collector = {
    userId,
    isOpen: true,
    upTo: 0,
    admits: () => true,
    take: (event) => events.push(event),
    onReplay,
    end(error) {
      subscriber.isOpen = false;
      resolve(error);
    },
  };
  const release = await hub.subscribe(sourceOf(hub), subscriber, after && { after, topics });
  const stop = (): void => {
    subscriber.isOpen = false;
    release();
  };
  return { events, numbers: () => events.map((event) => event.payload), stop, ended };
}

type Collector = Subscriber & {
  isOpen: boolean;
  readonly take: (event: LiveEvent) => void;
  readonly onReplay: ((missed: readonly EventWithFacts[]) => Promise<void>) | undefined;
};

const sources = new WeakMap<LogFollower, LiveSource<Collector>>();

/** Users who may be told of the events of a topic. */
export const audiences = new Map<string, ReadonlySet<string>>();

/** Delivers the events `sent` of one process as they are. */
function sourceOf(hub: LogFollower): LiveSource<Collector> {
  const source = sources.get(hub) ?? {
    names: [sent.name],
    audienceOf: async ({ topic }) => audiences.get(topic ?? '') ?? new Set(),
    readFacts: async (events) => events.map(({ payload }) => payload),
    deliver({ event }, byUser) {
      for (const { take } of byUser.flat()) take(event);
    },
    async replay({ take, onReplay }, missed) {
      for (const { event } of missed) take(event);
      await onReplay?.(missed);
    },
  };
  sources.set(hub, source);
  return source;
}

export const THE_START: EventCursor = { position: 0, mark: markOf(null) };

export async function cursorAt({ db }: EventProcess, position: number): Promise<EventCursor> {
  return { position, mark: markOf((await findLogExtent(db, position)).eventId) };
}

export async function startOne(
  t: TestContext,
  bus: LiveBusPort = createEmbeddedBus(),
): Promise<EventProcess> {
  const { connectionString } = await testDatabase(t);
  return startEventProcess(t, connectionString, { bus });
}

export const emit = (
  { transaction }: EventProcess,
  number: number,
  userIds: readonly string[] = [ALICE],
): Promise<void> => transaction(async (tx) => tx.emit(sent, { number }, { userIds }));

export const range = (first: number, last: number): { number: number }[] =>
  Array.from({ length: last - first + 1 }, (_, index) => ({ number: first + index }));

export async function delivered({ relay, hub }: EventProcess): Promise<void> {
  await relay.drain();
  await hub.catchUp();
}
