import type { TestContext } from 'node:test';
import { createEmbeddedBus } from '#adapters/live-bus/embedded.ts';
import { systemClock } from '#platform/kernel/clock.ts';
import { createIds } from '#platform/kernel/ids.ts';
import { type EventCursor, markOf } from '#platform/outbox/events/cursor.ts';
import { defineEvent } from '#platform/outbox/events/definition.ts';
import { findLogExtent } from '#platform/outbox/events/log.ts';
import type { LogFollower } from '#platform/outbox/events/log-follower.ts';
import type { LiveEvent } from '#platform/outbox/events/stream.ts';
import type { LiveBusPort } from '#ports/live-bus.ts';
import { testDatabase } from './database.ts';
import { type EventProcess, startEventProcess } from './processes.ts';

const ids = createIds(systemClock);
export const ALICE = ids.next();
export const BOB = ids.next();

export const sent = defineEvent<{ number: number }>('sent');
export const other = defineEvent<{ number: number }>('other');

export type Subscription = {
  events: LiveEvent[];
  numbers(): unknown[];
  stop(): Promise<unknown>;
  ended: Promise<unknown>;
};

/** Subscribes and collects; `ended` resolves with the error of the stream, null for a plain end. */
export async function subscribed(
  hub: LogFollower,
  request: { userId?: string; name?: string; after?: EventCursor | null; signal?: AbortSignal } = {},
): Promise<Subscription> {
  const { userId = ALICE, name = sent.name, after = null, signal = new AbortController().signal } = request;
  const stream = await hub.subscribe({ userId, name, after, signal });
  const events: LiveEvent[] = [];
  const collect = async (): Promise<null> => {
    for await (const event of stream) events.push(event);
    return null;
  };
  const ended = collect().catch((error: unknown) => error);
  const stop = async (): Promise<unknown> => stream.return?.();
  return { events, numbers: () => events.map((event) => event.payload), stop, ended };
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
