import { growingCache } from '#platform/caches/growing-cache.ts';
import type { EventCursor, LogPosition } from '#platform/outbox/events/cursor.ts';
import { markOf } from '#platform/outbox/events/cursor.ts';
import type { AddressedEvent, AddressedTo } from './log.ts';
import type { EventStream } from '#platform/outbox/events/stream.ts';

/** The newest events of the log, which every process has read: subscribers that missed few need no statement. */
export type RecentEvents = {
  add(event: AddressedEvent): void;
  clear(): void;
  /** At most `limit` events for a user after a cursor, in order; null when they may be older than what is kept. */
  listAfter(cursor: EventCursor, to: AddressedTo, limit: number): AddressedEvent[] | null;
  readonly stateOf: EventStream['stateOf'];
};

/** Some 10 MB. */
const EVENTS_MAX = 20_000;
/** Forgotten at once, since every removal moves the rest. */
const FORGOTTEN_AT_ONCE = 1_000;

/** @param newest the newest event of the log, whose position is the state of events without a topic */
export function createRecentEvents(newest: () => LogPosition): RecentEvents {
  let events: AddressedEvent[] = [];
  const newestOfTopic = growingCache<LogPosition>(EVENTS_MAX);

  return {
    add(event) {
      const last = events.at(-1);
      // Positions without a gap give the place of each.
      if (last && event.position !== last.position + 1) events = [];
      events.push(event);
      if (event.topic !== null) newestOfTopic.set(event.topic, event);
      if (events.length >= EVENTS_MAX + FORGOTTEN_AT_ONCE) events = events.slice(FORGOTTEN_AT_ONCE);
    },
    clear() {
      events = [];
      newestOfTopic.clear();
    },
    stateOf({ eventId, topic }) {
      const state = topic === null ? newest() : newestOfTopic.get(topic);
      return `${eventId} ${state?.position ?? 0}`;
    },
    listAfter(cursor, { userId, names, topics }, limit) {
      const [first] = events;
      const place = first ? cursor.position - first.position : -1;
      const found = events[place];
      // The database tells a cursor of the future from one whose event is another now.
      if (!found || markOf(found.eventId) !== cursor.mark) return null;
      const wantedTopics = new Set(topics);
      const wanted: AddressedEvent[] = [];
      for (let next = place + 1; next < events.length && wanted.length < limit; next += 1) {
        const event = events[next];
        if (!event || !names.includes(event.name)) continue;
        const { topic, recipients } = event;
        if (topic === null ? recipients.includes(userId) : wantedTopics.has(topic)) wanted.push(event);
      }
      return wanted;
    },
  };
}
